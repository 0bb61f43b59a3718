import type { RunProgress } from '@rondo/contracts/api/planner.ts';
import type { ReportStreams } from '../schedule/reports/report-streams.ts';
import type { Maps } from '../../platform/maps/drive-time.ts';
import type { ReadModels } from '../../platform/models/read-models.ts';
import type { Legs } from '../../platform/maps/drives/legs.ts';
import type { Schedules } from '../schedule/schedules.ts';
import type { StudentTimes } from '../schedule/lookup/student-times.ts';
import type { Runs } from './run/runs.ts';
import type { Planner, Turns } from './run/turns.ts';
import type { StudioSettings } from '@rondo/contracts/events/studio.ts';
import type { StudioClock } from '../studio/clock.ts';
import type { InstanceInput } from '../../optimizer/week/instance.ts';
import type { Progress } from '../../optimizer/run.ts';
import type { PlannedWeek } from '../../optimizer/threads/worker.ts';

/** How a caller follows and stops a run. */
export type SolveControl = {
  /** When aborted, the run ends immediately and its result is discarded. */
  readonly signal?: AbortSignal;
  /** When aborted, the run ends soon with the best plan so far. */
  readonly stop?: AbortSignal;
  readonly onProgress?: (progress: Omit<RunProgress, 'runId' | 'teacherId'>) => void;
};

/** Solves and explains a week outside the event loop. */
type SolveWeek = (
  instance: InstanceInput,
  names: Readonly<Record<string, string>>,
  options: {
    readonly seed: number;
    readonly lessonWorth?: number;
    /** The longest time to solve. */
    readonly milliseconds: number;
    readonly onProgress?: (progress: Progress) => void;
  } & Pick<SolveControl, 'signal' | 'stop'>,
) => Promise<PlannedWeek>;

export type PlannerDependencies = {
  readonly schedules: Schedules;
  readonly times: StudentTimes;
  readonly reports: ReportStreams;
  readonly models: ReadModels;
  readonly clock: StudioClock;
  readonly mapsFor: (studioId: string) => Maps;
  readonly legs: Legs;
  readonly solve: SolveWeek;
  /** The longest time to plan one teacher's week. */
  readonly secondsOf: (settings: Pick<StudioSettings, 'optimizerSeconds'>, planner: Pick<Planner, 'isGuest'>) => number;
  readonly runs: Runs;
  readonly turns: Turns;
};
