import { dateInWeekOf, longDayName, weekOrder, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { isCounted, isWeekly } from '@rondo/contracts/calendar/rows.ts';
import { seriesDateInWeekOf } from '@rondo/contracts/calendar/series.ts';
import type { CalendarLesson } from '@rondo/contracts/lessons/timing.ts';

export type DayRoute = {
  readonly day: string;
  readonly date: IsoDate;
  readonly lessons: readonly CalendarLesson[];
};

/** The weekly lessons that take place in the week of a date, by weekday, then teacher, then time. Days without lessons are left out. */
export const weekRoutes = (lessons: readonly CalendarLesson[], week: IsoDate): DayRoute[] => {
  const weekly = lessons
    .filter(isWeekly)
    .filter((series) => isCounted(series) && seriesDateInWeekOf(series, week) !== null);
  return weekOrder
    .map((dayOfWeek) => ({
      day: longDayName(dayOfWeek),
      date: dateInWeekOf(week, dayOfWeek),
      lessons: weekly
        .filter((lesson) => lesson.dayOfWeek === dayOfWeek)
        .toSorted((a, b) => a.teacher.name.localeCompare(b.teacher.name) || a.start - b.start),
    }))
    .filter((route) => route.lessons.length > 0);
};
