import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { historyKinds } from './history-kinds.ts';
import { id, instant, typedText } from '../shapes.ts';

export const historyKind = z.enum(historyKinds, 'This is not a kind of change.');

const part = z.object({
  sentence: z.string(),
  lessonId: id.nullable(),
  studentId: id.nullable(),
  teacherId: id.nullable(),
  invoiceId: id.nullable(),
  /** When a lesson was and is, for a change of its time; null for any other change. */
  change: z.object({ before: z.string(), after: z.string() }).nullable(),
});
export type HistoryPart = z.infer<typeof part>;

const entry = z.object({
  batchId: id,
  /** When its last event was recorded: `asOf` shows what it left. */
  at: z.string(),
  /** The last instant without its first event; null for the studio’s first. */
  before: z.string().nullable(),
  by: z.object({ kind: z.enum(['user', 'family', 'calendar', 'system']), name: z.string() }),
  kind: historyKind,
  /** What of a family its page lists: a request for another time, or a mail. */
  listed: z.enum(['request', 'message']).nullable(),
  sentence: z.string(),
  /** The first 20 things that it did. */
  parts: z.array(part),
  partsCount: z.number().int(),
  students: z.array(id),
  teachers: z.array(id),
  /** The batch that undid it; null again when that undo is undone. */
  undone: id.nullable(),
  /** The batch that it undoes. */
  undoes: id.nullable(),
  /** True, or the sentence why it can never be undone. */
  undoable: z.union([z.literal(true), z.string()]),
});
export type HistoryEntry = z.infer<typeof entry>;

/** Where a page of the history ends: the time and the batch of its last entry. */
const cursor = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z_[\w-]{1,64}$/, 'This is not the "next" of an earlier answer.');

export const listHistory = endpoint({
  method: 'GET',
  path: '/api/history',
  summary: 'What happened in the studio, newest first, one entry for each batch.',
  query: z.object({
    before: cursor.optional(),
    until: instant.optional(),
    limit: z.coerce
      .number('The limit must be a number from 1 to 100.')
      .int('The limit must be a number from 1 to 100.')
      .min(1, 'The limit must be a number from 1 to 100.')
      .max(100, 'The limit must be a number from 1 to 100.')
      .default(50),
    studentId: id.optional(),
    teacherId: id.optional(),
    lessonId: id.optional(),
    invoiceId: id.optional(),
    /** Invoices, payments and other lines of this payer's account. */
    payerId: id.optional(),
    kind: historyKind.optional(),
    q: typedText(80).optional(),
    by: z.literal('me', 'Only "me" can be named here.').optional(),
  }),
  response: z.object({ entries: z.array(entry), next: z.string().nullable() }),
  reads: ['history', 'studios', 'users', 'households'],
});
