import { sql, type Kysely } from 'kysely';
import type { RowOf } from '../runner/read-model.ts';
import { countRows, findRow, listRows } from '../rows/read-rows.ts';
import { searchTerms } from '../shared/search.ts';
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

/** The teachers that a search finds, best first. @param terms at least one */
export const searchTeachers = (
  db: Kysely<TeachersDb>,
  studioId: string,
  { terms, limit }: { readonly terms: readonly string[]; readonly limit: number },
): Promise<Pick<TeacherRow, 'teacher_id' | 'details'>[]> => {
  const { found, order } = searchTerms(terms);
  return db
    .selectFrom('teachers')
    .select(['teacher_id', 'details'])
    .where('studio_id', '=', studioId)
    .where(found)
    .orderBy(order)
    .orderBy('teacher_id')
    .limit(limit)
    .execute();
};

/** The names of some teachers by id. */
export const teacherNames = async (
  db: Kysely<TeachersDb>,
  studioId: string,
  teacherIds: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  if (teacherIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('teachers')
    .select(['teacher_id', sql<string>`details ->> 'name'`.as('name')])
    .where('studio_id', '=', studioId)
    .where('teacher_id', 'in', teacherIds)
    .execute();
  return new Map(rows.map(({ teacher_id, name }) => [teacher_id, name]));
};
