import { sql, type Kysely } from 'kysely';
import { writtenLater } from '../../kit/written-later.ts';
import type { CacheName, MapsCacheTables } from './schema.ts';

/** Cache hits that are not written yet, so that a list answered from the cache writes nothing. */
export type HitCounts = {
  readonly add: (studioId: string, cache: CacheName, hits: number) => void;
  /** Writes what has been counted. */
  readonly flush: () => Promise<void>;
  /** Drops what has been counted for a studio. */
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
