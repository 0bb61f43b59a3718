import { sql, type Kysely } from 'kysely';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { newPasswordTexts } from '@rondo/contracts/api/account/new-password.ts';
import { InvalidInput } from '../../../platform/kit/errors.ts';
import type { Services } from '../../../platform/kit/services.ts';
import type { AccountsDb } from '../../../platform/postgres/tables.ts';
import { endSessionsOfUser } from '../sessions-api.ts';
import { newToken, tokenHash } from '../tokens.ts';
import { hashPassword } from './passwords.ts';

const readCommon = async (): Promise<ReadonlySet<string>> =>
  new Set((await readFile(path.join(import.meta.dirname, 'common-passwords.txt'), 'utf8')).split('\n'));
let common: Promise<ReadonlySet<string>> | undefined;

/**
 * Rejects a new password that attackers try first: one of the 10,000 commonest, or the account's own address, in any case.
 * @param pointer the field of the request that has the password
 * @throws InvalidInput
 */
export const refuseEasyPassword = async (
  pointer: string,
  { password, email }: { readonly password: string; readonly email: string },
): Promise<void> => {
  const typed = password.toLowerCase();
  common ??= readCommon();
  if (typed !== email.toLowerCase() && !(await common).has(typed)) return;
  throw new InvalidInput(newPasswordTexts.easy, [{ pointer, detail: newPasswordTexts.easy }]);
};

/** Links to new addresses that the password before has asked for no longer work. */
const endEmailChange = (tx: Kysely<AccountsDb>, userId: string) =>
  sql`delete from accounts.email_changes where user_id = ${userId}`.execute(tx);

const settingPassword = (tx: Kysely<AccountsDb>, userId: string, passwordHash: string) =>
  tx
    .updateTable('accounts.users')
    .set({ password_hash: passwordHash, updated_at: sql<string>`now()` })
    .where('id', '=', userId);

/**
 * Replaces a password that was just proven, and ends all sessions of the account. A reset link that was sent before no longer works.
 * @param provenHash the hash of the password that was proven; of two changes at once one succeeds
 * @returns false if the password has changed since
 */
export const replacePassword = async (
  { db }: Pick<Services, 'db'>,
  userId: string,
  provenHash: string,
  password: string,
): Promise<boolean> => {
  const passwordHash = await hashPassword(password);
  return db.transaction().execute(async (tx) => {
    const changed = await settingPassword(tx, userId, passwordHash)
      .where('password_hash', '=', provenHash)
      .returning('id')
      .executeTakeFirst();
    if (!changed) return false;
    await tx.deleteFrom('accounts.reset_tokens').where('user_id', '=', userId).execute();
    await endEmailChange(tx, userId);
    await endSessionsOfUser(userId).execute(tx);
    return true;
  });
};

/** Links that an account is sent within 15 minutes; the newest of them works, so more would only fill the mailbox. */
const mostLinks = 10;

/**
 * Makes the token of a reset link, which replaces the one before and works once within an hour. Only its hash is stored.
 * @returns undefined without such an account, or when it has been sent enough links
 */
export const issueResetToken = async ({ db }: Pick<Services, 'db'>, userId: string): Promise<string | undefined> => {
  const token = newToken();
  const { rows } = await sql`
    insert into accounts.reset_tokens as t (user_id, token_hash, expires_at)
    select id, ${tokenHash(token)}, now() + interval '1 hour' from accounts.users where id = ${userId} and not is_guest
    on conflict (user_id) do update
    set token_hash = excluded.token_hash, expires_at = excluded.expires_at, used = false, created_at = now(),
        asked = case when t.asked_since > now() - interval '15 minutes' then t.asked + 1 else 1 end,
        asked_since = case when t.asked_since > now() - interval '15 minutes' then t.asked_since else now() end
    where t.asked < ${mostLinks} or t.asked_since <= now() - interval '15 minutes'
    returning 1`.execute(db);
  return rows.length > 0 ? token : undefined;
};

/** The address of the account whose password the token can set now. */
const addressOfToken = async ({ db }: Pick<Services, 'db'>, token: string): Promise<string | undefined> => {
  const { rows } = await sql<{ email: string }>`select u.email from accounts.reset_tokens t
    join accounts.users u on u.id = t.user_id
    where t.token_hash = ${tokenHash(token)} and not t.used and t.expires_at > now()`.execute(db);
  return rows[0]?.email;
};

/** Uses a token up; of several attempts at once one succeeds. @returns the account's id */
const redeemToken = async (tx: Kysely<AccountsDb>, token: string): Promise<string | undefined> => {
  const redeemed = await tx
    .updateTable('accounts.reset_tokens')
    .set({ used: true })
    .where('token_hash', '=', tokenHash(token))
    .where('used', '=', false)
    .where('expires_at', '>', sql<string>`now()`)
    .returning('user_id')
    .executeTakeFirst();
  return redeemed?.user_id;
};

/**
 * Sets the password of the account that a reset link was sent to, and ends all its sessions. A password that is refused leaves the link valid.
 * @returns the account's id; undefined if the link is not valid
 * @throws InvalidInput for a password that is easy to guess
 */
export const resetForgottenPassword = async (
  services: Pick<Services, 'db'>,
  token: string,
  password: string,
): Promise<string | undefined> => {
  // A wrong token costs no hashing.
  const email = await addressOfToken(services, token);
  if (email === undefined) return undefined;
  await refuseEasyPassword('/newPassword', { password, email });
  const passwordHash = await hashPassword(password);
  return services.db.transaction().execute(async (tx) => {
    const userId = await redeemToken(tx, token);
    if (userId === undefined) return undefined;
    await settingPassword(tx, userId, passwordHash)
      // The link came to the address.
      .set({ email_confirmed_at: sql<string>`coalesce(email_confirmed_at, now())` })
      .execute();
    await endEmailChange(tx, userId);
    await endSessionsOfUser(userId).execute(tx);
    return userId;
  });
};
