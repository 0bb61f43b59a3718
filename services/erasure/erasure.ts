import type { EventCategory, EventOf } from '@rondo/contracts/events/event.ts';
import { erasureEvents } from '@rondo/contracts/events/erasures.ts';
import { entityOf, streamName, streamPrefix } from '@rondo/contracts/events/stream-name.ts';
import { deleteFromIdleGenerations } from '@rondo/projections/runner/registry.ts';
import type { Position } from '@rondo/projections/runner/source.ts';
import { sql, type Kysely } from 'kysely';
import type { Aggregate, CommandContext } from '../command-handling/aggregate.ts';
import { commandHandler, type StreamRegistry } from '../command-handling/command-handler.ts';
import { RuleBroken } from '../errors/errors.ts';
import type { EventStore } from '../event-store/event-store.ts';
import type { AccountsDb } from '../accounts/tables.ts';

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
};

/** Erases a studio: appends the event first, then removes all of its data. */
export const erasure = ({ db, projecting, store, eraseMapsCache, forgetMoments }: ErasureDependencies) => {
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
    await eraseMapsCache(studioId);
    forgetMoments?.(studioId);
    await deleteFromIdleGenerations(projecting, studioId);
    const streams = await db
      .selectFrom('accounts.streams')
      .select('stream')
      .where('studio_id', '=', studioId)
      .execute();
    await store.deleteStreams(streams.map(({ stream }) => stream));
    await db.deleteFrom('accounts.streams').where('studio_id', '=', studioId).execute();
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
    removeExpiredSessions: async (): Promise<void> => {
      await sql`delete from accounts.sessions where expire < now()`.execute(db);
    },
  };
};
export type Erasure = ReturnType<typeof erasure>;

/** Maintains the list of streams that erasing uses. An erased studio gets no new streams. */
export const streamRegistry = (db: Kysely<AccountsDb>): StreamRegistry => ({
  register: async (studioId, stream) => {
    const added = await sql`
      insert into accounts.streams (studio_id, stream)
      select ${studioId}, ${stream} where not exists (select from accounts.erased_studios where studio_id = ${studioId})
      on conflict (studio_id, stream) do update set stream = excluded.stream returning stream`.execute(db);
    if (added.rows.length === 0) throw new RuleBroken('This studio has been erased.');
  },
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
