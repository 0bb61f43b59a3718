import type { ReportItem } from '@rondo/contracts/api/planner.ts';

/** True for a saved report whose plan is pending. */
export const isWaiting = ({ status, withdrawn }: Pick<ReportItem, 'status' | 'withdrawn'>): boolean =>
  status === 'pending' && !withdrawn;
