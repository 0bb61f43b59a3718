import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { epochMillisecondsOf } from '@rondo/contracts/calendar/instants.ts';
import { monthName, monthOf } from '@rondo/contracts/calendar/months.ts';
import { wallClock } from '@rondo/contracts/calendar/zones.ts';
import type { InvoiceEntry, InvoiceItem, InvoiceRefund } from '@rondo/contracts/events/billing/billing.ts';
import type { CreditedPrint, InvoicePrint } from '@rondo/contracts/events/billing/invoice-print.ts';
import type { Invoice } from '@rondo/contracts/events/billing/invoice.ts';
import type { StudioSettings } from '@rondo/contracts/events/studio.ts';
import { currencyName, moneyText, plainAmount } from '@rondo/contracts/money/money.ts';
import { payLinkFor } from '@rondo/contracts/money/pay-link.ts';
import type { Names } from '../names.ts';
import { longDate, monthNames } from '@rondo/contracts/calendar/words.ts';

const yearOf = (date: IsoDate): string => date.slice(0, 4);
const monthAndDay = (date: IsoDate): string =>
  `${monthNames[Number(date.slice(5, 7)) - 1] ?? ''} ${Number(date.slice(8, 10))}`;

/** "November 29, 2026". */
const fullDate = (date: IsoDate): string => `${monthAndDay(date)}, ${yearOf(date)}`;

/** "Sunday, December 13, 2026". */
const dayAndDate = (date: IsoDate): string => `${longDate(date)}, ${yearOf(date)}`;

/** "November 1 – 30, 2026", "November 15 – December 10, 2026". */
const fullRange = (from: IsoDate, to: IsoDate): string => {
  if (from === to) return fullDate(from);
  if (yearOf(from) !== yearOf(to)) return `${fullDate(from)} – ${fullDate(to)}`;
  const end = from.slice(0, 7) === to.slice(0, 7) ? String(Number(to.slice(8, 10))) : monthAndDay(to);
  return `${monthAndDay(from)} – ${end}, ${yearOf(to)}`;
};

/** More dates than this are given as a range. */
const mostDates = 16;

const joined = (parts: readonly string[]): string =>
  parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;

/** "November 2, 9, 18 and 30, 2026"; many dates as a range. */
const dateList = (dates: readonly IsoDate[]): string => {
  const sorted = dates.toSorted();
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (first === undefined || last === undefined) return '';
  if (sorted.length > mostDates) return fullRange(first, last);
  const parts = sorted.map((date, i) => {
    const before = sorted[i - 1];
    const sameMonth = before !== undefined && before.slice(0, 7) === date.slice(0, 7);
    const text = sameMonth ? String(Number(date.slice(8, 10))) : monthAndDay(date);
    const after = sorted[i + 1];
    const endsYear = after === undefined || yearOf(after) !== yearOf(date);
    return endsYear ? `${text}, ${yearOf(date)}` : text;
  });
  return joined(parts);
};

/** What the words on an invoice's pages are made from, besides the invoice. */
export type PrintSource = {
  readonly names: Names;
  /** The student's other invoices, which bill what this one refunds. */
  readonly related: readonly Invoice[];
  /** The student's address, line by line; empty for a removed student. */
  readonly address: readonly string[];
  /** The day on which a row was cancelled; null if that is not known. */
  readonly cancelledOn: (rowId: string) => IsoDate | null;
  readonly settings: StudioSettings;
  /** By when to pay, of an invoice that is being sent now. */
  readonly dueOn?: IsoDate | null;
};

type PrintedLine = InvoicePrint['lines'][number];

const teachersOf = ({ items }: Invoice): string[] => [...new Set(items.flatMap(({ teacherId }) => teacherId ?? []))];

