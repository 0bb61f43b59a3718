import { epochMillisecondsOf } from '@rondo/contracts/calendar/instants.ts';
import { wallClock } from '@rondo/contracts/calendar/zones.ts';
import type { backupEvents } from '@rondo/contracts/events/backups.ts';
import { reportEvents } from '@rondo/contracts/events/report.ts';
import type { ScheduleEvent } from '@rondo/contracts/events/schedule.ts';
import { parseStreamName, streamName } from '@rondo/contracts/events/stream-name.ts';
import type { CommandContext } from '../command-handling/aggregate.ts';
import type { CommandHandler } from '../command-handling/command-handler.ts';
import { derivedId } from '../command-handling/ids.ts';
import { isTransient } from '@rondo/projections/runner/transient.ts';
import { RuleBroken, Unavailable } from '../errors/errors.ts';
import type { EventStore } from '../event-store/event-store.ts';
import type { ReportStreams } from '../reports/report-streams.ts';
import type { Roster } from '../roster/roster.ts';
import { restoreGains, restoreHeader, restoreLosses, restorePlan, type ScheduleGoal } from '../schedule/restore.ts';
import type { Schedules } from '../schedule/schedules.ts';
import type { ScheduleState } from '../schedule/state.ts';
import type { StudioClock } from '../studio-settings/clock.ts';
import type { StudioCommands } from '../studio-settings/commands.ts';
import { liftedFence, liftFence } from './fences.ts';
import { asManyAsFit } from './parts.ts';
import type { RestoreProgressTable } from './progress.ts';
import { concerned, planRestore, reopenedReportId, type RestorePlan } from './restore-plan.ts';
import {
  endRestore,
  restoresOf,
  restoreStream,
  startRestore,
  type Restore,
  type restoresAggregate,
} from './restore-stream.ts';
import type { StreamGoal } from './stream-goals.ts';
import { cutAt, forEach, readStudio, upTo } from './studio-log.ts';

export type CarryOutDependencies = {
  readonly store: EventStore;
  readonly schedules: Schedules;
  readonly roster: Roster;
  readonly reports: ReportStreams;
  readonly studios: Pick<StudioCommands, 'handler'>;
  readonly handler: CommandHandler<typeof backupEvents, ReturnType<typeof restoresAggregate.initialState>>;
  readonly clock: Pick<StudioClock, 'today'>;
  readonly progress: RestoreProgressTable;
  /** Every stream of a studio; none once it is erased. */
  readonly streamsOf: (studioId: string) => Promise<readonly string[]>;
  /** Resolves true once the reactors have handled everything in the log, false when that takes too long. */
  readonly reactorsIdle: () => Promise<boolean>;
};

/** A restore that is given up. */
class GivenUp extends Error {}

/** Something did not answer: that says nothing about the restore. */
const mayPass = (error: unknown): boolean => error instanceof Unavailable || isTransient(error);

const streamsAtOnce = 16;
const mostStarts = 5;

/** The commands of a restore; each part of it has an id of its own. */
const contextOf = ({ restoreId, metadata }: Restore, part: string): CommandContext => {
  const { studioId, actor, correlationId, batchId, undoes } = metadata;
  return {
    studioId,
    actor,
    correlationId,
    batchId,
    commandId: derivedId(restoreId, part),
    causationId: restoreId,
    undoes,
    passesFences: true,
  };
};

