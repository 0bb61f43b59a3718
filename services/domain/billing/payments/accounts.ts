import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { AccountEntry } from '@rondo/contracts/events/billing/account-entry.ts';
import type { AccountInvoice } from '@rondo/contracts/events/billing/invoice.ts';
import type { DayOf } from '@rondo/contracts/money/ledger.ts';
import { invoicesModel } from '@rondo/projections/invoices/project.ts';
import * as queries from '@rondo/projections/invoices/queries.ts';
import { entriesTable, invoicesTable } from '@rondo/projections/invoices/table.ts';
import { lessonsModel } from '@rondo/projections/lessons/project.ts';
import { byId, peopleById } from '@rondo/projections/lessons/queries.ts';
import { peopleTable } from '@rondo/projections/lessons/table.ts';
import { studentsModel } from '@rondo/projections/students/project.ts';
import { listStudents } from '@rondo/projections/students/queries.ts';
import { studentsTable } from '@rondo/projections/students/table.ts';
import { studiosModel } from '@rondo/projections/studios/project.ts';
import { NotFound } from '../../../platform/kit/errors.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { asThen } from '../../../platform/http/bodies/revalidated.ts';
import { momentAt, type PastMoment } from '../../../platform/models/moments/as-of.ts';
import { actorNameOf, findUser } from '../../accounts/users.ts';
import { studentStream } from '../../people/roster.ts';
import { dayIn, settingsThen, studioNow, studioThen } from '../../studio/clock.ts';
import { namesFrom, type Names } from '../names.ts';

// What the read models have of accounts: now, or at a moment of the past.

/** The accounts of a studio, or of one payer. */
export type Accounts = {
  readonly invoices: readonly AccountInvoice[];
  readonly entries: readonly queries.EntryRow[];
  readonly names: Names;
  /** The students who are not removed. */
  readonly present: ReadonlySet<string>;
  readonly today: IsoDate;
  readonly dayOf: DayOf;
  /** The studio's. */
  readonly currency: string;
  readonly actorOf: (actor: string) => string;
};

export type AccountServices = Pick<Services, 'models' | 'settingsOf' | 'now' | 'db' | 'handlers'>;

const actorsOf = async (
  services: Pick<Services, 'db'>,
  entries: readonly queries.EntryRow[],
): Promise<(actor: string) => string> => {
  const actors = [...new Set(entries.map(({ created_by }) => created_by))];
  const named = await Promise.all(
    actors.map(async (actor) => [actor, actorNameOf(await findUser(services, actor))] as const),
  );
  const names = new Map(named);
  return (actor) => names.get(actor) ?? '';
};

/** @param payerId only this payer's */
export const accountsNow = async (services: AccountServices, studioId: string, payerId?: string): Promise<Accounts> => {
  const { models } = services;
  const db = invoicesModel.read(models);
  const [invoices, entries, people, students, { today, timeZone }, { settings }] = await Promise.all([
    queries.accountInvoices(db, studioId, payerId),
    payerId === undefined ? queries.listEntries(db, studioId) : queries.entriesOfPayer(db, studioId, payerId),
    peopleById(lessonsModel.read(models), studioId),
    listStudents(studentsModel.read(models), studioId),
    studioNow(services, studioId),
    services.settingsOf(studioId),
  ]);
  return {
    invoices,
    entries,
    names: namesFrom(people),
    present: new Set(students.map(({ student_id }) => student_id)),
    today,
    dayOf: dayIn(timeZone),
    currency: settings.currency,
    actorOf: await actorsOf(services, entries),
  };
};

/** The same as they were at a moment. */
export const accountsThen = async (
  services: AccountServices,
  { moment, instant }: PastMoment,
  payerId?: string,
): Promise<Accounts> => {
  const [{ rows }, { rows: lessonRows }, { rows: studentRows }, { today, timeZone }, settings] = await Promise.all([
    moment.of(invoicesModel),
    moment.of(lessonsModel),
    moment.of(studentsModel),
    studioThen(moment, instant),
    settingsThen(moment),
  ]);
  const isOwn = (id: string): boolean => payerId === undefined || id === payerId;
  const entries = rows(entriesTable).filter(({ payer_id }) => isOwn(payer_id));
  return {
    invoices: queries.invoicesOf(
      rows(invoicesTable).filter(({ deleted, student_id }) => !deleted && isOwn(student_id)),
    ),
    entries,
    names: namesFrom(byId(lessonRows(peopleTable))),
    present: new Set(studentRows(studentsTable).map(({ student_id }) => student_id)),
    today,
    dayOf: dayIn(timeZone),
    currency: settings?.currency ?? (await services.settingsOf(moment.studioId)).settings.currency,
    actorOf: await actorsOf(services, entries),
  };
};

/** What a view shows of the accounts of a studio or of one payer: now, or at a moment. @throws NotFound */
export const readAccounts = async <View>(
  services: AccountServices & Parameters<typeof momentAt>[0],
  studioId: string,
  { asOf, payerId }: { readonly asOf: string | undefined; readonly payerId?: string | undefined },
  view: (accounts: Accounts) => View | Promise<View>,
) => {
  if (payerId !== undefined) await refuseUnknownPayer(services, studioId, payerId);
  if (asOf === undefined) return view(await accountsNow(services, studioId, payerId));
  const then = momentAt(services, studioId, asOf);
  return asThen(then, [invoicesModel, lessonsModel, studentsModel, studiosModel], async () =>
    view(await accountsThen(services, then, payerId)),
  );
};

/** Something of an account besides its invoices, by its id. */
export const entryIn = ({ entries }: Accounts, id: string): AccountEntry | undefined =>
  entries.find(({ entry }) => entry.entryId === id)?.entry;

/** The name of a payer, removed or not. */
export const payerName = async (
  { models }: Pick<Services, 'models'>,
  studioId: string,
  payerId: string,
): Promise<string> => namesFrom(await peopleById(lessonsModel.read(models), studioId)).studentOf(payerId);

/** A removed student keeps the account. @throws NotFound */
export const refuseUnknownPayer = async (
  { handlers }: Pick<Services, 'handlers'>,
  studioId: string,
  payerId: string,
): Promise<void> => {
  const { revision } = await handlers.student.load(studentStream(studioId, payerId));
  if (revision < 0) throw new NotFound('There is no such student or family.');
};
