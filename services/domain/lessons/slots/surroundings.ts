import { closedTimeOn, closuresOver, type Closure } from '@rondo/contracts/calendar/closures/closures.ts';
import { closureInWords } from '@rondo/contracts/calendar/closures/words.ts';
import type { DayOfWeek, IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { Interval } from '@rondo/contracts/calendar/intervals.ts';
import { seriesDateInWeekOf } from '@rondo/contracts/calendar/series.ts';
import { byStart, isStop, isWeekly, occupiesTime, spanOf } from '@rondo/contracts/calendar/rows.ts';
import { calendarOf, type SeriesDate } from '@rondo/contracts/calendar/week.ts';
import { minutesBetweenOf } from '@rondo/contracts/calendar/legs.ts';
import { windowsOn } from '@rondo/contracts/calendar/windows.ts';
import type { PersonWithHours } from '@rondo/contracts/lessons/outside-hours.ts';
import type { Lesson } from '@rondo/contracts/events/schedule/lesson.ts';
import type { Stop } from '../../../platform/maps/drive-time.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { loadStudent, loadTeacher } from '../../people/roster.ts';
import { studioNow } from '../../studio/clock.ts';
import { placedAtFamilies } from '../../schedule/lookup/hold-families.ts';
import { busyInLists } from '../../schedule/lookup/student-times.ts';
import { datesOf } from '../../schedule/edit/conflicts.ts';
import { elsewhereOf } from '../../schedule/edit/if-free.ts';
import { takenIn, withoutOwnHolds } from '../../schedule/questions/held.ts';
import type { DayStop, DriveMinutes } from '../../../platform/maps/drives/day-drive.ts';
import { lessonPlaces, personStop } from '../../../platform/maps/drives/places.ts';
import { loadSchedule } from '../../schedule/schedules.ts';

export type FindingServices = Pick<
  Services,
  'handlers' | 'streams' | 'models' | 'settingsOf' | 'now' | 'maps' | 'legs'
>;

/** Where stops count as being instead of at their own places, and how long a drive between two takes at least, in minutes. */
export type Standing = {
  readonly at: (stops: readonly Stop[]) => Promise<(stop: Stop) => Stop>;
  readonly least: number;
};

/** The date that a lesson leaves when it alone moves out of a series; the series' other dates stay. */
const freedDate = (
  own: Lesson | undefined,
  lesson: Lesson,
  originalDate: IsoDate | undefined,
): SeriesDate | undefined => {
  if (!own || !isWeekly(own) || lesson.date === null) return undefined;
  const date = originalDate ?? seriesDateInWeekOf(own, lesson.date);
  return date === null ? undefined : { seriesId: own.lessonId, date };
};

/** Which closures a lesson would fall into, each with its dates: a warning, never a conflict. */
const closedDatesOf = (
  { start, duration, entryType, studentId }: Lesson,
  {
    closures,
    teacherId,
    dates,
  }: { readonly closures: readonly Closure[]; readonly teacherId: string; readonly dates: readonly IsoDate[] },
) => {
  if (entryType !== 'lesson' || studentId === null) return [];
  const found = dates.flatMap((date) =>
    closuresOver(closures, { teacherId, date, start, duration }).map(({ closureId }) => ({ closureId, date })),
  );
  return [...Map.groupBy(found, ({ closureId }) => closureId)].flatMap(([closureId, own]) => {
    const closure = closures.find((one) => one.closureId === closureId)?.states.at(-1)?.closure;
    if (!closure) return [];
    const text = `${closureInWords(closure)}: a lesson then is closed unless you keep it.`;
    return { closureId, dates: own.map(({ date }) => date), text };
  });
};

/**
 * The context of a lesson to place: the entries of each day, all places, and both availabilities.
 * @param originalDate the series date that `lesson` moves; if absent, the one of the same week
 */
export const surroundingsOf = async (
  services: FindingServices,
  studioId: string,
  teacherId: string,
  lesson: Lesson,
  originalDate?: IsoDate,
) => {
  const students = lesson.studentId === null ? [] : [lesson.studentId];
  const [{ state }, busy, teacher, student, now, { settings }] = await Promise.all([
    loadSchedule(services, studioId, teacherId),
    busyInLists(services, studioId, teacherId, students),
    loadTeacher(services, studioId, teacherId),
    lesson.studentId === null ? null : loadStudent(services, studioId, lesson.studentId),
    studioNow(services, studioId),
    services.settingsOf(studioId),
  ]);
  const { people, families } = busy;
  const named = originalDate === undefined ? lesson : { ...lesson, seriesId: lesson.lessonId, originalDate };
  const rows = withoutOwnHolds(
    named,
    placedAtFamilies(families, takenIn(state, { now: services.now(), today: now.today })),
  );
  const elsewhere = withoutOwnHolds(named, elsewhereOf(lesson, busy));
  const freed = freedDate(state.lessons.get(lesson.lessonId), lesson, originalDate);
  const isTaken = (row: Lesson): boolean =>
    occupiesTime(row) && (freed !== undefined || row.lessonId !== lesson.lessonId);
  const teaching = calendarOf(rows, busy.closedOn, { only: isTaken, freed });
  const otherwise = calendarOf(elsewhere, busy.closedOn, { only: isTaken, freed });
  const home = personStop(people.get(teacherId));
  const lessonDates = datesOf(lesson, calendarOf([...rows, lesson], busy.closedOn), now.today);
  /** The lessons on a date: the teacher's and the student's. */
  const takenBy = (date: IsoDate): Lesson[] => [...teaching.on(date), ...otherwise.on(date)].filter(occupiesTime);
  const closedTimes = new Map<IsoDate, Interval[]>();
  const closedOnDate = (date: IsoDate): Interval[] => {
    const closed = closedTimes.get(date) ?? closedTimeOn(busy.closures, teacherId, date);
    closedTimes.set(date, closed);
    return closed;
  };

  return {
    rows,
    busy,
    now,
    home,
    leavesHome: teacher.details.availabilityInterpretation === 'leave_home',
    /** Whose hours the lesson has to be in. */
    people: [
      { whose: 'teacher' as const, name: teacher.details.name, availability: teacher.availability },
      ...(student
        ? [
            {
              whose: 'student' as const,
              name: `${student.details.firstName} ${student.details.lastName}`.trim(),
              availability: student.availability,
            },
          ]
        : []),
    ] satisfies PersonWithHours[],
    minutesBetween: minutesBetweenOf(teacher.details, settings),
    /** The dates on which the requested lesson would take place. */
    dates: lessonDates,
    teacherWindows: (day: DayOfWeek) => windowsOn(teacher.availability, day),
    /** The closed time of a date. */
    closedTimeOn: closedOnDate,
    /** The closures on the dates of the requested lesson. */
    closedDates: closedDatesOf(lesson, { closures: busy.closures, teacherId, dates: lessonDates }),
    /** Null if no availability has been entered. */
    studentWindows: (day: DayOfWeek) =>
      student && student.availability.some(({ enabled }) => enabled) ? windowsOn(student.availability, day) : null,
    takenBy,
    /** Taken time on a date: the teacher's and the student's. */
    takenOn: (date: IsoDate): Interval[] => takenBy(date).map(spanOf),
    /** Where lessons take place. */
    placesOf: async (lessons: readonly Lesson[]): Promise<Stop[]> =>
      lessons.map(await lessonPlaces(services.maps.mapsFor(studioId), people, lessons)),
    /**
     * The stops of some days and all drives between them; for a weekly lesson also the weekly stops of its later dates, which may be
     * cancelled or elsewhere on the first one.
     */
    drives: async (
      dates: readonly IsoDate[],
      laterOf: (date: IsoDate) => readonly IsoDate[] = () => [],
      standing: Standing = { at: async () => (stop) => stop, least: 0 },
    ): Promise<{
      place: Stop | undefined;
      home: Stop;
      stopsOn: (date: IsoDate) => (DayStop & { readonly lessonId: string })[];
      minutes: DriveMinutes;
    }> => {
      const days = new Map(
        dates.map((date) => {
          const weekly = laterOf(date).flatMap((later) => teaching.on(later).filter(isWeekly));
          const standing = [...teaching.on(date), ...weekly].filter(occupiesTime);
          const all = new Map(standing.map((lesson) => [lesson.lessonId, lesson]));
          return [date, [...all.values()].toSorted(byStart)];
        }),
      );
      const lessons = [lesson, ...[...days.values()].flat()];
      const placeIn = await lessonPlaces(services.maps.mapsFor(studioId), people, lessons);
      // Undefined for entries that are not stops.
      const ownPlaceOf = (lesson: Lesson): Stop | undefined => (isStop(lesson) ? placeIn(lesson) : undefined);
      const standingAt = await standing.at([home, ...lessons.flatMap((lesson) => ownPlaceOf(lesson) ?? [])]);
      const placeOf = (lesson: Lesson): Stop | undefined => {
        const place = ownPlaceOf(lesson);
        return place === undefined ? undefined : standingAt(place);
      };
      const from = standingAt(home);
      const stops = new Map(
        [...days].map(([date, lessons]) => [
          date,
          lessons.map((lesson) => ({
            ...spanOf(lesson),
            lessonId: lesson.lessonId,
            title: busy.titleOf(lesson),
            place: placeOf(lesson),
          })),
        ]),
      );
      const place = placeOf(lesson);
      const ways = [...stops.values()].map((day) =>
        day.flatMap((stop) => (stop.place === undefined ? [] : [stop.place])),
      );
      const legs = await services.legs.table(studioId, [from, ...(place === undefined ? [] : [place])], ways);
      return {
        place,
        home: from,
        stopsOn: (date) => stops.get(date) ?? [],
        minutes: (one, other) => Math.max(standing.least, legs(one, other)),
      };
    },
  };
};
export type Surroundings = Awaited<ReturnType<typeof surroundingsOf>>;
