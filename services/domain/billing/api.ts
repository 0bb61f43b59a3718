import {
  deleteInvoice,
  generateInvoices,
  getInvoice,
  invoicePdf,
  invoicesCsv,
  invoicesPdf,
  listInvoices,
  sendInvoice,
  setInvoiceNotes,
  setInvoiceStatus,
  studioBilling,
  teacherBilling,
  type Invoice as InvoiceAnswer,
} from '@rondo/contracts/api/billing.ts';
import type { RequestOf } from '@rondo/contracts/api/endpoint.ts';
import type { Invoice } from '@rondo/contracts/events/invoice.ts';
import { cancellationsOf } from '@rondo/projections/history/queries.ts';
import { historyModel } from '@rondo/projections/history/project.ts';
import { invoicesModel } from '@rondo/projections/invoices/project.ts';
import * as queries from '@rondo/projections/invoices/queries.ts';
import { lessonsModel } from '@rondo/projections/lessons/project.ts';
import { studiosModel } from '@rondo/projections/studios/project.ts';
import { peopleById } from '@rondo/projections/lessons/queries.ts';
import { studentsModel } from '@rondo/projections/students/project.ts';
import { findStudent } from '@rondo/projections/students/queries.ts';
import { NotFound } from '../../platform/kit/errors.ts';
import { answerFrom, streamed } from '../../platform/http/answer.ts';
import type { Actor } from '../../platform/http/callers/actor.ts';
import { asThen } from '../../platform/http/bodies/revalidated.ts';
import { sendCsv } from '../../platform/http/bodies/csv.ts';
import { route, type RequestContext, type Route } from '../../platform/http/route.ts';
import type { PastMoments } from '../../platform/models/moments/as-of.ts';
import type { ReadModels } from '../../platform/models/read-models.ts';
import type { StudioClock } from '../studio/clock.ts';
import { amountOf } from './amounts.ts';
import { invoicesAsCsv } from './invoice-csv.ts';
import type { Billing, Draft } from './due/draft.ts';
import type { Invoicing } from './invoicing.ts';
import { namesFrom, type Names } from './names.ts';
import type { InvoicePrinting } from './pdf/printing.ts';
import { oldestFirst } from './due/ledger.ts';
import { invoicesAt } from './past-invoices.ts';
import { cancelledRows, entriesView, invoiceView, type InvoiceToShow, type Shown, type Traced } from './views.ts';

export type BillingRouteDependencies = {
  readonly invoicing: Invoicing;
  readonly printing: InvoicePrinting;
  readonly models: ReadModels;
  readonly clock: StudioClock;
  readonly past: Pick<PastMoments, 'asOf'>;
  /** Sends mail to others for a user who may. */
  readonly mailsToOthers: {
    readonly send: <Done>(actor: Actor, mail: string, send: () => Promise<Done>) => Promise<Done>;
  };
  /** False: mails are saved as files. */
  readonly sendsMail: boolean;
  /** The name of the user who caused an event. */
  readonly actorName: (actorId: string) => Promise<string>;
};

type PeriodQuery = RequestOf<typeof studioBilling>['query'];

const billingOf = ({ startDate, endDate, ...query }: PeriodQuery, teacherId: string | null): Billing => ({
  from: startDate,
  to: endDate,
  teacherId,
  withRefunds: query.includeRefundsSinceLastInvoice === 'true',
});

/** What a preview has in place of what happens to a saved invoice. */
const notYetSaved = {
  status: 'draft',
  sentAt: null,
  dueOn: null,
  paidAt: null,
  notes: null,
  keptAt: null,
  print: null,
  keptWith: null,
  createdAt: '',
  deleted: false,
  numberFreed: false,
  mailed: false,
  mail: null,
  revision: null,
} as const;

/** The address of the newest mail. */
const lastEmail = (invoices: readonly Invoice[]): string | undefined =>
  invoices
    .flatMap(({ mail }) => mail ?? [])
    .toSorted((a, b) => (a.requestedAt < b.requestedAt ? -1 : 1))
    .at(-1)?.email;

const sum = (cents: readonly number[]): number => amountOf(cents.reduce((total, one) => total + one, 0));

const rowView = ({ studentId, draft }: { studentId: string; draft: Draft }, names: Names) => ({
  studentId,
  studentName: names.studentOf(studentId),
  lessonCount: draft.lessonCount,
  cancelledLessons: draft.cancelledDates.map((lessonDate) => ({ lessonDate })),
  refundsSinceLastInvoice: draft.refundsSince.length,
  refundAmount: sum(draft.refundsSince.map(({ amountCents }) => amountCents)),
  alreadyBilled: draft.alreadyBilled,
  earlierUnbilled: draft.earlierUnbilled,
  months: draft.months.map(({ month }) => month),
  billedOn: [...draft.billedOn],
  amount: amountOf(draft.totalCents),
  warnings: [...draft.warnings],
});

