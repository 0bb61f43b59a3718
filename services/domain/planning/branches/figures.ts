import { weekOrder, type DayOfWeek } from '@rondo/contracts/calendar/dates.ts';
import { homeToHome } from '@rondo/contracts/calendar/legs.ts';
import { windowsOf } from '@rondo/contracts/calendar/windows.ts';
import { waitingIn } from '@rondo/contracts/lessons/road-day.ts';
import { measuredTenths, thousandths } from '@rondo/contracts/mileage/figures.ts';
import { rateOn, ratesOf } from '@rondo/contracts/mileage/rates.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { StudentRow } from '@rondo/projections/students/queries.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { lessonPlaces, personStop } from '../../../platform/maps/drives/places.ts';
import { hasPreference } from '../report/counts.ts';
import { studentName } from '../instance/instance.ts';
import type { BranchRows } from './changed-rows.ts';
import { peopleIn, type TeacherWeek, type WeekEntry } from './weeks.ts';

/** A weekly lesson of a student. */
export type StandingLesson = Pick<WeekEntry, 'dayOfWeek' | 'start' | 'duration'> & { readonly teacherId: string };

/** What a week comes to. Minutes and amounts are a week's. */
export type WeekFigures = {
  readonly students: number;
  readonly placed: number;
  readonly preferred: number;
  readonly preferredPossible: number;
  readonly driveMinutes: number;
  readonly waitingMinutes: number;
  /** Weekdays with lessons, of each teacher. */
  readonly days: number;
  /** When a teacher is home at the latest, by weekday; without a known home, when the last lesson ends. */
  readonly homeBy: ReadonlyMap<DayOfWeek, number>;
  /** Hundredths of the currency. */
  readonly incomeCents: number;
  readonly withoutRate: number;
  /** What an hour from door to door brings in, in the currency; null without a lesson or a rate. */
  readonly perHour: number | null;
  /** The first weekly lesson of each student. */
  readonly lessonOf: ReadonlyMap<string, StandingLesson>;
  readonly notPlaced: readonly StudentRow[];
};

/** What an hour brings in, as earnings count it. */
export type HourOf = (sums: {
  readonly incomeCents: number;
  readonly drivingCost: number;
  readonly minutes: number;
  readonly lessons: number;
  readonly unrated: number;
}) => number | null;

const isPreferred = (student: StudentRow, { dayOfWeek, start, duration }: StandingLesson): boolean =>
  windowsOf(student.availability.filter((row) => row.isPreferred)).some(
    (window) => window.dayOfWeek === dayOfWeek && window.start <= start && start + duration <= window.end,
  );

const daysIn = (entries: readonly WeekEntry[]): [DayOfWeek, WeekEntry[]][] =>
  weekOrder.flatMap((day): [DayOfWeek, WeekEntry[]][] => {
    const own = entries.filter(({ dayOfWeek }) => dayOfWeek === day);
    return own.length === 0 ? [] : [[day, own]];
  });

const waitingOf = ({ entries, driving }: TeacherWeek): number =>
  daysIn(entries.filter((entry) => entry.isStop)).reduce((sum, [day, stops]) => {
    const drives = driving.days.get(day)?.driveTimes;
    const driven = stops.map(({ lessonId, start, duration }) => ({
      start,
      end: start + duration,
      drive: drives?.get(lessonId) ?? null,
    }));
    return sum + waitingIn(driven);
  }, 0);

const homeByOf = (weeks: readonly TeacherWeek[]): Map<DayOfWeek, number> => {
  const homeBy = new Map<DayOfWeek, number>();
  for (const { entries, driving } of weeks)
    for (const [day, stops] of daysIn(entries.filter((entry) => entry.isStop))) {
      const ends = Math.max(...stops.map(({ start, duration }) => start + duration));
      homeBy.set(day, Math.max(homeBy.get(day) ?? 0, ends + (driving.days.get(day)?.driveHome ?? 0)));
    }
  return homeBy;
};

