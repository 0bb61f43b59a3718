import { addDays, dayOfWeekOf, shortDayName, type DayOfWeek, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { isStop, isWeekly, occupiesTime, spanOf } from '@rondo/contracts/calendar/rows.ts';
import { difference } from '@rondo/contracts/calendar/intervals.ts';
import { lastsTo } from '@rondo/contracts/calendar/series.ts';
import { splitSeries } from '@rondo/contracts/calendar/split.ts';
import { formatTime } from '@rondo/contracts/calendar/times.ts';
import { calendarOf } from '@rondo/contracts/calendar/week.ts';
import { windowsOn } from '@rondo/contracts/calendar/windows.ts';
import type { AvailabilityWindow } from '@rondo/contracts/events/fields.ts';
import type { Lesson, WeeklyLesson } from '@rondo/contracts/events/schedule/lesson.ts';
import { busyInLists } from '../../schedule/lookup/student-times.ts';
import { fittingsIn, fittingWithout, movedFor, type FitDay, type Fitting, type FittingWithMove } from './fits.ts';
import type { DriveMinutes } from '../../../platform/maps/drives/day-drive.ts';
import { closedThroughout, firstOpenDate, takenWhileOpen } from './open-dates.ts';
import type { SlotRequest } from './slots.ts';
import { laterDates } from './suggestions.ts';
import { surroundingsOf, type FindingServices, type Standing, type Surroundings } from './surroundings.ts';

/** Maximum number of families whose other times are looked for. */
const familiesTried = 8;

export type FitSearch = {
  readonly teacherId: string;
  /** The lesson to place, from its first possible day on. */
  readonly lesson: WeeklyLesson;
  /** Its present time, if it moves. */
  readonly present: Pick<Lesson, 'dayOfWeek' | 'start'> | null;
  readonly availability: readonly AvailabilityWindow[];
  /** When the students of other lessons are free. */
  readonly availabilityOf: (studentId: string) => readonly AvailabilityWindow[];
};

type Day = Omit<FitDay, 'stops'>;

/** The weekdays from a lesson's first day on, as its student has them. Without entered availability only the teacher's counts. */
const daysFor = (
  { rows, teacherWindows, closedTimeOn }: Surroundings,
  lesson: WeeklyLesson,
  availability: readonly AvailabilityWindow[],
  takenBy: (date: IsoDate) => readonly Lesson[],
): Day[] => {
  const isKnown = availability.some(({ enabled }) => enabled);
  const preferred = availability.filter(({ isPreferred }) => isPreferred);
  return Array.from({ length: 7 }, (_, i): Day => {
    const date = addDays(lesson.validFrom, i);
    const dayOfWeek = dayOfWeekOf(date);
    const searched = { dates: [date, ...laterDates(lesson, rows, date)], closedTimeOn };
    const occupied = takenWhileOpen(searched, (on) =>
      takenBy(on).map(({ lessonId, seriesId, ...row }) => ({ ...spanOf(row), lessonId, seriesId })),
    );
    return {
      date,
      dayOfWeek,
      firstDate: (start, from = date) => {
        const dates = [from, ...searched.dates.filter((later) => later > from)];
        return firstOpenDate({ dates, closedTimeOn }, { start, end: start + lesson.duration });
      },
      windows: difference(teacherWindows(dayOfWeek), closedThroughout(searched)),
      studentWindows: isKnown ? windowsOn(availability, dayOfWeek) : null,
      preferred: windowsOn(preferred, dayOfWeek),
      notBefore: 0,
      takenOn: (without) =>
        occupied.filter(({ lessonId, seriesId }) => lessonId !== without && seriesId !== (without ?? '')),
    };
  });
};

/** The weekdays on which a lesson could be with one teacher, and the drives between their stops. */
export type FitDays = {
  readonly days: readonly FitDay[];
  readonly request: SlotRequest;
  readonly minutes: DriveMinutes;
};

/**
 * Where a lesson could be with one teacher: the one input of every search for weekly times.
 * @param standing where teacher, lessons and family count as being; absent: at their own places
 */
export const fitDaysWith = async (
  services: FindingServices,
  studioId: string,
  { teacherId, lesson, availability }: Pick<FitSearch, 'teacherId' | 'lesson' | 'availability'>,
  standing?: Standing,
): Promise<FitDays & { readonly around: Surroundings }> => {
  const around = await surroundingsOf(services, studioId, teacherId, lesson);
  const { rows, leavesHome, minutesBetween, takenBy } = around;
  const days = daysFor(around, lesson, availability, takenBy);
  const { place, home, stopsOn, minutes } = await around.drives(
    days.map(({ date }) => date),
    (date) => laterDates(lesson, rows, date),
    standing,
  );
  return {
    around,
    days: days.map((day) => ({ ...day, stops: stopsOn(day.date) })),
    request: { duration: lesson.duration, place, home, leavesHome, minutesBetween },
    minutes,
  };
};

type NamedMove = {
  /** Whose lesson moves. */
  readonly name: string;
  /** The first day that changes. */
  readonly from: IsoDate;
  readonly sentence: string;
};

type Found = {
  readonly around: Surroundings;
  readonly times: readonly Fitting[];
  readonly others: readonly (FittingWithMove & NamedMove)[];
  readonly hasWindows: boolean;
};

/** The weekly times for a lesson with one teacher, and those that need one other family to move, each best first. */
export const fittingsWith = async (services: FindingServices, studioId: string, search: FitSearch): Promise<Found> => {
  const { teacherId, lesson, present } = search;
  const { around, days: ownDays, request, minutes } = await fitDaysWith(services, studioId, search);
  const { rows, takenBy } = around;
  const { place, home } = request;
  const stopsOn = new Map(ownDays.map(({ date, stops }) => [date, stops]));
  const withStops = (list: readonly Day[]): FitDay[] =>
    list.map((day) => ({ ...day, stops: stopsOn.get(day.date) ?? [] }));
  const isPresent = (day: DayOfWeek, start: number): boolean => present?.dayOfWeek === day && present.start === start;
  const isOfOthers = (row: Lesson): row is WeeklyLesson & { readonly studentId: string } =>
    isWeekly(row) &&
    isStop(row) &&
    row.lessonId !== lesson.lessonId &&
    row.studentId !== null &&
    row.studentId !== lesson.studentId &&
    lastsTo(row, addDays(lesson.validFrom, 7));
  const inTheWay = rows
    .filter(isOfOthers)
    .flatMap((series) => {
      const fitting = fittingWithout(ownDays, request, minutes, series);
      return fitting && !isPresent(fitting.day.dayOfWeek, fitting.start) ? [{ series, fitting }] : [];
    })
    .toSorted((a, b) => a.fitting.opening.addedDrive - b.fitting.opening.addedDrive)
    .slice(0, familiesTried);
  const places = await around.placesOf(inTheWay.map(({ series }) => series));
  const elsewhere = await busyInLists(
    services,
    studioId,
    teacherId,
    inTheWay.map(({ series }) => series.studentId),
  );
  const drives = await services.legs.table(
    studioId,
    [home, ...(place === undefined ? [] : [place]), ...places],
    ownDays.map(({ stops }) => stops.flatMap((stop) => (stop.place === undefined ? [] : [stop.place]))),
  );
  const others = inTheWay.flatMap(({ series, fitting }, i) => {
    const busy = calendarOf(elsewhere.elsewhere(series.studentId), elsewhere.closedOn, { only: occupiesTime });
    const familyDays = daysFor(
      around,
      { ...series, validFrom: lesson.validFrom },
      search.availabilityOf(series.studentId),
      (date) => [...takenBy(date), ...busy.on(date).filter(occupiesTime)],
    );
    const moved = movedFor(fitting, request, {
      series,
      days: withStops(familyDays),
      request: { ...request, duration: series.duration, place: places[i] ?? null },
      minutes: drives,
    });
    if (!moved) return [];
    const { day, start } = moved.to;
    const name = around.busy.titleOf(series);
    const { from } = splitSeries(series, day.dayOfWeek, lesson.validFrom);
    const sentence = `${name} would move from ${shortDayName(series.dayOfWeek)} ${formatTime(series.start)} to ${shortDayName(day.dayOfWeek)} ${formatTime(start)}.`;
    return [{ ...moved, name, from, sentence }];
  });
  return {
    around,
    times: fittingsIn(ownDays, request, minutes, isPresent),
    others: others.toSorted((a, b) => a.addedDrive - b.addedDrive),
    hasWindows: ownDays.some(({ dayOfWeek }) => around.teacherWindows(dayOfWeek).length > 0),
  };
};
