import { z } from 'zod';
import type { BillingEvent } from './billing.ts';
import type { InvoicePayer } from './payers.ts';
import type { Move, Taking } from './payments.ts';

// What every row of an account keeps of allocations and of who pays, and how events change it.

/** What pays a document: so much of a source. */
const paidPart = z.object({
  from: z.string(),
  cents: z.number(),
  /** The day of the source; null for the day of `at`. */
  on: z.string().nullable(),
  /** When it was made. */
  at: z.string(),
});
/** What a source pays. */
const payingPart = z.object({ to: z.string(), cents: z.number(), at: z.string() });

export const documentShape = { paidBy: z.array(paidPart) };
export const sourceShape = { pays: z.array(payingPart), refundedCents: z.number() };

type Paid = z.infer<typeof paidPart>;
type Paying = z.infer<typeof payingPart>;
export type Document = { readonly paidBy: Paid[] };
export type Source = { readonly pays: Paying[]; readonly refundedCents: number };

const sumOf = (parts: readonly { readonly cents: number }[]): number =>
  parts.reduce((sum, { cents }) => sum + cents, 0);
export const paidCents = ({ paidBy }: Document): number => sumOf(paidBy);
export const usedCents = ({ pays, refundedCents }: Source): number => sumOf(pays) + refundedCents;

/** What an event takes in a refund, or gives back by voiding one. */
const takenBy = (event: BillingEvent): { readonly takings: readonly Taking[]; readonly sign: 1 | -1 } => {
  if (event.type === 'MoneyRefunded') return { takings: event.data.taken, sign: 1 };
  if (event.type === 'MoneyRefundVoided') return { takings: event.data.taken, sign: -1 };
  return { takings: [], sign: 1 };
};

/** Every allocation that an event makes or ends. */
export const movesOf = (event: BillingEvent): readonly Move[] =>
  'moves' in event.data ? (event.data.moves ?? []) : [];

/** A list of parts after one of them has changed: without one that is used up, and with a new one at the end. */
const changed = <Part extends { cents: number }>(
  parts: readonly Part[],
  isSame: (part: Part) => boolean,
  added: Part,
): Part[] => {
  if (!parts.some(isSame)) return [...parts, added];
  return parts
    .map((part) => (isSame(part) ? { ...part, cents: part.cents + added.cents } : part))
    .filter(({ cents }) => cents !== 0);
};

/** What pays a document after an event. */
export const paidAfter = <Row extends Document>(row: Row, id: string, event: BillingEvent, at: string): Row => {
  let paidBy: Paid[] = row.paidBy;
  for (const move of movesOf(event))
    if (move.to === id) {
      const { from, cents, on, at: first = at } = move;
      paidBy = changed(paidBy, (part) => part.from === from, { from, cents, on, at: first });
    }
  if (event.type === 'PaymentChanged') {
    const { paymentId, date: on } = event.data;
    if (paidBy.some(({ from }) => from === paymentId))
      paidBy = paidBy.map((part) => (part.from === paymentId ? { ...part, on } : part));
  }
  return paidBy === row.paidBy ? row : { ...row, paidBy };
};

/** What a source pays, and what was given back of it, after an event. */
export const payingAfter = <Row extends Source>(row: Row, id: string, event: BillingEvent, at: string): Row => {
  let pays: Paying[] = row.pays;
  let { refundedCents }: Source = row;
  for (const { from, to, cents, at: first = at } of movesOf(event))
    if (from === id) pays = changed(pays, (part) => part.to === to, { to, cents, at: first });
  const { takings, sign } = takenBy(event);
  for (const { from, cents } of takings) if (from === id) refundedCents += sign * cents;
  return pays === row.pays && refundedCents === row.refundedCents ? row : { ...row, pays, refundedCents };
};

/** Every document and source that the allocations of an event touch. */
export const touchedBy = (event: BillingEvent): ReadonlySet<string> =>
  new Set([
    ...movesOf(event).flatMap(({ from, to }) => [from, to]),
    ...takenBy(event).takings.map(({ from }) => from),
    ...(event.type === 'PaymentChanged' ? event.data.pays : []),
  ]);

/** The invoices and entries whose payer an event changes. */
export const readdressedBy = ({ type, data }: BillingEvent): readonly string[] => {
  if (type === 'AccountMerged') return data.rows;
  return type === 'AccountParted' ? data.returned : [];
};

/** Who pays for an invoice or entry after an event. */
export const payerAfter = (payer: InvoicePayer, rowId: string, { type, data }: BillingEvent): InvoicePayer => {
  if (type === 'AccountMerged' && data.rows.includes(rowId)) return { type: 'household', id: data.householdId };
  if (type === 'AccountParted' && data.returned.includes(rowId)) return { type: 'student', id: data.studentId };
  return payer;
};
