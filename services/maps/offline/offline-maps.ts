import { pauses } from '../../jobs/pauses.ts';
import type { MapsProvider } from '../provider.ts';
import { estimateDrive, keyed } from './drive.ts';
import { gazetteer } from './gazetteer.ts';
import { locate } from './geocode.ts';
import { suggestAddresses } from './suggest.ts';

/**
 * Maps that need no network and no API key, and cost nothing: addresses are located by their ZIP code or city, and drives are estimated
 * from the distance. Good enough to plan a week, and marked as approximate (`precision`) wherever it is shown. The places are
 * GeoNames' (CC BY 4.0), see `gazetteerAttribution`.
 */
export const offlineMaps: MapsProvider = {
  geocode: async (address) => locate(gazetteer(), address),
  suggest: async (text, options) => suggestAddresses(gazetteer(), text, options),
  driveMatrix: async (origins, destinations) => {
    const to = destinations.map(keyed);
    const pause = pauses();
    const rows: number[][] = [];
    for (const origin of origins) {
      const from = keyed(origin);
      rows.push(to.map((place) => estimateDrive(from, place).minutes));
      await pause();
    }
    return rows;
  },
  drive: async (origin, destination) => estimateDrive(keyed(origin), keyed(destination)),
};
