import { addDays, dateInWeekOf, type DayOfWeek, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { nextSeriesDate } from '@rondo/contracts/calendar/series.ts';
import { isOccurrence, isWeekly, type Lesson } from '@rondo/contracts/events/lesson.ts';
import { scheduleEvents } from '@rondo/contracts/events/schedule.ts';
import { streamName, type CommandContext } from '../../command-handling/aggregate.ts';
import { derivedId } from '../../command-handling/ids.ts';
import { NotFound, DomainError } from '../../errors/errors.ts';
import { memoryEventStore } from '../../event-store/memory/memory-event-store.ts';
import { removalsReactor } from '../removals.ts';
import { transfersReactor } from '../transfers.ts';
import { roster } from '../../roster/roster.ts';
import { undoCommands } from '../../undo/undo-commands.ts';
import { editLesson, rescheduleLesson } from '../../schedule/change.ts';
import { clearSchedule, deleteLesson, deleteSeriesOf } from '../../schedule/deletion.ts';
import { cancelLesson, restoreLesson } from '../../schedule/one-date.ts';
import { PlanOutdated } from '../../schedule/fixed.ts';
import { optimizedSeriesOf } from '../../schedule/people.ts';
import { acceptPlan, optimizeSchedule, rejectPlan, withdrawGenerated } from '../../schedule/plan.ts';
import { schedules as schedulesOn } from '../../schedule/schedules.ts';
import type { PendingPlan, ScheduleState } from '../../schedule/state.ts';
import type { SeriesElsewhere } from '../../schedule/taking-over.ts';
import { giftOf, takeOver } from '../../schedule/transfer.ts';
import { undoableSchedules } from '../../schedule/undoable-schedules.ts';
import { busy, entry, slot, titleOf } from '../../schedule/testing/week.ts';

const studioId = '7d9f1a52-0000-4000-8000-000000000000';
export const teachers = ['A', 'B'] as const;
export type Teacher = (typeof teachers)[number];

/** Something that somebody does to one of the schedules; what it means follows from what is there. */
export type Step = {
  readonly kind:
    | 'weekly'
    | 'dated'
    | 'cancel'
    | 'restore'
    | 'edit series'
    | 'edit date'
    | 'move'
    | 'delete date'
    | 'delete series'
    | 'delete student'
    | 'clear'
    | 'plan'
    | 'accept'
    | 'reject'
    | 'withdraw'
    | 'give';
  readonly teacher: Teacher;
  readonly student: string;
  readonly others: readonly string[];
  readonly nth: number;
  readonly dayOfWeek: DayOfWeek;
  readonly hour: number;
  /** Days from today. */
  readonly ahead: number;
};

const unnamedPlan = (plan: PendingPlan | null) =>
  plan && { ...plan, reportId: '', entries: [...plan.entries].toSorted(([a], [b]) => (a < b ? -1 : 1)) };

type Decide = (state: ScheduleState) => ReturnType<ReturnType<typeof cancelLesson>>;

/** Two teachers' schedules on a log in memory, with their reactors and undo; `clock` says which day it is. */
export const studioOfTwo = (clock: { today: IsoDate }) => {
  const store = memoryEventStore();
  const parts = { store, registry: { register: () => Promise.resolve() } };
  const schedules = schedulesOn(parts);
  const reactors = [transfersReactor({ schedules }), removalsReactor({ schedules, roster: roster(parts) })];
  let commands = 0;
  const handled = new Set<string>();

  const streamOf = (teacher: Teacher) => streamName(scheduleEvents, studioId, teacher);
  const context = (): CommandContext => {
    commands += 1;
    const commandId = derivedId(studioId, `command ${commands}`);
    return { studioId, actor: 'dana', commandId, correlationId: '', causationId: commandId };
  };

  /** Lets the reactors do everything that follows from the log as it is. */
  const settle = async (): Promise<void> => {
    for (let before = -1; before < handled.size;) {
      before = handled.size;
      for (const teacher of teachers)
        for (const event of await store.readStream(streamOf(teacher))) {
          if (handled.has(event.eventId)) continue;
          handled.add(event.eventId);
          for (const reactor of reactors) if (reactor.on(event)) await reactor.react?.(event, { get: () => undefined });
        }
    }
  };

  const undoing = undoCommands({
    streamsOf: async (_, batchId) => {
      const reached = await Promise.all(
        teachers.map(async (teacher) =>
          (await store.readStream(streamOf(teacher))).some(({ metadata }) => metadata.batchId === batchId),
        ),
      );
      return teachers.filter((_teacher, i) => reached[i]).map(streamOf);
    },
    undoables: {
      schedule: undoableSchedules({
        schedules,
        clock: { today: () => Promise.resolve({ today: clock.today, minute: 0, timeZone: 'UTC' }) },
        titles: () => Promise.resolve(titleOf),
        copyReport: () => Promise.resolve(),
      }),
    },
  });

  const stateOf = async (teacher: Teacher) => (await schedules.load(studioId, teacher)).state;

  /** The series that a plan's students have with the other teacher. */
  const elsewhereOf = async (teacher: Teacher): Promise<SeriesElsewhere[]> => {
    const other = teacher === 'A' ? 'B' : 'A';
    const students = new Set((await stateOf(teacher)).plan?.entries.keys());
    return optimizedSeriesOf(await stateOf(other), students, clock.today).map((series) => ({
      teacherId: other,
      series,
    }));
  };

  const planning = async (step: Step, commandId: string): Promise<Decide> => {
    const { today } = clock;
    const other = await stateOf(step.teacher === 'A' ? 'B' : 'A');
    const students = [...new Set([step.student, ...step.others])];
    const startsOn = addDays(today, step.ahead);
    return optimizeSchedule({
      reportId: `report ${commandId}`,
      runId: `run ${commandId}`,
      startsOn,
      students: students.map((studentId, i) => ({
        studentId,
        placement: {
          ...slot(`placed ${commandId} ${studentId}`, studentId, step.dayOfWeek, step.hour + i),
        },
      })),
      endsElsewhere: [...other.lessons.values()]
        .filter(isWeekly)
        .filter(({ source, status, studentId, validTo }) => {
          const taken = studentId !== null && students.includes(studentId);
          return source === 'optimized' && status === 'scheduled' && taken && validTo === null;
        })
        .map(({ lessonId }) => ({ teacherId: step.teacher === 'A' ? 'B' : 'A', lessonId, from: startsOn })),
    });
  };

  const decisionOf = async (step: Step, commandId: string): Promise<Decide> => {
    const { today } = clock;
    const state = await stateOf(step.teacher);
    const pick = (rows: readonly Lesson[]): Lesson => {
      const row = rows[step.nth % Math.max(rows.length, 1)];
      if (!row) throw new NotFound('There is nothing to choose from.');
      return row;
    };
    const rows = [...state.lessons.values()];
    const coming = rows.filter((row) => isWeekly(row) && nextSeriesDate(row, today) !== null);
    const dateOf = (row: Lesson) =>
      isWeekly(row) ? (nextSeriesDate(row, addDays(today, step.ahead)) ?? today) : (row.date ?? today);
    const ref = { revision: undefined, today };
    const newId = `new ${commandId}`;
    const start = step.hour * 60;
    switch (step.kind) {
      case 'weekly':
        return entry(newId, {
          studentId: step.student,
          start,
          when: { kind: 'weekly', dayOfWeek: step.dayOfWeek, validFrom: today },
        });
      case 'dated':
        return entry(newId, {
          studentId: step.student,
          start,
          when: { kind: 'dated', date: addDays(today, step.ahead) },
        });
      case 'cancel': {
        const row = pick(coming);
        return cancelLesson({ ...ref, lessonId: row.lessonId, date: dateOf(row), occurrenceId: newId });
      }
      case 'restore': {
        const row = pick(rows.filter(({ status, date }) => status === 'cancelled' && (date ?? '') >= today));
        return restoreLesson({ ...ref, lessonId: row.lessonId, force: true, busy: busy() });
      }
      case 'edit series': {
        const row = pick(coming);
        const changes = { dayOfWeek: step.dayOfWeek, start };
        const originalDate = step.ahead === 0 ? null : addDays(today, step.ahead);
        return editLesson({
          ...ref,
          lessonId: row.lessonId,
          newId,
          scope: 'series',
          changes,
          originalDate,
          lessonDate: null,
        });
      }
      case 'edit date': {
        const row = pick(coming);
        const originalDate = dateOf(row);
        const edit = { scope: 'single' as const, changes: { start }, lessonDate: null };
        return editLesson({ ...ref, ...edit, lessonId: row.lessonId, newId, originalDate });
      }
      case 'move': {
        const row = pick(rows.filter(({ date }) => date !== null && date >= today));
        const lessonDate = dateInWeekOf(addDays(today, 7 + step.ahead), step.dayOfWeek);
        return rescheduleLesson({
          ...ref,
          lessonId: row.lessonId,
          newId,
          start,
          end: null,
          dayOfWeek: null,
          lessonDate,
          confirms: false,
        });
      }
      case 'delete date': {
        const row = pick(coming.length > 0 ? coming : rows.filter(isOccurrence));
        return deleteLesson({ ...ref, lessonId: row.lessonId, date: dateOf(row) });
      }
      case 'delete series':
        return deleteLesson({ ...ref, lessonId: pick(coming).lessonId, date: null });
      case 'delete student':
        return deleteSeriesOf({ studentId: step.student, today });
      case 'clear':
        return clearSchedule({ kinds: step.nth % 2 === 0 ? ['optimized'] : ['manual', 'preScheduled'], today });
      case 'plan':
        return planning(step, commandId);
      case 'accept':
        return acceptPlan({
          reportId: state.newestReportId ?? 'none',
          today,
          elsewhere: await elsewhereOf(step.teacher),
        });
      case 'reject':
        // To undo the rejection of a withdrawn plan is to undo the withdrawal too, which is more than one step back.
        if (state.reports.get(state.newestReportId ?? '') === 'withdrawn') throw new NotFound('Nothing waits.');
        return rejectPlan({ reportId: state.newestReportId ?? 'none', today });
      case 'withdraw':
        return withdrawGenerated({ today });
      case 'give': {
        const from = step.teacher === 'A' ? 'B' : 'A';
        const { state: giving, revision: seen } = await schedules.load(studioId, from);
        const given = [...giving.lessons.values()].filter(
          (row) =>
            !isOccurrence(row) && (isWeekly(row) ? nextSeriesDate(row, today) !== null : (row.date ?? '') >= today),
        );
        const { lessonId } = pick(given);
        const gift = { changes: {}, lessonDate: undefined, notBefore: today, newId, seen, from };
        return takeOver(giftOf(giving, { ...ref, ...gift, lessonId }));
      }
    }
  };

  return {
    /** @returns the batch, or null when nothing came of it */
    act: async (step: Step): Promise<string | null> => {
      const by = context();
      try {
        const decide = await decisionOf(step, by.commandId.slice(0, 8));
        const { batchId } = await schedules.execute(studioId, step.teacher, by, { input: step, decide });
        await settle();
        return batchId;
      } catch (error) {
        if (error instanceof DomainError || error instanceof PlanOutdated) return null;
        throw error;
      }
    },
    undo: async (batchId: string): Promise<string | null> => {
      const done = await undoing.undo(context(), batchId);
      await settle();
      return done[0]?.batchId ?? null;
    },
    /** Both schedules: every row, and the plans that wait whatever their reports are called. */
    content: async () =>
      Promise.all(
        teachers.map(async (teacher) => {
          const { lessons, plan } = await stateOf(teacher);
          const rows = [...lessons.values()].toSorted((a, b) => (a.lessonId < b.lessonId ? -1 : 1));
          return { rows, plan: unnamedPlan(plan) };
        }),
      ),
    rows: async (teacher: Teacher): Promise<Lesson[]> => [...(await stateOf(teacher)).lessons.values()],
    standing: async (teacher: Teacher): Promise<string[]> =>
      [...(await stateOf(teacher)).lessons.values()]
        .filter(isWeekly)
        .filter(({ validTo }) => validTo === null)
        .map(({ lessonId }) => lessonId),
  };
};
