import { sql, type Kysely } from 'kysely';
import { refuseEasyPassword } from './easy-passwords.ts';
import { endSessionsOfUser } from '../own-sessions.ts';
import { hashPassword } from './passwords.ts';
import type { ResetTokens } from './reset-tokens.ts';
import type { AccountsDb } from '../../../platform/postgres/tables.ts';

/** Sets passwords, and ends all sessions of the account in the same transaction. */
export const passwordChanges = (db: Kysely<AccountsDb>, tokens: ResetTokens) => {
  const set = (tx: Kysely<AccountsDb>, userId: string, passwordHash: string) =>
    tx
      .updateTable('accounts.users')
      .set({ password_hash: passwordHash, updated_at: sql<string>`now()` })
      .where('id', '=', userId);

  return {
    /**
     * Replaces a password that was just proven. A reset link that was sent before no longer works.
     * @param provenHash the hash of the password that was proven; of two changes at once one succeeds
     * @returns false if the password has changed since
     */
    change: async (userId: string, provenHash: string, password: string): Promise<boolean> => {
      const passwordHash = await hashPassword(password);
      return db.transaction().execute(async (tx) => {
        const changed = await set(tx, userId, passwordHash)
          .where('password_hash', '=', provenHash)
          .returning('id')
          .executeTakeFirst();
        if (!changed) return false;
        await tx.deleteFrom('accounts.reset_tokens').where('user_id', '=', userId).execute();
        await endSessionsOfUser(userId).execute(tx);
        return true;
      });
    },

    /**
     * Sets the password of the account that a reset link was sent to. A password that is refused leaves the link valid.
     * @returns the account's id; undefined if the link is not valid
     * @throws InvalidInput for a password that is easy to guess
     */
    reset: async (token: string, password: string): Promise<string | undefined> => {
      // A wrong token costs no hashing.
      const email = await tokens.addressOf(token);
      if (email === undefined) return undefined;
      await refuseEasyPassword('/newPassword', { password, email });
      const passwordHash = await hashPassword(password);
      return db.transaction().execute(async (tx) => {
        const userId = await tokens.redeem(tx, token);
        if (userId === undefined) return undefined;
        await set(tx, userId, passwordHash)
          // The link came to the address.
          .set({ email_confirmed_at: sql<string>`coalesce(email_confirmed_at, now())` })
          .execute();
        await endSessionsOfUser(userId).execute(tx);
        return userId;
      });
    },
  };
};
export type PasswordChanges = ReturnType<typeof passwordChanges>;
