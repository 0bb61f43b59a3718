import { defineTable, put, type RowChange, type RowReader } from '@rondo/projections/runner/read-model.ts';
import { z } from 'zod';

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

/**
 * All teachers that each student ever had lessons with, all students ever assigned to each teacher, and the removal dates of removed
 * people. A teacher's students can be thousands, and each row is written as a whole: they are spread over rows of their own.
 */
export const ties = defineTable({
  name: 'ties',
  row: z.object({
    studio_id: z.string(),
    /** A student, a teacher, or a part of a teacher's students. */
    person_id: z.string(),
    /** For a student: teachers with lessons. For a part of a teacher's students: these; earlier versions kept all of them in the teacher's own row. */
    others: z.custom<string[]>(isTexts),
    removed_on: z.string().nullable(),
  }),
  key: ['studio_id', 'person_id'],
});

const partsOfStudents = 64;

/** The row of a teacher's students that has one of them: ids are random. */
export const partWith = (teacherId: string, studentId: string): string =>
  `${teacherId}/${(Number.parseInt(studentId.slice(0, 2), 16) || 0) % partsOfStudents}`;

export const partsOf = (teacherId: string): string[] =>
  Array.from({ length: partsOfStudents }, (_, part) => `${teacherId}/${part}`);

/** Nothing when the row is so already. `removedOn`: null for a person who returns; undefined leaves it as it is. */
export const tie = (
  studioId: string,
  rows: RowReader,
  personId: string,
  more: readonly string[],
  removedOn?: string | null,
): readonly RowChange[] => {
  const { others = [], removed_on: before = null } = rows.get(ties, [studioId, personId]) ?? {};
  const after = removedOn === undefined ? before : removedOn;
  const added = more.filter((one) => !others.includes(one));
  if (added.length === 0 && after === before) return [];
  return [put(ties, { studio_id: studioId, person_id: personId, others: [...others, ...added], removed_on: after })];
};
