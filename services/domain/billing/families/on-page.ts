import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { studentsOn } from '@rondo/contracts/events/billing/payers.ts';
import { isIssued, openCentsOf } from '@rondo/contracts/events/billing/invoice.ts';
import { paidOnOf } from '@rondo/contracts/money/ledger.ts';
import { invoicesModel } from '@rondo/projections/invoices/project.ts';
import { accountInvoices, findInvoices, type RevisedInvoice } from '@rondo/projections/invoices/queries.ts';
import { NotFound } from '../../../platform/kit/errors.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { dayIn, studioNow } from '../../studio/clock.ts';
import { invoicesAsPdf } from '../pdf/printing.ts';
import { isPastDue } from '../views.ts';

/** A family reads that an invoice is overdue from the day after the due date on. */
const statusOf = (invoice: RevisedInvoice, today: IsoDate): 'sent' | 'paid' | 'overdue' => {
  if (invoice.status === 'paid') return 'paid';
  return invoice.status === 'overdue' || isPastDue(invoice, today) ? 'overdue' : 'sent';
};

type PageServices = Pick<Services, 'models' | 'settingsOf' | 'now'>;

/** The invoices that a payer has been sent, the newest first: never a draft. */
export const invoicesOnPage = async (services: PageServices, studioId: string, payerId: string) => {
  const db = invoicesModel.read(services.models);
  const issued = (await accountInvoices(db, studioId, payerId)).filter(isIssued);
  const ids = issued.map(({ invoiceId }) => invoiceId);
  const [invoices, { today, timeZone }] = await Promise.all([
    ids.length === 0 ? [] : findInvoices(db, studioId, ids),
    studioNow(services, studioId),
  ]);
  return invoices
    .toSorted((a, b) => (a.from < b.from ? 1 : a.from > b.from ? -1 : a.invoiceNumber < b.invoiceNumber ? 1 : -1))
    .map((invoice) => {
      const open = openCentsOf(invoice);
      return {
        id: invoice.invoiceId,
        number: invoice.invoiceNumber,
        from: invoice.from,
        to: invoice.to,
        studentIds: studentsOn(invoice),
        sentAt: invoice.sentAt,
        paidOn: paidOnOf(invoice, dayIn(timeZone)),
        dueDate: invoice.dueOn,
        total: invoice.totalCents / 100,
        open: open / 100,
        currency: invoice.currency,
        status: statusOf(invoice, today),
      };
    });
};

/** A studio's invoices that were sent and are not paid. */
export const openInvoices = async ({ models }: Pick<Services, 'models'>, studioId: string) =>
  (await accountInvoices(invoicesModel.read(models), studioId)).flatMap((invoice) => {
    const open = openCentsOf(invoice);
    if (open === 0) return [];
    const { invoiceId: id, payer, invoiceNumber: number, dueOn: dueDate, issuedOn, currency } = invoice;
    return [{ id, payerId: payer.id, number, dueDate, issuedOn, open: open / 100, currency }];
  });

/** @throws NotFound */
export const pdfOnPage = async (
  services: Pick<Services, 'models' | 'settingsOf' | 'printer'>,
  studioId: string,
  invoiceId: string,
): Promise<Buffer> => {
  const invoices = await findInvoices(invoicesModel.read(services.models), studioId, [invoiceId]);
  if (invoices.length === 0) throw new NotFound('This is no longer on your page.');
  return invoicesAsPdf(services, studioId, invoices);
};
