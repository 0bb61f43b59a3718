import { z } from 'zod';
import { defineTable, timestamp } from '../runner/read-model.ts';

/** One row per event on a lesson, described in a sentence; and one for each single date of a series that the event changes too. */
export const entriesTable = defineTable({
  name: 'entries',
  row: z.object({
    studio_id: z.string(),
    event_id: z.string(),
    lesson_id: z.string(),
    /** For an occurrence: its series. */
    series_id: z.string().nullable(),
    /** For a date that the event changes along with its series: that series, whose own row tells the same. */
    through: z.string().nullable(),
    /** The lesson this one was split from. */
    continues: z.string().nullable(),
    type: z.string(),
    recorded_at: timestamp,
    stream: z.string(),
    revision: z.number(),
    actor: z.string(),
    text: z.string(),
    batch_id: z.string(),
    /** Of a cancellation and of attendance: when the lesson was to be; else null. */
    lesson_date: z.string().nullable(),
    lesson_start: z.number().nullable(),
  }),
  key: ['studio_id', 'event_id', 'lesson_id'],
  indexes: [
    ['studio_id', 'lesson_id'],
    ['studio_id', 'series_id'],
  ],
});

/** Every lesson that ever existed, with its last schedule, so that deleted lessons can still be found. */
export const knownTable = defineTable({
  name: 'known',
  row: z.object({
    studio_id: z.string(),
    lesson_id: z.string(),
    teacher_id: z.string(),
    series_id: z.string().nullable(),
    continues: z.string().nullable(),
  }),
  key: ['studio_id', 'lesson_id'],
  indexes: [['studio_id', 'continues']],
});

/** The streams a batch wrote to, by its own commands or by reactors on its behalf. */
export const batchesTable = defineTable({
  name: 'batches',
  row: z.object({
    studio_id: z.string(),
    batch_id: z.string(),
    stream: z.string(),
    /** The batch this one undoes. */
    undoes: z.string().nullable(),
    correlation_id: z.string(),
    /** True for what a reactor of an earlier version recorded as a batch of its own: it belongs to the batch with the same correlation id. */
    apart: z.boolean(),
    /** True for what a calendar feed changed. */
    from_feed: z.boolean(),
  }),
  key: ['studio_id', 'batch_id', 'stream'],
});
