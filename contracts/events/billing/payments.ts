import { z } from 'zod';
import { paymentMethods } from '../../money/payment-methods.ts';
import { defineEvent } from '../event.ts';
import { id, instant, isoDate } from '../fields.ts';

// What payers pay, in the stream of the invoices that it pays. Every event names all that it changes, so that each row follows by itself.

const positive = z.number().int().min(1);

/** An allocation that is made, or, below zero, ends: so much of one source for one document. */
const move = z.object({
  from: id,
  to: id,
  cents: z.number().int(),
  /** The day of the source. */
  on: isoDate.nullable(),
  /** By when to pay an invoice that is open again and was never sent. */
  dueOn: isoDate.nullable().optional(),
  /** Something of the document stays open. */
  isPart: z.boolean().optional(),
  /** When it was first made, of one that an undo brings back. */
  at: instant.optional(),
});
export type Move = z.infer<typeof move>;
export const moves = z.array(move);

const paymentDetails = {
  date: isoDate.nullable(),
  method: z.enum(paymentMethods),
  reference: z.string().nullable(),
};
const money = { payerId: id, cents: positive, currency: z.string().length(3) };

/** What a refund takes: of the credit of a source, or of what it pays of a document. */
const taking = z.object({ from: id, to: id.nullable(), cents: positive });
export type Taking = z.infer<typeof taking>;

/** It follows from a change of an invoice: from marking it as paid, from the end of that, or from its deletion. */
const byStatus = z.boolean().default(false);
/** When it was voided, of a voiding that an undo brings back. */
const voidedFirst = instant.optional();
/** It leaves the account: what an undo takes back was never there. */
const undone = z.boolean().default(false);

export const paymentEvents = [
  /** Of one that was voided or undone: an undo brings it back. */
  defineEvent(
    'PaymentRecorded',
    z.object({
      paymentId: id,
      ...money,
      ...paymentDetails,
      note: z.string().nullable(),
      byStatus,
      replaces: id.nullable().default(null),
      moves,
    }),
  ),
  /** `pays`: the documents that it pays. */
  defineEvent(
    'PaymentChanged',
    z.object({ paymentId: id, payerId: id, ...paymentDetails, note: z.string().nullable(), pays: z.array(id) }),
  ),
  defineEvent(
    'PaymentVoided',
    z.object({ paymentId: id, payerId: id, reason: z.string().nullable(), moves, byStatus, undone, at: voidedFirst }),
  ),
  defineEvent('AllocationsSet', z.object({ payerId: id, moves })),
  defineEvent(
    'MoneyRefunded',
    z.object({
      refundId: id,
      ...money,
      ...paymentDetails,
      byStatus,
      taken: z.array(taking),
      moves,
    }),
  ),
  /** `taken` is credit of its sources again, and `moves` pays again what it paid. */
  defineEvent(
    'MoneyRefundVoided',
    z.object({ refundId: id, payerId: id, taken: z.array(taking), moves, byStatus, undone, at: voidedFirst }),
  ),
  /** Set for the first time, changed, or brought back by an undo. */
  defineEvent(
    'OpeningBalanceSet',
    z.object({
      openingId: id,
      ...money,
      date: isoDate,
      side: z.enum(['owes', 'credit']),
      note: z.string().nullable(),
      moves,
    }),
  ),
  defineEvent('OpeningBalanceRemoved', z.object({ openingId: id, payerId: id, moves })),
] as const;
