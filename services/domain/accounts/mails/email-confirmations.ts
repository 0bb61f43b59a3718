import { sql, type Kysely } from 'kysely';
import type { AccountsDb } from '../../../platform/postgres/tables.ts';
import { newToken, tokenHash } from '../tokens.ts';

const pauseSeconds = 15 * 60;
const daySeconds = 24 * 60 * 60;

/** A new link, or how many seconds to wait for the next one. */
export type IssuedLink = { readonly token: string } | { readonly waitSeconds: number };

/**
 * Links that confirm the address of an account, and what they confirmed. An account has one link, the newest, which works once within an hour, for
 * the address that it was sent to. Only the hashes of the tokens are stored.
 * @param linksPerDay how many an account is sent within 24 hours, with at least 15 minutes between them
 */
export const emailConfirmations = (db: Kysely<AccountsDb>, { linksPerDay }: { readonly linksPerDay: number }) => {
  /** Seconds until an account may be sent another link. */
  const waitOf = async (userId: string): Promise<number> => {
    const { rows } = await sql<{ age: number }>`select extract(epoch from now() - at)::float8 as age
      from accounts.confirmation_links l, unnest(l.sent_at) as at where l.user_id = ${userId} order by age`.execute(db);
    const [newest] = rows;
    const oldestOfDay = rows[linksPerDay - 1];
    const waits = [newest && pauseSeconds - newest.age, oldestOfDay && daySeconds - oldestOfDay.age, 1];
    return Math.ceil(Math.max(...waits.filter((wait) => wait !== undefined)));
  };

  return {
    isConfirmed: async (userId: string): Promise<boolean> => {
      const found = await db
        .selectFrom('accounts.users')
        .select('id')
        .where('id', '=', userId)
        .where('email_confirmed_at', 'is not', null)
        .executeTakeFirst();
      return found !== undefined;
    },

    wasSentLink: async (userId: string): Promise<boolean> => {
      const { rows } = await sql`select 1 from accounts.confirmation_links where user_id = ${userId}`.execute(db);
      return rows.length > 0;
    },

    /** Makes a token that replaces the one before. @returns how long to wait instead if the account was sent enough links */
    issue: async (userId: string): Promise<IssuedLink> => {
      const token = newToken();
      const { rows } = await sql`
        insert into accounts.confirmation_links as l (user_id, email, token_hash, expires_at, sent_at)
        select id, email, ${tokenHash(token)}, now() + interval '1 hour', array[now()]
        from accounts.users where id = ${userId} and not is_guest
        on conflict (user_id) do update
        set email = excluded.email, token_hash = excluded.token_hash, expires_at = excluded.expires_at, used = false,
            sent_at = array(select at from unnest(l.sent_at) as at where at > now() - interval '1 day') || now()
        where not exists (select 1 from unnest(l.sent_at) as at where at > now() - interval '15 minutes')
          and (select count(*) from unnest(l.sent_at) as at where at > now() - interval '1 day') < ${linksPerDay}
        returning 1`.execute(db);
      return rows.length > 0 ? { token } : { waitSeconds: await waitOf(userId) };
    },

    /** Uses a token up. @returns the account whose address it confirmed; undefined if the link is not valid */
    confirm: async (token: string): Promise<string | undefined> => {
      const { rows } = await sql<{ id: string }>`
        with link as (
          update accounts.confirmation_links set used = true
          where token_hash = ${tokenHash(token)} and not used and expires_at > now() returning user_id, email
        )
        update accounts.users u set email_confirmed_at = coalesce(u.email_confirmed_at, now())
        from link where u.id = link.user_id and u.email = link.email returning u.id`.execute(db);
      return rows[0]?.id;
    },
  };
};
export type EmailConfirmations = ReturnType<typeof emailConfirmations>;
