import { z } from 'zod';
import { chargeCategories, longestDescription } from '../money/charges.ts';
import { generateInvoices } from './billing.ts';
import { endpoint } from './endpoint.ts';
import { asOfQuery, dateText, id, idParams, revision, seenRevision, success, typedLine } from './shapes.ts';

// Lines that a person writes for one student. They wait for the next invoice of the student’s payer.

export const charge = z.object({
  id,
  studentId: id,
  date: z.string(),
  category: z.enum(chargeCategories),
  description: z.string(),
  /** Below zero for a discount. */
  amount: z.number(),
  /** ISO 4217: the studio's currency when it was added. */
  currency: z.string(),
  /** The invoice that bills it; null while it waits for one. */
  invoiceId: id.nullable(),
  createdAt: z.string(),
  revision,
});
export type Charge = z.infer<typeof charge>;

const fields = {
  date: dateText,
  category: z.enum(chargeCategories, 'Please choose what the charge is for.'),
  description: typedLine(longestDescription).min(1, 'Please enter a description.'),
  /** The server judges amounts: its sentences name the currency. */
  amount: z.number('The amount must be a number.'),
};

export const listCharges = endpoint({
  method: 'GET',
  path: '/api/charges',
  summary: 'Charges, the newest date first: of a payer, or of all; with waiting, those that are on no invoice yet.',
  query: asOfQuery.extend({ payerId: id.optional(), waiting: z.enum(['true', 'false']).optional() }),
  response: z.array(charge),
  reads: ['invoices', 'lessons', 'students', 'users', 'households', 'timeoff'],
});

export const addCharge = endpoint({
  method: 'POST',
  path: '/api/charges',
  summary: 'Adds a charge of a student, in the studio’s currency. It waits for the next invoice.',
  body: z.object({ studentId: id, ...fields }),
  response: charge,
  updates: ['invoices', 'history'],
});

export const changeCharge = endpoint({
  method: 'PATCH',
  path: '/api/charges/:id',
  summary: 'Changes a charge that waits.',
  params: idParams,
  body: z.object(fields).partial().extend({ revision: seenRevision.optional() }),
  response: charge,
  updates: ['invoices', 'history'],
});

export const removeCharge = endpoint({
  method: 'DELETE',
  path: '/api/charges/:id',
  summary: 'Removes a charge that waits.',
  params: idParams,
  response: success,
  updates: ['invoices', 'history'],
});

export const invoiceCharges = endpoint({
  method: 'POST',
  path: '/api/invoices/charges',
  summary: 'Creates invoices of some waiting charges alone, one per payer.',
  body: z.object({
    chargeIds: z.array(id).min(1, 'Please select at least one charge.').max(200, 'Please select at most 200 charges.'),
  }),
  response: generateInvoices.response,
  updates: ['invoices', 'history'],
});