/** Carries out restores, each as often as it takes. */
export const carryOutRestores = (dependencies: CarryOutDependencies) => {
  const { store, schedules, roster, reports, handler, clock, progress, streamsOf, reactorsIdle } = dependencies;
  const plan = planRestore(dependencies);

  const fence = (stream: string, context: CommandContext, restoreId: string): Promise<void> => {
    switch (parseStreamName(stream).category) {
      case 'student':
        return roster.students.fence(stream, context, restoreId);
      case 'teacher':
        return roster.teachers.fence(stream, context, restoreId);
      case 'report':
        return reports.handler.fence(stream, context, restoreId);
      default:
        return schedules.fence(stream, context, restoreId);
    }
  };

  const lastRevisions = async (streams: readonly string[]): Promise<string> => {
    const revisions = new Map<string, number>();
    await forEach(streams, streamsAtOnce, async (stream) => {
      const [last] = await store.readStream(stream, { direction: 'backwards', limit: 1 });
      revisions.set(stream, last?.revision ?? -1);
    });
    return JSON.stringify(streams.map((stream) => revisions.get(stream)));
  };

  /** What reactors do may cause more for them to do. */
  const letReactorsFinish = async (streams: readonly string[]): Promise<void> => {
    for (let before = ''; ;) {
      if (!(await reactorsIdle()))
        throw new GivenUp('Other changes are still being carried out. Please try again in a moment.');
      const now = await lastRevisions(streams);
      if (now === before) return;
      before = now;
    }
  };

  /** Keeps every other command out and notes the moment before the restore. */
  const start = async (restore: Restore, studioId: string): Promise<void> => {
    const { restoreId, teacherId } = restore;
    if (teacherId === null) await progress.close(studioId);
    const streams = concerned(studioId, teacherId, await streamsOf(studioId));
    await forEach(streams, streamsAtOnce, (stream) => fence(stream, contextOf(restore, `fence ${stream}`), restoreId));
    await letReactorsFinish(streams);
    await handler.execute(restoreStream(studioId), contextOf(restore, 'start'), {
      input: { starts: restoreId },
      decide: startRestore(restoreId),
    });
  };

  const readPlan = async (restore: Restore, studioId: string): Promise<RestorePlan> => {
    const restores = await restoresOf(store, studioId);
    const started = restores.find(({ restoreId }) => restoreId === restore.restoreId)?.started ?? null;
    if (started === null) throw new GivenUp('The restore could not be started.');
    const log = await readStudio(store, await streamsOf(studioId));
    const now = upTo(store, log, { position: started, inclusive: false });
    const earlier = restores.filter(({ restoreId }) => restoreId !== restore.restoreId);
    const cut = cutAt(store, now, { studioId, target: restore.target, restores: earlier });
    if (!cut) throw new GivenUp('The studio did not exist at that time.');
    const { timeZone } = await clock.today(studioId);
    const { date: day } = wallClock(epochMillisecondsOf(restore.asOf), timeZone);
    const { restoreId, teacherId, today } = restore;
    return plan(now, upTo(store, now, cut), { restoreId, studioId, teacherId, today, day });
  };

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

  type Step = { readonly detail: string; readonly run: () => Promise<unknown> };

  const stepsOf = (restore: Restore, { students, teachers, others, schedules: all }: RestorePlan): Step[] => {
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

  /** Lets every other command in again. */
  const end = async (restore: Restore, studioId: string, why: string | null): Promise<void> => {
    const { restoreId, teacherId } = restore;
    const streams = concerned(studioId, teacherId, await streamsOf(studioId));
    await forEach(streams, streamsAtOnce, (stream) =>
      liftFence(store, stream, contextOf(restore, 'end'), { restoreId, detail: why }),
    );
    await progress.open(studioId);
    await handler.execute(restoreStream(studioId), contextOf(restore, 'end'), {
      input: { ends: restoreId },
      decide: endRestore(restoreId, why),
    });
  };

  /**
   * How an earlier attempt began to end the restore, if one did: from its first lifted fence on others may have changed something, so that
   * nothing more is restored.
   */
  const endBegun = async ({ restoreId, teacherId }: Restore, studioId: string) => {
    const found: { readonly detail: string | null }[] = [];
    const streams = concerned(studioId, teacherId, await streamsOf(studioId));
    await forEach(streams, streamsAtOnce, async (stream) => {
      const lifted = await liftedFence(store, stream, restoreId);
      if (lifted) found.push(lifted);
    });
    return found[0];
  };

  const run = async (restore: Restore, studioId: string, stopped: AbortSignal): Promise<void> => {
    const { restoreId } = restore;
    const starts = await progress.begin(studioId, restoreId);
    if (starts > mostStarts) throw new GivenUp('The restore stopped five times without getting further.');
    await start(restore, studioId);
    const steps = stepsOf(restore, await readPlan(restore, studioId));
    const total = steps.length;
    for (const [done, step] of steps.entries()) {
      await progress.tell(studioId, restoreId, { done, total, detail: step.detail });
      stopped.throwIfAborted();
      await step.run();
    }
    await progress.tell(studioId, restoreId, { done: total, total, detail: 'Finishing' });
  };

  const isErased = async (studioId: string): Promise<boolean> => (await streamsOf(studioId)).length === 0;

  return {
    /**
     * Carries out a studio's running restore, from wherever an earlier attempt stopped. Nothing if none is running; ends in silence when the studio
     * is erased.
     */
    carryOut: async (studioId: string, stopped: AbortSignal): Promise<void> => {
      const restore = (await restoresOf(store, studioId)).find(({ status }) => status === 'running');
      if (!restore) return;
      try {
        const begun = await endBegun(restore, studioId);
        if (begun) return await end(restore, studioId, begun.detail);
        await run(restore, studioId, stopped);
        await end(restore, studioId, null);
      } catch (error) {
        if (await isErased(studioId)) return;
        if (error instanceof GivenUp) return end(restore, studioId, error.message);
        if (stopped.aborted || mayPass(error)) await progress.forgive(studioId);
        throw error;
      }
    },
    /**
     * The same for what would lead back to a restore's end: what has changed since. Its reactors' events belong to it.
     */
    changesSince: async (
      studioId: string,
      { restoreId, teacherId, ended: at, metadata }: Restore,
    ): Promise<RestorePlan> => {
      const now = await readStudio(store, await streamsOf(studioId));
      const own = [...now.values()].flat().filter((event) => event.metadata.batchId === metadata.batchId);
      const position = own.reduce(
        (last, event) => (store.compare(event.position, last) > 0 ? event.position : last),
        at ?? '',
      );
      const { today } = await clock.today(studioId);
      const then = upTo(store, now, { position, inclusive: true });
      return plan(now, then, { restoreId, studioId, teacherId, today, day: today });
    },
    /** What a restore would do, without doing it. @throws RuleBroken for a moment before the studio */
    plan: async (
      studioId: string,
      { restoreId, teacherId, target, asOf }: Pick<Restore, 'restoreId' | 'teacherId' | 'target' | 'asOf'>,
    ): Promise<RestorePlan> => {
      const restores = await restoresOf(store, studioId);
      const now = await readStudio(store, await streamsOf(studioId));
      const cut = cutAt(store, now, { studioId, target, restores });
      if (!cut) throw new RuleBroken('The studio did not exist at that time.');
      const { today, timeZone } = await clock.today(studioId);
      const { date: day } = wallClock(epochMillisecondsOf(asOf), timeZone);
      return plan(now, upTo(store, now, cut), { restoreId, studioId, teacherId, today, day });
    },
  };
};
export type RestoreWork = ReturnType<typeof carryOutRestores>;
