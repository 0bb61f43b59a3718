import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { z } from 'zod';
import { mapsOf, type Maps } from '../drive-time.ts';
import { geocodeAnswer, suggestion, type MapsProvider } from '../provider.ts';
import { answersOf } from './answers.ts';
import { drivesOf } from './drives.ts';
import { statsOf, type MapsCacheStats } from './figures.ts';
import { geocodeLookup, suggestionsLookup } from './lookup.ts';
import type { MapsCacheTables } from './schema.ts';
import { cacheCounts, removeExpired, removeStudio } from './upkeep.ts';

const day = 24 * 60 * 60 * 1000;
/** How long an answer is kept, in milliseconds. */
const lifetimes = { driveTime: 7 * day, geocode: 7 * day, suggestions: day } as const;

export type MapsCache = {
  /** Maps for one studio, answered from what the studio has asked before where that is not too old. */
  readonly mapsFor: (studioId: string) => Maps;
  readonly stats: (studioId: string) => Promise<MapsCacheStats>;
  /** Removes the studio's expired entries; its hit and miss counts stay. Answers how many went. */
  readonly cleanExpired: (studioId: string) => Promise<number>;
  /** Removes all that the studio caused, counts included. Answers how many entries went. */
  readonly clear: (studioId: string) => Promise<number>;
  /** The same, for the studio's end: nothing of it is left. */
  readonly eraseStudio: (studioId: string) => Promise<number>;
  /** Removes the expired entries of all studios, so that the tables do not grow for ever. */
  readonly sweepExpired: () => Promise<number>;
};

export type MapsCacheOptions = {
  /** Whose `mapsCacheSchema` has been applied. */
  readonly pool: pg.Pool;
  readonly provider: MapsProvider;
  /** The clock, in epoch milliseconds. */
  readonly now: () => number;
};

/** The cache in front of a maps provider. Nothing is kept in the process, so several processes agree at all times. */
export const mapsCache = ({ pool, provider, now }: MapsCacheOptions): MapsCache => {
  const db = new Kysely<MapsCacheTables>({ dialect: new PostgresDialect({ pool }) });
  const cachedFor = (studioId: string): MapsProvider => {
    const cached = answersOf({ db, studioId, now });
    return {
      geocode: async (address) =>
        cached({
          cache: 'geocode',
          lookup: geocodeLookup(address),
          shape: geocodeAnswer,
          lifetime: lifetimes.geocode,
          ask: async () => provider.geocode(address),
        }),
      suggest: async (text, options = {}) =>
        cached({
          cache: 'suggestions',
          lookup: suggestionsLookup(text, options),
          shape: z.array(suggestion),
          lifetime: lifetimes.suggestions,
          ask: async () => provider.suggest(text, options),
        }),
      ...drivesOf({ db, studioId, now, provider, lifetime: lifetimes.driveTime }),
    };
  };
  return {
    mapsFor: (studioId) => mapsOf(cachedFor(studioId)),
    stats: async (studioId) => statsOf(await cacheCounts(db, studioId)),
    cleanExpired: async (studioId) => removeExpired(db, now(), studioId),
    sweepExpired: async () => removeExpired(db, now()),
    clear: async (studioId) => removeStudio(db, studioId),
    eraseStudio: async (studioId) => removeStudio(db, studioId),
  };
};
