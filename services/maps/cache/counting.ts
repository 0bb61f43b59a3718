import { sql, type RawBuilder } from 'kysely';
import type { CacheName } from './schema.ts';

/** The instant of these epoch milliseconds, for a timestamptz column. */
export const instant = (epochMilliseconds: number): RawBuilder<string> =>
  sql<string>`to_timestamp(${epochMilliseconds}::double precision / 1000)`;

export type Lookups = { readonly hits: number; readonly misses: number };

/**
 * The statement that adds to a studio's counts; to stand alone or, as a `with` query, beside the entries it counts:
 * PostgreSQL runs a `with` query that nobody reads after the main one, which keeps the order of `schema.ts`.
 */
export const countLookups = (studioId: string, cache: CacheName, { hits, misses }: Lookups): RawBuilder<unknown> => sql`
  insert into maps.lookups as l (studio_id, cache, hits, misses)
  values (${studioId}, ${cache}, ${hits}, ${misses})
  on conflict (studio_id, cache) do update set hits = l.hits + excluded.hits, misses = l.misses + excluded.misses`;
