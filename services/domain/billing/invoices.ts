import type { Invoice as InvoiceAnswer } from '@rondo/contracts/api/billing.ts';
import { notYetIssued, type Invoice } from '@rondo/contracts/events/billing/invoice.ts';
import { studentsOn } from '@rondo/contracts/events/billing/payers.ts';
import { creditsOf } from '@rondo/contracts/money/ledger.ts';
import { currenciesOf, figuresOf } from '@rondo/contracts/money/invoice-figures.ts';
import { historyModel } from '@rondo/projections/history/project.ts';
import { cancellationsOf } from '@rondo/projections/history/queries.ts';
import { invoicesModel } from '@rondo/projections/invoices/project.ts';
import * as queries from '@rondo/projections/invoices/queries.ts';
import { invoicesTable } from '@rondo/projections/invoices/table.ts';
import { lessonsModel } from '@rondo/projections/lessons/project.ts';
import { byId, peopleById } from '@rondo/projections/lessons/queries.ts';
import { peopleTable } from '@rondo/projections/lessons/table.ts';
import { studentsModel } from '@rondo/projections/students/project.ts';
import { findStudent } from '@rondo/projections/students/queries.ts';
import type { CommandContext } from '../../platform/commands/aggregate.ts';
import { NotFound } from '../../platform/kit/errors.ts';
import type { Services } from '../../platform/kit/services.ts';
import type { PastMoment } from '../../platform/models/moments/as-of.ts';
import { actorNameOf, authorIn } from '../accounts/users.ts';
import { policiesNow } from '../schedule/time-off/policy.ts';
import { dayIn, studioNow, studioThen } from '../studio/clock.ts';
import type { Billing } from './due/billed-dates.ts';
import type { DateNow } from './due/dates-now.ts';
import { invoicesByStudent, oldestFirst } from './due/ledger.ts';
import type { TaughtServices } from './due/taught.ts';
import { householdNames, householdPayers, householdPayersThen, namesOf } from './families/households.ts';
import { billableStudents, billedDatesNow, previewInvoices } from './invoicing.ts';

import { namesFrom, type Names } from './names.ts';
import { printedNames, printedOf } from './pdf/printing.ts';
import { cancelledRows, entriesView, type EntryContext } from './entry-views.ts';
import { draftView, invoiceView, isPastDue, paidView, type InvoiceContext, type InvoiceToShow } from './views.ts';

// What screens show of a studio's invoices, and of what can be billed.

type ReadServices = Pick<Services, 'models' | 'settingsOf' | 'now'>;

const namesIn = async (services: Pick<Services, 'models'>, studioId: string): Promise<Names> => {
  const [people, households] = await Promise.all([
    peopleById(lessonsModel.read(services.models), studioId),
    householdNames(services, studioId),
  ]);
  return namesFrom(people, households);
};

const contextOf = async (
  services: ReadServices,
  studioId: string,
  invoices: readonly Invoice[],
): Promise<InvoiceContext> => {
  const printedNameOf = await printedNames(services, studioId, invoices);
  const [names, { today, timeZone }] = await Promise.all([namesIn(services, studioId), studioNow(services, studioId)]);
  return { studioId, names, today, dayOf: dayIn(timeZone), printedNameOf };
};

const newestFirst = (
  invoices: readonly InvoiceToShow[],
  teacherId: string | undefined,
  context: InvoiceContext,
): InvoiceAnswer[] => {
  const isOfTeacher = (invoice: Invoice): boolean =>
    teacherId === undefined ||
    invoice.teacherId === teacherId ||
    invoice.items.some((item) => item.teacherId === teacherId);
  return oldestFirst(invoices.filter(isOfTeacher))
    .toReversed()
    .map((invoice) => invoiceView(invoice, context));
};

