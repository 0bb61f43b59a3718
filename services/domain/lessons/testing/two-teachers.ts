import { writeSideOn } from '../../../testing/write-side.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { isWeekly } from '@rondo/contracts/calendar/rows.ts';
import type { Lesson } from '@rondo/contracts/events/schedule/lesson.ts';
import { scheduleEvents } from '@rondo/contracts/events/schedule/schedule.ts';
import { streamName } from '@rondo/contracts/events/stream-name.ts';
import { openingSettings } from '@rondo/contracts/events/studio.ts';
import { annLee } from '@rondo/projections/testing/people-facts.ts';
import { emptyReport } from '@rondo/projections/testing/report-facts.ts';
import { expect } from 'vitest';
import type { CommandContext } from '../../../platform/commands/aggregate.ts';
import type { CommandStorage } from '../../../platform/commands/command-handler.ts';
import { derivedId } from '../../../platform/commands/ids.ts';
import { DomainError } from '../../../platform/kit/errors.ts';
import { memoryEventStore } from '../../../platform/log/memory/memory-event-store.ts';
import { removalsReactor } from '../removals-reactor.ts';
import { transfersReactor } from '../transfers-reactor.ts';
import { rosterOf } from '../../../testing/roster.ts';
import { registerStudent, removeStudent } from '../../people/student.ts';
import { undoInStreams, type Undoing } from '../../../platform/commands/undo/undo-commands.ts';
import { PlanOutdated } from '../../schedule/plan/fixed.ts';
import { schedules as schedulesOn } from '../../schedule/testing/schedules-of.ts';
import type { PendingPlan } from '../../schedule/state.ts';
import { recordReport } from '../../schedule/reports/state.ts';
import { undoableSchedules } from '../../schedule/revert/undoable-schedules.ts';
import { reactorsOn } from './reacting.ts';
import { decisionOf, otherThan, teachers, type Step, type Teacher } from './steps.ts';
import { titleOf } from '../../schedule/testing/week.ts';
import { unlimitedSizes } from '../../../platform/commands/studio-sizes.ts';

export const studioId = '7d9f1a52-0000-4000-8000-000000000000';

const unnamedPlan = (plan: PendingPlan | null) =>
  plan && { ...plan, reportId: '', entries: [...plan.entries].toSorted(([a], [b]) => (a < b ? -1 : 1)) };

