import { sql } from 'kysely';
import type { Services } from '../../../platform/kit/services.ts';
import { newToken, tokenHash } from '../tokens.ts';
import { sendConfirmationLink } from './account-mails.ts';

declare module '../../../platform/kit/services.ts' {
  interface ServerSettings {
    readonly CONFIRMATION_LINKS_PER_DAY: number;
  }
}

const pauseSeconds = 15 * 60;
const daySeconds = 24 * 60 * 60;

export const isConfirmed = async ({ db }: Pick<Services, 'db'>, userId: string): Promise<boolean> => {
  const found = await db
    .selectFrom('accounts.users')
    .select('id')
    .where('id', '=', userId)
    .where('email_confirmed_at', 'is not', null)
    .executeTakeFirst();
  return found !== undefined;
};

export const wasSentLink = async ({ db }: Pick<Services, 'db'>, userId: string): Promise<boolean> => {
  const { rows } = await sql`select 1 from accounts.confirmation_links where user_id = ${userId}`.execute(db);
  return rows.length > 0;
};

/** Seconds until an account may be sent another link, with at least 15 minutes between two. */
const waitOf = async ({ db, settings }: Pick<Services, 'db' | 'settings'>, userId: string): Promise<number> => {
  const { rows } = await sql<{ age: number }>`select extract(epoch from now() - at)::float8 as age
    from accounts.confirmation_links l, unnest(l.sent_at) as at where l.user_id = ${userId} order by age`.execute(db);
  const [newest] = rows;
  const oldestOfDay = rows[settings.CONFIRMATION_LINKS_PER_DAY - 1];
  const waits = [newest && pauseSeconds - newest.age, oldestOfDay && daySeconds - oldestOfDay.age, 1];
  return Math.ceil(Math.max(...waits.filter((wait) => wait !== undefined)));
};

/**
 * Sends an account a link that confirms its address, unless it was sent enough. It has one link, the newest, which works once within an hour, for
 * the address that it was sent to. Only the hash of the token is stored.
 * @returns how many seconds to wait for the next one instead; null if one was sent
 * @throws Unavailable when too many mails are waiting
 */
export const sendLink = async (
  services: Pick<Services, 'db' | 'settings' | 'waitingMails' | 'address' | 'now'>,
  userId: string,
): Promise<number | null> => {
  const token = newToken();
  const { rows } = await sql`
    insert into accounts.confirmation_links as l (user_id, email, token_hash, expires_at, sent_at)
    select id, email, ${tokenHash(token)}, now() + interval '1 hour', array[now()]
    from accounts.users where id = ${userId} and not is_guest
    on conflict (user_id) do update
    set email = excluded.email, token_hash = excluded.token_hash, expires_at = excluded.expires_at, used = false,
        sent_at = array(select at from unnest(l.sent_at) as at where at > now() - interval '1 day') || now()
    where not exists (select 1 from unnest(l.sent_at) as at where at > now() - interval '15 minutes')
      and (select count(*) from unnest(l.sent_at) as at where at > now() - interval '1 day')
        < ${services.settings.CONFIRMATION_LINKS_PER_DAY}
    returning 1`.execute(services.db);
  if (rows.length === 0) return waitOf(services, userId);
  sendConfirmationLink(services, userId, token);
  return null;
};

/** Uses a token up. @returns the account whose address it confirmed; undefined if the link is not valid */
export const confirm = async ({ db }: Pick<Services, 'db'>, token: string): Promise<string | undefined> => {
  const { rows } = await sql<{ id: string }>`
    with link as (
      update accounts.confirmation_links set used = true
      where token_hash = ${tokenHash(token)} and not used and expires_at > now() returning user_id, email
    )
    update accounts.users u set email_confirmed_at = coalesce(u.email_confirmed_at, now())
    from link where u.id = link.user_id and u.email = link.email returning u.id`.execute(db);
  return rows[0]?.id;
};
