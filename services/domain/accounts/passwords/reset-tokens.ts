import { sql, type Kysely } from 'kysely';
import type { AccountsDb } from '../../../platform/postgres/tables.ts';
import { newToken, tokenHash } from '../tokens.ts';

/** Links that an account is sent within 15 minutes; the newest of them works, so more would only fill the mailbox. */
const mostLinks = 10;

/** Tokens of reset links: an account has one, the newest, which works once within an hour. Only their hashes are stored. */
export const resetTokens = (db: Kysely<AccountsDb>) => ({
  /** Makes a token that replaces the one before. @returns undefined without such an account, or when it has been sent enough links */
  issue: async (userId: string): Promise<string | undefined> => {
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
  },

  /** The address of the account whose password the token can set now. */
  addressOf: async (token: string): Promise<string | undefined> => {
    const { rows } = await sql<{ email: string }>`select u.email from accounts.reset_tokens t
      join accounts.users u on u.id = t.user_id
      where t.token_hash = ${tokenHash(token)} and not t.used and t.expires_at > now()`.execute(db);
    return rows[0]?.email;
  },

  /**
   * Uses the token up; of several attempts at once one succeeds.
   * @param tx the transaction that sets the password
   * @returns the account's id
   */
  redeem: async (tx: Kysely<AccountsDb>, token: string): Promise<string | undefined> => {
    const redeemed = await tx
      .updateTable('accounts.reset_tokens')
      .set({ used: true })
      .where('token_hash', '=', tokenHash(token))
      .where('used', '=', false)
      .where('expires_at', '>', sql<string>`now()`)
      .returning('user_id')
      .executeTakeFirst();
    return redeemed?.user_id;
  },
});
export type ResetTokens = ReturnType<typeof resetTokens>;
