import { sql, type Kysely } from 'kysely';
import { placeHash } from '../../platform/http/callers/place.ts';
import type { AccountsDb } from '../../platform/postgres/tables.ts';

/** Locations from which accounts signed in within the last 30 days. */
export const signInPlaces = (db: Kysely<AccountsDb>) => ({
  note: async (userId: string, place: string): Promise<void> => {
    await sql`insert into accounts.sign_in_places (user_id, place) values (${userId}, ${placeHash(userId, place)})
      on conflict (user_id, place) do update set signed_in_at = now()`.execute(db);
  },

  /** Whether the account of an e-mail address signed in from there. */
  knows: async (email: string, place: string): Promise<boolean> => {
    const account = await db
      .selectFrom('accounts.users')
      .select('id')
      .where('email', '=', email.toLowerCase())
      .executeTakeFirst();
    // Asked even without an account, so that both take as long.
    const id = account?.id ?? '';
    const found = await sql`select 1 from accounts.sign_in_places where user_id = ${id}
      and place = ${placeHash(id, place)} and signed_in_at > now() - interval '30 days'`.execute(db);
    return found.rows.length > 0;
  },

  forgetOld: async (): Promise<void> => {
    await sql`delete from accounts.sign_in_places where signed_in_at < now() - interval '30 days'`.execute(db);
  },
});
export type SignInPlaces = ReturnType<typeof signInPlaces>;
