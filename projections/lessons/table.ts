import { lesson } from '@rondo/contracts/events/lesson.ts';
import { z } from 'zod';
import { personColumns, personShape } from '../shared/people-shown.ts';
import { defineTable } from '../runner/read-model.ts';

/** One row per series, dated lesson or occurrence. `first_day` and `last_day` bound the days on which a calendar must show it. */
export const lessonsTable = defineTable({
  name: 'lessons',
  row: z.object({
    studio_id: z.string(),
    lesson_id: z.string(),
    teacher_id: z.string(),
    student_id: z.string().nullable(),
    series_id: z.string().nullable(),
    first_day: z.string(),
    last_day: z.string().nullable(),
    lesson,
    created_at: z.string(),
    revision: z.number(),
  }),
  columns: {
    studio_id: 'text',
    lesson_id: 'text',
    teacher_id: 'text',
    student_id: 'text',
    series_id: 'text',
    first_day: 'text',
    last_day: 'text',
    lesson: 'jsonb',
    created_at: 'timestamptz',
    revision: 'integer',
  },
  key: ['studio_id', 'lesson_id'],
  indexes: [
    ['studio_id', 'teacher_id'],
    ['studio_id', 'student_id'],
    ['studio_id', 'last_day'],
  ],
});

/** When deleted lessons were created, so that a reinstated one keeps its creation time. */
export const removedTable = defineTable({
  name: 'removed',
  row: z.object({ studio_id: z.string(), lesson_id: z.string(), created_at: z.string() }),
  columns: { studio_id: 'text', lesson_id: 'text', created_at: 'timestamptz' },
  key: ['studio_id', 'lesson_id'],
});

/** What a lesson's row shows of its student and teacher. A removed person keeps only the name. */
export const peopleTable = defineTable({
  name: 'people',
  row: z.object({
    studio_id: z.string(),
    person_id: z.string(),
    ...personShape,
    removed: z.boolean(),
  }),
  columns: {
    studio_id: 'text',
    person_id: 'text',
    ...personColumns,
    removed: 'boolean',
  },
  key: ['studio_id', 'person_id'],
});
