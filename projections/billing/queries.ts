import type { Kysely } from 'kysely';
import type { lineagesTable, plansTable } from '../shared/lineage-tables.ts';
import type { RowOf } from '../runner/read-model.ts';
import { listRows } from '../rows/read-rows.ts';
import { attendanceTable, payersTable } from './table.ts';

export type PayerRow = RowOf<typeof payersTable>;
export type AttendanceRow = RowOf<typeof attendanceTable>;
export type BillingDb = {
  payers: PayerRow;
  attendance: AttendanceRow;
  lineages: RowOf<typeof lineagesTable>;
  plans: RowOf<typeof plansTable>;
};

/** How a studio's students pay, removed ones too. */
export const listPayers = (db: Kysely<BillingDb>, studioId: string) => listRows(db, payersTable, studioId);

/** Who was at a studio's lessons, as it was recorded. */
export const listAttendance = (db: Kysely<BillingDb>, studioId: string) => listRows(db, attendanceTable, studioId);

/** Where lessons come from; those that come from no other are missing. */
export const lineages = async (
  db: Kysely<BillingDb>,
  studioId: string,
): Promise<Map<string, RowOf<typeof lineagesTable>>> => {
  const rows = await db.selectFrom('lineages').selectAll().where('studio_id', '=', studioId).execute();
  return new Map(rows.map((row) => [row.lesson_id, row]));
};

/** The same of some lessons alone. */
export const lineagesAmong = async (
  db: Kysely<BillingDb>,
  studioId: string,
  lessonIds: readonly string[],
): Promise<Map<string, RowOf<typeof lineagesTable>>> => {
  if (lessonIds.length === 0) return new Map();
  const some = db
    .selectFrom('lineages')
    .selectAll()
    .where('studio_id', '=', studioId)
    .where('lesson_id', 'in', lessonIds);
  return new Map((await some.execute()).map((row) => [row.lesson_id, row]));
};

/** The teachers whose plan waits for a decision. */
export const planningTeachers = async (db: Kysely<BillingDb>, studioId: string): Promise<string[]> => {
  const rows = await db.selectFrom('plans').select('teacher_id').where('studio_id', '=', studioId).execute();
  return rows.map((row) => row.teacher_id);
};
