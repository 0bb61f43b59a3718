import type { Kysely } from 'kysely';
import type { RowOf } from '../runner/read-model.ts';
import { reportsTable } from './table.ts';

export type ReportRow = RowOf<typeof reportsTable>;
export type ReportsDb = { reports: ReportRow };

const listed = (db: Kysely<ReportsDb>, studioId: string) =>
  db
    .selectFrom('reports')
    .selectAll()
    .where('studio_id', '=', studioId)
    .where('status', 'is not', null)
    .where('deleted', '=', false);

/** A studio's reports, newest first, without their content. */
export const listReports = async (db: Kysely<ReportsDb>, studioId: string): Promise<Omit<ReportRow, 'content'>[]> => {
  const rows = await db
    .selectFrom('reports')
    .select([
      'studio_id',
      'report_id',
      'run_id',
      'teacher_id',
      'title',
      'status',
      'withdrawn',
      'starts_on',
      'lessons_count',
      'total_drive_minutes',
      'created_at',
      'processed_at',
      'planned_at',
      'reopens',
      'deleted',
    ])
    .where('studio_id', '=', studioId)
    .where('status', 'is not', null)
    .where('deleted', '=', false)
    .orderBy('planned_at', 'desc')
    .orderBy('report_id')
    .execute();
  return rows.map((row) => reportsTable.row.omit({ content: true }).parse(row));
};

export const findReport = async (
  db: Kysely<ReportsDb>,
  studioId: string,
  reportId: string,
): Promise<ReportRow | undefined> => {
  const row = await listed(db, studioId).where('report_id', '=', reportId).executeTakeFirst();
  return row && reportsTable.row.parse(row);
};

/** Every report of one run. */
export const reportsOfRun = async (db: Kysely<ReportsDb>, studioId: string, runId: string): Promise<ReportRow[]> => {
  const rows = await listed(db, studioId).where('run_id', '=', runId).orderBy('planned_at').execute();
  return rows.map((row) => reportsTable.row.parse(row));
};
