import { seriesDates } from '@rondo/contracts/calendar/series.ts';
import { isOccurrence, isWeekly } from '@rondo/contracts/calendar/rows.ts';
import type { Lesson } from '@rondo/contracts/events/schedule/lesson.ts';

/** "2026-11-24 Ben 15" for every lesson that takes place from one day to another, in order. */
export const timetable = (lessons: Iterable<Lesson>, from: string, to: string): string[] => {
  const rows = [...lessons];
  const exceptions = new Set(rows.filter(isOccurrence).map((row) => `${row.seriesId} ${row.originalDate}`));
  return rows
    .filter(({ status }) => status !== 'cancelled')
    .flatMap((row) => {
      const dates = isWeekly(row)
        ? seriesDates(row, from, to).filter((date) => !exceptions.has(`${row.lessonId} ${date}`))
        : [row.date ?? ''];
      return dates.map((date) => ({ date, row }));
    })
    .filter(({ date }) => date >= from && date <= to)
    .map(({ date, row }) => `${date} ${row.studentId ?? row.eventTitle} ${row.start / 60}`)
    .toSorted();
};
