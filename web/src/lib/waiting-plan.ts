import type { ReportItem } from '@rondo/contracts/api/planner.ts';

/** True for a saved report whose plan waits for a decision. */
export const isWaiting = ({ status, withdrawn }: Pick<ReportItem, 'status' | 'withdrawn'>): boolean =>
  status === 'pending' && !withdrawn;
