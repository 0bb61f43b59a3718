import { z } from 'zod';
import { paymentMethods } from '../money/payment-methods.ts';
import { endpoint } from './endpoint.ts';
import {
  asOfQuery,
  clearableLine,
  clearableText,
  currencyText,
  dateText,
  id,
  idParams,
  revision,
  seenRevision,
} from './shapes.ts';

// What payers have paid, and what each payment pays. Amounts have at most two decimals.

/** Who owes and pays: a student, until families have accounts of their own. */
export const payer = z.object({ type: z.enum(['student', 'household']), id, name: z.string() });
export type Payer = z.infer<typeof payer>;

/** What is paid of an invoice. */
export const paidOfInvoice = {
  payer,
  /** What payments and credit have paid of it; of one below zero, what of it was used, below zero as well. */
  paidAmount: z.number(),
  /** What is left to pay; 0 of a draft and of a credit. */
  openAmount: z.number(),
  /** The day on which the last of it was paid; null until then. */
  paidOn: z.string().nullable(),
  /** The day on which it was first issued; null for a draft. */
  issuedOn: z.string().nullable(),
  /** The credit that was applied when it was issued, as its pages say. */
  creditApplied: z.number(),
  /** The total without that credit. */
  toPay: z.number(),
};

/** So much of one source for one document. `to` is an invoice, or an opening debt. */
export const allocation = z.object({
  to: id,
  /** Of the invoice; "Opening balance" else. */
  number: z.string(),
  amount: z.number(),
});
export type Allocation = z.infer<typeof allocation>;

export const paymentMethod = z.enum(paymentMethods, 'Please choose how it was paid.');

const payment = z.object({
  /** Empty in a preview. */
  id: z.string(),
  payer,
  date: z.string(),
  amount: z.number(),
  /** ISO 4217. */
  currency: z.string(),
  method: paymentMethod,
  reference: z.string().nullable(),
  note: z.string().nullable(),
  /** In the order in which they were made. */
  allocations: z.array(allocation),
  /** What waits as credit. */
  unallocated: z.number(),
  refunded: z.number(),
  /** It was recorded by marking an invoice as paid. */
  byStatus: z.boolean(),
  voidedAt: z.string().nullable(),
  /** The payment that this one took the place of. */
  replaces: id.nullable(),
  createdAt: z.string(),
  createdBy: z.string(),
  revision,
});
export type Payment = z.infer<typeof payment>;

const answer = payment.extend({
  /** Sentences: what may be a mistake and was saved nevertheless. */
  warnings: z.array(z.string()),
});

/** The server judges amounts: its sentences name the currency. */
const amount = z.number('The amount must be a number.');

const paymentFields = {
  date: dateText,
  amount,
  method: paymentMethod,
  reference: clearableLine(80),
  note: clearableText(500),
};

const chosenAllocations = z.array(z.object({ to: id, amount })).max(1000);

export const recordPayment = endpoint({
  method: 'POST',
  path: '/api/payments',
  summary:
    'Records a payment. It pays the invoices that are named, then what is open, oldest due first; the rest is credit. As a preview, writes nothing.',
  body: z.object({
    payerId: id,
    ...paymentFields,
    /** Paid first, in this order. */
    invoiceIds: z.array(id).max(1000).optional(),
    /** Exactly this is paid. */
    allocations: chosenAllocations.optional(),
    /** Without it the studio's; else that of something open. */
    currency: currencyText.optional(),
    preview: z.boolean().default(false),
  }),
  response: answer,
  updates: ['invoices', 'history'],
});

export const listPayments = endpoint({
  method: 'GET',
  path: '/api/payments',
  summary: 'Payments, the newest date first: of a payer, or of at most 366 days.',
  query: asOfQuery.extend({ payerId: id.optional(), from: dateText.optional(), to: dateText.optional() }),
  response: z.array(payment),
  reads: ['invoices', 'lessons', 'students', 'users', 'households', 'timeoff'],
});

export const paymentsCsv = endpoint({
  method: 'GET',
  path: '/api/payments.csv',
  expensive: true,
  summary: 'The same as a CSV file.',
  query: z.object({ payerId: id.optional(), from: dateText.optional(), to: dateText.optional() }),
  response: z.string(),
  reads: ['invoices', 'lessons', 'students', 'users', 'households', 'timeoff'],
});

export const changePayment = endpoint({
  method: 'PATCH',
  path: '/api/payments/:id',
  summary: 'Changes a payment. With another amount it is voided, and another one takes its place.',
  params: idParams,
  body: z.object(paymentFields).partial().extend({ revision: seenRevision.optional() }),
  response: answer,
  updates: ['invoices', 'history'],
});

export const voidPayment = endpoint({
  method: 'POST',
  path: '/api/payments/:id/void',
  summary: 'Voids a payment: what it paid is open again.',
  params: idParams,
  body: z.object({ reason: clearableLine(200) }),
  response: payment,
  updates: ['invoices', 'history'],
});

const refund = z.object({
  id,
  payer,
  date: z.string(),
  amount: z.number(),
  currency: z.string(),
  method: paymentMethod,
  reference: z.string().nullable(),
  /** Where the money comes from: a source, and the document that it paid; null: its credit. */
  taken: z.array(z.object({ from: id, to: id.nullable(), amount: z.number() })),
  voidedAt: z.string().nullable(),
  createdAt: z.string(),
  revision,
});
export type MoneyRefund = z.infer<typeof refund>;

export const refundMoney = endpoint({
  method: 'POST',
  path: '/api/accounts/:payerId/refunds',
  summary: 'Records money that was given back: of a payment, or of the credit.',
  params: z.object({ payerId: id }),
  body: z.object({
    date: dateText,
    amount,
    method: paymentMethod,
    reference: clearableLine(80),
    paymentId: id.optional(),
  }),
  response: refund,
  updates: ['invoices', 'history'],
});

export const voidRefund = endpoint({
  method: 'POST',
  path: '/api/refunds/:id/void',
  summary: 'Voids a refund of money: what it took pays again where it can, and is credit where it cannot.',
  params: idParams,
  response: refund,
  updates: ['invoices', 'history'],
});

export const setAllocations = endpoint({
  method: 'PUT',
  path: '/api/accounts/:payerId/allocations',
  summary: 'Replaces what one source pays: a payment, a credit, or an opening credit.',
  params: z.object({ payerId: id }),
  body: z.object({ from: id, allocations: chosenAllocations, revision: seenRevision.optional() }),
  response: z.object({ from: id, allocations: z.array(allocation), unallocated: z.number(), revision }),
  updates: ['invoices', 'history'],
});

export const applyCredit = endpoint({
  method: 'POST',
  path: '/api/accounts/:payerId/apply-credit',
  summary: 'Gives all credit, the oldest first, to what is open.',
  params: z.object({ payerId: id }),
  response: z.object({ applied: z.number(), allocations: z.array(allocation.extend({ from: id })) }),
  updates: ['invoices', 'history'],
});
