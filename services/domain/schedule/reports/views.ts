import type { Report, ReportItem } from '@rondo/contracts/api/planner.ts';
import type { ReportRow } from '@rondo/projections/reports/queries.ts';

const statusOf = ({ status }: Pick<ReportRow, 'status'>) => status ?? 'pending';

/** A report as the saved list shows it. */
export const reportItemView = (row: Omit<ReportRow, 'content' | 'wishes'>): ReportItem => ({
  id: row.report_id,
  title: row.title,
  teacherId: row.teacher_id,
  runId: row.run_id,
  status: statusOf(row),
  withdrawn: row.withdrawn,
  startsOn: row.starts_on,
  createdAt: row.planned_at ?? row.created_at,
  processedAt: row.processed_at,
  lessonsCount: row.lessons_count,
  teachersCount: 1,
  totalDriveTime: row.total_drive_minutes,
  reopens: row.reopens,
});

/** A report as the review shows it. */
const reportView = (row: ReportRow): Report => ({
  ...row.content,
  reportId: row.report_id,
  runId: row.run_id,
  status: statusOf(row),
  withdrawn: row.withdrawn,
  createdAt: row.planned_at ?? row.created_at,
  wishes: row.wishes,
});

/** Reports keyed by teacher. */
export const byTeacher = (rows: readonly ReportRow[]): Record<string, Report> =>
  Object.fromEntries(rows.map((row) => [row.teacher_id, reportView(row)]));
