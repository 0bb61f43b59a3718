import { pauses } from '@rondo/projections/pacing/pauses.ts';
import type { Drive, MapsProvider } from '../provider.ts';
import { estimateDrive, keyed, type KeyedPlace } from './drive.ts';
import { gazetteer } from './gazetteer.ts';
import { locate } from './geocode.ts';
import { straightRoad } from './road.ts';
import { suggestAddresses } from './suggest.ts';

/** Counts pairs of addresses, in whichever direction. */
const pairsOf = () => {
  const indexes = new Map<string, number>();
  const seen = new Set<string>();
  const indexOf = (key: string): number => {
    const index = indexes.get(key) ?? indexes.size;
    indexes.set(key, index);
    return index;
  };
  return {
    see: (from: KeyedPlace, to: KeyedPlace): void => {
      const [a, b] = [indexOf(from.key), indexOf(to.key)];
      if (a !== b) seen.add(a < b ? `${a} ${b}` : `${b} ${a}`);
    },
    count: (): number => seen.size,
  };
};

/**
 * Maps that need no network and no API key, and cost nothing: addresses are located by their ZIP code or city, and drives are estimated
 * from the distance. Good enough to plan a week, and marked as approximate (`precision`) wherever it is shown. The places are
 * GeoNames' (CC BY 4.0), see `gazetteerAttribution`.
 */
export const offlineMaps: MapsProvider = {
  name: 'offline',
  geocode: async (address) => locate(gazetteer(), address),
  suggest: async (text, options) => suggestAddresses(gazetteer(), text, options),
  driveMatrix: async (origins, destinations, isNeeded = () => true) => {
    const to = destinations.map(keyed);
    const pause = pauses();
    const drives: (Drive | null)[][] = [];
    const pairs = pairsOf();
    for (const [row, origin] of origins.entries()) {
      const from = keyed(origin);
      const driveTo = (place: KeyedPlace): Drive => {
        pairs.see(from, place);
        return estimateDrive(from, place);
      };
      drives.push(to.map((place, column) => (isNeeded(row, column) ? driveTo(place) : null)));
      await pause();
    }
    return { drives, failure: null, charged: pairs.count() };
  },
  drive: async (origin, destination) => estimateDrive(keyed(origin), keyed(destination)),
  road: async (points) => straightRoad(points),
};
