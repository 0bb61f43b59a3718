import { z } from 'zod';
import { defineTable } from '../runner/read-model.ts';

/** One row for each fact on each lesson, told in a sentence. */
export const entriesTable = defineTable({
  name: 'entries',
  row: z.object({
    studio_id: z.string(),
    event_id: z.string(),
    lesson_id: z.string(),
    /** Of an occurrence: its series. */
    series_id: z.string().nullable(),
    /** The lesson of which this one is the changed part. */
    continues: z.string().nullable(),
    type: z.string(),
    recorded_at: z.string(),
    stream: z.string(),
    revision: z.number(),
    actor: z.string(),
    text: z.string(),
    batch_id: z.string(),
  }),
  columns: {
    studio_id: 'text',
    event_id: 'text',
    lesson_id: 'text',
    series_id: 'text',
    continues: 'text',
    type: 'text',
    recorded_at: 'timestamptz',
    stream: 'text',
    revision: 'integer',
    actor: 'text',
    text: 'text',
    batch_id: 'text',
  },
  key: ['studio_id', 'event_id', 'lesson_id'],
  indexes: [
    ['studio_id', 'lesson_id'],
    ['studio_id', 'series_id'],
  ],
});

/** Every lesson there ever was, with the schedule that had it last: a lesson that is gone still leads there. */
export const knownTable = defineTable({
  name: 'known',
  row: z.object({
    studio_id: z.string(),
    lesson_id: z.string(),
    teacher_id: z.string(),
    series_id: z.string().nullable(),
    continues: z.string().nullable(),
  }),
  columns: {
    studio_id: 'text',
    lesson_id: 'text',
    teacher_id: 'text',
    series_id: 'text',
    continues: 'text',
  },
  key: ['studio_id', 'lesson_id'],
  indexes: [['studio_id', 'continues']],
});

/** The streams that a batch reached: its own commands' and those of reactors in its name. */
export const batchesTable = defineTable({
  name: 'batches',
  row: z.object({
    studio_id: z.string(),
    batch_id: z.string(),
    stream: z.string(),
    /** The batch that this one takes back. */
    undoes: z.string().nullable(),
  }),
  columns: {
    studio_id: 'text',
    batch_id: 'text',
    stream: 'text',
    undoes: 'text',
  },
  key: ['studio_id', 'batch_id', 'stream'],
});
