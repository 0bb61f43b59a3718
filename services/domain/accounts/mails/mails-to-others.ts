import { confirmationTexts } from '@rondo/contracts/api/account/email-confirmation.ts';
import { sql, type Kysely } from 'kysely';
import type { Actor } from '../../../platform/http/callers/actor.ts';
import { DomainError, Forbidden, limitMet, NotSignedIn, TooMany } from '../../../platform/kit/errors.ts';
import type { Services } from '../../../platform/kit/services.ts';
import type { AccountsDb } from '../../../platform/postgres/tables.ts';
import { isConfirmed, sendLink } from './confirmations.ts';

declare module '../../../platform/kit/services.ts' {
  interface ServerSettings {
    readonly MAILS_PER_15_MINUTES: number;
    readonly MAILS_PER_DAY: number;
    /** For a studio that is younger than `NEW_STUDIO_DAYS`. */
    readonly MAILS_PER_DAY_OF_NEW_STUDIOS: number;
    readonly NEW_STUDIO_DAYS: number;
  }
}

const quarterHour = 15 * 60;
const day = 24 * 60 * 60;

/** Whether a mail is counted now for the first time, and how many seconds to wait if it is one too many. */
type Counted = { readonly isNew: boolean; readonly waitSeconds: number };

/** Seconds until a studio that sends at most `most` mails in a time may send another; 0 if it may now. */
const waitOf = async (tx: Kysely<AccountsDb>, studioId: string, most: number, seconds: number): Promise<number> => {
  const { rows } = await sql<{ wait: number }>`
    select ${seconds} - extract(epoch from now() - sent_at)::float8 as wait from accounts.sent_mails
    where studio_id = ${studioId} and sent_at > now() - make_interval(secs => ${seconds})
    order by sent_at desc offset ${most - 1} limit 1`.execute(tx);
  return Math.ceil(rows[0]?.wait ?? 0);
};

/** Counts a mail, for all processes together, unless it is one too many. One that is counted already is not counted again. */
const count = ({ db, settings }: Pick<Services, 'db' | 'settings'>, studioId: string, mail: string): Promise<Counted> =>
  db.transaction().execute(async (tx) => {
    // The lock lets concurrent mails of the studio count one after the other.
    const { rows } = await sql<{ is_new: boolean }>`
      select created_at > now() - make_interval(days => ${settings.NEW_STUDIO_DAYS}) as is_new
      from accounts.users where id = ${studioId} for no key update`.execute(tx);
    const [studio] = rows;
    if (!studio) throw new NotSignedIn('Please sign in.');
    const known = await tx
      .selectFrom('accounts.sent_mails')
      .select('mail')
      .where('studio_id', '=', studioId)
      .where('mail', '=', mail)
      .executeTakeFirst();
    if (known) return { isNew: false, waitSeconds: 0 };
    const { MAILS_PER_DAY, MAILS_PER_DAY_OF_NEW_STUDIOS, MAILS_PER_15_MINUTES } = settings;
    const perDay = studio.is_new ? Math.min(MAILS_PER_DAY_OF_NEW_STUDIOS, MAILS_PER_DAY) : MAILS_PER_DAY;
    const waitSeconds = Math.max(
      await waitOf(tx, studioId, perDay, day),
      await waitOf(tx, studioId, MAILS_PER_15_MINUTES, quarterHour),
    );
    if (waitSeconds > 0) return { isNew: false, waitSeconds };
    await sql`delete from accounts.sent_mails
      where studio_id = ${studioId} and sent_at < now() - interval '1 day'`.execute(tx);
    await tx.insertInto('accounts.sent_mails').values({ studio_id: studioId, mail }).execute();
    return { isNew: true, waitSeconds: 0 };
  });

/**
 * Sends an email to another person, under the name and with the text that the user chooses, and counts it.
 * @param mail its id; carrying the same one out again counts once
 * @param send has it sent; what it refuses does not count
 * @throws Forbidden for guests, and for accounts whose own address is not confirmed, which are then sent a link
 * @throws TooMany when the studio has sent many
 */
export const sendToOthers = async <Done>(
  services: Pick<Services, 'db' | 'settings' | 'mailer' | 'waitingMails' | 'address' | 'now'>,
  { userId, studioId, isGuest }: Actor,
  mail: string,
  send: () => Promise<Done>,
): Promise<Done> => {
  if (isGuest) throw limitMet('mails of guests', new Forbidden(confirmationTexts.guest));
  if (services.mailer.sends && !(await isConfirmed(services, userId))) {
    await sendLink(services, userId);
    throw limitMet('mails of unconfirmed accounts', new Forbidden(confirmationTexts.unconfirmed));
  }
  const counted = await count(services, studioId, mail);
  if (counted.waitSeconds > 0)
    throw limitMet('mails of a studio', new TooMany(confirmationTexts.tooMany, counted.waitSeconds));
  try {
    return await send();
  } catch (error) {
    // It is not sent, and counts no longer.
    if (counted.isNew && error instanceof DomainError)
      await services.db
        .deleteFrom('accounts.sent_mails')
        .where('studio_id', '=', studioId)
        .where('mail', '=', mail)
        .execute();
    throw error;
  }
};