/** Two teachers' schedules on a log, in memory by default, with their reactors and undo; `clock` gives the current day. */
export const studioOfTwo = (
  clock: { today: IsoDate },
  { store, registry }: CommandStorage = {
    store: memoryEventStore(),
    registry: { register: () => Promise.resolve() },
  },
) => {
  const services = writeSideOn(store, registry);
  const schedules = schedulesOn(services);
  const roster = rosterOf(services);
  /** Lets the reactors process all events in the log. */
  const settle = reactorsOn(store, [transfersReactor(services), removalsReactor(services)]);
  let commands = 0;

  const streamOf = (teacher: Teacher) => streamName(scheduleEvents, studioId, teacher);
  const context = (): CommandContext => {
    commands += 1;
    const commandId = derivedId(studioId, `command ${commands}`);
    return { studioId, actor: 'dana', commandId, correlationId: '', causationId: commandId };
  };

  const undoing: Undoing = {
    sizes: unlimitedSizes,
    settled: async () => true,
    streamsOf: async (_, batchId) => {
      const reached = await Promise.all(
        teachers.map(async (teacher) =>
          (await store.readStream(streamOf(teacher))).some(({ metadata }) => metadata.batchId === batchId),
        ),
      );
      return new Map(teachers.filter((_teacher, i) => reached[i]).map((teacher) => [streamOf(teacher), [batchId]]));
    },
    undoables: {
      schedule: undoableSchedules(
        {
          ...services,
          settingsOf: () =>
            Promise.resolve({ settings: openingSettings({ timeZone: 'UTC', startGrid: 5 }), revision: 0 }),
          // Midnight: the clock tells days only.
          now: () => Date.parse(clock.today),
          whileBilled: (_, task) => task(new Map()),
        },
        () => Promise.resolve(titleOf),
        { closuresOf: () => Promise.resolve([]), schedulesOf: () => Promise.resolve(new Map()) },
      ),
    },
  };

  const stateOf = async (teacher: Teacher) => (await schedules.load(studioId, teacher)).state;

  /** @returns the batch, or null when nothing was appended */
  const decide = async (step: Step, by: CommandContext): Promise<string | null> => {
    try {
      const [state, other] = [await stateOf(step.teacher), await schedules.load(studioId, otherThan(step.teacher))];
      const commandId = by.commandId.slice(0, 8);
      const decided = decisionOf(step, { commandId, today: clock.today, state, other });
      if (step.kind === 'plan') {
        const reportId = `report ${commandId}`;
        const named = { reportId, runId: `run ${commandId}`, teacherId: step.teacher, title: `Plan ${commandId}` };
        await recordReport(services, by, { ...named, lessonsCount: 0, totalDriveMinutes: 0, content: emptyReport });
      }
      return (await schedules.execute(studioId, step.teacher, by, { input: step, decide: decided })).batchId;
    } catch (error) {
      if (error instanceof DomainError || error instanceof PlanOutdated) return null;
      throw error;
    }
  };

  return {
    act: async (step: Step): Promise<string | null> => {
      const batchId = await decide(step, context());
      await settle();
      return batchId;
    },
    /** Commands decided on the same state, before any reactor runs. */
    actAtOnce: async (steps: readonly Step[]): Promise<(string | null)[]> => {
      const batches = await Promise.all(steps.map((step) => decide(step, context())));
      await settle();
      return batches;
    },
    /** Sends the same command again under its id. @returns the batch that the first answer named */
    again: async (step: Step, commandId: string): Promise<string | null> => {
      const by = { ...context(), commandId, causationId: commandId };
      const { batchId } = await schedules.execute(studioId, step.teacher, by, {
        input: step,
        decide: () => expect.fail('A repeated command is not decided again.'),
      });
      await settle();
      return batchId;
    },
    /** @returns false when the student no longer exists */
    removeStudent: async (studentId: string): Promise<boolean> => {
      const stream = roster.studentStream(studioId, studentId);
      const { state } = await roster.students.load(stream);
      if (state === null) return false;
      for (const decided of [
        registerStudent({ studentId, details: { ...annLee, firstName: studentId }, availability: [] }),
        removeStudent(clock.today),
      ])
        await roster.students.execute(stream, context(), { input: null, decide: decided });
      await settle();
      return true;
    },
    undo: async (batchId: string): Promise<string | null> => {
      const done = await undoInStreams(undoing, context(), batchId);
      await settle();
      return done[0]?.executed.batchId ?? null;
    },
    /** Both schedules: every row, and the pending plans without their report ids. */
    content: async () =>
      Promise.all(
        teachers.map(async (teacher) => {
          const { lessons, plan } = await stateOf(teacher);
          const rows = [...lessons.values()].toSorted((a, b) => (a.lessonId < b.lessonId ? -1 : 1));
          return { rows, plan: unnamedPlan(plan) };
        }),
      ),
    /** Number of events in the log. */
    length: async (): Promise<number> => Number((await store.head()) ?? 0),
    plan: async (teacher: Teacher): Promise<PendingPlan | null> => (await stateOf(teacher)).plan,
    rows: async (teacher: Teacher): Promise<Lesson[]> => [...(await stateOf(teacher)).lessons.values()],
    lessonsOf: async (teacher: Teacher): Promise<string[]> =>
      [...(await stateOf(teacher)).lessons.values()]
        .filter(isWeekly)
        .filter(({ validTo }) => validTo === null)
        .map(({ lessonId }) => lessonId),
  };
};
