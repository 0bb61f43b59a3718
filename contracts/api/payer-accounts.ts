import { z } from 'zod';
import { charge } from './charges.ts';
import { endpoint } from './endpoint.ts';
import { household } from './people/households.ts';
import { allocation, payer } from './payments.ts';
import {
  asOfQuery,
  clearableLine,
  currencyText,
  dateText,
  id,
  idParams,
  otherEmail,
  revision,
  seenRevision,
  success,
} from './shapes.ts';

// What each payer owes. The balance is positive for what is owed.

const aging = z.object({
  notDue: z.number(),
  days1to30: z.number(),
  days31to60: z.number(),
  days61to90: z.number(),
  over90: z.number(),
});
export type Aging = z.infer<typeof aging>;

const accountRow = z.object({
  payer,
  students: z.array(z.object({ id, name: z.string() })),
  currency: z.string(),
  balance: z.number(),
  /** "Owes $178.50", "Credit $30.00", "Settled". */
  inWords: z.string(),
  open: z.number(),
  credit: z.number(),
  pastDue: z.number(),
  /** The earliest day by which something open was to be paid. */
  oldestDue: z.string().nullable(),
  /** The sum of the charges that wait for the next invoice. */
  waiting: z.number(),
  /** What is open, by its due date. */
  aging,
  lastPayment: z.object({ date: z.string(), amount: z.number() }).nullable(),
  /** Currencies other than the studio's. */
  others: z.array(z.object({ currency: z.string(), balance: z.number(), inWords: z.string() })),
});
export type AccountRow = z.infer<typeof accountRow>;

export const listAccounts = endpoint({
  method: 'GET',
  path: '/api/accounts',
  summary: 'What every payer owes, by name.',
  query: asOfQuery,
  response: z.array(accountRow),
  reads: ['invoices', 'lessons', 'students', 'users', 'households', 'timeoff'],
});

/** Something that is open. */
const document = z.object({
  id,
  kind: z.enum(['invoice', 'opening']),
  /** The invoice's; "Opening balance" else. */
  number: z.string(),
  date: z.string(),
  dueDate: z.string().nullable(),
  total: z.number(),
  open: z.number(),
  currency: z.string(),
  pastDue: z.boolean(),
});

/** Something with credit. */
const source = z.object({
  id,
  kind: z.enum(['payment', 'credit', 'opening']),
  /** "Payment of $300.00 on Nov 20, 2026", "INV-2026-0084", "Opening balance". */
  text: z.string(),
  date: z.string(),
  amount: z.number(),
  credit: z.number(),
  currency: z.string(),
  revision,
});

/** A line of an account. `amount` is positive for what is owed; `balance` is that after the line. */
const accountLine = z.object({
  date: z.string(),
  kind: z.enum(['opening', 'invoice', 'credit', 'payment', 'refund', 'joined']),
  id,
  text: z.string(),
  amount: z.number().nullable(),
  balance: z.number(),
  currency: z.string(),
  allocations: z.array(allocation),
  /** What was given back of a payment or a credit. */
  refunded: z.number(),
  note: z.string().nullable(),
  /** Empty for an invoice. */
  revision,
});
export type AccountLine = z.infer<typeof accountLine>;

/** An email with a statement. */
const statementMail = z.object({
  id,
  email: z.string(),
  from: z.string(),
  to: z.string(),
  currency: z.string(),
  requestedAt: z.string(),
  mail: z.enum(['queued', 'sent', 'failed']),
  /** A sentence: why it failed, or that it was saved instead. */
  mailDetail: z.string().nullable(),
});
export type StatementMail = z.infer<typeof statementMail>;

const account = accountRow.extend({
  /** The family that pays; null where a student does. */
  household: household.nullable(),
  /** In the order in which they are paid. */
  documents: z.array(document),
  sources: z.array(source),
  /** Those that wait for the next invoice, the newest date first. */
  charges: z.array(charge),
  /** The last 500, oldest first. */
  lines: z.array(accountLine),
  /** The last 10 emails with statements, the newest first. */
  mails: z.array(statementMail),
  /** The address to which the payer's last statement or invoice went, else the student's. */
  suggestedEmail: z.string().nullable(),
  /** False where emails are saved as files instead. */
  sendsMail: z.boolean(),
});
export type Account = z.infer<typeof account>;

