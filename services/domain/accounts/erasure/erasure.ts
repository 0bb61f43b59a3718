import type { EventCategory, EventOf } from '@rondo/contracts/events/event.ts';
import { erasureEvents } from '@rondo/contracts/events/erasures.ts';
import { entityOf, streamName, streamPrefix } from '@rondo/contracts/events/stream-name.ts';
import { deleteFromIdleGenerations } from '@rondo/projections/runner/registry.ts';
import type { Position } from '@rondo/projections/runner/source.ts';
import { sql, type Kysely } from 'kysely';
import { z } from 'zod';
import type { Aggregate, CommandContext } from '../../../platform/commands/aggregate.ts';
import { commandHandler, type StreamRegistry } from '../../../platform/commands/command-handler.ts';
import { RuleBroken, NotYet } from '../../../platform/kit/errors.ts';
import type { EventStore } from '../../../platform/log/event-store.ts';
import type { AccountsDb } from '../tables.ts';

type Erased = Set<string>;

/** Tracks which studios are erased. */
export const erasuresAggregate: Aggregate<typeof erasureEvents, Erased> = {
  category: erasureEvents,
  stateVersion: 1,
  initialState: () => new Set(),
  evolve: (state, event) => state.add(event.data.studioId),
  copy: (state) => new Set(state),
};

const erase =
  (studioId: string) =>
  (state: ReadonlySet<string>): EventOf<typeof erasureEvents>[] =>
    state.has(studioId) ? [] : [{ type: 'StudioErased', data: { studioId } }];

/** Removes a studio's sessions. */
export const endSessionsOf = (studioId: string) =>
  sql`delete from accounts.sessions where sess->'actor'->>'studioId' = ${studioId}`;

export type ErasureDependencies = {
  readonly db: Kysely<AccountsDb>;
  readonly projecting: Kysely<unknown>;
  readonly store: EventStore;
  readonly eraseMapsCache: (studioId: string) => Promise<unknown>;
  /** Drops what this process has cached of the studio's past; absent in tools that cache none. */
  readonly forgetMoments?: (studioId: string) => void;
  /** Removes the mails that were saved as files; absent in tools that save none. */
  readonly forgetMails?: (studioId: string) => Promise<void>;
  /** Removes how the studio's calendar feeds were last read; absent in tests without any. */
  readonly forgetFeeds?: (studioId: string) => Promise<void>;
};

/** Erases a studio: appends the event first, then removes all of its data. */
export const erasure = (dependencies: ErasureDependencies) => {
  const { db, projecting, store, eraseMapsCache, forgetMoments, forgetMails, forgetFeeds } = dependencies;
  // The stream of erasures belongs to no studio: it is kept when one is erased.
  const handler = commandHandler(erasuresAggregate, { store, registry: { register: async () => undefined } });

  /** Removes a studio's data outside the read models. Idempotent: a repeat resumes where a killed run stopped. */
  const eraseStudio = async (studioId: string): Promise<void> => {
    await db
      .insertInto('accounts.erased_studios')
      .values({ studio_id: studioId })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await endSessionsOf(studioId).execute(db);
    await db.deleteFrom('accounts.users').where('id', '=', studioId).execute();
    await db.deleteFrom('accounts.feed_tokens').where('studio_id', '=', studioId).execute();
    await eraseMapsCache(studioId);
    forgetMoments?.(studioId);
    await forgetMails?.(studioId);
    await forgetFeeds?.(studioId);
    await deleteFromIdleGenerations(projecting, studioId);
    const streams = await db
      .selectFrom('accounts.streams')
      .select('stream')
      .where('studio_id', '=', studioId)
      .execute();
    await store.deleteStreams(streams.map(({ stream }) => stream));
    await db.deleteFrom('accounts.streams').where('studio_id', '=', studioId).execute();
    await db.deleteFrom('accounts.restores').where('studio_id', '=', studioId).execute();
  };

  const declare = async (context: CommandContext, studioId: string): Promise<Position | null> => {
    const executed = await handler.execute(
      streamName(erasureEvents),
      { ...context, studioId },
      { input: { studioId }, decide: erase(studioId) },
    );
    return executed.position;
  };

  return {
    eraseStudio,
    /** Appends the event. @returns the position from which the studio is erased */
    declare,
    /**
     * Ends a guest: a user who has registered in the meantime keeps account and studio, and a guest being ended can no longer register.
     * @returns the position from which the studio is erased; null for a user who is not a guest
     */
    endGuest: async (context: CommandContext, userId: string): Promise<Position | null> => {
      const guest = await db
        .updateTable('accounts.users')
        .set({ is_ending: true })
        .where('id', '=', userId)
        .where('is_guest', '=', true)
        .returning('id')
        .executeTakeFirst();
      return guest ? declare(context, userId) : null;
    },
    /** Guests whose sessions ended without a logout. */
    abandonedGuests: async (): Promise<string[]> => {
      const guests = await sql<{ id: string }>`
        select id from accounts.users u where is_guest and created_at < now() - interval '10 minutes'
          and not exists (select from accounts.sessions s where s.expire > now() and s.sess->'actor'->>'userId' = u.id)`.execute(
        db,
      );
      return guests.rows.map(({ id }) => id);
    },
    /** Erased studios with remaining data, such as a stream started during the erasure. */
    unfinished: async (): Promise<string[]> => {
      const left = await db
        .selectFrom('accounts.streams')
        .innerJoin('accounts.erased_studios', 'accounts.erased_studios.studio_id', 'accounts.streams.studio_id')
        .select('accounts.streams.studio_id')
        .distinct()
        .execute();
      return left.map(({ studio_id }) => studio_id);
    },
    removeExpired: async (): Promise<void> => {
      await sql`delete from accounts.sessions where expire < now()`.execute(db);
      await sql`delete from accounts.reset_tokens where expires_at < now()`.execute(db);
    },
  };
};
export type Erasure = ReturnType<typeof erasure>;

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

/** Maintains the list of streams, one stream at a time. */
export const streamRegistry = (db: Kysely<AccountsDb>): StreamRegistry => ({
  register: async (studioId, stream, passesFences) => {
    await registerStreams(db, studioId, [stream], passesFences);
  },
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

/** Every stream of a studio; none once the studio is being erased. Never stale. */
export const streamsOf =
  (db: Kysely<AccountsDb>) =>
  async (studioId: string): Promise<string[]> => {
    const streams = await sql<{ stream: string }>`
      select stream from accounts.streams where studio_id = ${studioId}
        and not exists (select from accounts.erased_studios where studio_id = ${studioId}) order by stream`.execute(db);
    return streams.rows.map(({ stream }) => stream);
  };

/** The entities of a studio that have a stream in a category, such as the teachers who have a schedule. Never stale. */
export const streamsIn =
  (db: Kysely<AccountsDb>, category: Pick<EventCategory, 'name'>) =>
  async (studioId: string): Promise<string[]> => {
    const rows = await db
      .selectFrom('accounts.streams')
      .select('stream')
      .where('studio_id', '=', studioId)
      .where('stream', 'like', `${streamPrefix(category, studioId)}.%`)
      .orderBy('stream')
      .execute();
    return rows.map(({ stream }) => entityOf(stream));
  };
