import type { Kysely } from 'kysely';
import type { RowOf } from '../runner/read-model.ts';
import { studentsTable } from './table.ts';

export type StudentsDb = { students: RowOf<typeof studentsTable> };
export type StudentRow = RowOf<typeof studentsTable>;

/** A studio's students by last name. */
export const listStudents = async (db: Kysely<StudentsDb>, studioId: string): Promise<StudentRow[]> => {
  const rows = await db.selectFrom('students').selectAll().where('studio_id', '=', studioId).execute();
  return studentsByName(rows.map((row) => studentsTable.row.parse(row)));
};

/** The order of every list of students. */
export const studentsByName = (students: readonly StudentRow[]): StudentRow[] =>
  students.toSorted(
    ({ details: a, student_id: one }, { details: b, student_id: other }) =>
      a.lastName.localeCompare(b.lastName) || a.firstName.localeCompare(b.firstName) || (one < other ? -1 : 1),
  );

export const findStudent = async (
  db: Kysely<StudentsDb>,
  studioId: string,
  studentId: string,
): Promise<StudentRow | undefined> => {
  const row = await db
    .selectFrom('students')
    .selectAll()
    .where('studio_id', '=', studioId)
    .where('student_id', '=', studentId)
    .executeTakeFirst();
  return row && studentsTable.row.parse(row);
};
