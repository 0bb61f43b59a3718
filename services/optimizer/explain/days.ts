import { intersection, totalMinutes } from '@rondo/contracts/calendar/intervals.ts';
import type { WeeklyWindow } from '../week/instance.ts';
import { spansOn, unblocked, weekdays } from './overlap.ts';
import type { Plan } from './plan.ts';
import { betweenInside, driveInside, type VacantSlot } from './vacancies.ts';

/** Use of a weekday. Where no fixed lessons contradict each other, available = scheduled + driving + between + blocked + vacant. */
export type DayReport = {
  readonly dayOfWeek: WeeklyWindow['dayOfWeek'];
  /** Minutes in the teacher's windows. */
  readonly availableMinutes: number;
  /** Minutes of lessons. */
  readonly scheduledMinutes: number;
  /** Minutes of driving inside the windows: some rules exclude the drives from and to home. */
  readonly drivingMinutes: number;
  /** Minutes between lessons, besides the drives. */
  readonly betweenMinutes: number;
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
export const reportDays = (plan: Plan, slots: readonly VacantSlot[]): DayReport[] =>
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
    betweenMinutes: gaps.reduce((sum, gap) => sum + betweenInside(plan, gap), 0),
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
