import type { Report } from '@rondo/contracts/api/planner.ts';
import type { Student } from '@rondo/contracts/api/people/students.ts';
import type { Teacher } from '@rondo/contracts/api/people/teachers.ts';
import { firstOnOrAfter, shortDayName, weekOrder } from '@rondo/contracts/calendar/dates.ts';
import { toMinutes } from '@rondo/contracts/calendar/times.ts';
import { fullAddress, lessonKinds, type DayEntry } from '../../../calendar/days/entry.ts';
import { plainDetails } from '@rondo/contracts/lessons/plain-details.ts';
import { availableOn, homeOf, withLegs, type Day } from '../../../calendar/days/day.ts';
import { legHome, legsOf, type Home, type Leg } from '../../../calendar/days/legs.ts';
import { isWaiting } from '../../../lib/waiting-plan.ts';
import type { PlannedStop, ReportDayName } from './plan.ts';

export const stopsOn = ({ week }: Pick<Report, 'week'>, day: ReportDayName): PlannedStop[] =>
  week.filter((stop) => stop.day === day).toSorted((a, b) => a.startTime.localeCompare(b.startTime));

export const entryOf = (stop: PlannedStop, students: readonly Student[], pending: boolean): DayEntry => {
  const student = students.find(({ id }) => id === stop.studentId);
  return {
    id: stop.lessonId,
    title: stop.title,
    studentId: stop.studentId,
    start: toMinutes(stop.startTime),
    end: toMinutes(stop.endTime),
    kind: stop.studentId === null ? 'appointment' : lessonKinds[stop.source],
    state: pending && stop.source === 'optimized' ? 'pending' : 'current',
    address: stop.address ?? (student ? fullAddress(student) : null),
    details: { ...plainDetails, customAddress: stop.address },
    isStop: stop.driveTime !== null,
    driveTime: stop.driveTime,
    // A plan says it once, for all of its drives.
    driveNotice: null,
    driveApproximate: false,
    conflict: false,
  };
};

/** The teacher's home that the plan counted drives from; null if it had none. */
export const homeOfPlan = ({ homeKnown }: Pick<Report, 'homeKnown'>, teacher: Teacher | null): Home | null => {
  if (!homeKnown) return null;
  return teacher ? homeOf(teacher) : { address: '' };
};

/** The tours of a day: each ends with a drive home. */
const toursOf = (stops: readonly PlannedStop[]): PlannedStop[][] => {
  const tours: PlannedStop[][] = [[]];
  for (const stop of stops) {
    tours.at(-1)?.push(stop);
    if (stop.driveHome !== null) tours.push([]);
  }
  return tours.filter((tour) => tour.length > 0);
};

/** The drives of a planned day, home to home for each of its tours. */
export const plannedLegs = (
  stops: readonly PlannedStop[],
  entries: readonly DayEntry[],
  home: Home | null,
  { minutesBetween, approximateDriving: approximate }: Pick<Report, 'minutesBetween' | 'approximateDriving'>,
): Leg[] =>
  toursOf(stops).flatMap((tour) => {
    const own = tour.flatMap((stop) =>
      entries.filter(({ id, start }) => id === stop.lessonId && start === toMinutes(stop.startTime)),
    );
    const last = own.at(-1);
    const wayBack = tour.at(-1)?.driveHome ?? null;
    const legs = [
      ...legsOf(own, home, minutesBetween),
      ...(home && last && wayBack !== null ? [legHome(last, { minutes: wayBack, notice: null, approximate })] : []),
    ];
    return legs.map((leg) => ({ ...leg, approximate }));
  });

/** The days of the week as the plan has them, each with the first date that it is for. */
export const plannedWeek = (
  report: Pick<
    Report,
    'week' | 'startsOn' | 'homeKnown' | 'minutesBetween' | 'approximateDriving' | 'status' | 'withdrawn'
  >,
  teacher: Teacher | null,
  students: readonly Student[],
): Day[] =>
  weekOrder.map((dayOfWeek) => {
    const stops = stopsOn(report, shortDayName(dayOfWeek));
    const entries = stops.map((stop) => entryOf(stop, students, isWaiting(report)));
    const day = {
      date: firstOnOrAfter(report.startsOn, dayOfWeek),
      entries,
      windows: teacher ? availableOn(teacher, dayOfWeek) : [{ start: 0, end: 1440 }],
      lessons: stops.filter(({ studentId }) => studentId !== null).length,
    };
    return withLegs(day, plannedLegs(stops, entries, homeOfPlan(report, teacher), report));
  });
