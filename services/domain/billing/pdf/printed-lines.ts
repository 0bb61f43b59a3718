import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { monthName, monthOf } from '@rondo/contracts/calendar/months.ts';
import type { InvoiceEntry, InvoiceItem, InvoiceRefund } from '@rondo/contracts/events/billing.ts';
import type { Invoice } from '@rondo/contracts/events/invoice.ts';
import type { InvoicePrint } from '@rondo/contracts/events/invoice-print.ts';
import type { Names } from '../names.ts';
import { dateList, fullDate } from './dates-in-words.ts';
import type { Money } from './money.ts';
import type { PrintSource } from './print-source.ts';

type PrintedLine = InvoicePrint['lines'][number];

const teachersOf = ({ items }: Invoice): string[] => [...new Set(items.flatMap(({ teacherId }) => teacherId ?? []))];

/** The title of the lines: it names the teacher if there is only one. */
export const headingOf = (invoice: Invoice, { teacherOf }: Names): string => {
  const [only, ...others] = teachersOf(invoice);
  return only === undefined || others.length > 0 ? 'Lessons' : `Lessons with ${teacherOf(only)}`;
};

const isOfItem =
  ({ teacherId, rateCents }: InvoiceItem) =>
  (entry: InvoiceEntry): boolean =>
    entry.kind === 'lesson' && entry.teacherId === teacherId && entry.rateCents === rateCents;

const lessonsText = (entries: readonly InvoiceEntry[], quantity: number): string => {
  const [length, ...others] = new Set(entries.map(({ duration }) => duration));
  const minutes = length === undefined || others.length > 0 ? '' : ` of ${length} minutes`;
  return `${quantity} ${quantity === 1 ? 'lesson' : 'lessons'}${minutes}`;
};

const datesOf = (entries: readonly InvoiceEntry[]): IsoDate[] => entries.map(({ date }) => date);

type Refunded = { readonly entry: InvoiceEntry; readonly billedOn: string | null; readonly refund: InvoiceRefund };

/** The dates that an item gives back, and the earlier invoices that billed them. */
const refundedBy = (invoice: Invoice, related: readonly Invoice[], item: InvoiceItem): Refunded[] =>
  invoice.refunds
    .filter(
      ({ teacherId, amountCents }) => teacherId === item.teacherId && -amountCents === Math.min(item.rateCents, 0),
    )
    .flatMap((refund) => {
      const billing =
        refund.invoiceId === invoice.invoiceId ? invoice : related.find((one) => one.invoiceId === refund.invoiceId);
      const entry = billing?.entries[refund.entry];
      return billing && entry ? { entry, refund, billedOn: billing === invoice ? null : billing.invoiceNumber } : [];
    });

/** "Cancelled on November 8, 2026". */
const whyOf = ({ refund: { cancelledRowId } }: Refunded, { cancelledOn }: Pick<PrintSource, 'cancelledOn'>): string => {
  if (cancelledRowId === null) return 'Did not take place';
  const day = cancelledOn(cancelledRowId);
  return day === null ? 'Cancelled' : `Cancelled on ${fullDate(day)}`;
};

const refundWords = (
  refunded: readonly Refunded[],
  quantity: number,
  source: Pick<PrintSource, 'cancelledOn'>,
): Pick<PrintedLine, 'text' | 'detail'> => {
  const [only] = refunded;
  if (refunded.length === 1 && only)
    return {
      text: `Refund: lesson of ${fullDate(only.entry.date)}`,
      detail: `${whyOf(only, source)}${only.billedOn === null ? '' : `, billed on ${only.billedOn}`}`,
    };
  const byInvoice = [...Map.groupBy(refunded, ({ billedOn }) => billedOn)].map(([billedOn, some]) => {
    const dates = dateList(datesOf(some.map(({ entry }) => entry)));
    return billedOn === null ? dates : `${dates} (${billedOn})`;
  });
  return { text: `Refund: ${quantity} ${quantity === 1 ? 'lesson' : 'lessons'}`, detail: byInvoice.join('; ') };
};

const wordsOf = (
  invoice: Invoice,
  item: InvoiceItem,
  source: Pick<PrintSource, 'related' | 'cancelledOn'>,
): Pick<PrintedLine, 'text' | 'detail'> => {
  switch (item.itemType) {
    case 'lesson': {
      const entries = invoice.entries.filter(isOfItem(item));
      return { text: lessonsText(entries, item.quantity), detail: dateList(datesOf(entries)) };
    }
    case 'monthly': {
      const [first, last] = [monthName(monthOf(item.from)), monthName(monthOf(item.to))];
      const covered = invoice.entries.filter(({ kind }) => kind === 'covered');
      return {
        text: `Monthly rate, ${first === last ? first : `${first} – ${last}`}`,
        detail: covered.length === 0 ? '' : `${lessonsText(covered, covered.length)}: ${dateList(datesOf(covered))}`,
      };
    }
    case 'refund':
      return refundWords(refundedBy(invoice, source.related, item), item.quantity, source);
  }
};

/** The lines of an invoice, one per item. */
export const linesOf = (invoice: Invoice, source: PrintSource, money: Money): PrintedLine[] => {
  const namesTeachers = teachersOf(invoice).length > 1;
  return invoice.items.map((item) => {
    const { text, detail } = wordsOf(invoice, item, source);
    const teacher = namesTeachers && item.teacherId !== null ? ` with ${source.names.teacherOf(item.teacherId)}` : '';
    const isRefund = item.itemType === 'refund';
    return {
      text: `${text}${teacher}`,
      detail,
      rate: `${isRefund ? '−' : ''}${item.quantity} × ${money.plain(Math.abs(item.rateCents))}`,
      amount: money.plain(item.amountCents),
    };
  });
};
