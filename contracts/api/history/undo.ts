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
  updates: ['studios', 'students', 'teachers', 'lessons', 'history', 'reports', 'backups', 'integrity', 'invoices'],
  waitsFor: ['removals', 'transfers'],
});
