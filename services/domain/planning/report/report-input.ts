import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { WeeklyLesson } from '@rondo/contracts/events/schedule/lesson.ts';
import type { ReportContent } from '@rondo/contracts/events/schedule/report-content.ts';
import type { StudentRow } from '@rondo/projections/students/queries.ts';
import type { TeacherRow } from '@rondo/projections/teachers/queries.ts';
import type { PlannedWeek } from '../../../optimizer/threads/worker.ts';
import type { PlanCounts, Solved } from './counts.ts';
import type { RunInput } from '../instance/gather.ts';
import type { RunInstance } from '../instance/instance.ts';
import type { WeekDriving } from './week-driving.ts';

/** A run and its result, as input of the report. */
export type ReportInput = {
  readonly input: RunInput;
  readonly run: RunInstance;
  readonly solved: PlannedWeek;
  /** The lesson of each placed student. */
  readonly lessonIds: ReadonlyMap<string, string>;
  readonly createdOn: IsoDate;
  /** Weekly driving, as the calendar shows it. */
  readonly driving: {
    /** Minutes of the week before the plan. */
    readonly before: number;
    readonly plan: WeekDriving;
    /** Minutes of each cheaper week, in the order of the trade-offs. */
    readonly tradeOffs: readonly number[];
  };
  /** The optimized lessons that the plan may move or end, as last accepted. */
  readonly accepted: readonly { readonly teacherId: string; readonly lesson: WeeklyLesson }[];
  /** Students who lose an optimized lesson if they are not placed. */
  readonly hadLesson: ReadonlySet<string>;
  /** The report that this one supersedes, and which of its lessons are still pending. */
  readonly earlier: {
    readonly runId: string;
    readonly content: ReportContent;
    readonly pending: ReadonlySet<string>;
  } | null;
  /** Every student of the studio. */
  readonly students: ReadonlyMap<string, StudentRow>;
  readonly countsOf: (solved: Solved) => PlanCounts;
  /** The selected students of this teacher's run. */
  readonly selected: readonly string[];
  readonly teachers: ReadonlyMap<string, TeacherRow>;
  readonly seed: number;
  /** The caller stopped the run. */
  readonly stopped: boolean;
  readonly lessonWorth: number | null;
  readonly startGrid: ReportContent['startGrid'];
  readonly curve: ReportContent['curve'];
};
