import type { ReportItem } from '@rondo/contracts/api/planner.ts';

/** True for a saved report whose plan is pending. */
export const isWaiting = ({ status, withdrawn }: Pick<ReportItem, 'status' | 'withdrawn'>): boolean =>
  status === 'pending' && !withdrawn;

/** The report of a teacher's pending plan. */
export const waitingPlanOf = (teacherId: string, reports: readonly ReportItem[] = []): ReportItem | undefined =>
  reports.find((report) => report.teacherId === teacherId && isWaiting(report));
