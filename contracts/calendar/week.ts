import { dayOfWeekOf, type DayOfWeek, type IsoDate } from './dates.ts';
import { seriesDateInWeekOf } from './series.ts';

/** What a calendar needs of a lesson row; the API's rows have it. */
export type CalendarRow = {
  readonly id: string;
  readonly dayOfWeek: DayOfWeek;
  readonly startTime: string;
  /** Empty for a weekly series. */
  readonly lessonDate: string;
  readonly validFrom: string | null;
  readonly validTo: string | null;
  readonly skips: readonly string[];
  readonly seriesId: string | null;
  readonly originalDate: string | null;
};

export type LessonCalendar<Row extends CalendarRow> = {
  /** The lessons of a date, by start: dated rows, and series that no occurrence replaces. */
  readonly on: (date: IsoDate) => Row[];
};

/** Expands lesson rows into days. An occurrence replaces its series on its original date. */
export const calendarOf = <Row extends CalendarRow>(rows: readonly Row[]): LessonCalendar<Row> => {
  const replaced = new Set(
    rows.flatMap(({ seriesId, originalDate }) => (seriesId === null ? [] : [`${seriesId} ${originalDate}`])),
  );
  const weekly = Map.groupBy(
    rows.filter(({ lessonDate }) => lessonDate === ''),
    ({ dayOfWeek }) => dayOfWeek,
  );
  const dated = Map.groupBy(
    rows.filter(({ lessonDate }) => lessonDate !== ''),
    ({ lessonDate }) => lessonDate,
  );
  const takesPlace = (row: Row, date: IsoDate): boolean => {
    const { dayOfWeek, validFrom, validTo, skips } = row;
    if (validFrom === null || replaced.has(`${row.id} ${date}`)) return false;
    return seriesDateInWeekOf({ dayOfWeek, validFrom, validTo, skips }, date) === date;
  };
  return {
    on: (date) =>
      [
        ...(weekly.get(dayOfWeekOf(date)) ?? []).filter((row) => takesPlace(row, date)),
        ...(dated.get(date) ?? []),
      ].toSorted((a, b) => a.startTime.localeCompare(b.startTime) || a.id.localeCompare(b.id)),
  };
};

/** True for a row that is a stop of the day's drive: it takes place, and its place counts. */
export const isStop = (row: { status: string; entryType: string; useInOptimization: boolean }): boolean =>
  row.status !== 'cancelled' && row.useInOptimization;
