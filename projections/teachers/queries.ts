import type { Kysely } from 'kysely';
import type { RowOf } from '../runner/read-model.ts';
import { teachersTable } from './table.ts';

export type TeacherRow = RowOf<typeof teachersTable>;
export type TeachersDb = { teachers: TeacherRow };

/** A studio's teachers in the order they were added. */
export const listTeachers = async (db: Kysely<TeachersDb>, studioId: string): Promise<TeacherRow[]> => {
  const rows = await db.selectFrom('teachers').selectAll().where('studio_id', '=', studioId).execute();
  return teachersByAge(rows.map((row) => teachersTable.row.parse(row)));
};

/** The order of every list of teachers: as they were added. */
export const teachersByAge = (teachers: readonly TeacherRow[]): TeacherRow[] => {
  const keyOf = ({ created_at, teacher_id }: TeacherRow): string => `${created_at} ${teacher_id}`;
  return teachers.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
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

/** How many teachers a studio has. */
export const countTeachers = async (db: Kysely<TeachersDb>, studioId: string): Promise<number> => {
  const { count } = await db
    .selectFrom('teachers')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('studio_id', '=', studioId)
    .executeTakeFirstOrThrow();
  return Number(count);
};
