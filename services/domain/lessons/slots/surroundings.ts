import type { DayOfWeek, IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { Interval } from '@rondo/contracts/calendar/intervals.ts';
import { seriesDateInWeekOf } from '@rondo/contracts/calendar/series.ts';
import { byStart, isStop, isWeekly, occupiesTime, spanOf } from '@rondo/contracts/calendar/rows.ts';
import { calendarOf, type SeriesDate } from '@rondo/contracts/calendar/week.ts';
import { windowsOn } from '@rondo/contracts/calendar/windows.ts';
import type { Lesson } from '@rondo/contracts/events/lesson.ts';
import type { Maps, Stop } from '../../../platform/maps/drive-time.ts';
import type { ReadModels } from '../../../platform/models/read-models.ts';
import type { Roster } from '../../people/roster.ts';
import type { StudioClock } from '../../studio/clock.ts';
import { busyReader } from '../../schedule/lookup/busy.ts';
import { datesOf } from '../../schedule/edit/conflicts.ts';
import type { DayStop, DriveMinutes } from '../../../platform/maps/drives/day-drive.ts';
import type { Legs } from '../../../platform/maps/drives/legs.ts';
import { lessonPlaces, personStop } from '../../../platform/maps/drives/places.ts';
import type { Schedules } from '../../schedule/schedules.ts';

export type SurroundingsDependencies = {
  readonly schedules: Schedules;
  readonly roster: Roster;
  readonly models: ReadModels;
  readonly clock: StudioClock;
  readonly mapsFor: (studioId: string) => Maps;
  readonly legs: Legs;
};

/** The date that a lesson leaves when it alone moves out of a series; the series' other dates stay. */
const freedDate = (
  own: Lesson | undefined,
  wanted: Lesson,
  originalDate: IsoDate | undefined,
): SeriesDate | undefined => {
  if (!own || !isWeekly(own) || wanted.date === null) return undefined;
  const date = originalDate ?? seriesDateInWeekOf(own, wanted.date);
  return date === null ? undefined : { seriesId: own.lessonId, date };
};

/** The context of a lesson to place: the entries of each day, all places, and both availabilities. */
export const surroundingsReader = (dependencies: SurroundingsDependencies) => {
  const { schedules, roster, models, clock, mapsFor, legs } = dependencies;
  const busyOf = busyReader({ models, clock });

  /** `originalDate`: the series date that `wanted` moves; if absent, the one of the same week. */
  return async (studioId: string, teacherId: string, wanted: Lesson, originalDate?: IsoDate) => {
    const students = wanted.studentId === null ? [] : [wanted.studentId];
    const [{ state }, busy, teacher, student, now] = await Promise.all([
      schedules.load(studioId, teacherId),
      busyOf.of(studioId, teacherId, students),
      roster.teacher(studioId, teacherId),
      wanted.studentId === null ? null : roster.student(studioId, wanted.studentId),
      clock.today(studioId),
    ]);
    const { people } = busy;
    const rows = [...state.lessons.values()];
    const elsewhere = wanted.studentId === null ? [] : busy.elsewhere(wanted.studentId);
    const freed = freedDate(state.lessons.get(wanted.lessonId), wanted, originalDate);
    const isTaken = (row: Lesson): boolean =>
      occupiesTime(row) && (freed !== undefined || row.lessonId !== wanted.lessonId);
    const teaching = calendarOf(rows, { only: isTaken, freed });
    const otherwise = calendarOf(elsewhere, { only: isTaken, freed });
    const home = personStop(people.get(teacherId));

    return {
      rows,
      busy,
      now,
      home,
      leavesHome: teacher.details.availabilityInterpretation === 'leave_home',
      /** The dates on which the requested lesson would take place. */
      dates: datesOf(wanted, calendarOf([...rows, wanted]), now.today),
      teacherWindows: (day: DayOfWeek) => windowsOn(teacher.availability, day),
      /** Null if no availability has been entered. */
      studentWindows: (day: DayOfWeek) =>
        student && student.availability.some(({ enabled }) => enabled) ? windowsOn(student.availability, day) : null,
      /** Taken time on a date: the teacher's and the student's. */
      takenOn: (date: IsoDate): Interval[] => [...teaching.on(date), ...otherwise.on(date)].map(spanOf),
      /**
       * The stops of some days and all drives between them; for a weekly lesson also the weekly stops of its later dates, which may be
       * cancelled or elsewhere on the first one.
       */
      drives: async (
        dates: readonly IsoDate[],
        laterOf: (date: IsoDate) => readonly IsoDate[] = () => [],
      ): Promise<{ place: Stop | undefined; stopsOn: (date: IsoDate) => DayStop[]; minutes: DriveMinutes }> => {
        const days = new Map(
          dates.map((date) => {
            const weekly = laterOf(date).flatMap((later) => teaching.on(later).filter(isWeekly));
            const all = new Map([...teaching.on(date), ...weekly].map((lesson) => [lesson.lessonId, lesson]));
            return [date, [...all.values()].toSorted(byStart)];
          }),
        );
        const lessons = [wanted, ...[...days.values()].flat()];
        const placeIn = await lessonPlaces(mapsFor(studioId), people, lessons);
        // Undefined for entries that are not stops.
        const placeOf = (lesson: Lesson): Stop | undefined => (isStop(lesson) ? placeIn(lesson) : undefined);
        const stops = new Map(
          [...days].map(([date, lessons]) => [
            date,
            lessons.map((lesson) => ({ ...spanOf(lesson), title: busy.titleOf(lesson), place: placeOf(lesson) })),
          ]),
        );
        const place = placeOf(wanted);
        const ways = [...stops.values()].map((day) =>
          day.flatMap((stop) => (stop.place === undefined ? [] : [stop.place])),
        );
        const minutes = await legs.table(studioId, [home, ...(place === undefined ? [] : [place])], ways);
        return { place, stopsOn: (date) => stops.get(date) ?? [], minutes };
      },
    };
  };
};
export type Surroundings = Awaited<ReturnType<ReturnType<typeof surroundingsReader>>>;
