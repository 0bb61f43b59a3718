import type { Lesson } from '@rondo/contracts/api/lessons.ts';
import { laterOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { nextSeriesDate } from '@rondo/contracts/calendar/series.ts';
import { calendarOf, isStop } from '@rondo/contracts/calendar/week.ts';
import type { Stop } from '../maps/drive-time.ts';
import type { Legs } from './legs.ts';

export type DriveTimeInput = {
  readonly studioId: string;
  /** Series are evaluated on their next date from here. */
  readonly from: IsoDate;
  readonly homeOf: (teacherId: string) => Stop;
  readonly placeOf: (lesson: Lesson) => Stop;
  readonly legs: Legs;
};

/** The day on which a row's drive is evaluated: a dated row's own, a series' next. */
const dayOf = (lesson: Lesson, from: IsoDate): IsoDate | null => {
  const { lessonDate, dayOfWeek, validFrom, validTo, skips } = lesson;
  if (lessonDate !== '') return lessonDate;
  if (validFrom === null) return null;
  const series = { dayOfWeek, validFrom, validTo, skips };
  return nextSeriesDate(series, laterOf(from, validFrom)) ?? nextSeriesDate(series, validFrom);
};

/** Sets `driveTime`: minutes from the previous stop, from home for the first stop of a day; null for entries that are not stops. */
export const withDriveTimes = async (lessons: readonly Lesson[], input: DriveTimeInput): Promise<Lesson[]> => {
  const { studioId, from, homeOf, placeOf, legs } = input;
  const driveTimes = new Map<string, number>();
  for (const [teacherId, own] of Map.groupBy(lessons, (lesson) => lesson.teacherId)) {
    const calendar = calendarOf(own);
    const home = homeOf(teacherId);
    const rowsByDay = Map.groupBy(own, (lesson) => dayOf(lesson, from));
    for (const [date, rows] of rowsByDay) {
      if (date === null) continue;
      const stops = calendar.on(date).filter(isStop);
      const minutes = await legs(studioId, [...(home ? [home] : []), ...stops.map(placeOf)]);
      for (const { id } of rows) {
        const at = stops.findIndex((stop) => stop.id === id);
        const leg = minutes[home ? at : at - 1];
        if (at >= 0 && leg !== undefined) driveTimes.set(id, leg);
      }
    }
  }
  return lessons.map((lesson) => {
    const driveTime = driveTimes.get(lesson.id) ?? null;
    return driveTime === lesson.driveTime ? lesson : { ...lesson, driveTime };
  });
};
