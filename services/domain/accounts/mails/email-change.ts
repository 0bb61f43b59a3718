import { sql } from 'kysely';
import { limitMet, RuleBroken, TooMany } from '../../../platform/kit/errors.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { endSessionsOfUser } from '../sessions-api.ts';
import { newToken, tokenHash } from '../tokens.ts';
import { hasAccount, type User } from '../users.ts';
import { sayEmailChanged, sendEmailChangeLink, sendEmailChangeNotice } from './account-mails.ts';

/** Links to new addresses that an account is sent within 15 minutes: they go to anyone whose address is typed. */
const mostLinks = 10;
const tooMany = 'You have requested many links. Please try again in 15 minutes.';

/**
 * Sends a link to a new address, which replaces the one before and works once within an hour, and a notice to the present one. A token is made
 * for an address that has an account too, so that the answer takes as long; no link is sent there.
 * @throws TooMany when the account has asked for many
 */
export const askForNewAddress = async (
  services: Pick<Services, 'db' | 'waitingMails' | 'address' | 'now'>,
  user: User,
  email: string,
): Promise<void> => {
  const token = newToken();
  const { rows } = await sql`
    insert into accounts.email_changes as c (user_id, email, token_hash, expires_at)
    values (${user.id}, ${email}, ${tokenHash(token)}, now() + interval '1 hour')
    on conflict (user_id) do update
    set email = excluded.email, token_hash = excluded.token_hash, expires_at = excluded.expires_at, used = false,
        asked = case when c.asked_since > now() - interval '15 minutes' then c.asked + 1 else 1 end,
        asked_since = case when c.asked_since > now() - interval '15 minutes' then c.asked_since else now() end
    where c.asked < ${mostLinks} or c.asked_since <= now() - interval '15 minutes'
    returning 1`.execute(services.db);
  if (rows.length === 0) throw limitMet('links to new addresses', new TooMany(tooMany, 15 * 60));
  sendEmailChangeLink(services, user, { email, token });
  sendEmailChangeNotice(services, user);
};

/** PostgreSQL's unique violation: another account has the address. */
const isTaken = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '23505';

/**
 * Gives an account the address that a link was sent to, and tells the one before. Reset links end, and all sessions but the one in which the
 * button was pressed.
 * @returns the account and its address; undefined if the link is not valid
 * @throws RuleBroken when the address has another account by now
 */
export const changeAddress = async (
  services: Pick<Services, 'db' | 'waitingMails' | 'address' | 'now'>,
  token: string,
  sid: string,
): Promise<{ readonly userId: string; readonly email: string } | undefined> => {
  const changed = await services.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ user_id: string; email: string; before: string }>`
      update accounts.email_changes c set used = true from accounts.users u
      where c.token_hash = ${tokenHash(token)} and not c.used and c.expires_at > now() and u.id = c.user_id
      returning c.user_id, c.email, u.email as before`.execute(tx);
    const [link] = rows;
    if (!link) return undefined;
    const { user_id: userId, email, before } = link;
    await sql`update accounts.users set email = ${email}, email_confirmed_at = now(), updated_at = now()
      where id = ${userId}`
      .execute(tx)
      .catch((error: unknown) => {
        throw isTaken(error) ? new RuleBroken(hasAccount) : error;
      });
    await tx.deleteFrom('accounts.reset_tokens').where('user_id', '=', userId).execute();
    await sql`${endSessionsOfUser(userId)} and sid <> ${sid}`.execute(tx);
    return { userId, email, before };
  });
  if (changed) sayEmailChanged(services, changed.userId, changed.before);
  return changed;
};
