import { sql, type RawBuilder } from 'kysely';
import type { CacheName } from './schema.ts';

/** The instant of these epoch milliseconds, for a timestamptz column. */
export const instant = (epochMilliseconds: number): RawBuilder<string> =>
  sql<string>`to_timestamp(${epochMilliseconds}::double precision / 1000)`;

type Misses = {
  readonly cache: CacheName;
  readonly misses: number;
  /** What the service charges for them, in its units; without it, one each. */
  readonly charged?: number;
  readonly now: number;
};

/**
 * Counts a studio's misses in a `with` query next to the entries it counts: PostgreSQL runs an unreferenced `with` query
 * after the main one, which keeps the lock order of `schema.ts`. Hits are counted by `hit-counts.ts`.
 */
export const countMisses = (
  studioId: string,
  { cache, misses, charged = misses, now }: Misses,
): RawBuilder<unknown> => sql`
  insert into maps.lookups as l (studio_id, cache, hits, misses, charged, since)
  values (${studioId}, ${cache}, 0, ${misses}, ${charged}, ${instant(now)})
  on conflict (studio_id, cache) do update
    set misses = l.misses + excluded.misses, charged = coalesce(l.charged, l.misses) + excluded.charged`;
