import { dayOfWeekOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { isWeekly, occurrenceOf } from '@rondo/contracts/calendar/rows.ts';
import type { LessonDetails } from '@rondo/contracts/lessons/details.ts';
import type { CalendarLesson } from '@rondo/contracts/lessons/timing.ts';

// Optimistic updates of lesson lists: what they show until the server answers. The answer's rows replace them.

/** The lesson that a command is for, with the date on which the user sees it. */
export type Target = { readonly row: CalendarLesson; readonly on: IsoDate };

export type Rows = readonly CalendarLesson[];

/** Changes one date of a row: adds an occurrence to a series, or changes the dated row itself. */
const withDate = (rows: Rows, target: Target, change: (own: CalendarLesson) => CalendarLesson): Rows =>
  isWeekly(target.row)
    ? [...rows, change(occurrenceOf(target.row, target.on, `awaited-${target.row.lessonId}-${target.on}`))]
    : rows.map((row) => (row.lessonId === target.row.lessonId ? change(row) : row));

export const optimisticCancel = (rows: Rows, target: Target): Rows =>
  withDate(rows, target, (own) => ({ ...own, status: 'cancelled' }));

export const optimisticRestore = (rows: Rows, { row }: Target): Rows =>
  rows.map((other) => (other.lessonId === row.lessonId ? { ...other, status: 'scheduled', closedBy: null } : other));

export type DateChange = Partial<{ date: IsoDate } & Pick<CalendarLesson, 'start' | 'duration'> & LessonDetails>;

/** Changes the time or the details of one date. The drive to it is not known yet. */
export const optimisticChange = (rows: Rows, target: Target, change: DateChange): Rows =>
  withDate(rows, target, (own) => {
    const next = { ...own, ...change };
    return {
      ...next,
      closedBy: null,
      status: own.status === 'cancelled' ? 'scheduled' : own.status,
      dayOfWeek: next.date === null ? next.dayOfWeek : dayOfWeekOf(next.date),
      driveTime: null,
      driveNotice: null,
      driveApproximate: false,
    };
  });

/** Deletes one date: skips it in its series, or removes the dated row. */
export const optimisticDelete = (rows: Rows, { row, on }: Target): Rows =>
  isWeekly(row)
    ? rows.map((other) => (other.lessonId === row.lessonId ? { ...other, skips: [...other.skips, on] } : other))
    : rows.filter(({ lessonId }) => lessonId !== row.lessonId);