/** The figures of a studio's invoices, by currency. */
export const figures = async (services: ReadServices, studioId: string) => {
  const db = invoicesModel.read(services.models);
  const [invoices, rows, { settings }, { today, timeZone }] = await Promise.all([
    queries.listInvoices(db, studioId),
    queries.listEntries(db, studioId),
    services.settingsOf(studioId),
    studioNow(services, studioId),
  ]);
  const counted = invoices.map((invoice) => ({
    status: invoice.status,
    total: invoice.totalCents / 100,
    currency: invoice.currency,
    pastDue: isPastDue(invoice, today),
    ...paidView(invoice, dayIn(timeZone)),
  }));
  const credits = creditsOf({ invoices, entries: rows.map(({ entry }) => entry) }, dayIn(timeZone));
  const creditIn = (currency: string): number =>
    credits.reduce((sum, credit) => (credit.currency === currency ? sum + credit.creditCents : sum), 0) / 100;
  return currenciesOf(counted, settings.currency).map((currency) => ({
    currency,
    ...figuresOf(counted, currency),
    credit: creditIn(currency),
  }));
};

/** A studio's invoices, newest first. @param teacherId only those with lessons of this teacher */
export const listInvoices = async (
  services: ReadServices,
  studioId: string,
  teacherId: string | undefined,
): Promise<InvoiceAnswer[]> => {
  const invoices = await queries.listInvoices(invoicesModel.read(services.models), studioId);
  return newestFirst(invoices, teacherId, await contextOf(services, studioId, invoices));
};

/** The same as the list showed them at a moment. */
export const listInvoicesAt = async (
  services: Pick<Services, 'models'>,
  { moment, instant }: PastMoment,
  teacherId: string | undefined,
): Promise<InvoiceAnswer[]> => {
  const { studioId } = moment;
  const [{ rows }, { rows: lessonRows }, families, { today, timeZone }] = await Promise.all([
    moment.of(invoicesModel),
    moment.of(lessonsModel),
    householdPayersThen(moment),
    studioThen(moment, instant),
  ]);
  const invoices = queries.invoicesOf(rows(invoicesTable).filter(({ deleted }) => !deleted));
  const names = namesFrom(byId(lessonRows(peopleTable)), namesOf(families));
  const printedNameOf = await printedNames(services, studioId, invoices);
  return newestFirst(invoices, teacherId, { studioId, names, today, dayOf: dayIn(timeZone), printedNameOf });
};

/** Some invoices in the order of their ids; those that are deleted are missing. */
export const findInvoices = async (
  services: ReadServices,
  studioId: string,
  invoiceIds: readonly string[],
): Promise<InvoiceAnswer[]> => {
  const rows = await queries.findInvoices(invoicesModel.read(services.models), studioId, invoiceIds);
  const invoices = invoiceIds.flatMap((id) => rows.find(({ invoiceId }) => invoiceId === id) ?? []);
  const context = await contextOf(services, studioId, invoices);
  return invoices.map((invoice) => invoiceView(invoice, context));
};

const cancellationsIn = async (
  services: Pick<Services, 'db' | 'models'>,
  studioId: string,
  rowIds: readonly string[],
): Promise<EntryContext['cancellationOf']> => {
  const cancellations = await cancellationsOf(historyModel.read(services.models), studioId, rowIds);
  const actors = [...new Set(cancellations.map(({ actor }) => actor))];
  const nameOf = async (actor: string) => [actor, actorNameOf(await authorIn(services, studioId, actor))] as const;
  const names = new Map(await Promise.all(actors.map(nameOf)));
  return (rowId, until) => {
    const last = cancellations.findLast(
      (one) => one.lesson_id === rowId && (until === null || one.recorded_at <= until),
    );
    if (!last) return null;
    const { lesson_date: date, lesson_start: start } = last;
    return {
      at: last.recorded_at,
      by: names.get(last.actor) ?? '',
      lesson: date === null || start === null ? null : { date, start },
    };
  };
};

