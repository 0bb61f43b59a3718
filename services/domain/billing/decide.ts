import { changedElsewhere } from '@rondo/contracts/api/texts.ts';
import { addDays, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { BillingEvent, InvoiceContent, InvoiceStatus } from '@rondo/contracts/events/billing/billing.ts';
import type { Invoice } from '@rondo/contracts/events/billing/invoice.ts';
import { keptPrint, type CreditedPrint } from '@rondo/contracts/events/billing/invoice-print.ts';
import { senderMissing } from '@rondo/contracts/money/invoice-limits.ts';
import type { DayOf } from '@rondo/contracts/money/ledger.ts';
import { NotFound, RuleBroken, StaleRevision } from '../../platform/kit/errors.ts';
import { addressedDrafts, type Drafting } from './families/addressed.ts';
import {
  creditFor,
  dayOfSource,
  refuseUsedCredit,
  releaseOf,
  releaseOfCredit,
  type AccountDay,
} from './payments/credit.ts';
import { issuing, settling } from './payments/issuing.ts';
import { allInvoices, type BillingState } from './state.ts';

export type Generation = Drafting & {
  /** The year of the studio's current day, for the numbers. */
  readonly year: string;
  readonly sample?: boolean;
};

/** Invoices were made since the lessons were read, so what they bill may be newer than the lessons: read again. */
export class InvoicesMoved extends Error {}

/** `INV-2026-0001`: counts within a year. */
const numberText = (year: string, count: number): string => `INV-${year}-${String(count).padStart(4, '0')}`;

const countOf = (invoiceNumber: string): number => Number(invoiceNumber.slice('INV-2026-'.length));
const yearOf = (invoiceNumber: string): string => invoiceNumber.slice('INV-'.length, 'INV-2026'.length);

/** The newest number of a year that is in use; 0 before the first. A deleted invoice keeps its number unless it was freed. */
const lastCount = (invoices: Iterable<Pick<Invoice, 'invoiceNumber' | 'numberFreed'>>, year: string): number => {
  let last = 0;
  for (const { invoiceNumber, numberFreed } of invoices)
    if (!numberFreed && yearOf(invoiceNumber) === year) last = Math.max(last, countOf(invoiceNumber));
  return last;
};

/** Counts on from the newest number of a year. */
export const numbersAfter = (invoices: readonly Invoice[], year: string): (() => string) => {
  let count = lastCount(invoices, year);
  return () => {
    count += 1;
    return numberText(year, count);
  };
};

/** True if no number of its year after this one is in use. */
export const hasNewestNumber = (invoices: Iterable<Invoice>, { invoiceNumber }: Invoice): boolean =>
  lastCount(invoices, yearOf(invoiceNumber)) === countOf(invoiceNumber);

export const newestNumberFirst = (a: Invoice, b: Invoice): number =>
  Number(yearOf(b.invoiceNumber)) - Number(yearOf(a.invoiceNumber)) ||
  countOf(b.invoiceNumber) - countOf(a.invoiceNumber);

/** The invoices that the payers of students get next, numbered, with what is known of each only as long as it is a draft. */
export const draftInvoices = (
  state: BillingState,
  { year, sample = false, ...drafting }: Generation,
): { content: InvoiceContent; warnings: readonly string[] }[] => {
  const nextNumber = numbersAfter(allInvoices(state), year);
  return addressedDrafts(state, drafting).map(({ content, warnings }) => {
    return { content: { ...content, invoiceNumber: nextNumber(), sample }, warnings };
  });
};

/** One invoice for each payer with something to bill; nothing for the others. */
export const invoicesFor =
  (generation: Generation) =>
  (state: BillingState): BillingEvent[] =>
    draftInvoices(state, generation).map(({ content }) => ({ type: 'InvoiceGenerated', data: content }));

/**
 * The same from lessons that are as new as the invoices.
 * @param seen the stream's revision before the lessons were read
 * @throws InvoicesMoved
 */
export const generateInvoices =
  (generation: Generation, seen: number) =>
  (state: BillingState): BillingEvent[] => {
    if (state.billedAt > seen) throw new InvoicesMoved();
    return invoicesFor(generation)(state);
  };

/** @throws NotFound */
export const invoiceIn = ({ invoices }: BillingState, invoiceId: string): Invoice => {
  const invoice = invoices.get(invoiceId)?.invoice;
  if (!invoice || invoice.deleted) throw new NotFound('There is no such invoice.');
  return invoice;
};

/** What an invoice says: by when to pay it if it is sent now is `dueOn`. One that was kept before says the same as then. */
export type Wording = (invoice: Invoice, dueOn: IsoDate | null) => CreditedPrint;

export type Leaving = {
  readonly today: IsoDate;
  /** Days from sending to the day by which to pay. */
  readonly termsDays: number;
  readonly wording: Wording;
  /** The studio's day of an instant. */
  readonly dayOf: DayOf;
};

/** By when to pay an invoice that is sent now, and what its event keeps of it. What was printed once says both. */
const leaving = (invoice: Invoice, isSent: boolean, { today, termsDays, wording }: Leaving) => {
  const earlierPrint = invoice.keptAt === null ? null : (invoice.print ?? wording(invoice, null));
  const dueOn = isSent ? (earlierPrint?.dueOn ?? addDays(today, earlierPrint?.termsDays ?? termsDays)) : null;
  return { dueOn, print: invoice.print ? null : keptPrint(earlierPrint ?? wording(invoice, dueOn)) };
};

type StatusChange = Leaving & {
  readonly invoiceId: string;
  readonly status: Exclude<InvoiceStatus, 'draft'>;
  /** Of the payment or refund that marking it as paid records. */
  readonly paymentId: string;
};

/** Repeating it is a no-op. @throws NotFound, RuleBroken */
export const setStatus =
  ({ invoiceId, status, paymentId, ...how }: StatusChange) =>
  (state: BillingState): BillingEvent[] => {
    const invoice = invoiceIn(state, invoiceId);
    if (invoice.status === status) return [];
    const issued = issuing(state, invoice, how);
    const { creditCents } = issued;
    const isCovered = creditCents > 0 && creditCents === invoice.totalCents;
    // What credit covers in full is sent, and paid at once.
    const own = isCovered ? 'sent' : status;
    const isFirstSent = own === 'sent' && invoice.sentAt === null;
    const set = { invoiceId, status: own, ...leaving(invoice, isFirstSent, how), ...issued };
    if (status === 'paid')
      return [
        { type: 'InvoiceStatusSet', data: set },
        ...settling(invoice, { paymentId, today: how.today, creditCents }),
      ];
    if (invoice.status !== 'paid' || invoice.totalCents === 0) return [{ type: 'InvoiceStatusSet', data: set }];
    refuseUsedCredit(state, invoice);
    const { moves, events } = releaseOf(state, invoice);
    return [
      { type: 'InvoiceStatusSet', data: { ...set, moves: [...set.moves, ...moves] } },
      ...events,
      ...releaseOfCredit(state, invoice),
    ];
  };

type MailRequest = Leaving & {
  readonly invoiceId: string;
  readonly mailId: string;
  readonly email: string;
  /** Whose name stands on it; null while the studio has none. */
  readonly sender: string | null;
};

/**
 * Has an invoice mailed. Repeating it while the mail is queued is a no-op. Another address replaces that of a mail that could not be sent so
 * far: it is tried for long. @throws NotFound, RuleBroken
 */
export const requestMail =
  ({ invoiceId, mailId, email, sender, ...how }: MailRequest) =>
  (state: BillingState): BillingEvent[] => {
    const invoice = invoiceIn(state, invoiceId);
    const { mail, sentAt } = invoice;
    if (sender === null) throw new RuleBroken(senderMissing);
    if (mail?.state === 'queued') {
      if (mail.email === email) return [];
      if (mail.detail === null)
        throw new RuleBroken(`This invoice is being sent to ${mail.email}. Please wait until that email is sent.`);
    }
    const { issuedAt, held: heldBefore } = invoice;
    // Another address for a mail that is on its way brings the same credit.
    const credit = heldBefore.length > 0 ? heldBefore : creditFor(state, invoice, how.dayOf);
    const credits = issuedAt === null ? credit.map(({ from, cents }) => ({ from, cents })) : [];
    return [
      {
        type: 'InvoiceSendRequested',
        data: { invoiceId, mailId, email, ...leaving(invoice, sentAt === null, how), held: credits },
      },
    ];
  };

export type MailOutcome =
  | { readonly state: 'sent'; readonly savedAs: string | null }
  | { readonly state: 'failed'; readonly reason: string };

/** Records how a mail ended; a no-op when it is recorded or the invoice was deleted before. */
export const recordMail =
  (
    {
      invoiceId,
      mailId,
      ...day
    }: Pick<AccountDay, 'today' | 'dayOf'> & { readonly invoiceId: string; readonly mailId: string },
    outcome: MailOutcome,
  ) =>
  (state: BillingState): BillingEvent[] => {
    const invoice = state.invoices.get(invoiceId)?.invoice;
    const mail = invoice?.mail;
    if (!invoice || mail?.mailId !== mailId || mail.state !== 'queued') return [];
    if (outcome.state === 'failed')
      return [{ type: 'InvoiceMailFailed', data: { invoiceId, mailId, reason: outcome.reason } }];
    const { savedAs } = outcome;
    if (invoice.issuedAt !== null || invoice.deleted)
      return [
        { type: 'InvoiceMailSent', data: { invoiceId, mailId, savedAs, issuedOn: null, creditCents: 0, moves: [] } },
      ];
    const moves = invoice.held.map(({ from, cents }) => ({
      from,
      to: invoiceId,
      cents,
      on: dayOfSource(state, from, day.dayOf),
    }));
    const creditCents = moves.reduce((sum, { cents }) => sum + cents, 0);
    return [{ type: 'InvoiceMailSent', data: { invoiceId, mailId, savedAs, issuedOn: day.today, creditCents, moves } }];
  };

/** Records why a mail is not sent yet; a no-op when that is recorded or the mail has ended. */
export const recordDelay =
  ({ invoiceId, mailId }: { readonly invoiceId: string; readonly mailId: string }, reason: string) =>
  ({ invoices }: BillingState): BillingEvent[] => {
    const mail = invoices.get(invoiceId)?.invoice.mail;
    if (mail?.mailId !== mailId || mail.state !== 'queued' || mail.detail === reason) return [];
    return [{ type: 'InvoiceMailDelayed', data: { invoiceId, mailId, reason } }];
  };

export type NotesChange = {
  readonly invoiceId: string;
  /** Absent: they stay. */
  readonly notes: string | null | undefined;
  /** The revision of the invoice whose notes the change was made to, if it is known. */
  readonly revision: string | undefined;
};

/** @throws NotFound, StaleRevision */
export const setNotes =
  ({ invoiceId, notes, revision }: NotesChange) =>
  (state: BillingState): BillingEvent[] => {
    const invoice = invoiceIn(state, invoiceId);
    const notedAt = state.invoices.get(invoiceId)?.notedAt ?? 0;
    // What became of its email in the meantime is no other notes.
    if (revision !== undefined && Number(revision) < notedAt) throw new StaleRevision(changedElsewhere('invoice'));
    if (notes === undefined || notes === invoice.notes) return [];
    return [{ type: 'InvoiceNotesChanged', data: { invoiceId, notes } }];
  };
