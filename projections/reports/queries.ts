import type { Kysely } from 'kysely';
import type { RowOf } from '../runner/read-model.ts';
import { reportsTable } from './table.ts';

export type ReportRow = RowOf<typeof reportsTable>;
export type ReportsDb = { reports: ReportRow };

const ofListed = (db: Kysely<ReportsDb>, studioId: string) =>
  db
    .selectFrom('reports')
    .where('studio_id', '=', studioId)
    .where('status', 'is not', null)
    .where('deleted', '=', false);

const withoutContent = reportsTable.row.omit({ content: true, wishes: true });

/** A studio's reports, newest first, without their content. */
export const listReports = async (
  db: Kysely<ReportsDb>,
  studioId: string,
): Promise<Omit<ReportRow, 'content' | 'wishes'>[]> => {
  const rows = await ofListed(db, studioId)
    .select(withoutContent.keyof().options)
    .orderBy('planned_at', 'desc')
    .orderBy('report_id')
    .execute();
  return rows.map((row) => withoutContent.parse(row));
};

export const findReport = async (
  db: Kysely<ReportsDb>,
  studioId: string,
  reportId: string,
): Promise<ReportRow | undefined> => {
  const row = await ofListed(db, studioId).selectAll().where('report_id', '=', reportId).executeTakeFirst();
  return row && reportsTable.row.parse(row);
};

/** Every report of one run. */
export const reportsOfRun = async (db: Kysely<ReportsDb>, studioId: string, runId: string): Promise<ReportRow[]> => {
  const rows = await ofListed(db, studioId).selectAll().where('run_id', '=', runId).orderBy('planned_at').execute();
  return rows.map((row) => reportsTable.row.parse(row));
};
