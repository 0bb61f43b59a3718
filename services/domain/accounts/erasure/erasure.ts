import type { EventOf } from '@rondo/contracts/events/event.ts';
import { erasureEvents } from '@rondo/contracts/events/erasures.ts';
import { streamName } from '@rondo/contracts/events/stream-name.ts';
import { deleteFromIdleGenerations } from '@rondo/projections/runner/registry.ts';
import type { Position } from '@rondo/projections/runner/source.ts';
import { sql, type Kysely } from 'kysely';
import type { Aggregate, CommandContext } from '../../../platform/commands/aggregate.ts';
import { commandHandler } from '../../../platform/commands/command-handler.ts';
import type { EventStore } from '../../../platform/log/event-store.ts';
import type { AccountsDb } from '../../../platform/postgres/tables.ts';

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
