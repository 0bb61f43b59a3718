import { neverClosed } from '@rondo/contracts/calendar/closures/closures.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { isStop, isWeekly, nextDateOf } from '@rondo/contracts/calendar/rows.ts';
import { calendarOf } from '@rondo/contracts/calendar/week.ts';
import type { Lesson } from '@rondo/contracts/events/schedule/lesson.ts';
import type { LessonRow } from '@rondo/projections/lessons/queries.ts';
import { pauses } from '@rondo/projections/pacing/pauses.ts';
import type { Stop } from '../drive-time.ts';
import type { Legs, NotedLeg } from './legs.ts';

export type DriveTimeInput = {
  readonly studioId: string;
  /** Series are evaluated on their next date from here. */
  readonly from: IsoDate;
  readonly homeOf: (teacherId: string) => Stop;
  readonly placeOf: (lesson: Lesson) => Stop;
  readonly legs: Legs;
};

/** The day on which a row's drive is evaluated: a dated row's own, a series' next, or its first once it has ended. */
export const drivenOn = (lesson: Lesson, from: IsoDate): IsoDate | null =>
  isWeekly(lesson) ? (nextDateOf(lesson, from) ?? nextDateOf(lesson, lesson.validFrom)) : lesson.date;

/** The drive to each stop, by lesson id: from the previous stop, from home for the first stop of a day. */
export const driveTimes = async (
  rows: readonly Pick<LessonRow, 'teacher_id' | 'lesson'>[],
  { studioId, from, homeOf, placeOf, legs }: DriveTimeInput,
): Promise<ReadonlyMap<string, NotedLeg>> => {
  const times = new Map<string, NotedLeg>();
  const pause = pauses();
  for (const [teacherId, own] of Map.groupBy(rows, (row) => row.teacher_id)) {
    const lessons = own.map(({ lesson }) => lesson);
    const calendar = calendarOf(lessons, neverClosed, { only: isStop });
    const home = homeOf(teacherId);
    for (const [date, drivenThen] of Map.groupBy(lessons.filter(isStop), (lesson) => drivenOn(lesson, from))) {
      await pause();
      if (date === null) continue;
      const stops = calendar.on(date);
      const drives = await legs.noted(studioId, [...(home ? [home] : []), ...stops.map(placeOf)]);
      for (const { lessonId } of drivenThen) {
        const at = stops.findIndex((stop) => stop.lessonId === lessonId);
        const leg = drives[home ? at : at - 1];
        if (at >= 0 && leg !== undefined) times.set(lessonId, leg);
      }
    }
  }
  return times;
};
