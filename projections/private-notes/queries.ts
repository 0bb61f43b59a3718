import type { Kysely } from 'kysely';
import type { RowOf } from '../runner/read-model.ts';
import type { privateNotesTable } from './table.ts';

export type PrivateNoteRow = RowOf<typeof privateNotesTable>;
export type PrivateNotesDb = { private_notes: PrivateNoteRow };

/** The teacher's own notes of a student, the newest first. @param before a day that is not among them any more */
export const privateNotesBefore = (
  db: Kysely<PrivateNotesDb>,
  studioId: string,
  {
    studentId,
    before,
    limit,
  }: { readonly studentId: string; readonly before?: string | undefined; readonly limit: number },
): Promise<PrivateNoteRow[]> => {
  const own = db.selectFrom('private_notes').selectAll().where('studio_id', '=', studioId);
  const earlier = before === undefined ? own : own.where('date', '<', before);
  return earlier.where('student_id', '=', studentId).orderBy('date', 'desc').limit(limit).execute();
};

/** The newest note of each student. @param studentIds at least one */
export const lastPrivateNotes = (
  db: Kysely<PrivateNotesDb>,
  studioId: string,
  studentIds: readonly string[],
): Promise<PrivateNoteRow[]> =>
  db
    .selectFrom('private_notes')
    .selectAll()
    .distinctOn('student_id')
    .where('studio_id', '=', studioId)
    .where('student_id', 'in', studentIds)
    .orderBy('student_id')
    .orderBy('date', 'desc')
    .execute();
