import { confirmationTexts } from '@rondo/contracts/api/account/email-confirmation.ts';
import { instantOf, type Instant } from '@rondo/contracts/calendar/instants.ts';
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { Forbidden, InvalidInput, TooMany } from '../../../platform/kit/errors.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { tokenHash } from '../tokens.ts';
import { signedInUser } from '../users.ts';
import { sendTestCode } from './account-mails.ts';

// A mail to the own address with a code: who enters it has shown that mail arrives, and that the address is theirs.

const mostADay = 5;
const mostTries = 5;
const pauseSeconds = 60;

export type TestMail = { readonly sentAt: Instant | null; readonly confirmedAt: Instant | null };

export const testMailOf = async ({ db }: Pick<Services, 'db'>, userId: string): Promise<TestMail> => {
  const { rows } = await sql<{ sent_at: string | null; confirmed_at: string | null }>`
    select sent_at[array_upper(sent_at, 1)] as sent_at, confirmed_at
    from accounts.test_mails where user_id = ${userId}`.execute(db);
  const [row] = rows;
  const at = (time: string | null | undefined) => (time === null || time === undefined ? null : instantOf(time));
  return { sentAt: at(row?.sent_at), confirmedAt: at(row?.confirmed_at) };
};

/** Six digits, of the 48 random bits at the end of an id. */
const newCode = (): string => String(Number.parseInt(randomUUID().slice(-12), 16) % 10 ** 6).padStart(6, '0');

const hashOf = (userId: string, code: string): string => tokenHash(`${userId} ${code}`);

/**
 * Mails the user a new code; the one before no longer counts.
 * @throws Forbidden for guests, who have no address
 * @throws TooMany within a minute of the last one, and after five in a day
 */
export const sendTestMail = async (
  services: Pick<Services, 'db' | 'waitingMails' | 'address' | 'now'>,
  userId: string,
  sender: { readonly from: string; readonly replyTo: string | null },
): Promise<void> => {
  const user = await signedInUser(services, userId);
  if (user.isGuest) throw new Forbidden(confirmationTexts.guest);
  const code = newCode();
  const { rows } = await sql`
    insert into accounts.test_mails as t (user_id, email, code_hash, expires_at, sent_at)
    values (${userId}, ${user.email}, ${hashOf(userId, code)}, now() + interval '1 hour', array[now()])
    on conflict (user_id) do update
    set email = excluded.email, code_hash = excluded.code_hash, expires_at = excluded.expires_at, tries = 0,
        sent_at = array(select at from unnest(t.sent_at) as at where at > now() - interval '1 day') || now()
    where not exists (select from unnest(t.sent_at) as at where at > now() - make_interval(secs => ${pauseSeconds}))
      and (select count(*) from unnest(t.sent_at) as at where at > now() - interval '1 day') < ${mostADay}
    returning 1`.execute(services.db);
  if (rows.length === 0)
    throw new TooMany(
      'We have sent you a test mail already. Look into your spam folder too, or try again later.',
      pauseSeconds,
    );
  sendTestCode(services, user, { code, ...sender });
};

/** Enters a code, which confirms the address that it was sent to. @throws InvalidInput for a wrong or old one */
export const confirmTestMail = async ({ db }: Pick<Services, 'db'>, userId: string, code: string): Promise<void> => {
  const { rows } = await sql<{ is_right: boolean }>`
    with entered as (
      update accounts.test_mails set tries = tries + 1,
        confirmed_at = case when code_hash = ${hashOf(userId, code)} then now() else confirmed_at end,
        expires_at = case when code_hash = ${hashOf(userId, code)} then now() else expires_at end
      where user_id = ${userId} and tries < ${mostTries} and expires_at > now()
      returning user_id, email, code_hash = ${hashOf(userId, code)} as is_right
    ), confirmed as (
      update accounts.users u set email_confirmed_at = coalesce(u.email_confirmed_at, now())
      from entered where u.id = entered.user_id and u.email = entered.email and entered.is_right
    )
    select is_right from entered`.execute(db);
  const [entered] = rows;
  if (entered?.is_right === true) return;
  const why = entered
    ? 'This is not the code of the last test mail.'
    : 'This code is no longer good. Send yourself another test mail.';
  throw new InvalidInput(why, [{ pointer: '/code', detail: why }]);
};
