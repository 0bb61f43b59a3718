import { erasureEvents } from '@rondo/contracts/events/erasures.ts';
import { streamName } from '@rondo/contracts/events/stream-name.ts';
import { deleteFromIdleGenerations } from '@rondo/projections/runner/registry.ts';
import type { Position } from '@rondo/projections/runner/source.ts';
import type { Reactor } from '@rondo/projections/runner/read-model.ts';
import { eventReader } from '@rondo/projections/runner/events.ts';
import { sql } from 'kysely';
import type { CommandContext } from '../../../platform/commands/aggregate.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { erase } from './state.ts';

declare module '../../../platform/kit/services.ts' {
  interface Services {
    /** Removes what is kept of a studio outside the log and the tables of accounts. */
    readonly forgetStudio: (studioId: string) => Promise<void>;
  }
}

/** Removes a studio's sessions. */
export const endSessionsOf = (studioId: string) =>
  sql`delete from accounts.sessions where sess->'actor'->>'studioId' = ${studioId}`;

/** Removes a studio's data outside the read models. Idempotent: a repeat resumes where a killed run stopped. */
export const eraseStudio = async (
  { db, projecting, store, forgetStudio }: Pick<Services, 'db' | 'projecting' | 'store' | 'forgetStudio'>,
  studioId: string,
): Promise<void> => {
  await db
    .insertInto('accounts.erased_studios')
    .values({ studio_id: studioId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await endSessionsOf(studioId).execute(db);
  await db.deleteFrom('accounts.users').where('id', '=', studioId).execute();
  await db.deleteFrom('accounts.feed_tokens').where('studio_id', '=', studioId).execute();
  await db.deleteFrom('accounts.possible_times').where('studio_id', '=', studioId).execute();
  await db.deleteFrom('accounts.mail_switches').where('studio_id', '=', studioId).execute();
  await db.deleteFrom('accounts.mail_stops').where('studio_id', '=', studioId).execute();
  await forgetStudio(studioId);
  await deleteFromIdleGenerations(projecting, studioId);
  const streams = await db.selectFrom('accounts.streams').select('stream').where('studio_id', '=', studioId).execute();
  await store.deleteStreams(streams.map(({ stream }) => stream));
  await db.deleteFrom('accounts.streams').where('studio_id', '=', studioId).execute();
  await db.deleteFrom('accounts.restores').where('studio_id', '=', studioId).execute();
};

/** Begins to erase a studio: appends the event, to which a reactor removes the data. @returns the position from which the studio is erased */
export const declareErased = async (
  { handlers }: Pick<Services, 'handlers'>,
  context: CommandContext,
  studioId: string,
): Promise<Position | null> => {
  const command = { input: { studioId }, decide: erase(studioId) };
  return (await handlers.erasures.execute(streamName(erasureEvents), { ...context, studioId }, command)).position;
};

/**
 * Ends a guest: a user who has registered in the meantime keeps account and studio, and a guest being ended can no longer register.
 * @returns the position from which the studio is erased; null for a user who is not a guest
 */
export const endGuest = async (
  services: Pick<Services, 'handlers' | 'db'>,
  context: CommandContext,
  userId: string,
): Promise<Position | null> => {
  const guest = await services.db
    .updateTable('accounts.users')
    .set({ is_ending: true })
    .where('id', '=', userId)
    .where('is_guest', '=', true)
    .returning('id')
    .executeTakeFirst();
  return guest ? declareErased(services, context, userId) : null;
};

const readErasure = eventReader(erasureEvents);

/** Removes all of a studio's data outside the read models once its StudioErased is in the log. */
export const erasureReactor = (services: Parameters<typeof eraseStudio>[0]): Reactor<'erasure'> => ({
  name: 'erasure',
  version: 1,
  categories: ['erasures'],
  tables: [],
  on: () => ({ reads: [], changes: () => [] }),
  react: (event) => eraseStudio(services, readErasure(event).data.studioId),
});
