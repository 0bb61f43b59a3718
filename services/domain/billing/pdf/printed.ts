import { epochMillisecondsOf } from '@rondo/contracts/calendar/instants.ts';
import { wallClock } from '@rondo/contracts/calendar/zones.ts';
import type { Invoice } from '@rondo/contracts/events/invoice.ts';
import type { InvoicePrint } from '@rondo/contracts/events/invoice-print.ts';
import { dayAndDate, fullDate, fullRange } from './dates-in-words.ts';
import { moneyIn, type Money } from './money.ts';
import type { PrintSource } from './print-source.ts';
import { headingOf, linesOf } from './printed-lines.ts';

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
const dueOf = (
  { totalCents, dueOn: known }: Invoice,
  { settings, dueOn }: PrintSource,
  money: Money,
): Pick<InvoicePrint, 'due' | 'dueOn'> => {
  if (totalCents < 0) return { due: { label: 'Credit', amount: money.full(-totalCents), by: '' }, dueOn: null };
  const owed = { label: 'Amount due', amount: money.full(totalCents) };
  if (totalCents === 0) return { due: { ...owed, by: '' }, dueOn: null };
  const day = known ?? dueOn ?? null;
  const { paymentTermsDays: days } = settings;
  const inTime = days === 0 ? 'on receipt' : `within ${days} ${days === 1 ? 'day' : 'days'}`;
  return { due: { ...owed, by: day === null ? inTime : `by ${dayAndDate(day)}` }, dueOn: day };
};

/** An invoice in words. */
export const printedInvoice = (invoice: Invoice, source: PrintSource): InvoicePrint => {
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
    ...dueOf(invoice, source, money),
    termsDays: settings.paymentTermsDays,
    heading: headingOf(invoice, names),
    lines: linesOf(invoice, source, money),
    sums: [
      ['Subtotal', money.plain(invoice.subtotalCents)],
      ...(invoice.refundsCents === 0 ? [] : [['Refunds', money.plain(-invoice.refundsCents)] as const]),
    ],
    total: [`${totalName} in ${money.name}`, money.full(Math.abs(invoice.totalCents))],
    sections: [
      ...(settings.paymentInstructions === null || invoice.totalCents <= 0
        ? []
        : [['How to pay', settings.paymentInstructions] as const]),
      ...(invoice.notes === null ? [] : [['Note', invoice.notes] as const]),
    ],
  };
};