/** The title of the lines: it names the teacher if there is only one. */
const headingOf = (invoice: Invoice, { teacherOf }: Names): string => {
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

/** "$165.00". */
const money = (cents: number, { currency }: Invoice): string => moneyText(cents / 100, currency);
/** "165.00". */
const plain = (cents: number, { currency }: Invoice): string => plainAmount(cents / 100, currency);

const linesOf = (invoice: Invoice, source: PrintSource): PrintedLine[] => {
  const namesTeachers = teachersOf(invoice).length > 1;
  return invoice.items.map((item) => {
    const { text, detail } = wordsOf(invoice, item, source);
    const teacher = namesTeachers && item.teacherId !== null ? ` with ${source.names.teacherOf(item.teacherId)}` : '';
    const isRefund = item.itemType === 'refund';
    return {
      text: `${text}${teacher}`,
      detail,
      rate: `${isRefund ? '−' : ''}${item.quantity} × ${plain(Math.abs(item.rateCents), invoice)}`,
      amount: plain(item.amountCents, invoice),
    };
  });
};

/** Countries that print on Letter, by their currency. */
const onLetter = new Set(['USD', 'CAD', 'MXN', 'PHP', 'COP', 'CLP']);

const mostLines = 5;

/** The lines of an address; what is too much for five of them is one long line. */
const addressLines = (text: string | null): string[] => {
  const lines = (text ?? '').split(/\r?\n/).filter((line) => line.trim() !== '');
  return lines.length <= mostLines ? lines : [...lines.slice(0, mostLines - 1), lines.slice(mostLines - 1).join(', ')];
};

/** A student's address as on an envelope: the town has a line of its own, once, also where the street names it. */
export const postalLines = (street: string | null, city: string | null, zipCode: string | null): string[] => {
  const lines = addressLines(street);
  const all = lines.join(' ').toLowerCase();
  const missing = [city, zipCode].filter((part) => part !== null && !all.includes(part.toLowerCase()));
  const [only] = lines;
  const at = city === null || only === undefined ? -1 : only.toLowerCase().lastIndexOf(`, ${city.toLowerCase()}`);
  const split = lines.length === 1 && only !== undefined && at > 0 ? [only.slice(0, at), only.slice(at + 2)] : lines;
  return missing.length === 0 ? split : [...split, missing.join(' ')];
};

/** By when to pay. Neither that it was paid nor that it is late: a printed invoice never changes. */
const dueOf = (invoice: Invoice, { settings, dueOn }: PrintSource): Pick<InvoicePrint, 'due' | 'dueOn'> => {
  const { totalCents } = invoice;
  if (totalCents < 0) return { due: { label: 'Credit', amount: money(-totalCents, invoice), by: '' }, dueOn: null };
  const owed = { label: 'Amount due', amount: money(totalCents, invoice) };
  if (totalCents === 0) return { due: { ...owed, by: '' }, dueOn: null };
  const day = invoice.dueOn ?? dueOn ?? null;
  const { paymentTermsDays: days } = settings;
  const inTime = days === 0 ? 'on receipt' : `within ${days} ${days === 1 ? 'day' : 'days'}`;
  return { due: { ...owed, by: day === null ? inTime : `by ${dayAndDate(day)}` }, dueOn: day };
};

/** The link by which to pay what is left; none where nothing is. */
const payOnlineOf = ({ payLink, number }: InvoicePrint, currency: string, cents: number): { payOnline?: string } =>
  payLink === null || cents <= 0 ? {} : { payOnline: payLinkFor(payLink, { cents, currency, number }) };

/** What an invoice says with the credit that it was issued with, and the link by which to pay what that leaves. */
export const withCredit = (base: InvoicePrint, invoice: Invoice): CreditedPrint => {
  const { creditCents, totalCents, currency } = invoice;
  const remaining = totalCents - creditCents;
  const print = { ...base, ...payOnlineOf(base, currency, remaining) };
  if (creditCents === 0) return print;
  const applied = ['Credit applied', money(-creditCents, invoice)] as const;
  if (remaining === 0)
    return {
      ...print,
      due: { label: 'Paid by credit', amount: money(creditCents, invoice), by: '' },
      credit: [applied, ['Paid by credit', money(0, invoice)]],
    };
  return {
    ...print,
    due: { ...print.due, label: 'To pay', amount: money(remaining, invoice) },
    credit: [applied, ['To pay', money(remaining, invoice)]],
  };
};

export const printedInvoice = (invoice: Invoice, source: PrintSource): InvoicePrint => {
  const { names, address, settings } = source;
  const createdAt = epochMillisecondsOf(invoice.createdAt);
  const totalName = invoice.totalCents < 0 ? 'Credit' : 'Total';
  return {
    number: invoice.invoiceNumber,
    createdAt,
    paper: onLetter.has(invoice.currency) ? 'LETTER' : 'A4',
    studioName: settings.studioName ?? 'Invoice',
    contact: [...addressLines(settings.studioAddress), settings.studioPhone ?? '', settings.studioEmail ?? ''].filter(
      (line) => line !== '',
    ),
    billedTo: [names.studentOf(invoice.studentId), ...address],
    facts: [
      ['Invoice', invoice.invoiceNumber],
      ['Date', fullDate(wallClock(createdAt, settings.timeZone).date)],
      ['Period', fullRange(invoice.from, invoice.to)],
    ],
    ...dueOf(invoice, source),
    termsDays: settings.paymentTermsDays,
    payLink: settings.payLink,
    heading: headingOf(invoice, names),
    lines: linesOf(invoice, source),
    sums: [
      ['Subtotal', plain(invoice.subtotalCents, invoice)],
      ...(invoice.refundsCents === 0 ? [] : [['Refunds', plain(-invoice.refundsCents, invoice)] as const]),
    ],
    total: [`${totalName} in ${currencyName(invoice.currency)}`, money(Math.abs(invoice.totalCents), invoice)],
    sections: [
      ...(settings.paymentInstructions === null || invoice.totalCents <= 0
        ? []
        : [['How to pay', settings.paymentInstructions] as const]),
      ...(invoice.notes === null ? [] : [['Note', invoice.notes] as const]),
    ],
  };
};
