import { sql, type Kysely } from 'kysely';
import { randomUUID } from 'node:crypto';
import { anyone } from '../../../platform/http/callers/actor.ts';
import { RuleBroken } from '../../../platform/kit/errors.ts';
import type { Services } from '../../../platform/kit/services.ts';
import type { AccountsDb } from '../../../platform/postgres/tables.ts';
import { besideRegistrations } from '../../../platform/postgres/stream-registry.ts';
import { declareErased } from './erasure-reactor.ts';

// An account brings a studio in under the studio's own id, which the account then takes as its id: a studio has the id of its account. From the beginning
// on the studio is the account's to complete, and nobody else's.

type Database = Pick<Services, 'db'>;

const isHere =
  'This studio is on this server already, with another account. Sign in with that account, or bring it in on another server.';
const isErased =
  'This studio was deleted on this server, and what is deleted here never comes back. Bring it in on another server.';

/** Claims a studio that is to be brought in; a repeated call of the same account goes on with it. @throws RuleBroken when it is not the account's */
export const claimStudio = ({ db }: Database, userId: string, studioId: string): Promise<void> =>
  besideRegistrations(db, studioId, async (tx) => {
    const known = async (table: 'accounts.erased_studios' | 'accounts.streams' | 'accounts.arrivals') =>
      (await tx.selectFrom(table).select('studio_id').where('studio_id', '=', studioId).executeTakeFirst()) !==
      undefined;
    if (await known('accounts.erased_studios')) throw new RuleBroken(isErased);
    const account = await tx.selectFrom('accounts.users').select('id').where('id', '=', studioId).executeTakeFirst();
    if (account || studioId === anyone.studioId) throw new RuleBroken(isHere);
    const claim = await tx
      .selectFrom('accounts.arrivals')
      .select('user_id')
      .where('studio_id', '=', studioId)
      .executeTakeFirst();
    if (claim?.user_id === userId) return;
    // Streams without an account: an operator imported them.
    if (claim || (await known('accounts.streams'))) throw new RuleBroken(isHere);
    await tx.insertInto('accounts.arrivals').values({ studio_id: studioId, user_id: userId, leaves: null }).execute();
  });

/**
 * Gives an account the studio that it has brought in, in one transaction: account and sessions have its id from then on. The studio that it had gets no new
 * streams.
 * @param refuseContent throws when the studio that it had is no longer empty, as this transaction sees it
 */
export const takeOver = (
  { db }: Database,
  { userId, studioId }: { readonly userId: string; readonly studioId: string },
  refuseContent: (tx: Kysely<AccountsDb>) => Promise<void>,
): Promise<void> =>
  besideRegistrations(db, userId, async (tx) => {
    await refuseContent(tx);
    await tx
      .insertInto('accounts.erased_studios')
      .values({ studio_id: userId })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await sql`update accounts.sessions set sess = jsonb_set(sess::jsonb, '{actor}', (sess->'actor')::jsonb
      || jsonb_build_object('userId', ${studioId}::text, 'studioId', ${studioId}::text))::json
      where sess->'actor'->>'userId' = ${userId}`.execute(tx);
    await tx
      .updateTable('accounts.preferences')
      .set({ default_teacher_id: null })
      .where('user_id', '=', userId)
      .execute();
    await tx.updateTable('accounts.arrivals').set({ leaves: userId }).where('studio_id', '=', studioId).execute();
    const { numUpdatedRows } = await tx
      .updateTable('accounts.users')
      .set({ id: studioId })
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n)
      throw new RuleBroken('Your account has changed in the meantime. Please load the page again.');
  });

const erase = async (services: Pick<Services, 'handlers'>, studioId: string): Promise<void> => {
  const commandId = randomUUID();
  const context = { studioId, actor: 'arrivals', commandId, correlationId: commandId, causationId: commandId };
  await declareErased(services, context, studioId);
};

/** Erases the empty studios that accounts have left for the ones they brought in. Repeated until it is done. */
export const eraseLeft = async (services: Pick<Services, 'db' | 'handlers'>): Promise<void> => {
  const { db } = services;
  const arrivals = await db
    .selectFrom('accounts.arrivals')
    .select(['studio_id', 'leaves'])
    .where('leaves', 'is not', null)
    .execute();
  for (const { studio_id: studioId, leaves } of arrivals) {
    if (leaves !== null) await erase(services, leaves);
    await db.deleteFrom('accounts.arrivals').where('studio_id', '=', studioId).execute();
  }
};

/** Erases what an account that is deleted has brought in only in part, or has left. */
export const eraseUnfinished = async (services: Pick<Services, 'db' | 'handlers'>, userId: string): Promise<void> => {
  const arrivals = await services.db
    .selectFrom('accounts.arrivals')
    .select(['studio_id', 'leaves'])
    .where('user_id', '=', userId)
    .execute();
  for (const { studio_id: studioId, leaves } of arrivals) await erase(services, leaves ?? studioId);
};
