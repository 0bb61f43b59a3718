import { dayOfWeekOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { takesPlaceOn } from '@rondo/contracts/calendar/series.ts';
import { isWeekly, type Lesson } from '@rondo/contracts/events/lesson.ts';
import { replacedDates } from '../schedule/conflicts.ts';

type Range = { readonly from: IsoDate; readonly to: IsoDate };

/** A date of a series that is treated as absent. */
export type FreedDate = { readonly seriesId: string; readonly date: IsoDate };

const touches = (row: Lesson, { from, to }: Range): boolean =>
  isWeekly(row)
    ? row.validFrom <= to && (row.validTo === null || row.validTo >= from)
    : row.date !== null && row.date >= from && row.date <= to;

/**
 * What occupies time on each date of a range, by start: dated rows, and series that no occurrence replaces. Reads every row once, then once
 * for each of its requested dates. `without`: rows that are treated as absent.
 */
export const dayIndex = (
  rows: readonly Lesson[],
  range: Range,
  { without, freed }: { readonly without: string; readonly freed?: FreedDate | undefined },
): ((date: IsoDate) => readonly Lesson[]) => {
  const replaced = replacedDates(rows);
  if (freed) replaced.add(`${freed.seriesId} ${freed.date}`);
  const others = rows.filter((row) => row.status !== 'cancelled' && row.lessonId !== without && touches(row, range));
  const weekly = Map.groupBy(others.filter(isWeekly), ({ dayOfWeek }) => dayOfWeek);
  const dated = Map.groupBy(others, ({ date }) => date);
  const days = new Map<IsoDate, readonly Lesson[]>();
  const look = (date: IsoDate): readonly Lesson[] =>
    [
      ...(weekly.get(dayOfWeekOf(date)) ?? []).filter(
        (row) => takesPlaceOn(row, date) && !replaced.has(`${row.lessonId} ${date}`),
      ),
      ...(dated.get(date) ?? []),
    ].toSorted((a, b) => a.start - b.start);
  return (date) => {
    const day = days.get(date) ?? look(date);
    days.set(date, day);
    return day;
  };
};
