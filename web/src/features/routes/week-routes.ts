import { dateInWeekOf, longDayName, weekOrder, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { byStart, isCounted, isWeekly } from '@rondo/contracts/calendar/rows.ts';
import { seriesDateInWeekOf } from '@rondo/contracts/calendar/series.ts';
import { calendarOf } from '@rondo/contracts/calendar/week.ts';
import type { CalendarLesson } from '@rondo/contracts/lessons/timing.ts';

export type DayRoute = {
  readonly day: string;
  readonly date: IsoDate;
  /** Each teacher drives a route of their own. */
  readonly teachers: readonly TeacherRoute[];
};

type TeacherRoute = {
  readonly teacherId: string;
  readonly name: string;
  /** In driving order. */
  readonly lessons: readonly CalendarLesson[];
};

const teacherRoutes = (lessons: readonly CalendarLesson[]): TeacherRoute[] =>
  [...Map.groupBy(lessons, ({ teacherId }) => teacherId)]
    .map(([teacherId, own]) => ({
      teacherId,
      name: own[0]?.teacher.name ?? '',
      lessons: own.toSorted(byStart),
    }))
    .toSorted((a, b) => a.name.localeCompare(b.name));

/**
 * The weekly lessons that take place on their weekday in the week of a date, by weekday and teacher: without those that are cancelled or
 * moved there, as the day's drive is. Days without lessons are left out.
 */
export const weekRoutes = (lessons: readonly CalendarLesson[], week: IsoDate): DayRoute[] => {
  const calendar = calendarOf(lessons);
  const weekly = lessons.filter(isWeekly).filter((series) => {
    const date = seriesDateInWeekOf(series, week);
    return isCounted(series) && date !== null && calendar.on(date).includes(series);
  });
  return weekOrder
    .map((dayOfWeek) => ({
      day: longDayName(dayOfWeek),
      date: dateInWeekOf(week, dayOfWeek),
      teachers: teacherRoutes(weekly.filter((lesson) => lesson.dayOfWeek === dayOfWeek)),
    }))
    .filter(({ teachers }) => teachers.length > 0);
};
