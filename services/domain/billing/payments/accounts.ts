import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { AccountEntry } from '@rondo/contracts/events/billing/account-entry.ts';
import type { StatementMail } from '@rondo/contracts/events/billing/statements.ts';
import { balanceText } from '@rondo/contracts/money/balance.ts';
import { balanceOf, linesOf, type DayOf } from '@rondo/contracts/money/ledger.ts';
import { familyAtStart } from '@rondo/contracts/people/family-name.ts';
import { invoicesModel } from '@rondo/projections/invoices/project.ts';
import * as queries from '@rondo/projections/invoices/queries.ts';
import {
  chargesTable,
  entriesTable,
  invoicesTable,
  membersTable,
  statementMailsTable,
} from '@rondo/projections/invoices/table.ts';
import { lessonsModel } from '@rondo/projections/lessons/project.ts';
import { byId, peopleById, type PersonRow } from '@rondo/projections/lessons/queries.ts';
import { peopleTable } from '@rondo/projections/lessons/table.ts';
import { studentsModel } from '@rondo/projections/students/project.ts';
import { listStudents, type StudentRow } from '@rondo/projections/students/queries.ts';
import { studentsTable } from '@rondo/projections/students/table.ts';
import { studiosModel } from '@rondo/projections/studios/project.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { asThen } from '../../../platform/http/bodies/revalidated.ts';
import { momentAt, type PastMoment } from '../../../platform/models/moments/as-of.ts';
import { actorNameOf, findUser } from '../../accounts/users.ts';
import { dayIn, settingsThen, studioNow, studioThen } from '../../studio/clock.ts';
import { accountIdFor, payersAreKnown } from '../families/accounts-of.ts';
import {
  householdNames,
  householdPayers,
  householdPayersThen,
  namesOf,
  type Families,
} from '../families/households.ts';
import { namesFrom, payerNamed, type Names } from '../names.ts';

// What the read models have of accounts: now, or at a moment of the past.

/** The accounts of a studio, or of one payer. */
export type Accounts = {
  readonly invoices: readonly queries.RevisedAccountInvoice[];
  readonly entries: readonly queries.EntryRow[];
  readonly charges: readonly queries.PlacedCharge[];
  readonly names: Names;
  /** The students who are not removed. */
  readonly present: ReadonlySet<string>;
  readonly people: ReadonlyMap<string, PersonRow>;
  /** Of the students who are not removed. */
  readonly emails: ReadonlyMap<string, string>;
  /** The last emails with statements, of accounts that were read for one payer. */
  readonly mails: readonly StatementMail[];
  readonly families: Families;
  /** The households that pay for students. */
  readonly members: readonly MemberRow[];
  readonly today: IsoDate;
  readonly dayOf: DayOf;
  /** The studio's. */
  readonly currency: string;
  readonly actorOf: (actor: string) => string;
};

export type AccountServices = Pick<Services, 'models' | 'settingsOf' | 'now' | 'db' | 'handlers' | 'store'>;
type MemberRow = queries.InvoicesDb['account_members'];

/** The students for whom a payer pays; removed ones too. */
export const studentsPaidBy = (members: readonly MemberRow[], payerId: string): string[] => {
  const own = members.flatMap(({ student_id, household_id }) => (household_id === payerId ? student_id : []));
  const isMember = members.some(({ student_id }) => student_id === payerId);
  return isMember ? own : [...own, payerId];
};

const paidForBy = (members: readonly MemberRow[], payerId: string): queries.PaidFor => ({
  payerId,
  studentIds: studentsPaidBy(members, payerId),
});

/** Who pays for the students who are not removed. */
export const payersOf = ({ present, members }: Pick<Accounts, 'present' | 'members'>): string[] => {
  const households = new Map(members.map(({ student_id, household_id }) => [student_id, household_id]));
  return [...present].map((id) => households.get(id) ?? id);
};

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

const emailsIn = (students: readonly StudentRow[]): ReadonlyMap<string, string> =>
  new Map(
    students.flatMap(({ student_id, details: { email } }) => (email === null ? [] : [[student_id, email] as const])),
  );

/** @param payerId only this payer's */
export const accountsNow = async (services: AccountServices, studioId: string, payerId?: string): Promise<Accounts> => {
  const { models } = services;
  const db = invoicesModel.read(models);
  const members = await queries.listMembers(db, studioId);
  const [invoices, entries, charges, mails, people, families, students, { today, timeZone }, { settings }] =
    await Promise.all([
      queries.accountInvoices(db, studioId, payerId),
      payerId === undefined ? queries.listEntries(db, studioId) : queries.entriesOfPayer(db, studioId, payerId),
      queries.listCharges(db, studioId, payerId === undefined ? undefined : paidForBy(members, payerId)),
      payerId === undefined ? [] : queries.statementMailsOf(db, studioId, payerId),
      peopleById(lessonsModel.read(models), studioId),
      householdPayers(services, studioId),
      listStudents(studentsModel.read(models), studioId),
      studioNow(services, studioId),
      services.settingsOf(studioId),
    ]);
  return {
    invoices,
    entries,
    charges,
    names: namesFrom(people, namesOf(families)),
    families,
    present: new Set(students.map(({ student_id }) => student_id)),
    people,
    emails: emailsIn(students),
    mails: mails.map(({ mail }) => mail),
    members,
    today,
    dayOf: dayIn(timeZone),
    currency: settings.currency,
    actorOf: await actorsOf(services, entries),
  };
};

