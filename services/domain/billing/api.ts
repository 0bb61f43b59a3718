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
} from '@rondo/contracts/api/billing.ts';
import { studioBilling, teacherBilling } from '@rondo/contracts/api/invoices/billable.ts';
import {
  deleteInvoices,
  invoiceFigures,
  sendInvoices,
  setInvoiceStatuses,
} from '@rondo/contracts/api/many-invoices.ts';
import type { RequestOf, UpdatingEndpoint } from '@rondo/contracts/api/endpoint.ts';
import type { Invoice } from '@rondo/contracts/events/billing/invoice.ts';
import { invoicesModel } from '@rondo/projections/invoices/project.ts';
import { findInvoices } from '@rondo/projections/invoices/queries.ts';
import { lessonsModel } from '@rondo/projections/lessons/project.ts';
import { studiosModel } from '@rondo/projections/studios/project.ts';
import { derivedId } from '../../platform/commands/ids.ts';
import { answered, answeredAll, streamed } from '../../platform/http/answer.ts';
import { sendCsv } from '../../platform/http/bodies/csv.ts';
import { asThen } from '../../platform/http/bodies/revalidated.ts';
import { traceRefusal } from '../../platform/http/problem.ts';
import { route, type RequestContext, type Route } from '../../platform/http/route.ts';
import { NotFound } from '../../platform/kit/errors.ts';
import type { Services } from '../../platform/kit/services.ts';
import { momentAt } from '../../platform/models/moments/as-of.ts';
import { sendToOthers } from '../accounts/mails/mails-to-others.ts';
import * as decide from './decide.ts';
import { deleteInvoice as removal } from './deletion.ts';
import type { Billing } from './due/billed-dates.ts';
import * as invoices from './invoices.ts';
import { invoicesAsCsv } from './invoices-csv.ts';
import { billStudents, leavingOf } from './invoicing.ts';
import * as many from './many-invoices.ts';
import { invoicesAsPdf } from './pdf/printing.ts';
import { executeBilling } from './state.ts';

type PeriodQuery = RequestOf<typeof studioBilling>['query'];

