import type { Figures, Violation } from '../week/check.ts';
import type { Instance, PlannedLesson, WeeklyWindow } from '../week/instance.ts';
import type { Names } from '../week/wording.ts';
import { explainLeftOut, type LeftOut } from './left-out.ts';
import { explainPlaced, type Placed } from './placed.ts';
import { planOf, type Plan, type Tour } from './plan.ts';
import { vacantSlots, type VacantSlot, driveInside } from './vacancies.ts';
import { widerLayouts } from './would-fit/wider-teacher.ts';
import { at } from '../arrays.ts';
import { totalMinutes, intersection } from '@rondo/contracts/calendar/intervals.ts';
import { unblocked, spansOn, weekdays } from './overlap.ts';

/** Use of a weekday. Where no fixed lessons contradict each other, available = scheduled + driving + blocked + vacant. */
type DayReport = {
  readonly dayOfWeek: WeeklyWindow['dayOfWeek'];
  /** Minutes in the teacher's windows. */
  readonly availableMinutes: number;
  /** Minutes of lessons. */
  readonly scheduledMinutes: number;
  /** Minutes of driving inside the windows: some rules exclude the drives from and to home. */
  readonly drivingMinutes: number;
  readonly blockedMinutes: number;
  readonly vacantMinutes: number;
  /** Scheduled as a whole percentage of available. */
  readonly utilizationPercentage: number;
  readonly lessons: number;
  /** Students who are available at some time when the teacher works. */
  readonly studentsAvailable: number;
  readonly firstLessonTime: number | null;
  readonly lastLessonTime: number | null;
};

/** The weekdays on which the teacher works, Monday first. */
const reportDays = (plan: Plan, slots: readonly VacantSlot[]): DayReport[] =>
  weekdays
    .filter((day) => plan.tours.some(({ window }) => window.dayOfWeek === day))
    .map((day) => reportDay(plan, day, slots));

const reportDay = (plan: Plan, dayOfWeek: WeeklyWindow['dayOfWeek'], slots: readonly VacantSlot[]): DayReport => {
  const { instance } = plan;
  const tours = plan.tours.filter(({ window }) => window.dayOfWeek === dayOfWeek);
  const stops = tours.flatMap((tour) => tour.stops);
  const spans = spansOn(instance.teacher.availability, dayOfWeek);
  const availableMinutes = totalMinutes(spans);
  const scheduledMinutes = stops.reduce((sum, { start, end }) => sum + end - start, 0);
  const gaps = tours.flatMap((tour) =>
    [...tour.stops, undefined].map((after, index) => ({ tour, before: tour.stops[index - 1], after })),
  );
  const free = tours.flatMap(({ window }) =>
    unblocked(instance, window, { start: window.startTime, end: window.endTime }),
  );
  return {
    dayOfWeek,
    availableMinutes,
    scheduledMinutes,
    drivingMinutes: gaps.reduce((sum, gap) => sum + driveInside(plan, gap), 0),
    blockedMinutes: availableMinutes - totalMinutes(free),
    vacantMinutes: slots.filter((slot) => slot.dayOfWeek === dayOfWeek).reduce((sum, { minutes }) => sum + minutes, 0),
    utilizationPercentage: availableMinutes === 0 ? 0 : Math.round((100 * scheduledMinutes) / availableMinutes),
    lessons: stops.length,
    studentsAvailable: instance.students.filter(
      ({ availability }) => intersection(spansOn(availability, dayOfWeek), spans).length > 0,
    ).length,
    firstLessonTime: stops.length === 0 ? null : Math.min(...stops.map(({ start }) => start)),
    lastLessonTime: stops.length === 0 ? null : Math.max(...stops.map(({ start }) => start)),
  };
};

/** A stop of a tour. All times in minutes after midnight. */
type StopReport = {
  readonly studentId: string;
  readonly startTime: number;
  readonly endTime: number;
  /** Minutes of driving from the stop before, home for the first. */
  readonly driveBefore: number;
  /** Minutes of waiting before it; none before the first, because the teacher leaves home later instead. */
  readonly idleBefore: number;
};

/** A window of the teacher as a tour: home, lessons, home. */
type TourReport = WeeklyWindow & {
  readonly tour: number;
  readonly stops: readonly StopReport[];
  /** When to leave home and when to be back; null without a stop. */
  readonly leaveAt: number | null;
  readonly homeAt: number | null;
  readonly driveHome: number;
  readonly driveMinutes: number;
  readonly idleMinutes: number;
};

const reportTour = (plan: Plan, tour: Tour): TourReport => {
  const { drive, nodes } = plan.problem;
  const stops = tour.stops.map((stop, index) => {
    const before = tour.stops[index - 1];
    const driveBefore = at(drive, (before?.node ?? 0) * nodes + stop.node);
    const between = before
      ? totalMinutes(unblocked(plan.instance, tour.window, { start: before.end, end: stop.start }))
      : 0;
    const idleBefore = before ? Math.max(0, between - driveBefore) : 0;
    return { studentId: stop.studentId, startTime: stop.start, endTime: stop.end, driveBefore, idleBefore };
  });
  const last = tour.stops.at(-1);
  const driveHome = last ? at(drive, last.node * nodes) : 0;
  const [first] = stops;
  return {
    ...tour.window,
    tour: tour.index,
    stops,
    leaveAt: first ? first.startTime - first.driveBefore : null,
    homeAt: last ? last.end + driveHome : null,
    driveHome,
    driveMinutes: driveHome + stops.reduce((sum, { driveBefore }) => sum + driveBefore, 0),
    idleMinutes: stops.reduce((sum, { idleBefore }) => sum + idleBefore, 0),
  };
};

/** Everything a report says about a plan. Minutes are minutes after midnight or lengths; sentences are for users. */
export type Explanation = {
  readonly figures: Figures;
  /** Fixed lessons that contradict each other or the windows, with names. */
  readonly conflicts: readonly Violation[];
  readonly placed: readonly Placed[];
  readonly leftOut: readonly LeftOut[];
  /** One for each window of the teacher, in their order. */
  readonly tours: readonly TourReport[];
  readonly days: readonly DayReport[];
  readonly vacantSlots: readonly VacantSlot[];
  readonly totalVacantMinutes: number;
};

/**
 * Explains a plan from the instance alone, so that it works for any valid plan, from any source.
 * @param names students' display names, by id
 * @throws Error when the plan breaks a rule (contradicting fixed lessons excepted)
 */
export const explain = (instance: Instance, lessons: readonly PlannedLesson[], names: Names = {}): Explanation => {
  const plan = planOf(instance, lessons, names);
  const layouts = widerLayouts(plan);
  const slots = vacantSlots(plan);
  return {
    figures: plan.figures,
    conflicts: plan.conflicts,
    placed: explainPlaced(plan),
    leftOut: plan.leftOut.map((node) => explainLeftOut(plan, layouts, node)),
    tours: plan.tours.map((tour) => reportTour(plan, tour)),
    days: reportDays(plan, slots),
    vacantSlots: slots,
    totalVacantMinutes: slots.reduce((sum, { minutes }) => sum + minutes, 0),
  };
};
