import { z } from 'zod';
import { closureMoney } from '../../calendar/closures/closures.ts';
import { cancellation, share } from '../../policy/policy.ts';
import { defineCategory, defineEvent, type EventOf } from '../event.ts';
import { cents, duration, id, instant, isoDate, minuteOfDay } from '../fields.ts';
import { chargeEvents, invoiceCharge } from './charges.ts';
import { invoicePrint } from './invoice-print.ts';
import { invoicePayer, payerEvents, withPayer } from './payers.ts';
import { moves, paymentEvents } from './payments.ts';
import { statementEvents } from './statements.ts';

/** One billed date of a lesson. Its place in the list of its invoice identifies it. */
const invoiceEntry = z.object({
  studentId: id,
  /** `lesson`: billed at its rate; `covered`: part of a month that is charged as a whole. */
  kind: z.enum(['lesson', 'covered']),
  /** The series or the dated lesson. */
  lessonId: id,
  /** The row that showed it: the lesson's, or its occurrence's. */
  rowId: id,
  originalDate: isoDate,
  date: isoDate,
  /** The first lesson of its lineage: what it continues, was taken over from or succeeded in a plan. */
  root: id,
  teacherId: id,
  start: minuteOfDay,
  duration,
  /** True for a dated lesson: its row identifies it wherever it is moved. */
  isSingle: z.boolean().default(false),
  /** The date of a series that it was before its series was removed. */
  origin: z.object({ lessonId: id, originalDate: isoDate }).nullable().default(null),
  /** What it cost; of a covered date, what its cancellation refunds. */
  rateCents: cents,
  /** It was covered by a charged month and refunded, and takes place again: it costs what was refunded for it. */
  again: z.boolean().default(false),
});
export type InvoiceEntry = z.infer<typeof invoiceEntry>;

/** A calendar month that is charged as a whole. */
const invoiceMonth = z.object({ studentId: id, month: z.string().regex(/^\d{4}-\d{2}$/), amountCents: cents });

/** What had become of a billed date when it was decided what it costs; nothing of one that takes place or is gone. */
const fate = {
  cancellation: cancellation.nullable().default(null),
  closure: z
    .object({ closureId: id, reason: z.string().nullable(), money: z.enum(closureMoney) })
    .nullable()
    .default(null),
  /** Nobody was at home: the whole percentage of the price that it cost. */
  absence: z.object({ charge: share }).nullable().default(null),
};

/** A billed date that costs less than has been charged for it: an entry of this or an earlier invoice. */
const invoiceRefund = z.object({
  studentId: id,
  invoiceId: id,
  entry: z.number().int().min(0),
  amountCents: cents,
  teacherId: id,
  /** The cancelled row; null when the lesson is gone. */
  cancelledRowId: id.nullable(),
  ...fate,
});
export type InvoiceRefund = z.infer<typeof invoiceRefund>;

/** A billed date that costs more than has been charged for it: an entry of an earlier invoice. */
const invoiceCorrection = z.object({
  studentId: id,
  invoiceId: id,
  entry: z.number().int().min(0),
  amountCents: cents,
  teacherId: id,
  ...fate,
});
export type InvoiceCorrection = z.infer<typeof invoiceCorrection>;

/** A line: `quantity` times `rateCents` is `amountCents`; both are negative for refunds. */
const invoiceItem = z.object({
  studentId: id,
  itemType: z.enum(['lesson', 'monthly', 'charge', 'refund']),
  teacherId: id.nullable(),
  /** Of a charge. */
  chargeId: id.nullable().default(null),
  quantity: z.number().int().min(1),
  rateCents: z.number().int(),
  amountCents: z.number().int(),
  from: isoDate,
  to: isoDate,
  lessonIds: z.array(id),
});
export type InvoiceItem = z.infer<typeof invoiceItem>;

const invoiceStatus = z.enum(['draft', 'sent', 'paid', 'overdue']);
export type InvoiceStatus = z.infer<typeof invoiceStatus>;

/** What an invoice says, from its generation on. */
export const invoiceContent = z.object({
  invoiceId: id,
  invoiceNumber: z.string().regex(/^INV-\d{4}-\d{4,}$/),
  payer: invoicePayer,
  /** The first of its students by name. */
  studentId: id,
  /** The teacher whose lessons were chosen; null for all. */
  teacherId: id.nullable(),
  /** ISO 4217, of all its amounts. */
  currency: z.string().length(3).default('USD'),
  from: isoDate,
  to: isoDate,
  entries: z.array(invoiceEntry),
  months: z.array(invoiceMonth),
  refunds: z.array(invoiceRefund),
  corrections: z.array(invoiceCorrection).default([]),
  charges: z.array(invoiceCharge).default([]),
  items: z.array(invoiceItem),
  /** Below zero for discounts alone. */
  subtotalCents: z.number().int(),
  refundsCents: cents,
  /** Negative for a credit. */
  totalCents: z.number().int(),
  /** Part of the sample studio: its number is given again even if it was sent. */
  sample: z.boolean().default(false),
});
export type InvoiceContent = z.infer<typeof invoiceContent>;

