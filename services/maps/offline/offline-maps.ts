import { pauses } from '../../jobs/pauses.ts';
import type { Drive, MapsProvider } from '../provider.ts';
import { estimateDrive, keyed } from './drive.ts';
import { gazetteer } from './gazetteer.ts';
import { locate } from './geocode.ts';
import { straightRoad } from './road.ts';
import { suggestAddresses } from './suggest.ts';

/**
 * Maps that need no network and no API key, and cost nothing: addresses are located by their ZIP code or city, and drives are estimated
 * from the distance. Good enough to plan a week, and marked as approximate (`precision`) wherever it is shown. The places are
 * GeoNames' (CC BY 4.0), see `gazetteerAttribution`.
 */
export const offlineMaps: MapsProvider = {
  name: 'offline',
  geocode: async (address) => locate(gazetteer(), address),
  suggest: async (text, options) => suggestAddresses(gazetteer(), text, options),
  driveMatrix: async (origins, destinations, wanted = () => true) => {
    const to = destinations.map(keyed);
    const pause = pauses();
    const drives: (Drive | null)[][] = [];
    for (const [row, origin] of origins.entries()) {
      const from = keyed(origin);
      drives.push(to.map((place, column) => (wanted(row, column) ? estimateDrive(from, place) : null)));
      await pause();
    }
    return { drives, failure: null };
  },
  drive: async (origin, destination) => estimateDrive(keyed(origin), keyed(destination)),
  road: async (points) => straightRoad(points),
};
