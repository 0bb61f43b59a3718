import { instantAt } from '@rondo/contracts/calendar/instants.ts';
import type { CalendarApp } from '@rondo/contracts/api/calendars/sharing.ts';
import { sql, type Kysely } from 'kysely';
import type { AccountsDb } from '../../../platform/postgres/tables.ts';
import { writtenLater } from '../../../platform/kit/written-later.ts';
import type { LastFetch } from './tokens.ts';

declare module '../../../platform/kit/services.ts' {
  interface Services {
    readonly feedFetches: FeedFetches;
  }
}

type Counted = LastFetch & { readonly hash: string; readonly count: number };

/**
 * Counts how often calendars are read, in memory, and writes all counts in one statement later, so that a read writes nothing. It only updates
 * existing rows: an address that was erased in the meantime stays so.
 * @param after milliseconds between a read and its writing
 */
export const feedFetches = (db: Kysely<AccountsDb>, now: () => number, after = 60_000) => {
  const { add, unwritten, flush } = writtenLater<Counted>({
    merge: (before, more) => ({
      ...(before.at > more.at ? before : more),
      count: before.count + more.count,
    }),
    after,
    write: async (counts) => {
      await sql`
        with given as (
          select * from unnest(
            ${counts.map(({ hash }) => hash)}::text[],
            ${counts.map(({ at }) => at)}::timestamptz[],
            ${counts.map(({ by }) => by)}::text[],
            ${counts.map(({ count }) => count)}::bigint[]
          ) as given (token_hash, at, by, count)
        ), locked as (
          select given.* from accounts.feed_tokens t join given using (token_hash) order by token_hash for update of t
        )
        update accounts.feed_tokens t set
          fetches = t.fetches + locked.count,
          last_fetched_by = case when locked.at >= coalesce(t.last_fetched_at, locked.at) then locked.by else t.last_fetched_by end,
          last_fetched_at = greatest(t.last_fetched_at, locked.at)
        from locked where t.token_hash = locked.token_hash`.execute(db);
    },
  });
  return {
    add: (hash: string, by: CalendarApp | null): void => add(hash, { hash, at: instantAt(now()), by, count: 1 }),
    /** The last read that is not written yet. */
    unwritten: (hash: string): LastFetch | undefined => {
      const counted = unwritten(hash);
      return counted && { at: counted.at, by: counted.by };
    },
    flush,
  };
};
type FeedFetches = ReturnType<typeof feedFetches>;