/** What an undo restores of an invoice: everything that changes after its generation, without what pays it. */
export const invoiceProgress = z.object({
  /** Before payments and credit have paid it. */
  status: invoiceStatus,
  sentAt: instant.nullable(),
  dueOn: isoDate.nullable(),
  paidAt: instant.nullable(),
  notes: z.string().nullable(),
  /** Since when it never changes: its first change away from draft, or the request to send it. Null for a draft. */
  keptAt: instant.nullable().default(null),
  /** What it says since then. Null for a draft, and for one that was sent before events had it: then what the log had at that instant. */
  print: invoicePrint.nullable().default(null),
  /** The studio's day on which it was first issued. Null for a draft, and for one that was issued before events had it. */
  issuedOn: isoDate.nullable().default(null),
  /** When it was first issued. */
  issuedAt: instant.nullable().default(null),
  /** The credit that it was issued with. */
  creditCents: cents.default(0),
});

/** What the first event that takes an invoice out of its studio's hands keeps of it; null if it is kept already. */
const printKept = { print: invoicePrint.nullable().default(null) };

/**
 * The allocations that a change of an invoice makes or ends. Null in events of before there were payments: then one that is marked as paid
 * is paid by the mark alone.
 */
const withMoves = { moves: moves.nullable().default(null) };
/** So much credit of a source. */
export const heldCredit = z.object({ from: id, cents: z.number().int().min(1) });
/** Of the first event that issues an invoice. */
const issued = { issuedOn: isoDate.nullable().default(null), creditCents: cents.default(0) };

/** `billing-<studio>`: the invoices of one studio. */
export const billingEvents = defineCategory('billing', [
  defineEvent('InvoiceGenerated', invoiceContent, { version: 2, upcasters: { 1: withPayer } }),
  /** `dueOn` is the day by which to pay an invoice that is sent for the first time, else null. */
  defineEvent(
    'InvoiceStatusSet',
    z.object({
      invoiceId: id,
      status: invoiceStatus.exclude(['draft']),
      dueOn: isoDate.nullable(),
      ...printKept,
      ...issued,
      ...withMoves,
    }),
  ),
  defineEvent('InvoiceNotesChanged', z.object({ invoiceId: id, notes: z.string().nullable() })),
  /** Its lessons, months, refunds and charges can be billed again. The number of the newest draft is free again. */
  defineEvent('InvoiceDeleted', z.object({ invoiceId: id, freesNumber: z.boolean(), ...withMoves })),
  /** An undo: the invoice is as it was, under its number. */
  defineEvent('InvoiceRestored', invoiceProgress.extend({ invoiceId: id, ...withMoves })),
  /** `dueOn` is the day by which to pay an invoice that this mail sends for the first time, else null. */
  defineEvent(
    'InvoiceSendRequested',
    z.object({
      invoiceId: id,
      mailId: id,
      email: z.string().min(1).max(254),
      dueOn: isoDate.nullable(),
      ...printKept,
      /** The credit that waits for this mail; none when the invoice was issued before. */
      held: z.array(heldCredit).default([]),
    }),
  ),
  /** It could not be sent for this reason, and is tried again. */
  defineEvent('InvoiceMailDelayed', z.object({ invoiceId: id, mailId: id, reason: z.string() })),
  /** The mail server has accepted it; without one, it is in this file. */
  defineEvent(
    'InvoiceMailSent',
    z.object({ invoiceId: id, mailId: id, savedAs: z.string().nullable(), ...issued, ...withMoves }),
  ),
  defineEvent('InvoiceMailFailed', z.object({ invoiceId: id, mailId: id, reason: z.string() })),
  ...paymentEvents,
  ...statementEvents,
  ...chargeEvents,
  ...payerEvents,
]);
export type BillingEvent = EventOf<typeof billingEvents>;

/** On one invoice; the others are on the rest of an account, or on the mails with its statements. */
export type InvoiceEvent = Extract<BillingEvent, { readonly data: { readonly invoiceId: string } }>;
export type StatementEvent = Extract<BillingEvent, { readonly type: `Statement${string}` }>;
export type ChargeEvent = Extract<BillingEvent, { readonly data: { readonly chargeId: string } }>;
export type AccountEvent = Exclude<BillingEvent, InvoiceEvent | StatementEvent | ChargeEvent>;
export const isOnInvoice = (event: BillingEvent): event is InvoiceEvent => 'invoiceId' in event.data;
export const isOnStatement = (event: BillingEvent): event is StatementEvent =>
  'mailId' in event.data && !isOnInvoice(event);
export const isOnCharge = (event: BillingEvent): event is ChargeEvent => 'chargeId' in event.data;
