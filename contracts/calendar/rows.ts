import type { ClosedBy } from './closures/closures.ts';
import { type DayOfWeek, type IsoDate } from './dates.ts';
import { overlaps, type Interval } from './intervals.ts';
import { nextSeriesDate, type SeriesDates } from './series.ts';
import type { MinuteOfDay } from './times.ts';

/**
 * What a calendar needs of a row: a weekly series (`date` null), a dated lesson (`date` set), or an occurrence: one date of a series that
 * differs from it (`seriesId` and `originalDate` set) and replaces it there. Rows of events and those of the browser have it.
 */
export type CalendarRow = {
  readonly lessonId: string;
  readonly status: string;
  readonly dayOfWeek: DayOfWeek;
  readonly start: MinuteOfDay;
  /** Minutes. */
  readonly duration: number;
  readonly date: IsoDate | null;
  readonly validFrom: IsoDate | null;
  readonly validTo: IsoDate | null;
  readonly skips: readonly IsoDate[];
  readonly seriesId: string | null;
  readonly originalDate: IsoDate | null;
  /** The series that this one was split from. */
  readonly continues: string | null;
  /** Why the row's date is closed, where a calendar says so: it is then cancelled. */
  readonly closedBy?: ClosedBy | null;
};

export type Weekly<Row> = Row & SeriesDates & { readonly date: null };
export type OneDate<Row> = Row & {
  readonly date: IsoDate;
  readonly seriesId: string;
  readonly originalDate: IsoDate;
};

export const isWeekly = <Row extends Pick<CalendarRow, 'date' | 'validFrom'>>(row: Row): row is Weekly<Row> =>
  row.date === null && row.validFrom !== null;

export const isOccurrence = <Row extends Pick<CalendarRow, 'date' | 'seriesId' | 'originalDate'>>(
  row: Row,
): row is OneDate<Row> => row.date !== null && row.seriesId !== null && row.originalDate !== null;

type OccurrenceFields = {
  readonly lessonId: string;
  readonly date: IsoDate;
  readonly validFrom: null;
  readonly validTo: null;
  readonly skips: IsoDate[];
  readonly seriesId: string;
  readonly originalDate: IsoDate;
  readonly continues: null;
  readonly pin: null;
};

/** One date of a series as a row of its own. */
export const occurrenceOf = <Row extends CalendarRow>(
  series: Row,
  date: IsoDate,
  lessonId: string,
): Omit<Row, keyof OccurrenceFields | 'status'> &
  OccurrenceFields & { readonly status: Row['status'] | 'scheduled' } => ({
  ...series,
  lessonId,
  // The series has the pending status; a single date of it is always scheduled.
  status: series.status === 'optimized' ? 'scheduled' : series.status,
  date,
  validFrom: null,
  validTo: null,
  skips: [],
  seriesId: series.lessonId,
  originalDate: date,
  continues: null,
  // A pin is the weekly lesson's.
  pin: null,
});

/** The row's first date on or after a day, whether or not an occurrence replaces it there; null if it has none. */
export const nextDateOf = (row: CalendarRow, from: IsoDate): IsoDate | null => {
  if (isWeekly(row)) return nextSeriesDate(row, from);
  return row.date !== null && row.date >= from ? row.date : null;
};

export const spanOf = ({ start, duration }: Pick<CalendarRow, 'start' | 'duration'>): Interval => ({
  start,
  end: start + duration,
});

/** The order of a day: by start, then by id. The same wherever it is computed, whatever the locale. */
export const byStart = (
  a: Pick<CalendarRow, 'start' | 'lessonId'>,
  b: Pick<CalendarRow, 'start' | 'lessonId'>,
): number => a.start - b.start || (a.lessonId < b.lessonId ? -1 : 1);

/** True for rows that occupy time: all but cancelled ones. */
export const occupiesTime = ({ status }: Pick<CalendarRow, 'status'>): boolean => status !== 'cancelled';

/** True for a row that is a stop of the day's drive: it takes place, and its place counts. */
export const isStop = (row: Pick<CalendarRow, 'status'> & { readonly useInOptimization: boolean }): boolean =>
  occupiesTime(row) && row.useInOptimization;

/** True for lessons that take place, which the counts of a week and a day include. */
export const isCounted = (row: Pick<CalendarRow, 'status'> & { readonly entryType: string }): boolean =>
  row.entryType === 'lesson' && occupiesTime(row);

type WeekTime = Pick<CalendarRow, 'dayOfWeek' | 'start' | 'duration'>;

/** True for two entries that take the same time of the week. */
export const overlapWeekly = (a: WeekTime, b: WeekTime): boolean =>
  a.dayOfWeek === b.dayOfWeek && overlaps(spanOf(a), spanOf(b));

type Timed = Pick<CalendarRow, 'lessonId' | 'status' | 'start' | 'duration'>;

/** True if two rows of one date cannot both take place, given that they need the same person. */
export const clash = (a: Timed, b: Timed): boolean =>
  a.lessonId !== b.lessonId && occupiesTime(a) && occupiesTime(b) && overlaps(spanOf(a), spanOf(b));

type WithPeople = Timed & { readonly teacherId: string; readonly studentId: string | null };

const shareSomeone = (a: WithPeople, b: WithPeople): boolean =>
  a.teacherId === b.teacherId || (a.studentId !== null && a.studentId === b.studentId);

/** The ids of the rows of one date that overlap another one of the same teacher or student. */
export const clashesAmong = (rows: readonly WithPeople[]): ReadonlySet<string> =>
  new Set(
    rows
      .filter((row) => rows.some((other) => shareSomeone(row, other) && clash(row, other)))
      .map(({ lessonId }) => lessonId),
  );
