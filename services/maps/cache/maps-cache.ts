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
  /** Writes the hits that are counted and not yet written. */
  readonly settled: () => Promise<void>;
};

export type MapsCacheOptions = {
  /** Whose `mapsCacheSchema` has been applied. */
  readonly pool: pg.Pool;
  readonly provider: MapsProvider;
  /** The clock, in epoch milliseconds. */
  readonly now: () => number;
};

/** Every question that was put has its answer. */
const answered = <Answer>(answer: Answer | undefined): Answer => {
  if (answer === undefined) throw new Error('The maps cache left out an answer.');
  return answer;
};

/** The cache in front of a maps provider. No answer is kept in the process, so several processes agree at all times. */
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
  /** Hits that wait to be written are written too late to be removed. */
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
    // Best effort: a stop without the database loses a few seconds of figures.
    settled: () => hits.flush().catch(() => undefined),
  };
};