export const billingRoutes = (services: Services): Route[] => {
  const { models } = services;

  const billable = (studioId: string, query: PeriodQuery, teacherId: string | null) => {
    const { startDate: from, endDate: to, includeRefundsSinceLastInvoice, includeBilled } = query;
    const billing = { from, to, teacherId, withRefunds: includeRefundsSinceLastInvoice === 'true', withCharges: true };
    return invoices.listBillable(services, studioId, billing, includeBilled === 'true');
  };

  const sendPdf = async (
    { actor: { studioId }, response }: Pick<RequestContext, 'actor' | 'response'>,
    invoiceIds: readonly string[],
    nameOf: (first: Invoice) => string,
  ): Promise<typeof streamed> => {
    const rows = await findInvoices(invoicesModel.read(models), studioId, invoiceIds);
    const printed = invoiceIds.flatMap((id) => rows.find(({ invoiceId }) => invoiceId === id) ?? []);
    const [first] = printed;
    if (!first || printed.length < invoiceIds.length) throw new NotFound('There is no such invoice.');
    const pdf = await invoicesAsPdf(services, studioId, printed);
    response
      .set('Content-Disposition', `inline; filename="${nameOf(first)}.pdf"`)
      .set('Cache-Control', 'no-store')
      .type('application/pdf')
      .send(pdf);
    return streamed;
  };

  const generate = async (
    context: RequestContext<typeof generateInvoices>,
    studentIds: readonly string[],
    billing: Billing,
  ) => {
    const done = await billStudents(services, context.command, studentIds, billing);
    const ids = done.flatMap(({ events }) =>
      events.flatMap((event) => (event.type === 'InvoiceGenerated' ? event.data.invoiceId : [])),
    );
    const last = done.findLast(({ position }) => position !== null) ?? done[0];
    const [first] = ids;
    if (!last || first === undefined) throw new NotFound('It no longer exists.');
    return answered(services, context, {
      executed: last,
      id: first,
      read: async () => {
        const made = await invoices.findInvoices(services, context.actor.studioId, ids);
        return made.length === 0 ? undefined : made;
      },
    });
  };

  /** Answers a command on an invoice with the invoice. */
  const answeredWith = (
    context: RequestContext<UpdatingEndpoint>,
    id: string,
    executed: Awaited<ReturnType<typeof executeBilling>>,
  ) =>
    answered(services, context, {
      executed,
      id,
      read: async () => (await invoices.findInvoices(services, context.actor.studioId, [id]))[0],
    });

  /** Answers a command on several invoices with what became of each; what was refused is traced once of each kind. */
  const answeredMany = (
    context: RequestContext<UpdatingEndpoint>,
    ids: readonly string[],
    { executed, failures }: many.Changed,
  ) => {
    for (const [error] of Map.groupBy(failures.values(), ({ kind }) => kind).values())
      traceRefusal(context.request, error);
    return answeredAll(services, context, executed, many.outcomeOf(ids, failures));
  };

  return [
    route(studioBilling, ({ query }, { actor }) => billable(actor.studioId, query, null)),
    route(teacherBilling, ({ query, params: { teacherId } }, { actor }) => billable(actor.studioId, query, teacherId)),
    route(listInvoices, async ({ query: { teacherId, asOf } }, { actor: { studioId } }) => {
      if (asOf === undefined) return invoices.listInvoices(services, studioId, teacherId);
      const then = momentAt(services, studioId, asOf);
      return asThen(then, [invoicesModel, lessonsModel, studiosModel], () =>
        invoices.listInvoicesAt(services, then, teacherId),
      );
    }),
    route(invoicesCsv, async ({ query: { teacherId, rows } }, { actor, response }) => {
      const csv = await invoicesAsCsv(services, actor.studioId, { teacherId, perLesson: rows === 'lessons' });
      return sendCsv(response, rows === 'lessons' ? 'invoiced-lessons.csv' : 'invoices.csv', csv);
    }),
    route(invoicesPdf, ({ query: { ids } }, context) => sendPdf(context, ids, () => 'invoices')),
    route(invoicePdf, ({ params: { id } }, context) => sendPdf(context, [id], ({ invoiceNumber }) => invoiceNumber)),
    route(getInvoice, ({ params: { id } }, { actor }) => invoices.invoiceDetail(services, actor.studioId, id)),
    route(generateInvoices, async ({ body }, context) => {
      const { selectedStudentIds, billingPeriodStart: from, billingPeriodEnd: to, teacherId } = body;
      const { includeRefundsSinceLastInvoice: withRefunds, includeCharges: withCharges } = body;
      const billing = { from, to, teacherId, withRefunds, withCharges };
      if (body.preview) return invoices.invoicePreviews(services, context.command, selectedStudentIds, billing);
      return generate(context, selectedStudentIds, billing);
    }),
    route(setInvoiceStatus, async ({ params: { id: invoiceId }, body: { status } }, context) => {
      const leaving = await leavingOf(services, context.actor.studioId, [invoiceId]);
      const paymentId = derivedId(context.command.commandId, `payment of ${invoiceId}`);
      const decision = decide.setStatus({ invoiceId, status, paymentId, ...leaving });
      return answeredWith(
        context,
        invoiceId,
        await executeBilling(services, context.command, { invoiceId, status }, decision),
      );
    }),
    route(setInvoiceNotes, async ({ params: { id: invoiceId }, body: { notes, revision } }, context) => {
      const decision = decide.setNotes({ invoiceId, notes, revision });
      const input = { invoiceId, notes: notes ?? null, revision };
      return answeredWith(context, invoiceId, await executeBilling(services, context.command, input, decision));
    }),
    route(sendInvoice, async ({ params: { id: invoiceId }, body: { email } }, context) => {
      const { studioId, commandId } = context.command;
      const executed = await sendToOthers(services, context.actor, commandId, async () => {
        const leaving = await leavingOf(services, studioId, [invoiceId]);
        const mailId = derivedId(commandId, `mail of ${invoiceId}`);
        const decision = decide.requestMail({ invoiceId, mailId, email, ...leaving });
        return executeBilling(services, context.command, { invoiceId, email }, decision);
      });
      return answeredWith(context, invoiceId, executed);
    }),
    route(deleteInvoice, async ({ params: { id } }, context) => {
      const executed = await executeBilling(services, context.command, id, removal(id));
      return answered(services, context, { executed, id, read: async () => ({ success: true }) });
    }),
    route(invoiceFigures, (_, { actor }) => invoices.figures(services, actor.studioId)),
    route(setInvoiceStatuses, async ({ body: { ids, status } }, context) => {
      const leaving = await leavingOf(services, context.actor.studioId, ids);
      return answeredMany(context, ids, await many.setStatuses(services, context.command, ids, { status, ...leaving }));
    }),
    route(deleteInvoices, async ({ body: { ids } }, context) =>
      answeredMany(context, ids, await many.removeInvoices(services, context.command, ids)),
    ),
    route(sendInvoices, async ({ body }, context) => {
      const ids = body.invoices.map(({ id }) => id);
      return answeredMany(
        context,
        ids,
        await many.mailInvoices(services, context.command, context.actor, body.invoices),
      );
    }),
  ];
};
