import type { Kysely } from 'kysely';
import type { RowOf } from '../runner/read-model.ts';
import { countRows, findRow, listRows } from '../runner/rows.ts';
import { teachersTable } from './table.ts';

export type TeacherRow = RowOf<typeof teachersTable>;
export type TeachersDb = { teachers: TeacherRow };

/** A studio's teachers in the order they were added. */
export const listTeachers = async (db: Kysely<TeachersDb>, studioId: string): Promise<TeacherRow[]> =>
  teachersByAge(await listRows(db, teachersTable, studioId));

/** The order of every list of teachers: as they were added. */
export const teachersByAge = (teachers: readonly TeacherRow[]): TeacherRow[] => {
  const keyOf = ({ created_at, teacher_id }: TeacherRow): string => `${created_at} ${teacher_id}`;
  return teachers.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
};

export const findTeacher = (db: Kysely<TeachersDb>, studioId: string, teacherId: string) =>
  findRow(db, teachersTable, [studioId, teacherId]);

/** How many teachers a studio has. */
export const countTeachers = (db: Kysely<TeachersDb>, studioId: string) => countRows(db, teachersTable, studioId);
