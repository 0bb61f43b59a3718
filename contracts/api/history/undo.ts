import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { conflictEvent } from '../lessons.ts';
import { id, success } from '../shapes.ts';

export const undo = endpoint({
  method: 'POST',
  path: '/api/undo',
  expensive: true,
  slow: true,
  summary: 'Undoes a batch: everything it changed is as before, unless it was changed since. The undo is a batch too.',
  body: z.object({ batchId: id }),
  response: success.extend({
    batchId: id,
    /** Entries at times to which lessons came back. */
    conflicts: z.array(conflictEvent),
  }),
  updates: [
    'studios',
    'students',
    'teachers',
    'households',
    'lessons',
    'timeoff',
    'day',
    'familynotes',
    'privatenotes',
    'inquiries',
    'history',
    'reports',
    'backups',
    'integrity',
    'invoices',
  ],
  waitsFor: ['removals', 'transfers', 'memberships'],
});

export const previewUndo = endpoint({
  method: 'POST',
  path: '/api/undo/preview',
  expensive: true,
  slow: true,
  summary: 'What undoing a batch would change, and why it would be refused. Changes nothing.',
  body: z.object({ batchId: id }),
  response: z.object({
    /** The batch itself. */
    sentence: z.string(),
    /** What would change; a weekly lesson with its parts and dates is one. */
    counts: z.object({
      lessons: z.number(),
      students: z.number(),
      teachers: z.number(),
      families: z.number(),
      invoices: z.number(),
      reports: z.number(),
    }),
    /** The first ten things that would change. */
    first: z.array(z.string()),
    /** What an undo would be refused with. */
    refusal: z.string().nullable(),
  }),
});
