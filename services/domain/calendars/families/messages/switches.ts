import { instantAt, instantOf, epochMillisecondsOf } from '@rondo/contracts/calendar/instants.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { Services } from '../../../../platform/kit/services.ts';
import type { AccountsDb } from '../../../../platform/postgres/tables.ts';
import { refuseMail } from '../../../accounts/mails/mails-to-others.ts';
import { isGuestStudio } from '../../../accounts/users.ts';

// When mail was turned on, on this server: a plain row, which no file of a studio has. An imported studio therefore mails nobody until its
// owner turns mail on here.

export type SwitchKind = 'reminders' | 'changes' | 'pastDue';

/** Since when a kind of mail counts, in epoch milliseconds, and the last day whose mail was queued; changes have no days. */
type Counting = { readonly since: number; readonly last: IsoDate | null };

/** What a studio has turned on; null: never on this server. */
export type Switches = { readonly studioId: string } & { readonly [Kind in SwitchKind]: Counting | null };

const columns = {
  reminders: { since: 'reminders_since', day: 'reminded_day' },
  changes: { since: 'changes_since' },
  pastDue: { since: 'past_due_since', day: 'past_due_day' },
} as const;

type SwitchRow = AccountsDb['accounts.mail_switches'];

const switchesIn = (row: SwitchRow): Switches => {
  const counting = (since: string | null, last: IsoDate | null): Counting | null =>
    since === null ? null : { since: epochMillisecondsOf(instantOf(since)), last };
  return {
    studioId: row.studio_id,
    reminders: counting(row.reminders_since, row.reminded_day),
    changes: counting(row.changes_since, null),
    pastDue: counting(row.past_due_since, row.past_due_day),
  };
};

/** The studios that have turned mail on. */
export const allSwitches = async ({ db }: Pick<Services, 'db'>): Promise<Switches[]> =>
  (await db.selectFrom('accounts.mail_switches').selectAll().orderBy('studio_id').execute()).map(switchesIn);

/** What a studio has turned on. */
export const switchesOf = async ({ db }: Pick<Services, 'db'>, studioId: string): Promise<Switches> => {
  const row = await db
    .selectFrom('accounts.mail_switches')
    .selectAll()
    .where('studio_id', '=', studioId)
    .executeTakeFirst();
  return row ? switchesIn(row) : { studioId, reminders: null, changes: null, pastDue: null };
};

/** These kinds of mail count from now. */
export const countFromNow = async (
  { db, now }: Pick<Services, 'db' | 'now'>,
  studioId: string,
  kinds: readonly SwitchKind[],
): Promise<void> => {
  const since = Object.fromEntries(kinds.map((kind) => [columns[kind].since, instantAt(now())]));
  await db
    .insertInto('accounts.mail_switches')
    .values({ studio_id: studioId, ...since })
    .onConflict((conflict) => conflict.column('studio_id').doUpdateSet(since))
    .execute();
};

/** The mail of a day is queued. */
export const noteQueued = async (
  { db }: Pick<Services, 'db'>,
  studioId: string,
  kind: Exclude<SwitchKind, 'changes'>,
  day: IsoDate,
): Promise<void> => {
  await db
    .updateTable('accounts.mail_switches')
    .set({ [columns[kind].day]: day })
    .where('studio_id', '=', studioId)
    .execute();
};

/** Whether a studio may turn mail on. Its owner has its id. @throws Forbidden for guests, and for accounts whose own address is not confirmed */
export const refuseTurningOn = async (
  services: Pick<Services, 'db' | 'settings' | 'mailer' | 'waitingMails' | 'address' | 'now'>,
  studioId: string,
): Promise<void> => {
  const isGuest = await isGuestStudio(services, studioId);
  await refuseMail(services, { studioId, userId: studioId, isGuest });
};
