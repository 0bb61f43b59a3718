import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { epochMillisecondsOf } from '@rondo/contracts/calendar/instants.ts';
import { wallClock } from '@rondo/contracts/calendar/zones.ts';
import type { Invoice } from '@rondo/contracts/events/invoice.ts';
import { dayAndDate, fullDate, fullRange } from './dates-in-words.ts';
import { moneyIn, type Money } from './money.ts';
import type { PrintSource } from './print-source.ts';
import { headingOf, linesOf, type PrintedLine } from './printed-lines.ts';

type Pair = readonly [label: string, text: string];

/** Everything that an invoice's pages say: plain texts, so that another thread can set them. */
export type PrintedInvoice = {
  readonly number: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly paper: 'LETTER' | 'A4';
  readonly studioName: string;
  readonly contact: readonly string[];
  readonly billedTo: readonly string[];
  readonly facts: readonly Pair[];
  readonly due: { readonly label: string; readonly amount: string; readonly by: string };
  readonly heading: string;
  readonly lines: readonly PrintedLine[];
  readonly sums: readonly Pair[];
  readonly total: Pair;
  readonly sections: readonly Pair[];
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

const dueOf = (invoice: Invoice, { settings, dueOn }: PrintSource, money: Money): PrintedInvoice['due'] => {
  const { totalCents, status, paidAt } = invoice;
  if (totalCents < 0) return { label: 'Credit', amount: money.full(-totalCents), by: '' };
  const amount = money.full(totalCents);
  const dateOf = (instant: string): IsoDate => wallClock(epochMillisecondsOf(instant), settings.timeZone).date;
  if (status === 'paid') return { label: 'Paid', amount, by: paidAt === null ? '' : `on ${fullDate(dateOf(paidAt))}` };
  if (totalCents === 0) return { label: 'Amount due', amount, by: '' };
  const day = invoice.dueOn ?? dueOn ?? null;
  const { paymentTermsDays: days } = settings;
  const inTime = days === 0 ? 'on receipt' : `within ${days} ${days === 1 ? 'day' : 'days'}`;
  return { label: 'Amount due', amount, by: day === null ? inTime : `by ${dayAndDate(day)}` };
};

/** An invoice in words. */
export const printedInvoice = (invoice: Invoice, source: PrintSource): PrintedInvoice => {
  const { names, address, settings } = source;
  const money = moneyIn(invoice.currency);
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
    due: dueOf(invoice, source, money),
    heading: headingOf(invoice, names),
    lines: linesOf(invoice, source, money),
    sums: [
      ['Subtotal', money.plain(invoice.subtotalCents)],
      ...(invoice.refundsCents === 0 ? [] : [['Refunds', money.plain(-invoice.refundsCents)] as const]),
    ],
    total: [`${totalName} in ${money.name}`, money.full(Math.abs(invoice.totalCents))],
    sections: [
      ...(settings.paymentInstructions === null || invoice.totalCents <= 0 || invoice.status === 'paid'
        ? []
        : [['How to pay', settings.paymentInstructions] as const]),
      ...(invoice.notes === null ? [] : [['Note', invoice.notes] as const]),
    ],
  };
};
