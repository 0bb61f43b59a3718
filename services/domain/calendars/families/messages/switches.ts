import { instantAt, instantOf, epochMillisecondsOf } from '@rondo/contracts/calendar/instants.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { Services } from '../../../../platform/kit/services.ts';
import { refuseMail } from '../../../accounts/mails/mails-to-others.ts';
import { isGuestStudio } from '../../../accounts/users.ts';

// When mail was turned on, on this server: a plain row, which no file of a studio has. An imported studio therefore mails nobody until its
// owner turns mail on here.

export type Switch = {
  readonly studioId: string;
  /** When reminders were turned on, in epoch milliseconds. */
  readonly since: number;
  /** The last day whose reminders were queued. */
  readonly last: IsoDate | null;
};

/** The studios that have turned mail on. */
export const allSwitches = async ({ db }: Pick<Services, 'db'>): Promise<Switch[]> =>
  (await db.selectFrom('accounts.mail_switches').selectAll().orderBy('studio_id').execute()).map((row) => ({
    studioId: row.studio_id,
    since: epochMillisecondsOf(instantOf(row.reminders_since)),
    last: row.reminded_day,
  }));

/** Reminders count from now. */
export const countFromNow = async ({ db, now }: Pick<Services, 'db' | 'now'>, studioId: string): Promise<void> => {
  const since = instantAt(now());
  await db
    .insertInto('accounts.mail_switches')
    .values({ studio_id: studioId, reminders_since: since, reminded_day: null })
    .onConflict((conflict) => conflict.column('studio_id').doUpdateSet({ reminders_since: since }))
    .execute();
};

/** The reminders of a day are queued. */
export const noteReminded = async ({ db }: Pick<Services, 'db'>, studioId: string, day: IsoDate): Promise<void> => {
  await db.updateTable('accounts.mail_switches').set({ reminded_day: day }).where('studio_id', '=', studioId).execute();
};

/** Whether a studio may turn mail on. Its owner has its id. @throws Forbidden for guests, and for accounts whose own address is not confirmed */
export const refuseTurningOn = async (
  services: Pick<Services, 'db' | 'settings' | 'mailer' | 'waitingMails' | 'address' | 'now'>,
  studioId: string,
): Promise<void> => {
  const isGuest = await isGuestStudio(services, studioId);
  await refuseMail(services, { studioId, userId: studioId, isGuest });
};
