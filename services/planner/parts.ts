import { reportEvents, type ReportEvent } from '@rondo/contracts/events/report.ts';
import type { Aggregate, CommandContext } from '../commands/aggregate.ts';
import { commandHandler, type CommandParts } from '../commands/command-handler.ts';
import { NotFound } from '../domain/errors.ts';
import type { Maps } from '../maps/drive-time.ts';
import type { ReadModels } from '../read-models.ts';
import type { Legs } from '../scheduling/legs.ts';
import type { Schedules } from '../scheduling/schedules.ts';
import type { StudentTimes } from '../scheduling/student-times.ts';
import type { Runs } from './runs.ts';
import type { Turns } from './turns.ts';
import type { StudioClock } from '../studio/clock.ts';
import type { InstanceInput } from '../optimizer/instance.ts';
import type { Progress } from '../optimizer/run.ts';
import type { PlannedWeek } from '../optimizer/worker.ts';

type ReportState = 'unknown' | 'written' | 'deleted';
type ReportWritten = Extract<ReportEvent, { type: 'ReportWritten' }>['data'];

const reportAggregate: Aggregate<typeof reportEvents, ReportState> = {
  category: reportEvents,
  stateVersion: 1,
  initialState: () => 'unknown',
  evolve: (_, event) => (event.type === 'ReportWritten' ? 'written' : 'deleted'),
};

/** Reports as streams: each is written once and perhaps deleted. */
export const reportStreams = (parts: CommandParts) => {
  const handler = commandHandler(reportAggregate, parts);
  return {
    write: (context: CommandContext, stream: string, data: ReportWritten) =>
      handler.execute(stream, context, { input: data.reportId, decide: () => [{ type: 'ReportWritten', data }] }),
    delete: (context: CommandContext, stream: string, reportId: string) =>
      handler.execute(stream, context, {
        input: reportId,
        decide: (state) => {
          if (state === 'unknown') throw new NotFound('There is no such report.');
          return state === 'deleted' ? [] : [{ type: 'ReportDeleted', data: { reportId } }];
        },
      }),
  };
};
export type ReportStreams = ReturnType<typeof reportStreams>;

/** How whoever asked for a run follows it and ends it. */
export type SolveControl = {
  /** Aborted, the run ends at once, and nothing of it is kept. */
  readonly signal?: AbortSignal;
  /** Aborted, the run ends soon with the best plan so far. */
  readonly stop?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
};

/** Solves and explains a week outside the event loop. */
type SolveWeek = (
  instance: InstanceInput,
  names: Readonly<Record<string, string>>,
  options: { readonly seed: number; readonly lessonWorth?: number } & SolveControl,
) => Promise<PlannedWeek>;

export type PlannerParts = {
  readonly schedules: Schedules;
  readonly times: StudentTimes;
  readonly reports: ReportStreams;
  readonly models: ReadModels;
  readonly clock: StudioClock;
  readonly mapsFor: (studioId: string) => Maps;
  readonly legs: Legs;
  readonly solve: SolveWeek;
  readonly runs: Runs;
  readonly turns: Turns;
};
