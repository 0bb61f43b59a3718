import { addDays, dayOfWeekOf, type IsoDate } from './dates.ts';
import { neverClosed, type ClosedBy, type ClosedOn } from './closures/closures.ts';
import { byStart, isWeekly, type CalendarRow } from './rows.ts';
import { seriesDates, takesPlaceOn } from './series.ts';

/** One date of a series. */
export type SeriesDate = { readonly seriesId: string; readonly date: IsoDate };

type CalendarOptions<Row> = {
  /** The rows to show. The others are absent, but still replace their series' dates. */
  readonly only?: (row: Row) => boolean;
  /** A date of a series that is treated as absent. */
  readonly freed?: SeriesDate | undefined;
};

export type LessonCalendar<Row extends CalendarRow> = {
  /** The rows of a date, by start: dated rows, and series that no occurrence replaces. Closed ones are cancelled and say why. */
  readonly on: (date: IsoDate) => readonly Row[];
  /** The dates of a row from one day to another, both inclusive: a dated row's own whenever it is, a series' that no occurrence replaces. */
  readonly datesOf: (row: CalendarRow, from: IsoDate, to: IsoDate) => IsoDate[];
};

/** A row on a date that may be closed. */
const onDate = <Row extends CalendarRow>(row: Row, closedBy: ClosedBy | null): Row =>
  closedBy === null ? row : { ...row, status: 'cancelled', closedBy };

/**
 * Expands lesson rows into days. An occurrence replaces its series on its original date. Reads every row once, then once for each requested
 * date of its weekday.
 * @param closedOn which of its dates are closed
 */
export const calendarOf = <Row extends CalendarRow>(
  rows: readonly Row[],
  closedOn: ClosedOn<Row>,
  { only, freed }: CalendarOptions<Row> = {},
): LessonCalendar<Row> => {
  const replaced = new Map<string, Set<IsoDate | null>>();
  const replace = (seriesId: string, date: IsoDate | null): void => {
    const dates = replaced.get(seriesId);
    if (dates) dates.add(date);
    else replaced.set(seriesId, new Set([date]));
  };
  for (const { seriesId, originalDate } of rows) if (seriesId !== null) replace(seriesId, originalDate);
  if (freed) replace(freed.seriesId, freed.date);
  const present = only === undefined ? rows : rows.filter(only);
  const dated = Map.groupBy(present, ({ date }) => date);
  const weekly = Map.groupBy((dated.get(null) ?? []).filter(isWeekly), ({ dayOfWeek }) => dayOfWeek);
  const keepsDate = (lessonId: string, date: IsoDate): boolean => replaced.get(lessonId)?.has(date) !== true;
  const close = (row: Row, date: IsoDate): Row => onDate(row, closedOn(row, date));
  const expand = (date: IsoDate): readonly Row[] => {
    const day = [
      ...(weekly.get(dayOfWeekOf(date)) ?? []).filter(
        (row) => takesPlaceOn(row, date) && keepsDate(row.lessonId, date),
      ),
      ...(dated.get(date) ?? []),
    ].toSorted(byStart);
    return closedOn === neverClosed ? day : day.map((row) => close(row, date));
  };
  const days = new Map<IsoDate, readonly Row[]>();
  return {
    on: (date) => {
      const day = days.get(date) ?? expand(date);
      days.set(date, day);
      return day;
    },
    datesOf: (row, from, to) => {
      if (!isWeekly(row)) return row.date === null ? [] : [row.date];
      const dates = seriesDates(row, from, to);
      return replaced.has(row.lessonId) ? dates.filter((date) => keepsDate(row.lessonId, date)) : dates;
    },
  };
};

/** The dates from one day to another, both inclusive, on which a calendar has a row of some kind. */
export const datesWith = <Row extends CalendarRow>(
  calendar: Pick<LessonCalendar<Row>, 'on'>,
  { from, to }: { readonly from: IsoDate; readonly to: IsoDate },
  isOne: (row: Row) => boolean,
): IsoDate[] => {
  const dates: IsoDate[] = [];
  for (let date = from; date <= to; date = addDays(date, 1)) if (calendar.on(date).some(isOne)) dates.push(date);
  return dates;
};