/** The context in which to show the entries of each of some invoices, each with what its dates are now. */
const entryContexts = async (
  services: ReadServices & Pick<Services, 'db'>,
  studioId: string,
  dated: readonly { readonly invoice: Invoice; readonly datesNow: readonly DateNow[] }[],
): Promise<(invoice: Invoice) => EntryContext> => {
  const invoices = dated.map(({ invoice }) => invoice);
  const studentIds = [...new Set(invoices.flatMap(studentsOn))];
  const [all, { timeZone }, policies] = await Promise.all([
    queries.invoicesOfStudents(invoicesModel.read(services.models), studioId, studentIds),
    studioNow(services, studioId),
    policiesNow(services, studioId),
  ]);
  const ofStudent = invoicesByStudent(all);
  const relatedTo = (invoice: Invoice): readonly Invoice[] => [
    ...new Set(studentsOn(invoice).flatMap((studentId) => ofStudent.get(studentId) ?? [])),
  ];
  const rowIds = dated.flatMap(({ invoice, datesNow }) => cancelledRows(invoice, datesNow, relatedTo(invoice)));
  const cancellationOf = await cancellationsIn(services, studioId, rowIds);
  const policyFrom = (id: string) => policies.find(({ policyId }) => policyId === id)?.from ?? null;
  const datesOf = new Map(dated.map(({ invoice, datesNow }) => [invoice, datesNow]));
  return (invoice) => ({
    related: relatedTo(invoice),
    datesNow: datesOf.get(invoice) ?? [],
    cancellationOf,
    policyFrom,
    timeZone,
  });
};

/** The address to which the last of a student's invoices was sent. */
export const lastEmail = (invoices: readonly Invoice[]): string | undefined =>
  invoices
    .flatMap(({ mail }) => mail ?? [])
    .toSorted((a, b) => (a.requestedAt < b.requestedAt ? -1 : 1))
    .at(-1)?.email;

/** An invoice with every date behind its amounts. @throws NotFound, Unavailable */
export const invoiceDetail = async (
  services: TaughtServices & Pick<Services, 'db' | 'mailer'>,
  studioId: string,
  invoiceId: string,
) => {
  const { models, mailer } = services;
  const invoice = await queries.findInvoice(invoicesModel.read(models), studioId, invoiceId);
  if (!invoice) throw new NotFound('There is no such invoice.');
  const [context, datesNow, student, families, print] = await Promise.all([
    contextOf(services, studioId, [invoice]),
    billedDatesNow(services, studioId, invoice),
    findStudent(studentsModel.read(models), studioId, invoice.studentId),
    householdPayers(services, studioId),
    printedOf(services, studioId, invoice, null),
  ]);
  const entryContext = (await entryContexts(services, studioId, [{ invoice, datesNow }]))(invoice);
  const contact = families.get(invoice.payer.id)?.contact;
  return {
    ...invoiceView(invoice, context),
    entries: entriesView(invoice, entryContext),
    print,
    keptAt: invoice.keptAt,
    suggestedEmail: contact?.email ?? lastEmail(entryContext.related) ?? student?.details.email ?? null,
    sendsMail: mailer.sends,
  };
};

/** What a preview has in place of what happens to a saved invoice. */
const notYetSaved = { ...notYetIssued, createdAt: '', revision: null } as const;

/** The invoices that students would get. @throws InvalidInput, NotFound, RuleBroken, Unavailable */
export const invoicePreviews = async (
  services: TaughtServices & Pick<Services, 'db'>,
  command: CommandContext,
  studentIds: readonly string[],
  billing: Billing,
) => {
  const { studioId } = command;
  const drafts = await previewInvoices(services, command, studentIds, billing);
  const previews = drafts.map(({ content, ...known }) => ({ invoice: { ...content, ...notYetSaved }, ...known }));
  const invoices = previews.map(({ invoice }) => invoice);
  const [context, entryContextOf] = await Promise.all([
    contextOf(services, studioId, invoices),
    entryContexts(services, studioId, previews),
  ]);
  return previews.map(({ invoice, warnings }) => ({
    ...invoiceView(invoice, context),
    warnings: [...warnings],
    entries: entriesView(invoice, entryContextOf(invoice)),
  }));
};

/** What every student can be billed for, by name. @throws InvalidInput, NotFound, Unavailable */
export const listBillable = async (
  services: TaughtServices,
  studioId: string,
  billing: Billing,
  includeBilled: boolean,
) => {
  const billable = await billableStudents(services, studioId, billing, includeBilled);
  const names = await namesIn(services, studioId);
  return billable
    .map((row) => draftView(row, names))
    .toSorted((a, b) => a.studentName.localeCompare(b.studentName) || (a.studentId < b.studentId ? -1 : 1));
};
