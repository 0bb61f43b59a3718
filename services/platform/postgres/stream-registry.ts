import type { EventCategory } from '@rondo/contracts/events/event.ts';
import { entityOf, streamPrefix } from '@rondo/contracts/events/stream-name.ts';
import { sql, type Kysely } from 'kysely';
import { z } from 'zod';
import { NotYet, RuleBroken } from '../kit/errors.ts';
import type { AccountsDb } from './tables.ts';

declare module '../kit/services.ts' {
  interface Services {
    readonly streams: StudioStreams;
  }
}

/** The lock that every registration shares, and that closing the registry takes alone. */
const registryLock = (studioId: string): string => `streams of ${studioId}`;

const registration = z.object({ closed: z.boolean(), erased: z.boolean(), stream: z.string().nullable() });

/**
 * Adds streams to the list that erasing and restoring use, all in one statement. An erased studio gets no new streams, and neither does one
 * that is being restored.
 * @returns those that were not in the list before
 */
export const registerStreams = (
  db: Kysely<AccountsDb>,
  studioId: string,
  streams: readonly string[],
  passesFences = false,
): Promise<Set<string>> =>
  db.transaction().execute(async (tx) => {
    // A statement of its own: the next one sees what was committed before the lock was acquired.
    await sql`select pg_advisory_xact_lock_shared(hashtextextended(${registryLock(studioId)}, 0))`.execute(tx);
    const added = await sql`
      with state as (
        select exists (select from accounts.erased_studios where studio_id = ${studioId}) as erased,
               exists (select from accounts.restores where studio_id = ${studioId} and is_closed) as closed
      ), added as (
        insert into accounts.streams (studio_id, stream)
        select ${studioId}, stream from state, unnest(${streams}::text[]) stream
        where not erased and (${passesFences} or not closed)
        on conflict (studio_id, stream) do nothing
        returning stream
      ) select erased, closed, added.stream from state left join added on true`.execute(tx);
    const rows = added.rows.map((row) => registration.parse(row));
    if (rows[0]?.erased === true) throw new RuleBroken('This studio has been erased.');
    if (rows[0]?.closed === true && !passesFences) throw new NotYet('A restore is running.');
    return new Set(rows.flatMap(({ stream }) => stream ?? []));
  });

/** Resolves once every registration under way has ended. What the task commits applies to all later ones. */
export const besideRegistrations = <T>(
  db: Kysely<AccountsDb>,
  studioId: string,
  task: (tx: Kysely<AccountsDb>) => Promise<T>,
): Promise<T> =>
  db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${registryLock(studioId)}, 0))`.execute(tx);
    return task(tx);
  });

/** The list of each studio's streams, which erasing and restoring use. */
export interface StudioStreams {
  /** @throws DomainError when the studio was erased or is being restored, unless the stream passes fences */
  readonly register: (studioId: string, stream: string, passesFences?: boolean) => Promise<void>;
  /** The same for several. @returns those that were not in the list before */
  readonly registerAll: (studioId: string, streams: readonly string[]) => Promise<Set<string>>;
  /** Every stream of a studio; none once the studio is being erased. Never stale. */
  readonly of: (studioId: string) => Promise<string[]>;
  /** The entities of a studio that have a stream in a category, such as the teachers who have a schedule. Never stale. */
  readonly entitiesIn: (studioId: string, category: Pick<EventCategory, 'name'>) => Promise<string[]>;
}

/** The list in PostgreSQL. */
export const streamRegistry = (db: Kysely<AccountsDb>): StudioStreams => ({
  register: async (studioId, stream, passesFences) => {
    await registerStreams(db, studioId, [stream], passesFences);
  },
  registerAll: (studioId, streams) => registerStreams(db, studioId, streams),
  of: async (studioId) => {
    const streams = await sql<{ stream: string }>`
      select stream from accounts.streams where studio_id = ${studioId}
        and not exists (select from accounts.erased_studios where studio_id = ${studioId}) order by stream`.execute(db);
    return streams.rows.map(({ stream }) => stream);
  },
  entitiesIn: async (studioId, category) => {
    const rows = await db
      .selectFrom('accounts.streams')
      .select('stream')
      .where('studio_id', '=', studioId)
      .where('stream', 'like', `${streamPrefix(category, studioId)}.%`)
      .orderBy('stream')
      .execute();
    return rows.map(({ stream }) => entityOf(stream));
  },
});
