import type { Kysely } from 'kysely';
import type { RowOf } from '../runner/read-model.ts';
import { teachersTable } from './table.ts';

export type TeacherRow = RowOf<typeof teachersTable>;
export type TeachersDb = { teachers: TeacherRow };

/** A studio's teachers in the order they were added. */
export const listTeachers = async (db: Kysely<TeachersDb>, studioId: string): Promise<TeacherRow[]> => {
  const rows = await db
    .selectFrom('teachers')
    .selectAll()
    .where('studio_id', '=', studioId)
    .orderBy('created_at')
    .orderBy('teacher_id')
    .execute();
  return rows.map((row) => teachersTable.row.parse(row));
};

export const findTeacher = async (
  db: Kysely<TeachersDb>,
  studioId: string,
  teacherId: string,
): Promise<TeacherRow | undefined> => {
  const row = await db
    .selectFrom('teachers')
    .selectAll()
    .where('studio_id', '=', studioId)
    .where('teacher_id', '=', teacherId)
    .executeTakeFirst();
  return row && teachersTable.row.parse(row);
};
