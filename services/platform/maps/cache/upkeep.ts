import { sql, type Kysely, type RawBuilder } from 'kysely';
import { instant } from './counting.ts';
import type { CacheCounts } from './figures.ts';
import type { CacheName, MapsCacheTables } from './schema.ts';

type Counted = CacheCounts & { cache: CacheName; since: string | null };

/** The entries and counts of the studio's caches, and since when they are counted. Expired entries count until they are removed. */
export const cacheCounts = async (
  db: Kysely<MapsCacheTables>,
  studioId: string,
): Promise<{ readonly counts: Record<CacheName, CacheCounts>; readonly since: string | null }> => {
  const { rows } = await sql<Counted>`
    with entries as (
      select 'driveTime' as cache, count(*) as size from maps.drives where studio_id = ${studioId}
      union all
      select cache, count(*) from maps.answers where studio_id = ${studioId} group by cache
    )
    select n.cache, coalesce(e.size, 0)::float8 as "cacheSize", coalesce(l.hits, 0)::float8 as hits, coalesce(l.misses, 0)::float8 as misses,
      coalesce(l.charged, l.misses, 0)::float8 as charged,
      to_char(l.since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as since
    from (values ('driveTime'), ('geocode'), ('suggestions'), ('roads')) as n (cache)
    left join entries e on e.cache = n.cache
    left join maps.lookups l on l.cache = n.cache and l.studio_id = ${studioId}`.execute(db);
  const counts = (name: CacheName): CacheCounts => {
    const { cacheSize = 0, hits = 0, misses = 0, charged = 0 } = rows.find(({ cache }) => cache === name) ?? {};
    return { cacheSize, hits, misses, charged };
  };
  const counted = rows.filter(({ misses }) => misses > 0);
  const begun = counted.flatMap(({ since }) => since ?? []).toSorted();
  return {
    counts: {
      driveTime: counts('driveTime'),
      geocode: counts('geocode'),
      suggestions: counts('suggestions'),
      roads: counts('roads'),
    },
    // A cache that an earlier version began to count may be older than the others.
    since: begun.length === counted.length ? (begun[0] ?? null) : null,
  };
};

/** Removes expired entries, of one studio or of all; returns how many. */
export const removeExpired = async (db: Kysely<MapsCacheTables>, now: number, studioId?: string): Promise<number> => {
  const expired = sql<boolean>`expires_at <= ${instant(now)}`;
  return removeEntries(db, studioId === undefined ? expired : sql<boolean>`studio_id = ${studioId} and ${expired}`);
};

/** Removes all entries and counts of a studio; returns how many entries. */
export const removeStudio = async (db: Kysely<MapsCacheTables>, studioId: string): Promise<number> =>
  db.transaction().execute(async (change) => {
    const removed = await removeEntries(change, sql<boolean>`studio_id = ${studioId}`);
    // In the order in which `hit-counts.ts` locks them.
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
