import type { Lesson } from '@rondo/contracts/api/lessons.ts';
import { dateInWeekOf, longDayName, weekOrder, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { seriesDateInWeekOf } from '@rondo/contracts/calendar/series.ts';

export type DayRoute = {
  readonly day: string;
  readonly date: IsoDate;
  readonly lessons: readonly Lesson[];
};

const takesPlaceIn = (lesson: Lesson, week: IsoDate): boolean => {
  const { lessonDate, entryType, status, validFrom, dayOfWeek, validTo, skips } = lesson;
  if (lessonDate !== '' || entryType !== 'lesson' || status === 'cancelled' || validFrom === null) return false;
  return seriesDateInWeekOf({ dayOfWeek, validFrom, validTo, skips }, week) !== null;
};

/** The weekly lessons that take place in the week of a date, by weekday, then teacher, then time. Days without lessons are left out. */
export const weekRoutes = (lessons: readonly Lesson[], week: IsoDate): DayRoute[] => {
  const weekly = lessons.filter((lesson) => takesPlaceIn(lesson, week));
  return weekOrder
    .map((dayOfWeek) => ({
      day: longDayName(dayOfWeek),
      date: dateInWeekOf(week, dayOfWeek),
      lessons: weekly
        .filter((lesson) => lesson.dayOfWeek === dayOfWeek)
        .toSorted((a, b) => a.teacher.name.localeCompare(b.teacher.name) || a.startTime.localeCompare(b.startTime)),
    }))
    .filter((route) => route.lessons.length > 0);
};
