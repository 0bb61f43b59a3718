import { z } from 'zod';
import { instantOf } from '../../calendar/instants.ts';
import { defineEvent } from '../event.ts';
import { id, isoDate } from '../fields.ts';

// Statements of accounts that are mailed, in the stream of what they say.

const texts = z.array(z.string()).readonly();
const pair = z.tuple([z.string(), z.string()]).readonly();
const pairs = z.array(pair).readonly();
const row = { date: z.string(), text: z.string(), balance: z.string() };

/** Everything that the pages of a statement say, as plain texts. */
const statementPrint = z.object({
  /** Epoch milliseconds. */
  createdAt: z.number(),
  paper: z.enum(['LETTER', 'A4']),
  studioName: z.string(),
  contact: texts,
  /** The payer's name, then the address line by line. */
  billedTo: texts,
  facts: pairs,
  /** The balance at the end of the period, in words. */
  closing: z.object({ label: z.string(), amount: z.string(), by: z.string() }),
  /** The balance before the period. */
  before: z.object(row),
  lines: z.array(z.object({ ...row, detail: z.string(), amount: z.string() })).readonly(),
  /** What was billed and paid in the period. */
  sums: pairs,
  total: pair,
  /** How old what is open is; empty while nothing is past due. */
  aging: pairs,
  /** The link by which to pay the balance. */
  payOnline: z.string().optional(),
  sections: pairs,
});
export type StatementPrint = Readonly<z.output<typeof statementPrint>>;

const ofMail = { payerId: id, mailId: id };

export const statementEvents = [
  /** `print` is the account as of this event. */
  defineEvent(
    'StatementSendRequested',
    z.object({
      ...ofMail,
      email: z.string().min(1).max(254),
      from: isoDate,
      to: isoDate,
      currency: z.string().length(3),
      print: statementPrint,
    }),
  ),
  /** The mail server has accepted it; without one, it is in this file. */
  defineEvent('StatementMailSent', z.object({ ...ofMail, savedAs: z.string().nullable() })),
  defineEvent('StatementMailFailed', z.object({ ...ofMail, reason: z.string() })),
] as const;

/** An email with a statement, without what it says. */
export const statementMail = z.object({
  mailId: z.string(),
  email: z.string(),
  from: z.string(),
  to: z.string(),
  currency: z.string(),
  requestedAt: z.string(),
  state: z.enum(['queued', 'sent', 'failed']),
  /** A sentence: why it failed, or that it was saved instead. */
  detail: z.string().nullable(),
});
export type StatementMail = z.infer<typeof statementMail>;

/** What servers say that send no email. Not in which file it is: where a server keeps its files is not for its users. */
export const savedInstead = 'This server sends no email. It was saved as a file on the server instead.';

type StatementEvent =
  | { readonly type: 'StatementSendRequested'; readonly data: Omit<StatementMail, 'requestedAt' | 'state' | 'detail'> }
  | { readonly type: 'StatementMailSent'; readonly data: { readonly savedAs: string | null } }
  | { readonly type: 'StatementMailFailed'; readonly data: { readonly reason: string } };

/** A mail after an event about it. */
export const statementMailAfter = (
  before: StatementMail | undefined,
  event: StatementEvent,
  recordedAt: string,
): StatementMail | undefined => {
  switch (event.type) {
    case 'StatementSendRequested': {
      const { mailId, email, from, to, currency } = event.data;
      const requestedAt = instantOf(recordedAt);
      return { mailId, email, from, to, currency, requestedAt, state: 'queued', detail: null };
    }
    case 'StatementMailSent':
      return before && { ...before, state: 'sent', detail: event.data.savedAs === null ? null : savedInstead };
    case 'StatementMailFailed':
      return before && { ...before, state: 'failed', detail: event.data.reason };
  }
};