export const getAccount = endpoint({
  method: 'GET',
  path: '/api/accounts/:payerId',
  summary: 'One account with what is open, its credit and its lines.',
  params: z.object({ payerId: id }),
  query: asOfQuery,
  response: account,
  reads: ['invoices', 'lessons', 'students', 'users', 'households', 'timeoff'],
});

const statementQuery = asOfQuery.extend({ from: dateText, to: dateText, currency: currencyText.optional() });

const statement = z.object({
  payer,
  from: z.string(),
  to: z.string(),
  currency: z.string(),
  opening: z.number(),
  lines: z.array(accountLine),
  closing: z.number(),
  /** Of `to`. */
  aging,
});
export type Statement = z.infer<typeof statement>;

export const getStatement = endpoint({
  method: 'GET',
  path: '/api/accounts/:payerId/statement',
  summary: 'An account between two days: opening plus lines is closing.',
  params: z.object({ payerId: id }),
  query: statementQuery,
  response: statement,
  reads: ['invoices', 'lessons', 'students', 'users', 'households', 'timeoff'],
});

export const statementCsv = endpoint({
  method: 'GET',
  path: '/api/accounts/:payerId/statement.csv',
  expensive: true,
  summary: 'The same as a CSV file.',
  params: z.object({ payerId: id }),
  query: statementQuery,
  response: z.string(),
  reads: ['invoices', 'lessons', 'students', 'users', 'households', 'timeoff'],
});

export const statementPdf = endpoint({
  method: 'GET',
  path: '/api/accounts/:payerId/statement.pdf',
  slow: true,
  summary: 'The same as a PDF file.',
  params: z.object({ payerId: id }),
  query: statementQuery,
  response: z.string(),
  reads: ['invoices', 'lessons', 'students', 'users', 'households', 'timeoff'],
});

export const sendStatement = endpoint({
  method: 'POST',
  path: '/api/accounts/:payerId/statement/send',
  limit: { perPlace: 300 },
  summary: 'Queues an email with the statement as a PDF file: the account as it is now.',
  params: z.object({ payerId: id }),
  body: z.object({ from: dateText, to: dateText, email: otherEmail, currency: currencyText.optional() }),
  response: statementMail,
  updates: ['invoices', 'history'],
  writes: ['confirmationLinks'],
});

const side = z.enum(['owes', 'credit'], 'Please choose whether it is owed or a credit.');
const openingFields = {
  date: dateText,
  side,
  amount: z.number('The amount must be a number.'),
  note: clearableLine(200),
};

const openingBalance = z.object({
  id,
  payer,
  date: z.string(),
  side,
  amount: z.number(),
  currency: z.string(),
  note: z.string().nullable(),
  createdAt: z.string(),
  revision,
});
export type OpeningBalance = z.infer<typeof openingBalance>;

export const setOpeningBalance = endpoint({
  method: 'POST',
  path: '/api/accounts/:payerId/opening-balances',
  summary: 'What was owed, or was a credit, before Rondo kept the account.',
  params: z.object({ payerId: id }),
  body: z.object(openingFields),
  response: openingBalance,
  updates: ['invoices', 'history'],
});

export const changeOpeningBalance = endpoint({
  method: 'PATCH',
  path: '/api/opening-balances/:id',
  summary: 'Changes an opening balance.',
  params: idParams,
  body: z.object(openingFields).partial().extend({ revision: seenRevision.optional() }),
  response: openingBalance,
  updates: ['invoices', 'history'],
});

export const deleteOpeningBalance = endpoint({
  method: 'DELETE',
  path: '/api/opening-balances/:id',
  summary: 'Deletes an opening balance.',
  params: idParams,
  response: success,
  updates: ['invoices', 'history'],
});
