import { studentDetails, type StudentDetails } from '@rondo/contracts/events/student.ts';
import { sql, type Kysely } from 'kysely';
import { z } from 'zod';
import { mapWithPauses } from '../pacing/pauses.ts';
import { sortedWithPauses } from '../pacing/sorting.ts';
import type { RowOf } from '../runner/read-model.ts';
import { countRows, findRow, listRows } from '../rows/read-rows.ts';
import { searchTerms } from '../shared/search.ts';
import { studentsTable } from './table.ts';

export type StudentsDb = { students: RowOf<typeof studentsTable> };
export type StudentRow = RowOf<typeof studentsTable>;

/** A studio's students by last name. */
export const listStudents = async (db: Kysely<StudentsDb>, studioId: string): Promise<readonly StudentRow[]> =>
  studentsByName(await listRows(db, studentsTable, studioId));

/** The order of every list of students. */
export const studentsByName = (students: readonly StudentRow[]): Promise<readonly StudentRow[]> =>
  sortedWithPauses(
    students,
    ({ details: a, student_id: one }, { details: b, student_id: other }) =>
      a.lastName.localeCompare(b.lastName) || a.firstName.localeCompare(b.firstName) || (one < other ? -1 : 1),
  );

/** The students, in all studios, who are written to at an address. @param email in lower case */
export const studentsAt = async (
  db: Kysely<StudentsDb>,
  email: string,
): Promise<{ readonly studioId: string; readonly studentId: string }[]> => {
  const rows = await db
    .selectFrom('students')
    .select(['studio_id', 'student_id'])
    .where(sql<boolean>`lower(details ->> 'email') = ${email}`)
    .orderBy('studio_id')
    .orderBy('student_id')
    .execute();
  return rows.map(({ studio_id: studioId, student_id: studentId }) => ({ studioId, studentId }));
};

const contactRow = z.object({
  student_id: z.string(),
  details: studentDetails.pick({
    firstName: true,
    lastName: true,
    phone: true,
    email: true,
    address: true,
    city: true,
    zipCode: true,
  }),
});
export type ContactRow = z.infer<typeof contactRow>;

/** The next students by id after one, with what tells them apart: a page of all of a studio's students. */
export const listContacts = async (
  db: Kysely<StudentsDb>,
  studioId: string,
  { after, limit }: { after: string; limit: number },
): Promise<ContactRow[]> => {
  const rows = await db
    .selectFrom('students')
    .select(['student_id', 'details'])
    .where('studio_id', '=', studioId)
    .where('student_id', '>', after)
    .orderBy('student_id')
    .limit(limit)
    .execute();
  return mapWithPauses(rows, (row) => contactRow.parse(row));
};

/** The students with an exact location whose address begins the given text. */
export const listPlacedAt = async (
  db: Kysely<StudentsDb>,
  studioId: string,
  address: string,
): Promise<StudentDetails[]> => {
  const rows = await db
    .selectFrom('students')
    .select('details')
    .where('studio_id', '=', studioId)
    .where(sql<boolean>`details -> 'location' ->> 'precision' = 'exact'`)
    .where(sql<boolean>`details ->> 'address' <> '' and starts_with(${address}, trim(details ->> 'address'))`)
    .execute();
  return rows.map(({ details }) => studentDetails.parse(details));
};

export const findStudent = (db: Kysely<StudentsDb>, studioId: string, studentId: string) =>
  findRow(db, studentsTable, [studioId, studentId]);

/** How many students a studio has. */
export const countStudents = (db: Kysely<StudentsDb>, studioId: string) => countRows(db, studentsTable, studioId);

/** The students that a search finds, best first. @param terms at least one */
export const searchStudents = (
  db: Kysely<StudentsDb>,
  studioId: string,
  { terms, limit }: { readonly terms: readonly string[]; readonly limit: number },
): Promise<Pick<StudentRow, 'student_id' | 'details' | 'assignments'>[]> => {
  const { found, order } = searchTerms(terms);
  return db
    .selectFrom('students')
    .select(['student_id', 'details', 'assignments'])
    .where('studio_id', '=', studioId)
    .where(found)
    .orderBy(order)
    .orderBy('student_id')
    .limit(limit)
    .execute();
};
