import type { Lesson } from '@rondo/contracts/api/lessons.ts';
import { dayOfWeekOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { toMinutes, toTimeText } from '@rondo/contracts/calendar/times.ts';
import type { LessonDetails } from '@rondo/contracts/lessons/details.ts';

// Optimistic updates of lesson lists: what they show until the server answers. The answer's rows replace them.

/** A row as the user sees it on a certain date of the calendar. */
export type Met = { readonly row: Lesson; readonly on: IsoDate };

export type Rows = readonly Lesson[];

/** True for the row of a weekly series. */
export const isWeekly = ({ lessonDate }: Pick<Lesson, 'lessonDate'>): boolean => lessonDate === '';

const awaited = 'awaited';

/** The row of one date of a series that differs from the series. */
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

/** Changes one date of a row: adds an occurrence to a series, or changes the dated row itself. */
const withDate = (rows: Rows, met: Met, change: (own: Lesson) => Lesson): Rows =>
  isWeekly(met.row)
    ? [...rows, change(occurrenceOf(met))]
    : rows.map((row) => (row.id === met.row.id ? change(row) : row));

export const optimisticCancel = (rows: Rows, met: Met): Rows =>
  withDate(rows, met, (own) => ({ ...own, status: 'cancelled' }));

export const optimisticRestore = (rows: Rows, { row }: Met): Rows =>
  rows.map((other) => (other.id === row.id ? { ...other, status: 'scheduled' } : other));

/** The fields that an edit of one date may change. */
export type DateChange = Partial<Pick<Lesson, 'lessonDate' | 'startTime' | 'duration'> & LessonDetails>;

/** Changes the time or the details of one date. The drive to it is not known yet. */
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

/** Deletes one date: skips it in its series, or removes the dated row. */
export const optimisticDelete = (rows: Rows, { row, on }: Met): Rows =>
  isWeekly(row)
    ? rows.map((other) => (other.id === row.id ? { ...other, skips: [...other.skips, on] } : other))
    : rows.filter(({ id }) => id !== row.id);
