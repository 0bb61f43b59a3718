import type { ClosedOn } from '@rondo/contracts/calendar/closures/closures.ts';
import { formatTime } from '@rondo/contracts/calendar/times.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { longDate } from '@rondo/contracts/calendar/words.ts';
import { isOccurrence, isWeekly, occupiesTime, occurrenceOf, spanOf } from '@rondo/contracts/calendar/rows.ts';
import { inText } from '@rondo/contracts/calendar/windows.ts';
import type { Lesson } from '@rondo/contracts/events/schedule/lesson.ts';
import { lessonRowChanges } from '@rondo/contracts/events/schedule/lesson-rows.ts';
import type { ScheduleEvent } from '@rondo/contracts/events/schedule/schedule.ts';
import { RuleBroken } from '../../../platform/kit/errors.ts';
import { heldRows, isHold, withoutOwnHolds } from '../questions/held.ts';
import { conflictsOf, type Conflict } from './conflicts.ts';
import { holdRow } from '../questions/holds.ts';
import type { ScheduleState } from '../state.ts';

/** What a decision needs to reject a time that is taken. */
export type Busy = {
  readonly today: IsoDate;
  /** In epoch milliseconds: times are held until an instant. */
  readonly now: number;
  /** The rows of a student in other teachers' schedules. */
  readonly elsewhere: (studentId: string) => readonly Lesson[];
  /** The times that are held for a student in other teachers' schedules. */
  readonly heldElsewhere: (studentId: string) => readonly Lesson[];
  /** Which dates of the schedule's rows, and of the student's elsewhere, are closed. */
  readonly closedOn: ClosedOn<Lesson>;
  /** The ids of the closures over a date. */
  readonly closuresOver: (lesson: Lesson, date: IsoDate) => string[];
  /** A lesson's display name: the student or the title. */
  readonly titleOf: (lesson: Lesson) => string;
};

type Decide = (state: ScheduleState) => ScheduleEvent[];

/** What takes a lesson's student with other teachers: lessons, and times that are held. */
export const elsewhereOf = (
  { studentId }: Pick<Lesson, 'studentId'>,
  { elsewhere, heldElsewhere }: Pick<Busy, 'elsewhere' | 'heldElsewhere'>,
): Lesson[] => (studentId === null ? [] : [...elsewhere(studentId), ...heldElsewhere(studentId)]);

/** What `lesson` overlaps among what takes a schedule's time and its student's. */
export const conflictsAmong = (lesson: Lesson, rows: Iterable<Lesson>, busy: Busy): Conflict[] =>
  conflictsOf(lesson, withoutOwnHolds(lesson, [...rows, ...elsewhereOf(lesson, busy)]), {
    from: busy.today,
    closedOn: busy.closedOn,
  });

/** A conflict in the API's shape. */
export const conflictView = ({ lesson, date }: Conflict, { titleOf }: Pick<Busy, 'titleOf'>) => ({
  id: lesson.lessonId,
  title: titleOf(lesson),
  date,
  ...inText(spanOf(lesson)),
});

/** @throws RuleBroken naming the conflicting entry */
export const refuseTaken = (conflicts: readonly Conflict[], busy: Busy): void => {
  const [first] = conflicts;
  if (!first) return;
  const dates = conflicts.filter(({ lesson }) => lesson.lessonId === first.lesson.lessonId).length - 1;
  const others = new Set(conflicts.map(({ lesson }) => lesson.lessonId)).size - 1;
  const more = [
    ...(dates > 0 ? [`and on ${dates} more ${dates === 1 ? 'date' : 'dates'}`] : []),
    ...(others > 0 ? [`and ${others} more ${others === 1 ? 'entry' : 'entries'}`] : []),
  ];
  const when = `${longDate(first.date)}, ${formatTime(first.lesson.start)}`;
  throw new RuleBroken(`This time is taken: ${[busy.titleOf(first.lesson), when, ...more].join(', ')}.`, {
    hasConflict: true,
    conflictingEvents: conflicts.map((conflict) => conflictView(conflict, busy)),
  });
};

/** The rows that a command places, and the time that it holds. Moved dates stay where they are when their series changes, but not when they change teacher. */
const placedBy = (event: ScheduleEvent): Lesson[] => {
  if (event.type === 'LessonTakenOver') return [event.data.lesson, ...event.data.occurrences];
  if (event.type === 'TimeHeld') return [holdRow(event.data)];
  return event.type === 'LessonCreated' || event.type === 'LessonEdited' || event.type === 'LessonRescheduled'
    ? [event.data.lesson]
    : [];
};

const timeOf = (lesson: Lesson): string => {
  const { dayOfWeek, start, duration, date, studentId } = lesson;
  return [dayOfWeek, start, duration, date, studentId, occupiesTime(lesson)].join(' ');
};

/** The row before the change: itself, the row it continues, or the series that it is one date of. */
const priorOf = (state: ScheduleState, lesson: Lesson): Lesson | undefined => {
  const same = state.lessons.get(lesson.lessonId) ?? state.lessons.get(lesson.continues ?? '');
  if (same || !isOccurrence(lesson)) return same;
  const series = state.lessons.get(lesson.seriesId);
  return series && isWeekly(series) ? occurrenceOf(series, lesson.originalDate, lesson.lessonId) : undefined;
};

/** A decision that is rejected when it places a lesson into a time that is taken, or holds such a time, checked against the resulting schedule. */
export const ifFree =
  (busy: Busy, decide: Decide): Decide =>
  (state) => {
    const events = decide(state);
    const moved = events.flatMap(placedBy).filter((lesson) => {
      const prior = priorOf(state, lesson);
      return occupiesTime(lesson) && (!prior || timeOf(prior) !== timeOf(lesson));
    });
    if (moved.length === 0) return events;
    const rows = new Map(state.lessons);
    for (const event of events)
      for (const { lessonId, lesson } of lessonRowChanges(event, (id) => rows.get(id)))
        if (lesson) rows.set(lessonId, lesson);
        else rows.delete(lessonId);
    // What the same append ends holds no time any more.
    const ended = new Set(events.flatMap((event) => (event.type === 'RepairEnded' ? event.data.repairId : [])));
    const released = new Set(events.flatMap((event) => (event.type === 'TimeReleased' ? event.data.inquiryId : [])));
    const stillHeld = heldRows(state, busy).filter((row) =>
      isHold(row) ? !released.has(row.inquiryId) : !ended.has(row.heldFor.repairId),
    );
    refuseTaken(
      moved.flatMap((lesson) => conflictsAmong(lesson, [...rows.values(), ...stillHeld], busy)),
      busy,
    );
    return events;
  };
