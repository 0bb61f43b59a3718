import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { epochMillisecondsOf } from '@rondo/contracts/calendar/instants.ts';
import { monthName, monthOf } from '@rondo/contracts/calendar/months.ts';
import { wallClock } from '@rondo/contracts/calendar/zones.ts';
import type { InvoiceEntry, InvoiceItem, InvoiceRefund } from '@rondo/contracts/events/billing/billing.ts';
import type { CreditedPrint, InvoicePrint } from '@rondo/contracts/events/billing/invoice-print.ts';
import type { Invoice } from '@rondo/contracts/events/billing/invoice.ts';
import { studentsOn } from '@rondo/contracts/events/billing/payers.ts';
import type { StudioSettings } from '@rondo/contracts/events/studio.ts';
import { currencyName, moneyText, plainAmount } from '@rondo/contracts/money/money.ts';
import { payLinkFor } from '@rondo/contracts/money/pay-link.ts';
import { noticeInBrief } from '@rondo/contracts/policy/words.ts';
import { payerNamed, type Names } from '../names.ts';
import { dateList, dayAndDate, fullDate, fullRange } from './dates-in-words.ts';

/** What the words on an invoice's pages are made from, besides the invoice. */
export type PrintSource = {
  readonly names: Names;
  /** The students' other invoices, which bill what this one refunds. */
  readonly related: readonly Invoice[];
  /** Who gets a family's invoice; null where that is the student, and where nobody is named. */
  readonly contact?: string | null;
  /** The payer's address, line by line; empty for a removed student. */
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
  ({ studentId, teacherId, rateCents }: InvoiceItem) =>
  (entry: InvoiceEntry): boolean =>
    entry.studentId === studentId &&
    entry.kind === 'lesson' &&
    entry.teacherId === teacherId &&
    entry.rateCents === rateCents;

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
      ({ studentId, teacherId, amountCents }) =>
        studentId === item.studentId && teacherId === item.teacherId && -amountCents === Math.min(item.rateCents, 0),
    )
    .flatMap((refund) => {
      const billing =
        refund.invoiceId === invoice.invoiceId ? invoice : related.find((one) => one.invoiceId === refund.invoiceId);
      const entry = billing?.entries[refund.entry];
      return billing && entry ? { entry, refund, billedOn: billing === invoice ? null : billing.invoiceNumber } : [];
    });

/** The billed date that an item charges again, or for the rest; undefined for lessons of the invoice's own. */
const correctedBy = (
  invoice: Invoice,
  related: readonly Invoice[],
  { studentId, teacherId, rateCents, from, lessonIds }: InvoiceItem,
): { readonly correction: Fate; readonly entry: InvoiceEntry; readonly billedOn: string } | undefined =>
  invoice.corrections
    .filter((one) => one.studentId === studentId && one.teacherId === teacherId && one.amountCents === rateCents)
    .flatMap((correction) => {
      const { invoiceId, entry: at } = correction;
      const billing = related.find((one) => one.invoiceId === invoiceId);
      const entry = billing?.entries[at];
      return billing && entry && entry.date === from && lessonIds.includes(entry.rowId)
        ? { correction, entry, billedOn: billing.invoiceNumber }
        : [];
    })
    .at(0);

type Fate = Pick<InvoiceRefund, 'cancellation' | 'closure' | 'absence'>;

/** "Closed: Thanksgiving", "Nobody at home, 50 % charged", "Cancelled with 30 h notice, 50 % charged"; null where nothing was agreed. */
const fateWords = ({ cancellation, closure, absence }: Fate, cancelled = 'Cancelled'): string | null => {
  if (absence) return absence.charge === 0 ? 'Nobody at home' : `Nobody at home, ${absence.charge} % charged`;
  if (closure) return closure.reason === null ? 'Closed' : `Closed: ${closure.reason}`;
  const { outcome = null, noticeMinutes = null } = cancellation ?? {};
  if (outcome === null) return null;
  const notice = noticeMinutes === null ? cancelled : `Cancelled with ${noticeInBrief(noticeMinutes)} notice`;
  return 'charge' in outcome && outcome.charge > 0 ? `${notice}, ${outcome.charge} % charged` : notice;
};

/** "Cancelled on November 8, 2026", or what was agreed. */
const whyOf = ({ refund }: Refunded, { cancelledOn }: Pick<PrintSource, 'cancelledOn'>): string => {
  const { cancelledRowId } = refund;
  if (cancelledRowId === null) return 'Did not take place';
  const day = refund.closure || refund.absence ? null : cancelledOn(cancelledRowId);
  const cancelled = day === null ? 'Cancelled' : `Cancelled on ${fullDate(day)}`;
  return fateWords(refund, cancelled) ?? cancelled;
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
      const corrected = correctedBy(invoice, source.related, item);
      if (corrected)
        return {
          text: `Lesson of ${fullDate(corrected.entry.date)}`,
          detail: `${fateWords(corrected.correction) ?? 'Took place after all'}, billed on ${corrected.billedOn}`,
        };
      const entries = invoice.entries.filter(isOfItem(item));
      return { text: lessonsText(entries, item.quantity), detail: dateList(datesOf(entries)) };
    }
    case 'monthly': {
      const [first, last] = [monthName(monthOf(item.from)), monthName(monthOf(item.to))];
      const covered = invoice.entries.filter(
        ({ studentId, kind }) => studentId === item.studentId && kind === 'covered',
      );
      return {
        text: `Monthly rate, ${first === last ? first : `${first} – ${last}`}`,
        detail: covered.length === 0 ? '' : `${lessonsText(covered, covered.length)}: ${dateList(datesOf(covered))}`,
      };
    }
    case 'charge': {
      const charge = invoice.charges.find(({ chargeId }) => chargeId === item.chargeId);
      return { text: charge?.description ?? '', detail: fullDate(item.from) };
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
    return {
      text: `${text}${teacher}`,
      detail,
      rate: `${item.rateCents < 0 || item.itemType === 'refund' ? '−' : ''}${item.quantity} × ${plain(Math.abs(item.rateCents), invoice)}`,
      amount: plain(item.amountCents, invoice),
    };
  });
};

/** The children of a family's invoice, in the order of its lines. */
const childrenOf = (invoice: Invoice, { names }: PrintSource): InvoicePrint['children'] => {
  if (invoice.payer.type === 'student') return [];
  const students = studentsOn(invoice);
  return students.map((studentId) => {
    const own = invoice.items.filter((item) => item.studentId === studentId);
    const name = names.studentOf(studentId);
    const cents = own.reduce((sum, { amountCents }) => sum + amountCents, 0);
    return {
      name,
      lines: own.length,
      total: students.length > 1 ? ([`Total for ${name}`, plain(cents, invoice)] as const) : null,
    };
  });
};

/** Countries that print on Letter, by their currency. */
export const onLetter = new Set(['USD', 'CAD', 'MXN', 'PHP', 'COP', 'CLP']);

const mostLines = 5;

/** The lines of an address; what is too much for five of them is one long line. */
export const addressLines = (text: string | null): string[] => {
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
  const { names, settings } = source;
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
    billedTo: [...new Set([payerNamed(names, invoice.payer.id).name, source.contact ?? ''])]
      .filter((line) => line !== '')
      .concat(source.address),
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
    children: childrenOf(invoice, source),
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
