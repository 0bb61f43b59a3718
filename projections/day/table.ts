import { drivenLegs, stampKinds } from '@rondo/contracts/events/schedule/day.ts';
import { z } from 'zod';
import { defineTable, timestamp } from '../runner/read-model.ts';

// A date of a lesson stands by the row that it was a date of when it was noted.

/** When a teacher came to a stop and was done there. */
export const stampsTable = defineTable({
  name: 'stamps',
  row: z.object({
    studio_id: z.string(),
    date: z.string(),
    lesson_id: z.string(),
    original_date: z.string(),
    kind: z.enum(stampKinds),
    /** Null: taken back. */
    at: timestamp.nullable(),
    recorded_at: timestamp,
  }),
  key: ['studio_id', 'date', 'lesson_id', 'original_date', 'kind'],
});

/** What each teacher said last of a day. */
export const delaysTable = defineTable({
  name: 'delays',
  row: z.object({
    studio_id: z.string(),
    date: z.string(),
    teacher_id: z.string(),
    lesson_id: z.string(),
    original_date: z.string(),
    minutes: z.number(),
    recorded_at: timestamp,
  }),
  key: ['studio_id', 'date', 'teacher_id'],
});

/** What families were told of a lesson last; null: nothing. */
export const toldTable = defineTable({
  name: 'told',
  row: z.object({
    studio_id: z.string(),
    date: z.string(),
    lesson_id: z.string(),
    original_date: z.string(),
    minutes: z.number().nullable(),
    recorded_at: timestamp,
  }),
  key: ['studio_id', 'date', 'lesson_id', 'original_date'],
});

const drives = {
  studio_id: z.string(),
  teacher_id: z.string(),
  date: z.string(),
  drives: drivenLegs,
  revision: z.number(),
  recorded_at: timestamp,
};

/** What each teacher drove on a date, as it was once the date was over. */
export const drivenTable = defineTable({
  name: 'driven',
  row: z.object(drives),
  key: ['studio_id', 'teacher_id', 'date'],
});

/** The drives of dates that were corrected. */
export const correctionsTable = defineTable({
  name: 'corrections',
  row: z.object({ ...drives, reason: z.string() }),
  key: ['studio_id', 'teacher_id', 'date'],
});

/** What teachers say of tax years, by the year in which one begins. */
export const mileageYearsTable = defineTable({
  name: 'mileage_years',
  row: z.object({
    studio_id: z.string(),
    teacher_id: z.string(),
    year: z.number(),
    home_drives_count: z.boolean().nullable(),
    odometer_start: z.number().nullable(),
    odometer_end: z.number().nullable(),
  }),
  key: ['studio_id', 'teacher_id', 'year'],
});