/** Invoices and what can be billed. */
export const billingRoutes = (dependencies: BillingRouteDependencies): Route[] => {
  const { invoicing, printing, models, clock, past, mailsToOthers, sendsMail, actorName } = dependencies;
  const db = () => invoicesModel.read(models);
  const namesIn = async (studioId: string): Promise<Names> =>
    namesFrom(await peopleById(lessonsModel.read(models), studioId));

  const shownNow = async (studioId: string, invoices: readonly Invoice[]): Promise<Shown> => {
    const printedNameOf = await printing.printedNames(studioId, invoices);
    const [names, { today }] = await Promise.all([namesIn(studioId), clock.today(studioId)]);
    return { studioId, names, today, printedNameOf };
  };
  const views = async (studioId: string, invoices: readonly InvoiceToShow[]): Promise<InvoiceAnswer[]> => {
    const shown = await shownNow(studioId, invoices);
    return invoices.map((invoice) => invoiceView(invoice, shown));
  };
  const found = async (studioId: string, invoiceId: string): Promise<InvoiceAnswer | undefined> => {
    const invoice = await queries.findInvoice(db(), studioId, invoiceId);
    return invoice && (await views(studioId, [invoice]))[0];
  };

  const listed = (invoices: readonly InvoiceToShow[], teacherId: string | undefined, shown: Shown): InvoiceAnswer[] => {
    const isOf = (invoice: Invoice): boolean =>
      teacherId === undefined ||
      invoice.teacherId === teacherId ||
      invoice.items.some((item) => item.teacherId === teacherId);
    return oldestFirst(invoices.filter(isOf))
      .toReversed()
      .map((invoice) => invoiceView(invoice, shown));
  };
  const list = async (studioId: string, teacherId: string | undefined): Promise<InvoiceAnswer[]> => {
    const invoices = await queries.listInvoices(db(), studioId);
    return listed(invoices, teacherId, await shownNow(studioId, invoices));
  };

  const rows = async (studioId: string, query: PeriodQuery, teacherId: string | null) => {
    const billed = await invoicing.rows(studioId, billingOf(query, teacherId), query.includeBilled === 'true');
    const names = await namesIn(studioId);
    return billed
      .map((row) => rowView(row, names))
      .toSorted((a, b) => a.studentName.localeCompare(b.studentName) || (a.studentId < b.studentId ? -1 : 1));
  };

  const cancellationsIn = async (studioId: string, rowIds: readonly string[]): Promise<Traced['cancellationOf']> => {
    const cancellations = await cancellationsOf(historyModel.read(models), studioId, rowIds);
    const actors = [...new Set(cancellations.map(({ actor }) => actor))];
    const names = new Map(await Promise.all(actors.map(async (one) => [one, await actorName(one)] as const)));
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

  const detail = async (studioId: string, invoiceId: string) => {
    const invoice = await queries.findInvoice(db(), studioId, invoiceId);
    const view = await found(studioId, invoiceId);
    if (!invoice || !view) throw new NotFound('There is no such invoice.');
    const [related, datesNow, { timeZone }, student, print] = await Promise.all([
      queries.invoicesOfStudents(db(), studioId, [invoice.studentId]),
      invoicing.datesNow(studioId, invoice),
      clock.today(studioId),
      findStudent(studentsModel.read(models), studioId, invoice.studentId),
      printing.printedOf(studioId, invoice, null),
    ]);
    const cancellationOf = await cancellationsIn(studioId, cancelledRows(invoice, datesNow, related));
    const entries = entriesView(invoice, { related, datesNow, cancellationOf, timeZone });
    const suggestedEmail = lastEmail(related) ?? student?.details.email ?? null;
    return { ...view, entries, print, keptAt: invoice.keptAt, suggestedEmail, sendsMail };
  };

  const sendPdf = async (
    { actor: { studioId }, response }: Pick<RequestContext, 'actor' | 'response'>,
    invoiceIds: readonly string[],
    nameOf: (first: Invoice) => string,
  ): Promise<typeof streamed> => {
    const found = await queries.findInvoices(db(), studioId, invoiceIds);
    const invoices = invoiceIds.flatMap((id) => found.find(({ invoiceId }) => invoiceId === id) ?? []);
    const [first] = invoices;
    if (!first || invoices.length < invoiceIds.length) throw new NotFound('There is no such invoice.');
    const pdf = await printing.pdfOf(studioId, invoices);
    response
      .set('Content-Disposition', `inline; filename="${nameOf(first)}.pdf"`)
      .set('Cache-Control', 'no-store')
      .type('application/pdf')
      .send(pdf);
    return streamed;
  };

  type Body = RequestOf<typeof generateInvoices>['body'];

  const preview = async (studioId: string, body: Body, billing: Billing, commandId: string) => {
    const drafts = await invoicing.preview(studioId, body.selectedStudentIds, billing, commandId);
    const previews = drafts.map(({ content, draft }) => ({
      invoice: { ...content, ...notYetSaved },
      warnings: [...draft.warnings],
    }));
    const rowIds = previews.flatMap(({ invoice }) => cancelledRows(invoice, [], []));
    const [shown, related, cancellationOf, { timeZone }] = await Promise.all([
      shownNow(studioId, []),
      queries.invoicesOfStudents(db(), studioId, [...new Set(previews.map(({ invoice }) => invoice.studentId))]),
      cancellationsIn(studioId, rowIds),
      clock.today(studioId),
    ]);
    const ofStudent = Map.groupBy(related, ({ studentId }) => studentId);
    return previews.map(({ invoice, warnings }) => {
      const traced = { related: ofStudent.get(invoice.studentId) ?? [], datesNow: [], cancellationOf, timeZone };
      return { ...invoiceView(invoice, shown), warnings, entries: entriesView(invoice, traced) };
    });
  };

  const generate = async (context: RequestContext<typeof generateInvoices>, body: Body, billing: Billing) => {
    const { studioId } = context.actor;
    const done = await invoicing.generate(context.command, body.selectedStudentIds, billing);
    const ids = done.flatMap(({ events }) =>
      events.flatMap((event) => (event.type === 'InvoiceGenerated' ? event.data.invoiceId : [])),
    );
    const last = done.findLast(({ position }) => position !== null) ?? done[0];
    const [first] = ids;
    if (!last || first === undefined) throw new NotFound('It no longer exists.');
    return answerFrom(context, models, {
      executed: last,
      id: first,
      read: async () => {
        const invoices = new Map(
          (await queries.findInvoices(db(), studioId, ids)).map((invoice) => [invoice.invoiceId, invoice]),
        );
        const made = ids.flatMap((id) => invoices.get(id) ?? []);
        return made.length === 0 ? undefined : views(studioId, made);
      },
    });
  };

  return [
    route(studioBilling, ({ query }, { actor }) => rows(actor.studioId, query, null)),
    route(teacherBilling, ({ query, params: { teacherId } }, { actor }) => rows(actor.studioId, query, teacherId)),
    route(listInvoices, async ({ query: { teacherId, asOf } }, { actor: { studioId } }) => {
      if (asOf === undefined) return list(studioId, teacherId);
      const then = past.asOf(studioId, asOf);
      return asThen(then, [invoicesModel, lessonsModel, studiosModel], async () => {
        const { list: invoices, shown } = await invoicesAt(then, clock, printing);
        return listed(invoices, teacherId, shown);
      });
    }),
    route(invoicesCsv, async ({ query: { teacherId } }, { actor, response }) => {
      return sendCsv(response, 'invoices.csv', await invoicesAsCsv(await list(actor.studioId, teacherId)));
    }),
    route(invoicesPdf, ({ query: { ids } }, context) => sendPdf(context, ids, () => 'invoices')),
    route(invoicePdf, ({ params: { id } }, context) => sendPdf(context, [id], ({ invoiceNumber }) => invoiceNumber)),
    route(getInvoice, ({ params: { id } }, { actor }) => detail(actor.studioId, id)),
    route(generateInvoices, async ({ body }, context) => {
      const billing: Billing = {
        from: body.billingPeriodStart,
        to: body.billingPeriodEnd,
        teacherId: body.teacherId,
        withRefunds: body.includeRefundsSinceLastInvoice,
      };
      if (body.preview) return preview(context.actor.studioId, body, billing, context.command.commandId);
      return generate(context, body, billing);
    }),
    route(setInvoiceStatus, async ({ params: { id }, body: { status } }, context) => {
      const executed = await invoicing.setStatus(context.command, id, status);
      return answerFrom(context, models, { executed, id, read: () => found(context.actor.studioId, id) });
    }),
    route(setInvoiceNotes, async ({ params: { id }, body: { notes, revision } }, context) => {
      const executed = await invoicing.setNotes(context.command, { invoiceId: id, notes, revision });
      return answerFrom(context, models, { executed, id, read: () => found(context.actor.studioId, id) });
    }),
    route(sendInvoice, async ({ params: { id }, body: { email } }, context) => {
      const executed = await mailsToOthers.send(context.actor, context.command.commandId, () =>
        invoicing.send(context.command, id, email),
      );
      return answerFrom(context, models, { executed, id, read: () => found(context.actor.studioId, id) });
    }),
    route(deleteInvoice, async ({ params: { id } }, context) => {
      const executed = await invoicing.delete(context.command, id);
      return answerFrom(context, models, { executed, id, read: async () => ({ success: true }) });
    }),
  ];
};
