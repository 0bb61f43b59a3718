import type { ChangedSince } from '@rondo/contracts/api/branches/branches.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { Branch } from '@rondo/contracts/events/branches/branch.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { studioNow } from '../../studio/clock.ts';
import { changedRows } from './changed-rows.ts';
import type { Column } from './comparison.ts';
import { figuresOf, type HourOf } from './figures.ts';
import { presentInstant, rowsAt, type StudioRows, type TaughtAt } from './rows.ts';
import { changedSince } from './since.ts';
import { weeksOf, type TeacherWeek } from './weeks.ts';

/** What branches need of rooms beside the planner. */
export type BesidePlanning = { readonly taughtAt: TaughtAt; readonly hourOf: HourOf };

export type BranchServices = Pick<Services, 'moments' | 'settingsOf' | 'now' | 'machineNow' | 'maps' | 'legs'>;

/** A week with everything that is shown of it. */
export type ShownWeek = Column & { readonly weeks: readonly TeacherWeek[]; readonly base: StudioRows };

/** The studio as it is now, and its day. */
export type Present = { readonly rows: StudioRows; readonly today: IsoDate };

export const presentOf = async (
  services: BranchServices,
  studioId: string,
  { taughtAt }: BesidePlanning,
): Promise<Present> => {
  const [rows, { today }] = await Promise.all([
    rowsAt(services, studioId, presentInstant(services), taughtAt),
    studioNow(services, studioId),
  ]);
  return { rows, today };
};

/** The present week. */
export const standingColumn = async (
  services: BranchServices,
  studioId: string,
  { rows: base, today }: Present,
  { hourOf }: BesidePlanning,
): Promise<ShownWeek> => {
  const rows = changedRows(base, []);
  const weeks = await weeksOf(services, studioId, rows, { plans: new Map(), today });
  const figures = await figuresOf(services, studioId, { rows, weeks, today }, hourOf);
  return { name: 'Now', rows, base, weeks, figures, plan: null };
};

/** A branch's week: as it was planned, else what its changes make of the one that stood. */
export const branchColumn = async (
  services: BranchServices,
  studioId: string,
  branch: Branch,
  today: IsoDate,
  { taughtAt, hourOf }: BesidePlanning,
): Promise<ShownWeek> => {
  const base = await rowsAt(services, studioId, branch.at, taughtAt);
  const rows = changedRows(base, branch.changes);
  const plans = new Map((branch.plan?.plans ?? []).map(({ teacherId, content }) => [teacherId, content]));
  const weeks = await weeksOf(services, studioId, rows, { plans, today });
  const figures = await figuresOf(services, studioId, { rows, weeks, today }, hourOf);
  return { name: branch.name, rows, base, weeks, figures, plan: branch.plan };
};

/** What of the studio has changed since the moment that a branch is based on. */
export const sinceBase = ({ base }: ShownWeek, { rows, today }: Present): ChangedSince[] =>
  changedSince(base, rows, today);