/** Whether anything stands on the account of a payer: an invoice, drafts too, a payment, a refund or an opening balance. */
export const hasLines = async (
  { models }: Pick<Services, 'models'>,
  studioId: string,
  payerId: string,
): Promise<boolean> => {
  const db = invoicesModel.read(models);
  const [invoices, entries] = await Promise.all([
    queries.accountInvoices(db, studioId, payerId),
    queries.entriesOfPayer(db, studioId, payerId),
  ]);
  return invoices.length > 0 || entries.some(({ entry }) => !entry.removed);
};

/** What a payer owes in the studio's currency: "Owes $178.50". */
export const balanceInWords = async (
  services: Pick<Services, 'models' | 'settingsOf'>,
  studioId: string,
  payerId: string,
): Promise<string> => {
  const db = invoicesModel.read(services.models);
  const [invoices, entries, { settings }] = await Promise.all([
    queries.accountInvoices(db, studioId, payerId),
    queries.entriesOfPayer(db, studioId, payerId),
    services.settingsOf(studioId),
  ]);
  // Days do not matter for a sum.
  const lines = linesOf({ invoices, entries: entries.map(({ entry }) => entry) }, () => '2000-01-01');
  return balanceText(balanceOf(lines, settings.currency), settings.currency);
};

/** The same as they were at a moment. @param id only the account of this student or family then */
const accountsThen = async (
  services: AccountServices,
  { moment, instant }: PastMoment,
  id?: string,
): Promise<{ accounts: Accounts; accountId: string }> => {
  const [{ rows }, { rows: lessonRows }, families, { rows: studentRows }, { today, timeZone }, settings] =
    await Promise.all([
      moment.of(invoicesModel),
      moment.of(lessonsModel),
      householdPayersThen(moment),
      moment.of(studentsModel),
      studioThen(moment, instant),
      settingsThen(moment),
    ]);
  const members = rows(membersTable);
  const accountId = members.find(({ student_id }) => student_id === id)?.household_id ?? id ?? '';
  const isOwn = (payerId: string): boolean => id === undefined || payerId === accountId;
  const people = byId(lessonRows(peopleTable));
  const students = studentRows(studentsTable);
  const entries = rows(entriesTable).filter(({ payer_id }) => isOwn(payer_id));
  const all = queries.invoicesOf(rows(invoicesTable).filter(({ deleted }) => !deleted));
  const charges = queries.placedCharges(
    rows(chargesTable).map(({ charge }) => charge),
    all,
  );
  const accounts = {
    invoices: all.filter(({ payer }) => isOwn(payer.id)),
    entries,
    charges:
      id === undefined
        ? charges
        : queries.chargesOfPayer(
            charges,
            all.map(({ invoiceId, payer }) => ({ invoiceId, payerId: payer.id })),
            paidForBy(members, accountId),
          ),
    names: namesFrom(people, namesOf(families)),
    families,
    present: new Set(students.map(({ student_id }) => student_id)),
    people,
    emails: emailsIn(students),
    mails: queries
      .newestMailsOf(rows(statementMailsTable), id === undefined ? undefined : accountId)
      .map(({ mail }) => mail),
    members,
    today,
    dayOf: dayIn(timeZone),
    currency: settings?.currency ?? (await services.settingsOf(moment.studioId)).settings.currency,
    actorOf: await actorsOf(services, entries),
  };
  return { accounts, accountId };
};

type When = { readonly asOf: string | undefined; readonly payerId?: string | undefined };
type Past = Parameters<typeof momentAt>[0];

/** The accounts of a studio, or of one payer, now or at a moment. @throws NotFound */
export const accountsAt = async (
  services: AccountServices & Past,
  studioId: string,
  { asOf, payerId }: When,
): Promise<{ accounts: Accounts; accountId: string }> => {
  const accountId = payerId === undefined ? undefined : await accountIdFor(services, studioId, payerId);
  if (asOf !== undefined) return accountsThen(services, momentAt(services, studioId, asOf), payerId);
  if (accountId === undefined) await payersAreKnown(services);
  return { accounts: await accountsNow(services, studioId, accountId), accountId: accountId ?? '' };
};

/** What a view shows of the accounts of a studio or of one payer: now, or at a moment. @throws NotFound */
export const readAccounts = async <View>(
  services: AccountServices & Past,
  studioId: string,
  { asOf, payerId }: When,
  view: (accounts: Accounts, accountId: string) => View | Promise<View>,
) => {
  const read = async (): Promise<View> => {
    const { accounts, accountId } = await accountsAt(services, studioId, { asOf, payerId });
    return view(accounts, accountId);
  };
  if (asOf === undefined) return read();
  if (payerId !== undefined) await accountIdFor(services, studioId, payerId);
  const then = momentAt(services, studioId, asOf);
  return asThen(then, [invoicesModel, lessonsModel, studentsModel, studiosModel], read);
};

/** Something of an account besides its invoices, by its id. */
export const entryIn = ({ entries }: Accounts, id: string): AccountEntry | undefined =>
  entries.find(({ entry }) => entry.entryId === id)?.entry;

/** The name of a payer, removed or not, as it begins a sentence. */
export const payerName = async (
  services: Pick<Services, 'models'>,
  studioId: string,
  payerId: string,
): Promise<string> => {
  const [people, households] = await Promise.all([
    peopleById(lessonsModel.read(services.models), studioId),
    householdNames(services, studioId),
  ]);
  return familyAtStart(payerNamed(namesFrom(people, households), payerId).name);
};
