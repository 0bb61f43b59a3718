import { sql, type Kysely } from 'kysely';
import type { CacheName, MapsCacheTables } from './schema.ts';

/** Cache hits that are not written yet, so that a list answered from the cache writes nothing. */
export type HitCounts = {
  readonly add: (studioId: string, cache: CacheName, hits: number) => void;
  /** Writes what has been counted. */
  readonly flush: () => Promise<void>;
  /** Drops what has been counted for a studio. */
  readonly forget: (studioId: string) => void;
};

/**
 * Counts hits in memory and adds them to the table later, all studios in one statement. It only updates existing rows:
 * a miss creates the row, and a studio that was cleared or erased in the meantime stays so. A killed process loses a few seconds of
 * hits.
 * @param after milliseconds between a hit and its writing
 */
export const hitCounts = (db: Kysely<MapsCacheTables>, after = 5000): HitCounts => {
  let counted = new Map<string, Map<CacheName, number>>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  const add = (studioId: string, cache: CacheName, hits: number): void => {
    const own = counted.get(studioId) ?? new Map<CacheName, number>();
    own.set(cache, (own.get(cache) ?? 0) + hits);
    counted.set(studioId, own);
    timer ??= setTimeout(() => void flush().catch(() => undefined), after).unref();
  };

  const write = async (): Promise<void> => {
    const rows = [...counted].flatMap(([studioId, own]) =>
      [...own].map(([cache, hits]) => ({ studioId, cache, hits })),
    );
    if (rows.length === 0) return;
    counted = new Map();
    try {
      await sql`
        with given as (
          select * from unnest(
            ${rows.map(({ studioId }) => studioId)}::text[],
            ${rows.map(({ cache }) => cache)}::text[],
            ${rows.map(({ hits }) => hits)}::bigint[]
          ) as given (studio_id, cache, hits)
        ), locked as (
          select l.studio_id, l.cache, given.hits from maps.lookups l join given using (studio_id, cache)
          order by l.studio_id, l.cache for update of l
        )
        update maps.lookups l set hits = l.hits + locked.hits from locked
        where (l.studio_id, l.cache) = (locked.studio_id, locked.cache)`.execute(db);
    } catch (error) {
      // The database is unavailable: they are written with the next ones.
      for (const { studioId, cache, hits } of rows) add(studioId, cache, hits);
      throw error;
    }
  };

  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const next = writing.then(write);
    writing = next.catch(() => undefined);
    return next;
  };

  return { add, flush, forget: (studioId) => void counted.delete(studioId) };
};
