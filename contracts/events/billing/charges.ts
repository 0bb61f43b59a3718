import { z } from 'zod';
import { chargeCategories, longestDescription } from '../../money/charges.ts';
import { defineEvent } from '../event.ts';
import { id, isoDate } from '../fields.ts';

// Lines that a person writes for one student. They wait for the next invoice of the student’s payer.

const chargeContent = z.object({
  date: isoDate,
  category: z.enum(chargeCategories),
  description: z.string().min(1).max(longestDescription),
  /** Below zero for a discount. */
  cents: z.number().int(),
});
const whose = { chargeId: id, studentId: id };
const currency = z.string().length(3);

/** A charge as an invoice bills it: what becomes of the charge later does not change the invoice. */
export const invoiceCharge = z.object({ ...whose, ...chargeContent.shape });
export type InvoiceCharge = z.infer<typeof invoiceCharge>;

export const chargeEvents = [
  /** Also of one that was removed or undone: an undo brings it back. */
  defineEvent('ChargeAdded', z.object({ ...whose, ...chargeContent.shape, currency })),
  defineEvent('ChargeChanged', z.object({ ...whose, ...chargeContent.shape })),
  defineEvent('ChargeRemoved', z.object(whose)),
] as const;
