import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { z } from 'zod';
import { mapsOf, type Maps } from '../drive-time.ts';
import { geocodeAnswer, suggestion, type GeocodeAnswer, type MapsProvider } from '../provider.ts';
import { answersOf } from './answers.ts';
import { drivesOf } from './drives.ts';
import { statsOf, type MapsCacheStats } from './figures.ts';
import { hitCounts } from './hit-counts.ts';
import { geocodeLookup, suggestionsLookup } from './lookup.ts';
import type { MapsCacheTables } from './schema.ts';
import { cacheCounts, removeExpired, removeStudio } from './upkeep.ts';

const day = 24 * 60 * 60 * 1000;
/** How long an answer is cached, in milliseconds. */
const lifetimes = { driveTime: 7 * day, geocode: 7 * day, suggestions: day } as const;

export type MapsCache = {
  /** Maps for one studio, answered from its cache while entries are fresh. */
  readonly mapsFor: (studioId: string) => Maps;
  readonly stats: (studioId: string) => Promise<MapsCacheStats>;
  /** Removes the studio's expired entries; its hit and miss counts stay. Returns how many were removed. */
  readonly cleanExpired: (studioId: string) => Promise<number>;
  /** Removes the studio's entries and counts. Returns how many entries were removed. */
  readonly clear: (studioId: string) => Promise<number>;
  /** The same for an erased studio, including pending hits. */
  readonly eraseStudio: (studioId: string) => Promise<number>;
  /** Removes the expired entries of all studios, so that the tables do not grow without bound. */
  readonly sweepExpired: () => Promise<number>;
  /** Writes the hits counted so far. */
  readonly settled: () => Promise<void>;
};

export type MapsCacheOptions = {
  /** Whose `mapsCacheSchema` has been applied. */
  readonly pool: pg.Pool;
  readonly provider: MapsProvider;
  /** The clock, in epoch milliseconds. */
  readonly now: () => number;
};

/** Checks that every question has its answer. */
const answered = <Answer>(answer: Answer | undefined): Answer => {
  if (answer === undefined) throw new Error('The maps cache left out an answer.');
  return answer;
};

/** The cache in front of a maps provider. Nothing is cached in the process, so several processes always agree. */
export const mapsCache = ({ pool, provider, now }: MapsCacheOptions): MapsCache => {
  const db = new Kysely<MapsCacheTables>({ dialect: new PostgresDialect({ pool }) });
  const hits = hitCounts(db);
  const providerFor = (studioId: string) => {
    const answers = answersOf({ db, studioId, now, hits });
    const geocodes = { cache: 'geocode' as const, shape: geocodeAnswer, lifetime: lifetimes.geocode };
    const suggestions = { cache: 'suggestions' as const, shape: z.array(suggestion), lifetime: lifetimes.suggestions };
    const geocodeAll = async (addresses: readonly string[]): Promise<GeocodeAnswer[]> => {
      const questions = addresses.map((address) => ({
        lookup: geocodeLookup(address),
        ask: async () => provider.geocode(address),
      }));
      const found = await answers(geocodes, questions);
      return questions.map(({ lookup }) => answered(found.get(lookup)));
    };
    const cached: MapsProvider = {
      geocode: async (address) => answered((await geocodeAll([address]))[0]),
      suggest: async (text, options = {}) => {
        const lookup = suggestionsLookup(text, options);
        const ask = async () => provider.suggest(text, options);
        return answered((await answers(suggestions, [{ lookup, ask }])).get(lookup));
      },
      ...drivesOf({ db, studioId, now, provider, lifetime: lifetimes.driveTime, hits }),
    };
    return { cached, geocodeAll };
  };
  /** Pending hits would otherwise be written after the removal. */
  const remove = (studioId: string): Promise<number> => {
    hits.forget(studioId);
    return removeStudio(db, studioId);
  };
  return {
    mapsFor: (studioId) => {
      const { cached, geocodeAll } = providerFor(studioId);
      return mapsOf(cached, geocodeAll);
    },
    stats: async (studioId) => {
      await hits.flush();
      return statsOf(await cacheCounts(db, studioId));
    },
    cleanExpired: async (studioId) => removeExpired(db, now(), studioId),
    sweepExpired: async () => removeExpired(db, now()),
    clear: remove,
    eraseStudio: remove,
    // Best effort: a shutdown without the database loses a few seconds of figures.
    settled: () => hits.flush().catch(() => undefined),
  };
};
