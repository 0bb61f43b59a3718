import { lesson } from '@rondo/contracts/events/schedule/lesson.ts';
import { z } from 'zod';
import { personShape } from '../shared/person.ts';
import { defineTable, timestamp } from '../runner/read-model.ts';

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
    created_at: timestamp,
    revision: z.number(),
  }),
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
  row: z.object({ studio_id: z.string(), lesson_id: z.string(), created_at: timestamp }),
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
  key: ['studio_id', 'person_id'],
});
