import { addDays, type DayOfWeek, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { union, type Interval } from '@rondo/contracts/calendar/intervals.ts';
import type { AvailabilityWindow } from '@rondo/contracts/events/fields.ts';
import { seriesDateInWeekOf } from '@rondo/contracts/calendar/series.ts';
import { isWeekly, type Lesson } from '@rondo/contracts/events/lesson.ts';
import type { Maps, Stop } from '../maps/drive-time.ts';
import type { ReadModels } from '../read-side/read-models.ts';
import type { Roster } from '../roster/roster.ts';
import type { StudioClock } from '../studio-settings/clock.ts';
import { busyReader } from '../lessons/busy.ts';
import { datesOf, replacedDates, spanOf, weeksChecked } from '../schedule/conflicts.ts';
import type { DayStop, DriveMinutes } from '../drives/day-drive.ts';
import { dayIndex, type FreedDate } from './day-index.ts';
import type { Legs } from '../drives/legs.ts';
import { personStop } from '../drives/places.ts';
import type { Schedules } from '../schedule/schedules.ts';

export type SurroundingsDependencies = {
  readonly schedules: Schedules;
  readonly roster: Roster;
  readonly models: ReadModels;
  readonly clock: StudioClock;
  readonly mapsFor: (studioId: string) => Maps;
  readonly legs: Legs;
};

const windowsOn = (rows: readonly AvailabilityWindow[], day: DayOfWeek): Interval[] =>
  union(rows.filter((row) => row.enabled && row.dayOfWeek === day));

/** From the first of some dates until 26 weeks after the last. */
const spanning = (dates: readonly IsoDate[]): { from: IsoDate; to: IsoDate } => {
  const [first = '', last = first] = [dates[0], dates.at(-1)];
  return { from: first, to: last === '' ? '' : addDays(last, 7 * weeksChecked) };
};

/** The date that a lesson leaves when it alone moves out of a series; the series' other dates stay. */
const freedDate = (
  own: Lesson | undefined,
  wanted: Lesson,
  originalDate: IsoDate | undefined,
): FreedDate | undefined => {
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
    const away = { without: freed ? '' : wanted.lessonId, freed };
    const home = personStop(people.get(teacherId));

    /** Where a lesson takes place; undefined for entries that are not stops. */
    const placeIn =
      (located: ReadonlyMap<string, Stop>) =>
      ({ useInOptimization, customAddress, studentId }: Lesson): Stop | undefined => {
        if (!useInOptimization) return undefined;
        return customAddress === null ? personStop(people.get(studentId ?? '')) : (located.get(customAddress) ?? null);
      };

    return {
      rows,
      busy,
      now,
      home,
      leavesHome: teacher.details.availabilityInterpretation === 'leave_home',
      /** The dates on which the requested lesson would take place. */
      dates: datesOf(wanted, now.today, replacedDates([...rows, wanted])),
      teacherWindows: (day: DayOfWeek) => windowsOn(teacher.availability, day),
      /** Null if no availability has been entered. */
      studentWindows: (day: DayOfWeek) =>
        student && student.availability.some(({ enabled }) => enabled) ? windowsOn(student.availability, day) : null,
      /** Taken time on each date, from the first of some dates until 26 weeks after the last: the teacher's and the student's. */
      takenIn: (dates: readonly IsoDate[]): ((date: IsoDate) => Interval[]) => {
        const range = spanning(dates);
        const days = [rows, elsewhere].map((some) => dayIndex(some, range, away));
        return (date) => days.flatMap((day) => day(date)).map(spanOf);
      },
      /** The stops of some days and all drives between them. */
      drives: async (
        dates: readonly IsoDate[],
      ): Promise<{ place: Stop | undefined; stopsOn: (date: IsoDate) => DayStop[]; minutes: DriveMinutes }> => {
        const standing = dayIndex(rows, spanning(dates), away);
        const days = new Map(dates.map((date) => [date, standing(date)]));
        const lessons = [wanted, ...[...days.values()].flat()];
        const placeOf = placeIn(
          await mapsFor(studioId).locate(lessons.flatMap(({ customAddress }) => customAddress ?? [])),
        );
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
