import { reportEvents } from '@rondo/contracts/events/report.ts';
import type { ScheduleEvent } from '@rondo/contracts/events/schedule.ts';
import { streamName } from '@rondo/contracts/events/stream-name.ts';
import type { ReportStreams } from '../../schedule/reports/report-streams.ts';
import {
  restoreGains,
  restoreHeader,
  restoreLosses,
  restorePlan,
  type ScheduleGoal,
} from '../../schedule/revert/restore.ts';
import type { Schedules } from '../../schedule/schedules.ts';
import type { ScheduleState } from '../../schedule/state.ts';
import { asManyAsFit } from './parts.ts';
import { contextOf } from './restore-context.ts';
import { reopenedReportId, type RestorePlan } from './plan/restore-plan.ts';
import type { Restore } from './restore-stream.ts';
import type { StreamGoal } from './plan/stream-goals.ts';

/** One step of a restore. `detail`: what it does, for the user. */
type Step = { readonly detail: string; readonly run: () => Promise<unknown> };

/** The steps that lead to what a restore plans, in order. Each may be repeated. */
export const restoreSteps = ({
  schedules,
  reports,
}: {
  readonly schedules: Schedules;
  readonly reports: ReportStreams;
}) => {
  /** Sends one step of a schedule, in as many appends as it takes. */
  const inParts = async (
    restore: Restore,
    teacherId: string,
    step: string,
    decide: (state: ScheduleState) => ScheduleEvent[],
  ): Promise<void> => {
    for (let part = 0, left = true; left; part += 1) {
      left = false;
      const context = contextOf(restore, `${step} ${teacherId} ${part}`);
      const executed = await schedules.execute(restore.metadata.studioId, teacherId, context, {
        input: { step, part },
        decide: (state) => {
          const events = decide(state);
          const fitting = asManyAsFit(events);
          left = fitting.length < events.length;
          return fitting;
        },
      });
      left ||= executed.repeated;
    }
  };

  /** A plan that comes back needs its report under a new id. */
  const copyReport = async (restore: Restore, teacherId: string, { plan: back, reopensAs }: ScheduleGoal) => {
    if (!back || reopensAs === null) return;
    const { studioId } = restore.metadata;
    const content = await reports.contentEver(studioId, back.reportId);
    if (!content) return;
    const as = reopenedReportId(restore.restoreId, teacherId);
    await reports.write(contextOf(restore, `copy ${as}`), streamName(reportEvents, studioId, as), {
      ...content,
      reportId: as,
    });
  };

  return (restore: Restore, { students, teachers, others, schedules: all }: RestorePlan): Step[] => {
    const asOf = { restoreId: restore.restoreId, asOf: restore.asOf };
    const each = (detail: string, goals: readonly StreamGoal[], ...kinds: StreamGoal['kind'][]): Step[] =>
      goals
        .filter(({ kind }) => kinds.includes(kind))
        .map((goal) => ({ detail, run: () => goal.carryOut(contextOf(restore, `restore ${goal.stream}`)) }));
    const ofSchedules = (detail: string, run: (teacherId: string, goal: ScheduleGoal) => Promise<void>): Step[] =>
      [...all].map(([teacherId, { goal }]) => ({ detail, run: () => run(teacherId, goal) }));
    const send = (teacherId: string, step: string, decide: (state: ScheduleState) => ScheduleEvent[]) =>
      inParts(restore, teacherId, step, decide);
    // People return before their lessons do, and go after them. Every schedule first loses what it loses.
    return [
      ...each('Restoring teachers', teachers, 'returns', 'changes'),
      ...each('Restoring students', students, 'returns', 'changes'),
      ...each('Restoring reports', others, 'returns', 'changes', 'goes'),
      ...ofSchedules('Restoring lessons', async (teacherId, goal) => {
        await copyReport(restore, teacherId, goal);
        await schedules.execute(restore.metadata.studioId, teacherId, contextOf(restore, `header ${teacherId}`), {
          input: { header: restore.restoreId },
          decide: restoreHeader(goal, asOf),
        });
        await send(teacherId, 'losses', restoreLosses(goal));
      }),
      ...ofSchedules('Restoring lessons', async (teacherId, goal) => {
        await send(teacherId, 'gains', restoreGains(goal));
        await send(teacherId, 'plan', restorePlan(goal));
      }),
      ...each('Removing students', students, 'goes'),
      ...each('Removing teachers', teachers, 'goes'),
    ];
  };
};
