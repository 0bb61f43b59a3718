import type { Lesson } from '@rondo/contracts/api/lessons.ts';
import { dayOfWeekOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { toMinutes, toTimeText } from '@rondo/contracts/calendar/times.ts';
import type { LessonDetails } from '@rondo/contracts/lessons/details.ts';

// What lists show of a change before the server has answered. The answer's rows take its place.

/** A row met on a date of the calendar. */
export type Met = { readonly row: Lesson; readonly on: IsoDate };

export type Rows = readonly Lesson[];

/** True for a row that stands for every week. */
export const isWeekly = ({ lessonDate }: Pick<Lesson, 'lessonDate'>): boolean => lessonDate === '';

const awaited = 'awaited';

/** The row that one date of a series becomes when it differs from it. */
const occurrenceOf = ({ row, on }: Met): Lesson => ({
  ...row,
  id: `${awaited}-${row.id}-${on}`,
  lessonDate: on,
  validFrom: null,
  validTo: null,
  skips: [],
  seriesId: row.id,
  originalDate: on,
});

/** One date of a row changed: an occurrence beside a series, or the dated row itself. */
const withDate = (rows: Rows, met: Met, change: (own: Lesson) => Lesson): Rows =>
  isWeekly(met.row)
    ? [...rows, change(occurrenceOf(met))]
    : rows.map((row) => (row.id === met.row.id ? change(row) : row));

export const optimisticCancel = (rows: Rows, met: Met): Rows =>
  withDate(rows, met, (own) => ({ ...own, status: 'cancelled' }));

export const optimisticRestore = (rows: Rows, { row }: Met): Rows =>
  rows.map((other) => (other.id === row.id ? { ...other, status: 'scheduled' } : other));

/** What an edit of one date may change. */
export type DateChange = Partial<Pick<Lesson, 'lessonDate' | 'startTime' | 'duration'> & LessonDetails>;

/** One date at another time, or with other particulars. The drive to it is not known yet. */
export const optimisticChange = (rows: Rows, met: Met, change: DateChange): Rows =>
  withDate(rows, met, (own) => {
    const next = { ...own, ...change };
    return {
      ...next,
      status: own.status === 'cancelled' ? 'scheduled' : own.status,
      dayOfWeek: dayOfWeekOf(next.lessonDate),
      endTime: toTimeText(toMinutes(next.startTime) + next.duration),
      driveTime: null,
    };
  });

/** One date gone: left out of its series, or the dated row itself. */
export const optimisticDelete = (rows: Rows, { row, on }: Met): Rows =>
  isWeekly(row)
    ? rows.map((other) => (other.id === row.id ? { ...other, skips: [...other.skips, on] } : other))
    : rows.filter(({ id }) => id !== row.id);
