import { BoundedMap } from '@rondo/projections/kit/bounded-map.ts';

/** How many wrong addresses one place may ask for in 15 minutes before it is refused. */
const limit = 100;
const span = 15 * 60 * 1000;
/** Places that are remembered; the eldest are forgotten first. */
const kept = 10_000;

type Misses = { count: number; readonly until: number };

/**
 * Counts wrong addresses by place. Calendar services read the calendars of many families from one place, some of them revoked, so a place
 * over the limit can still read every calendar whose address is right.
 */
export const missCounts = (now: () => number) => {
  const places = new BoundedMap<string, Misses>(kept);
  const current = (place: string): Misses | undefined => {
    const misses = places.get(place);
    return misses && misses.until > now() ? misses : undefined;
  };
  return {
    add: (place: string): void => {
      const misses = current(place) ?? { count: 0, until: now() + span };
      misses.count += 1;
      places.set(place, misses);
    },
    /** Seconds until a place may ask again; 0 when it may. */
    wait: (place: string): number => {
      const misses = current(place);
      return misses && misses.count >= limit ? Math.ceil((misses.until - now()) / 1000) : 0;
    },
  };
};
