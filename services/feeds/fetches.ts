import { instantAt } from '@rondo/contracts/calendar/instants.ts';
import type { CalendarApp } from '@rondo/contracts/api/sharing.ts';
import { sql, type Kysely } from 'kysely';
import type { AccountsDb } from '../accounts/tables.ts';
import type { LastFetch } from './tokens.ts';

type Counted = LastFetch & { readonly count: number };

/**
 * Counts how often calendars are read, in memory, and writes all counts in one statement later, so that a read writes nothing. It only updates
 * existing rows: an address that was erased in the meantime stays so. A killed process loses the last minute.
 * @param after milliseconds between a read and its writing
 */
export const feedFetches = (db: Kysely<AccountsDb>, now: () => number, after = 60_000) => {
  let counted = new Map<string, Counted>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  const keep = (hash: string, one: Counted): void => {
    const before = counted.get(hash);
    const last = before && before.at > one.at ? before : one;
    counted.set(hash, { at: last.at, by: last.by, count: (before?.count ?? 0) + one.count });
    timer ??= setTimeout(() => void flush().catch(() => undefined), after).unref();
  };

  const write = async (): Promise<void> => {
    const rows = [...counted].toSorted(([a], [b]) => (a < b ? -1 : 1));
    if (rows.length === 0) return;
    counted = new Map();
    try {
      await sql`
        with given as (
          select * from unnest(
            ${rows.map(([hash]) => hash)}::text[],
            ${rows.map(([, { at }]) => at)}::timestamptz[],
            ${rows.map(([, { by }]) => by)}::text[],
            ${rows.map(([, { count }]) => count)}::bigint[]
          ) as given (token_hash, at, by, count)
        ), locked as (
          select given.* from accounts.feed_tokens t join given using (token_hash) order by token_hash for update of t
        )
        update accounts.feed_tokens t set
          fetches = t.fetches + locked.count,
          last_fetched_by = case when locked.at >= coalesce(t.last_fetched_at, locked.at) then locked.by else t.last_fetched_by end,
          last_fetched_at = greatest(t.last_fetched_at, locked.at)
        from locked where t.token_hash = locked.token_hash`.execute(db);
    } catch (error) {
      // The database is unavailable: they are written with the next ones.
      for (const [hash, one] of rows) keep(hash, one);
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

  return {
    add: (hash: string, by: CalendarApp | null): void => keep(hash, { at: instantAt(now()), by, count: 1 }),
    /** The last read that is not written yet. */
    unwritten: (hash: string): LastFetch | undefined => counted.get(hash),
    /** Writes what has been counted. */
    flush,
  };
};
export type FeedFetches = ReturnType<typeof feedFetches>;
