import type { MapsProvider } from '../provider.ts';
import type { CacheName } from './schema.ts';

const hour = 60 * 60 * 1000;

/** How long the answers of each cache are used, in milliseconds. */
export type Lifetimes = Readonly<Record<CacheName, number>>;

/**
 * Mapbox does not allow to store the answers of temporary geocoding, which suggestions are, but to use them during a session: a process
 * remembers them for an hour.
 */
export const lifetimesOf = (provider: MapsProvider['name']): Lifetimes => ({
  driveTime: 7 * 24 * hour,
  geocode: 7 * 24 * hour,
  suggestions: provider === 'mapbox' ? hour : 24 * hour,
  roads: 7 * 24 * hour,
});

export const inHours = (milliseconds: number): number => milliseconds / hour;
