import type { Teacher } from '@rondo/contracts/api/teachers.ts';
import { dayOfWeekOf, isIsoDate, type DayOfWeek, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { Interval } from '@rondo/contracts/calendar/intervals.ts';
import { clash, isWeekly, spanOf } from '@rondo/contracts/calendar/rows.ts';
import { isTimeText, toMinutes, type MinuteOfDay } from '@rondo/contracts/calendar/times.ts';
import { calendarOf } from '@rondo/contracts/calendar/week.ts';
import type { CalendarLesson } from '@rondo/contracts/lessons/timing.ts';
import { availableOn } from '../days/day.ts';
import { titleOf } from '../days/entry.ts';
import type { Target, Rows } from '../days/optimistic.ts';
import type { EntryRequest } from './conflict.ts';

type Available = Pick<Teacher, 'availability'>;

/** True if a time is outside all availability windows of its teacher. */
export const isOutside = (teacher: Available, day: DayOfWeek, { start, end }: Interval): boolean =>
  !availableOn(teacher, day).some((window) => window.start <= start && end <= window.end);

/** The weekday of a requested entry; null while it is not known. */
export const requestedDay = ({
  lessonDate,
  dayOfWeek,
}: Pick<EntryRequest, 'lessonDate' | 'dayOfWeek'>): DayOfWeek | null => {
  if (typeof lessonDate === 'string' && isIsoDate(lessonDate)) return dayOfWeekOf(lessonDate);
  return dayOfWeek ?? null;
};

/** The teacher of a requested entry whose availability does not cover its time; null if it does, or if the time is not known. */
export const outsideOf = (request: EntryRequest, teachers: readonly Teacher[]): Teacher | null => {
  const teacher = teachers.find(({ id }) => id === request.teacherId);
  const day = requestedDay(request);
  if (!teacher || day === null || !isTimeText(request.startTime)) return null;
  const start = toMinutes(request.startTime);
  return isOutside(teacher, day, { start, end: start + (request.duration ?? 0) }) ? teacher : null;
};

/** What is known about another time for one date of a lesson while the user chooses it. */
export type TimeThere = {
  readonly outside: boolean;
  /** The entries of the same teacher or student that it overlaps. */
  readonly overlaps: readonly string[];
};

/** Checks another time for one date of a lesson against the loaded rows; the server checks it again before it saves. */
export const timeThere = (
  { row, on }: Target,
  at: { readonly date: IsoDate; readonly start: MinuteOfDay },
  { rows, teacher }: { readonly rows: Rows; readonly teacher: Available },
): TimeThere => {
  const moved = { ...row, lessonId: '', start: at.start };
  const isOther = ({ lessonId, teacherId, studentId }: CalendarLesson): boolean =>
    (isWeekly(row) || lessonId !== row.lessonId) &&
    (teacherId === row.teacherId || (studentId !== null && studentId === row.studentId));
  const freed = isWeekly(row) ? { seriesId: row.lessonId, date: on } : undefined;
  return {
    outside: isOutside(teacher, dayOfWeekOf(at.date), spanOf(moved)),
    overlaps: calendarOf(rows, { only: isOther, freed })
      .on(at.date)
      .filter((other) => clash(other, moved))
      .map(titleOf),
  };
};
