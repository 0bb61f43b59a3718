import { lesson } from '@rondo/contracts/events/schedule/lesson.ts';
import { z } from 'zod';
import { defineTable } from '../runner/read-model.ts';

/** Every lesson row with the people that it names. */
export const checkedTable = defineTable({
  name: 'checked',
  row: z.object({
    studio_id: z.string(),
    lesson_id: z.string(),
    teacher_id: z.string(),
    student_id: z.string().nullable(),
    lesson,
  }),
  key: ['studio_id', 'lesson_id'],
});

/** Everyone who was ever a student or a teacher of the studio. */
export const everyoneTable = defineTable({
  name: 'everyone',
  row: z.object({
    studio_id: z.string(),
    kind: z.enum(['student', 'teacher']),
    person_id: z.string(),
    removed: z.boolean(),
  }),
  key: ['studio_id', 'kind', 'person_id'],
});
