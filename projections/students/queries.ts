import type { Kysely } from 'kysely';
import type { RowOf } from '../runner/read-model.ts';
import { studentsTable } from './table.ts';

export type StudentsDb = { students: RowOf<typeof studentsTable> };
export type StudentRow = RowOf<typeof studentsTable>;

/** A studio's students by last name. */
export const listStudents = async (db: Kysely<StudentsDb>, studioId: string): Promise<StudentRow[]> => {
  const rows = await db.selectFrom('students').selectAll().where('studio_id', '=', studioId).execute();
  const students = rows.map((row) => studentsTable.row.parse(row));
  return students.toSorted(
    ({ details: a }, { details: b }) => a.lastName.localeCompare(b.lastName) || a.firstName.localeCompare(b.firstName),
  );
};

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
