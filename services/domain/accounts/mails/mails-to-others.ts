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

/** Which mails are counted now for the first time, which are too many, and how many seconds to wait for those. */
type Counted = { readonly fresh: readonly string[]; readonly over: readonly string[]; readonly waitSeconds: number };

/** Seconds until a studio that sends at most `most` mails in a time may send another; 0 if it may now. */
const waitOf = async (tx: Kysely<AccountsDb>, studioId: string, most: number, seconds: number): Promise<number> => {
  const { rows } = await sql<{ wait: number }>`
    select ${seconds} - extract(epoch from now() - sent_at)::float8 as wait from accounts.sent_mails
    where studio_id = ${studioId} and sent_at > now() - make_interval(secs => ${seconds})
    order by sent_at desc offset ${most - 1} limit 1`.execute(tx);
  return Math.ceil(rows[0]?.wait ?? 0);
};

/** How many more mails a studio may send in a time in which it sends at most `most`. */
const roomFor = async (tx: Kysely<AccountsDb>, studioId: string, most: number, seconds: number): Promise<number> => {
  const { rows } = await sql<{ sent: number }>`
    select count(*)::int as sent from accounts.sent_mails
    where studio_id = ${studioId} and sent_at > now() - make_interval(secs => ${seconds})`.execute(tx);
  return most - (rows[0]?.sent ?? 0);
};

/** Counts mails, for all processes together, except those that are too many. What is counted already is not counted again. */
const count = (
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  studioId: string,
  mails: readonly string[],
): Promise<Counted> =>
  db.transaction().execute(async (tx) => {
    // The lock lets concurrent mails of the studio count one after the other.
    const { rows } = await sql<{ is_new: boolean }>`
      select created_at > now() - make_interval(days => ${settings.NEW_STUDIO_DAYS}) as is_new
      from accounts.users where id = ${studioId} for no key update`.execute(tx);
    const [studio] = rows;
    if (!studio) throw new NotSignedIn('Please sign in.');
    const counted = await tx
      .selectFrom('accounts.sent_mails')
      .select('mail')
      .where('studio_id', '=', studioId)
      .where('mail', 'in', mails)
      .execute();
    const known = new Set(counted.map(({ mail }) => mail));
    const { MAILS_PER_DAY, MAILS_PER_DAY_OF_NEW_STUDIOS, MAILS_PER_15_MINUTES } = settings;
    const perDay = studio.is_new ? Math.min(MAILS_PER_DAY_OF_NEW_STUDIOS, MAILS_PER_DAY) : MAILS_PER_DAY;
    const limits = [
      [perDay, day],
      [MAILS_PER_15_MINUTES, quarterHour],
    ] as const;
    let room = Infinity;
    for (const [most, seconds] of limits) room = Math.min(room, await roomFor(tx, studioId, most, seconds));
    const unknown = mails.filter((mail) => !known.has(mail));
    const fresh = unknown.slice(0, Math.max(room, 0));
    const over = unknown.slice(fresh.length);
    if (fresh.length > 0) {
      await sql`delete from accounts.sent_mails
        where studio_id = ${studioId} and sent_at < now() - interval '1 day'`.execute(tx);
      await tx
        .insertInto('accounts.sent_mails')
        .values(fresh.map((mail) => ({ studio_id: studioId, mail })))
        .execute();
    }
    let waitSeconds = 0;
    if (over.length > 0)
      for (const [most, seconds] of limits)
        waitSeconds = Math.max(waitSeconds, await waitOf(tx, studioId, most, seconds));
    return { fresh, over, waitSeconds };
  });

/** What is not sent counts no longer. */
const uncount = async ({ db }: Pick<Services, 'db'>, studioId: string, mails: readonly string[]): Promise<void> => {
  if (mails.length > 0)
    await db.deleteFrom('accounts.sent_mails').where('studio_id', '=', studioId).where('mail', 'in', mails).execute();
};

type SenderServices = Pick<Services, 'db' | 'settings' | 'mailer' | 'waitingMails' | 'address' | 'now'>;

/** Why a user sends no email to others; null: the user does. An account whose own address is not confirmed is sent a link. */
const refusalOf = async (
  services: SenderServices,
  { userId, isGuest }: Pick<Actor, 'userId' | 'isGuest'>,
): Promise<Forbidden | null> => {
  if (isGuest) return limitMet('mails of guests', new Forbidden(confirmationTexts.guest));
  if (!services.mailer.sends || (await isConfirmed(services, userId))) return null;
  await sendLink(services, userId);
  return limitMet('mails of unconfirmed accounts', new Forbidden(confirmationTexts.unconfirmed));
};

/** @throws Forbidden for guests, and for accounts whose own address is not confirmed, which are then sent a link */
export const refuseMail = async (
  services: SenderServices,
  actor: Pick<Actor, 'userId' | 'studioId' | 'isGuest'>,
): Promise<void> => {
  const refusal = await refusalOf(services, actor);
  if (refusal) throw refusal;
};

const tooMany = (waitSeconds: number): TooMany =>
  limitMet('mails of a studio', new TooMany(confirmationTexts.tooMany, waitSeconds));

/**
 * Sends an email to another person, under the name and with the text that the user chooses, and counts it.
 * @param mail its id; carrying the same one out again counts once
 * @param send has it sent; what it refuses does not count
 * @throws Forbidden for guests, and for accounts whose own address is not confirmed, which are then sent a link
 * @throws TooMany when the studio has sent many
 */
export const sendToOthers = async <Done>(
  services: SenderServices,
  actor: Actor,
  mail: string,
  send: () => Promise<Done>,
): Promise<Done> => {
  const refusal = await refusalOf(services, actor);
  if (refusal) throw refusal;
  const { fresh, over, waitSeconds } = await count(services, actor.studioId, [mail]);
  if (over.length > 0) throw tooMany(waitSeconds);
  try {
    return await send();
  } catch (error) {
    if (error instanceof DomainError) await uncount(services, actor.studioId, fresh);
    throw error;
  }
};

/**
 * The same for several emails, of which some may be refused.
 * @param send sends all but those in `refusals`; what it refuses itself is `unsent` and does not count
 */
export const sendManyToOthers = async <Done extends { readonly unsent: readonly string[] }>(
  services: SenderServices,
  actor: Actor,
  mails: readonly string[],
  send: (refusals: ReadonlyMap<string, DomainError>) => Promise<Done>,
): Promise<Done> => {
  if (mails.length === 0) return send(new Map());
  const refusal = await refusalOf(services, actor);
  if (refusal) return send(new Map(mails.map((mail) => [mail, refusal])));
  const { fresh, over, waitSeconds } = await count(services, actor.studioId, mails);
  const why = tooMany(waitSeconds);
  const done = await send(new Map(over.map((mail) => [mail, why])));
  const unsent = new Set(done.unsent);
  await uncount(
    services,
    actor.studioId,
    fresh.filter((mail) => unsent.has(mail)),
  );
  return done;
};
