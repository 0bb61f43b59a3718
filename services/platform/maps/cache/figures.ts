import type { AnswerOf } from '@rondo/contracts/api/endpoint.ts';
import type { CacheFigures, mapsCacheStats } from '@rondo/contracts/api/maps/maps-monitor.ts';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { writtenLater } from '../../kit/written-later.ts';
import type { MapsProvider } from '../provider.ts';
import { instant, type CacheName, type MapsCacheTables } from './schema.ts';

const hour = 60 * 60 * 1000;

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

/**
 * Mapbox's public list prices in USD per 1,000, first paid tier, as of June 2026. Where they come from, and what they leave
 * out, is in docs/map-costs.md.
 */
export const listPrices = {
  /** The month in which the prices were looked up. */
  asOf: 'June 2026',
  /** A geocoding request whose answer may not be stored, such as address suggestions. */
  geocodingTemporary: 0.75,
  /** A geocoding request whose answer is stored. */
  geocodingPermanent: 5,
  /** One pair of an origin and a destination in a request for drive times. */
  matrixElement: 2,
  /** A request for the road of one drive. */
  directions: 2,
} as const;

type Misses = {
  readonly cache: CacheName;
  readonly misses: number;
  /** What the service charges for them, in its units; without it, one each. */
  readonly charged?: number;
  readonly now: number;
};

/**
 * Counts a studio's misses in a `with` query next to the entries it counts: PostgreSQL runs an unreferenced `with` query
 * after the main one, which keeps the lock order of `schema.ts`. Hits are counted by `hitCounts`.
 */
export const countMisses = (
  studioId: string,
  { cache, misses, charged = misses, now }: Misses,
): RawBuilder<unknown> => sql`
  insert into maps.lookups as l (studio_id, cache, hits, misses, charged, since)
  values (${studioId}, ${cache}, 0, ${misses}, ${charged}, ${instant(now)})
  on conflict (studio_id, cache) do update
    set misses = l.misses + excluded.misses, charged = coalesce(l.charged, l.misses) + excluded.charged`;

/** Cache hits that are not written yet, so that a list answered from the cache writes nothing. */
export type HitCounts = {
  readonly add: (studioId: string, cache: CacheName, hits: number) => void;
  readonly flush: () => Promise<void>;
  readonly forget: (studioId: string) => void;
};

type Counted = { readonly studioId: string; readonly cache: CacheName; readonly hits: number };

/**
 * Counts hits in memory and adds them to the table later, all studios in one statement. It only updates existing rows: a miss creates the
 * row, and a studio that was cleared or erased in the meantime stays so.
 */
export const hitCounts = (db: Kysely<MapsCacheTables>): HitCounts => {
  const { add, flush, forget } = writtenLater<Counted>({
    merge: (before, more) => ({ ...more, hits: before.hits + more.hits }),
    after: 5000,
    write: async (counts) => {
      await sql`
        with given as (
          select * from unnest(
            ${counts.map(({ studioId }) => studioId)}::text[],
            ${counts.map(({ cache }) => cache)}::text[],
            ${counts.map(({ hits }) => hits)}::bigint[]
          ) as given (studio_id, cache, hits)
        ), locked as (
          select l.studio_id, l.cache, given.hits from maps.lookups l join given using (studio_id, cache)
          order by l.studio_id, l.cache for update of l
        )
        update maps.lookups l set hits = l.hits + locked.hits from locked
        where (l.studio_id, l.cache) = (locked.studio_id, locked.cache)`.execute(db);
    },
  });
  return {
    add: (studioId, cache, hits) => add(`${cache} ${studioId}`, { studioId, cache, hits }),
    flush,
    forget: (studioId) => forget((counted) => counted.studioId === studioId),
  };
};

/** What the provider's call for one lookup costs, in USD per 1,000: the list price of what Mapbox charges for it (docs/map-costs.md). */
const usdPerThousand = {
  driveTime: listPrices.matrixElement,
  geocode: listPrices.geocodingPermanent,
  suggestions: listPrices.geocodingTemporary,
  roads: listPrices.directions,
} as const satisfies Record<CacheName, number>;

export type CacheCounts = {
  readonly cacheSize: number;
  readonly hits: number;
  readonly misses: number;
  /** What the misses were charged for: one asked pair of places gives the drives of both directions. */
  readonly charged: number;
};

export type MapsCacheStats = AnswerOf<typeof mapsCacheStats>;

type CountedCache = CacheCounts & { cache: CacheName; since: string | null };

/** The entries and counts of the studio's caches, and since when they are counted. Expired entries count until they are removed. */
export const cacheCounts = async (
  db: Kysely<MapsCacheTables>,
  studioId: string,
): Promise<{ readonly counts: Record<CacheName, CacheCounts>; readonly since: string | null }> => {
  const { rows } = await sql<CountedCache>`
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

const toCents = (usd: number): number => Math.round(usd * 100) / 100;
const priceOf = (cache: CacheName, calls: number): number => (calls * usdPerThousand[cache]) / 1000;

/** `hitRate` is a percentage from 0 to 100, to a tenth; 0 before the first lookup. Amounts are to a cent. */
const figuresOf = (cache: CacheName, { charged: _, ...counts }: CacheCounts, lifetimes: Lifetimes): CacheFigures => {
  const lookups = counts.hits + counts.misses;
  return {
    ...counts,
    hitRate: lookups === 0 ? 0 : Math.round((counts.hits / lookups) * 1000) / 10,
    keptHours: lifetimes[cache] / hour,
    listPriceUSD: usdPerThousand[cache],
    savedUSD: toCents(priceOf(cache, counts.hits)),
  };
};

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/**
 * The figures of one studio's caches, from their counts.
 * @param since when counting began, if that is known
 */
export const statsOf = (
  counts: Readonly<Record<CacheName, CacheCounts>>,
  { lifetimes, since }: { readonly lifetimes: Lifetimes; readonly since: string | null },
): MapsCacheStats => {
  const { driveTime, geocode, suggestions, roads } = counts;
  const caches = [
    ['driveTime', driveTime],
    ['geocode', geocode],
    ['suggestions', suggestions],
    ['roads', roads],
  ] as const;
  return {
    cacheStats: {
      driveTime: figuresOf('driveTime', driveTime, lifetimes),
      geocode: figuresOf('geocode', geocode, lifetimes),
      suggestions: figuresOf('suggestions', suggestions, lifetimes),
      roads: figuresOf('roads', roads, lifetimes),
      // Calls to a maps service that the caches have made unnecessary.
      totalSavings: sum(caches.map(([, { hits }]) => hits)),
    },
    costSavingsEstimate: {
      estimatedSavingsUSD: toCents(sum(caches.map(([cache, { hits }]) => priceOf(cache, hits)))),
      geocodingCalls: geocode.hits,
      directionsCallsSaved: driveTime.hits + roads.hits,
      spentUSD: toCents(sum(caches.map(([cache, { charged }]) => priceOf(cache, charged)))),
      callsMade: sum(caches.map(([, { charged }]) => charged)),
      since,
      pricesAsOf: listPrices.asOf,
    },
  };
};
