import type { Kysely } from 'kysely';
import type { RowOf } from '../runner/read-model.ts';
import type { familyNotesTable } from './table.ts';

export type FamilyNoteRow = RowOf<typeof familyNotesTable>;
export type FamilyNotesDb = { family_notes: FamilyNoteRow };

/** What was written for a student's family, the newest first, drafts too. @param before a day that is not among them any more */
export const familyNotesBefore = (
  db: Kysely<FamilyNotesDb>,
  studioId: string,
  {
    studentId,
    before,
    limit,
  }: { readonly studentId: string; readonly before?: string | undefined; readonly limit: number },
): Promise<FamilyNoteRow[]> => {
  const own = db.selectFrom('family_notes').selectAll().where('studio_id', '=', studioId);
  const earlier = before === undefined ? own : own.where('date', '<', before);
  return earlier.where('student_id', '=', studentId).orderBy('date', 'desc').limit(limit).execute();
};

/** The newest note of each student, drafts too. @param studentIds at least one */
export const lastFamilyNotes = (
  db: Kysely<FamilyNotesDb>,
  studioId: string,
  studentIds: readonly string[],
): Promise<FamilyNoteRow[]> =>
  db
    .selectFrom('family_notes')
    .selectAll()
    .distinctOn('student_id')
    .where('studio_id', '=', studioId)
    .where('student_id', 'in', studentIds)
    .orderBy('student_id')
    .orderBy('date', 'desc')
    .execute();

/** What the families of students can read, the newest first. @param studentIds at least one */
export const sharedNotes = (
  db: Kysely<FamilyNotesDb>,
  studioId: string,
  { studentIds, limit }: { readonly studentIds: readonly string[]; readonly limit: number },
): Promise<FamilyNoteRow[]> =>
  db
    .selectFrom('family_notes')
    .selectAll()
    .where('studio_id', '=', studioId)
    .where('student_id', 'in', studentIds)
    .where('shared', '=', true)
    .orderBy('date', 'desc')
    .orderBy('student_id')
    .limit(limit)
    .execute();
