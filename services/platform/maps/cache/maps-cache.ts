import { Kysely, PostgresDialect, sql, type RawBuilder } from 'kysely';
import type pg from 'pg';
import { z } from 'zod';
import { mapsOf, type Maps } from '../drive-time.ts';
import {
  geocodeAnswer,
  road,
  suggestion,
  type GeocodeAnswer,
  type MapsProvider,
  type Road,
  type Suggestion,
} from '../provider.ts';
import type { CachedProvider } from '../stand-in.ts';
import { answersOf, passingAnswers } from './answers.ts';
import { drivesOf } from './drives.ts';
import { cacheCounts, countMisses, hitCounts, lifetimesOf, statsOf, type MapsCacheStats } from './figures.ts';
import { instant, lookupsOf, type MapsCacheTables } from './schema.ts';

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
  /** Removes what was answered about where an address of the studio is. */
  readonly forgetAddress: (studioId: string, address: string) => Promise<void>;
  /** Removes the expired entries of all studios, so that the tables do not grow without bound. */
  readonly sweepExpired: () => Promise<number>;
  readonly settled: () => Promise<void>;
};

export type MapsCacheOptions = {
  /** Whose `mapsCacheSchema` has been applied. */
  readonly pool: pg.Pool;
  readonly provider: MapsProvider;
  /** Answers where the provider does not. */
  readonly estimates?: MapsProvider;
  /** The clock, in epoch milliseconds. */
  readonly now: () => number;
};

/** Removes expired entries, of one studio or of all; returns how many. */
const removeExpired = async (db: Kysely<MapsCacheTables>, now: number, studioId?: string): Promise<number> => {
  const expired = sql<boolean>`expires_at <= ${instant(now)}`;
  return removeEntries(db, studioId === undefined ? expired : sql<boolean>`studio_id = ${studioId} and ${expired}`);
};

/** Removes all entries and counts of a studio; returns how many entries. */
const removeStudio = async (db: Kysely<MapsCacheTables>, studioId: string): Promise<number> =>
  db.transaction().execute(async (change) => {
    const removed = await removeEntries(change, sql<boolean>`studio_id = ${studioId}`);
    // In the order in which `hitCounts` locks them.
    await sql`
      with gone as (select studio_id, cache from maps.lookups where studio_id = ${studioId} order by cache for update)
      delete from maps.lookups l using gone where (l.studio_id, l.cache) = (gone.studio_id, gone.cache)`.execute(
      change,
    );
    return removed;
  });

/** Deletes drives in the order in which `drives.ts` writes them, to prevent deadlocks. */
const removeEntries = async (db: Kysely<MapsCacheTables>, which: RawBuilder<boolean>): Promise<number> => {
  const drives = await sql`
    with gone as (
      select studio_id, origin, destination from maps.drives where ${which}
      order by studio_id, origin, destination for update
    )
    delete from maps.drives d using gone
    where (d.studio_id, d.origin, d.destination) = (gone.studio_id, gone.origin, gone.destination)`.execute(db);
  const answers = await sql`delete from maps.answers where ${which}`.execute(db);
  return Number((drives.numAffectedRows ?? 0n) + (answers.numAffectedRows ?? 0n));
};

const answered = <Answer>(answer: Answer | undefined): Answer => {
  if (answer === undefined) throw new Error('The maps cache left out an answer.');
  return answer;
};

/** The cache in front of a maps provider. Nothing that may be stored is cached in the process, so several processes always agree. */
export const mapsCache = ({ pool, provider, estimates, now }: MapsCacheOptions): MapsCache => {
  const db = new Kysely<MapsCacheTables>({ dialect: new PostgresDialect({ pool }) });
  const hits = hitCounts(db);
  const [lookups, lifetimes] = [lookupsOf(provider.name), lifetimesOf(provider.name)];
  const passing = passingAnswers<Suggestion[]>(lifetimes.suggestions, now);

  const cachedFor = (studioId: string): CachedProvider => {
    const answers = answersOf({ db, studioId, now, hits });
    const geocodes = { cache: 'geocode' as const, shape: geocodeAnswer, lifetime: lifetimes.geocode };
    const suggestions = { cache: 'suggestions' as const, shape: z.array(suggestion), lifetime: lifetimes.suggestions };
    const roads = { cache: 'roads' as const, shape: road, lifetime: lifetimes.roads };

    const answerTo = async <Answer>(
      kind: Parameters<typeof answers<Answer>>[0],
      lookup: string,
      ask: () => Promise<Answer>,
    ): Promise<Answer> => {
      const { answers: found, failure } = await answers(kind, [{ lookup, ask }]);
      if (failure !== null) throw failure;
      return answered(found.get(lookup));
    };

    const passingSuggestions = async (lookup: string, ask: () => Promise<Suggestion[]>): Promise<Suggestion[]> => {
      const known = passing.find(studioId, lookup);
      if (known !== undefined) {
        hits.add(studioId, 'suggestions', 1);
        return known;
      }
      const answer = await ask();
      passing.keep(studioId, lookup, answer);
      await sql`${countMisses(studioId, { cache: 'suggestions', misses: 1, now: now() })}`.execute(db);
      return answer;
    };

    return {
      name: provider.name,
      geocode: (address) =>
        answerTo<GeocodeAnswer>(geocodes, lookups.geocode(address), () => provider.geocode(address)),
      geocodeAll: async (addresses) => {
        const questions = addresses.map((address) => ({
          lookup: lookups.geocode(address),
          ask: async () => provider.geocode(address),
        }));
        const { answers: found, failure } = await answers<GeocodeAnswer>(geocodes, questions);
        return { answers: questions.map(({ lookup }) => found.get(lookup) ?? null), failure };
      },
      suggest: (text, options = {}) => {
        const lookup = lookups.suggestions(text, options);
        const ask = () => provider.suggest(text, options);
        return provider.name === 'mapbox' ? passingSuggestions(lookup, ask) : answerTo(suggestions, lookup, ask);
      },
      road: (points) => answerTo<Road>(roads, lookups.road(points), () => provider.road(points)),
      ...drivesOf({
        db,
        studioId,
        now,
        provider,
        lifetime: lifetimes.driveTime,
        hits,
        placeLookup: lookups.place,
      }),
    };
  };

  /** Pending hits would otherwise be written after the removal. */
  const remove = async (studioId: string): Promise<number> => {
    hits.forget(studioId);
    return passing.clear(studioId) + (await removeStudio(db, studioId));
  };

  return {
    mapsFor: (studioId) => mapsOf(cachedFor(studioId), estimates ?? provider),
    stats: async (studioId) => {
      await hits.flush();
      const { since, counts } = await cacheCounts(db, studioId);
      const { suggestions } = counts;
      const cacheSize = suggestions.cacheSize + passing.size(studioId);
      return statsOf({ ...counts, suggestions: { ...suggestions, cacheSize } }, { lifetimes, since });
    },
    cleanExpired: async (studioId) => passing.removeExpired(studioId) + (await removeExpired(db, now(), studioId)),
    sweepExpired: async () => passing.removeExpired() + (await removeExpired(db, now())),
    clear: remove,
    eraseStudio: remove,
    forgetAddress: async (studioId, address) => {
      await db
        .deleteFrom('maps.answers')
        .where('studio_id', '=', studioId)
        .where('cache', '=', 'geocode')
        .where('lookup', '=', lookups.geocode(address))
        .execute();
    },
    // Best effort: a shutdown without the database loses a few seconds of figures.
    settled: () => hits.flush().catch(() => undefined),
  };
};
