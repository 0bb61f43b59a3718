import { addDays, dateInWeekOf, laterOf, type DayOfWeek, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { nextSeriesDate } from '@rondo/contracts/calendar/series.ts';
import { isOccurrence, isWeekly } from '@rondo/contracts/calendar/rows.ts';
import type { Lesson } from '@rondo/contracts/events/schedule/lesson.ts';
import type { Loaded } from '../../../platform/commands/command-handler.ts';
import { NotFound } from '../../../platform/kit/errors.ts';
import { editLesson, rescheduleLesson } from '../../schedule/edit/change.ts';
import { clearSchedule, deleteLesson, deleteSeriesOf } from '../../schedule/edit/deletion.ts';
import { replaceImported, syncStatuses } from '../../schedule/feed/feed-sync.ts';
import { cancelLesson, restoreLesson } from '../../schedule/edit/one-date.ts';
import { optimizedSeriesOf } from '../../schedule/people.ts';
import { acceptPlan, rejectPlan, withdrawGenerated } from '../../schedule/plan/plan-decision.ts';
import { optimizeSchedule } from '../../schedule/plan/plan.ts';
import type { ScheduleState } from '../../schedule/state.ts';
import type { SeriesElsewhere } from '../../schedule/edit/taking-over.ts';
import { transferOf, takeOver } from '../../schedule/edit/transfer.ts';
import { busy, entry, slot } from '../../schedule/testing/week.ts';
import { nothingClosed } from '../../schedule/time-off/closures.ts';

export const teachers = ['A', 'B'] as const;
export type Teacher = (typeof teachers)[number];

/** A user action on one of the schedules; its exact meaning depends on the current rows. */
export type Step = {
  readonly kind:
    | 'weekly'
    | 'dated'
    | 'cancel'
    | 'restore'
    | 'edit series'
    | 'edit date'
    | 'move'
    | 'give date'
    | 'pick alternative'
    | 'delete date'
    | 'delete series'
    | 'delete student'
    | 'clear'
    | 'plan'
    | 'accept'
    | 'reject'
    | 'withdraw'
    | 'give'
    | 'sync'
    | 'import';
  readonly teacher: Teacher;
  readonly student: string;
  readonly others: readonly string[];
  readonly nth: number;
  readonly dayOfWeek: DayOfWeek;
  readonly hour: number;
  /** Days from today. */
  readonly ahead: number;
};

export const otherThan = (teacher: Teacher): Teacher => (teacher === 'A' ? 'B' : 'A');

type Decide = (state: ScheduleState) => ReturnType<ReturnType<typeof cancelLesson>>;

/** A step's context, as its command finds it. */
type Given = {
  readonly commandId: string;
  readonly today: IsoDate;
  readonly state: ScheduleState;
  /** The other teacher's schedule. */
  readonly other: Loaded<ScheduleState>;
};

/** The series that a plan's students have with the other teacher. */
const elsewhereOf = ({ state, other, today }: Given, teacher: Teacher): SeriesElsewhere[] =>
  optimizedSeriesOf(other.state, new Set(state.plan?.entries.keys()), today).map((series) => ({
    teacherId: otherThan(teacher),
    series,
  }));

const planning = (step: Step, { commandId, today, other: { state: other } }: Given): Decide => {
  const students = [...new Set([step.student, ...step.others])];
  const startsOn = addDays(today, step.ahead);
  return optimizeSchedule({
    reportId: `report ${commandId}`,
    runId: `run ${commandId}`,
    startsOn,
    today: '2026-11-23',
    closing: nothingClosed,
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
      .map(({ lessonId }) => ({ teacherId: otherThan(step.teacher), lessonId, from: startsOn })),
  });
};

/** The command for a step, given the current rows. @throws NotFound when there is nothing to choose from */
export const decisionOf = (step: Step, given: Given): Decide => {
  const { commandId, today, state, other } = given;
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
    case 'give date': {
      const row = pick(coming);
      const edit = { scope: 'single' as const, changes: { studentId: step.student }, lessonDate: null };
      return editLesson({ ...ref, ...edit, lessonId: row.lessonId, newId, originalDate: dateOf(row) });
    }
    case 'pick alternative':
      return entry(newId, {
        studentId: step.student,
        start,
        status: 'recommended',
        when: { kind: 'dated', date: addDays(today, step.ahead) },
      });
    case 'move': {
      const row = pick(rows.filter(({ date }) => date !== null && date >= today));
      const lessonDate = laterOf(dateInWeekOf(addDays(today, step.ahead), step.dayOfWeek), today);
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
      return planning(step, given);
    case 'accept':
      return acceptPlan({
        reportId: state.newestReportId ?? 'none',
        today,
        elsewhere: elsewhereOf(given, step.teacher),
      });
    case 'reject':
      // Undoing the rejection of a withdrawn plan also undoes the withdrawal, which is more than one step back.
      if (state.reports.get(state.newestReportId ?? '') === 'withdrawn') throw new NotFound('Nothing waits.');
      return rejectPlan({ reportId: state.newestReportId ?? 'none', today });
    case 'withdraw':
      return withdrawGenerated({ today });
    case 'sync': {
      const cancelled = rows.filter(({ status, date }) => status === 'cancelled' && (date ?? '') >= today);
      const row = pick([...coming, ...cancelled]);
      const effect = row.status === 'cancelled' ? 'restored' : 'cancelled';
      const change = { lessonId: row.lessonId, date: dateOf(row), effect, occurrenceId: newId } as const;
      return syncStatuses({ automatic: step.nth % 2 === 0, changes: [change], limit: 100 });
    }
    case 'import': {
      const entries = Array.from({ length: step.nth % 4 }, (_, i) => ({
        lessonId: `imported ${step.teacher} ${i + (step.ahead % 2)}`,
        studentId: i % 2 === 0 ? step.student : null,
        title: 'Staff meeting',
        date: addDays(today, step.ahead + i),
        start,
        duration: 45,
      }));
      return replaceImported(
        { from: today, to: addDays(today, 182), entries },
        { limit: 100, isFirst: true, done: new Set() },
      );
    }
    case 'give': {
      const from = otherThan(step.teacher);
      const { state: giving, revision: seen } = other;
      const given = [...giving.lessons.values()].filter(
        (row) =>
          !isOccurrence(row) && (isWeekly(row) ? nextSeriesDate(row, today) !== null : (row.date ?? '') >= today),
      );
      const { lessonId } = pick(given);
      const cut = step.nth % 2 === 0 ? undefined : addDays(today, step.ahead);
      const transfer = { changes: {}, lessonDate: undefined, notBefore: today, newId, seen, from, cut };
      return takeOver(transferOf(giving, { ...ref, ...transfer, lessonId }));
    }
  }
};