/** What the drives of a week cost, in ten thousandths of the currency. */
const drivingCost = async (
  { maps }: Pick<Services, 'maps'>,
  studioId: string,
  { rows, weeks, today }: WeeksOfRows,
): Promise<number> => {
  const { mileage, currency } = rows.settings;
  const rate = mileage ? rateOn(ratesOf(mileage, currency), today) : null;
  if (!mileage || !rate) return 0;
  const people = peopleIn(rows);
  const own = maps.mapsFor(studioId);
  let tenths = 0;
  for (const { teacher, entries } of weeks) {
    const stops = entries.filter((entry) => entry.isStop);
    const placeOf = await lessonPlaces(own, people, stops);
    for (const [, day] of daysIn(stops)) {
      const ways = homeToHome(personStop(people.get(teacher.teacher_id)), day.map(placeOf));
      for (const [i, to] of ways.slice(1).entries())
        tenths += measuredTenths((await own.drive(ways[i] ?? null, to)).miles, mileage.unit) ?? 0;
    }
  }
  return tenths * thousandths(rate.rate);
};

type WeeksOfRows = { readonly rows: BranchRows; readonly weeks: readonly TeacherWeek[]; readonly today: IsoDate };

const lessonsIn = (weeks: readonly TeacherWeek[]): { readonly studentId: string; readonly lesson: StandingLesson }[] =>
  weeks.flatMap(({ teacher, entries }) =>
    entries.flatMap(({ studentId, dayOfWeek, start, duration }) =>
      studentId === null ? [] : { studentId, lesson: { dayOfWeek, start, duration, teacherId: teacher.teacher_id } },
    ),
  );

/** What the weeks of all teachers come to. */
export const figuresOf = async (
  services: Pick<Services, 'maps'>,
  studioId: string,
  ofRows: WeeksOfRows,
  hourOf: HourOf,
): Promise<WeekFigures> => {
  const { rows, weeks } = ofRows;
  const students = [...rows.students.values()].filter(({ student_id }) => !rows.leaving.has(student_id));
  const lessons = lessonsIn(weeks).filter(({ studentId }) => rows.students.has(studentId));
  const lessonsOf = Map.groupBy(lessons, ({ studentId }) => studentId);
  const lessonOf = new Map([...lessonsOf].flatMap(([id, [first]]) => (first ? [[id, first.lesson] as const] : [])));
  const placed = students.filter(({ student_id }) => lessonOf.has(student_id));
  // A month's rate counts in twelfths of a year; rounded once.
  let [income, unrated] = [0, 0];
  for (const { student_id, details } of placed) {
    const count = lessonsOf.get(student_id)?.length ?? 0;
    const { paymentType, monthlyRateCents, perLessonRateCents } = details;
    const rate = paymentType === 'monthly' ? monthlyRateCents : perLessonRateCents;
    if (rate === null) unrated += 1;
    else income += paymentType === 'monthly' ? (rate * 12) / 52 : rate * count;
  }
  const driveMinutes = weeks.reduce((sum, { driving }) => sum + driving.minutes, 0);
  const waitingMinutes = weeks.reduce((sum, week) => sum + waitingOf(week), 0);
  const incomeCents = Math.round(income);
  const teaching = lessons.reduce((sum, { lesson }) => sum + lesson.duration, 0);
  return {
    students: students.length,
    placed: placed.length,
    preferred: placed.filter((student) => {
      const lesson = lessonOf.get(student.student_id);
      return lesson !== undefined && isPreferred(student, lesson);
    }).length,
    preferredPossible: students.filter(hasPreference).length,
    driveMinutes,
    waitingMinutes,
    days: weeks.reduce((sum, { entries }) => {
      const taughtOn = entries.filter(({ studentId }) => studentId !== null).map(({ dayOfWeek }) => dayOfWeek);
      return sum + new Set(taughtOn).size;
    }, 0),
    homeBy: homeByOf(weeks),
    incomeCents,
    withoutRate: unrated,
    perHour: hourOf({
      incomeCents,
      drivingCost: await drivingCost(services, studioId, ofRows),
      minutes: teaching + driveMinutes + waitingMinutes,
      lessons: lessons.length,
      unrated,
    }),
    lessonOf,
    notPlaced: students
      .filter(({ student_id }) => !lessonOf.has(student_id))
      .toSorted((a, b) => studentName(a).localeCompare(studentName(b))),
  };
};
