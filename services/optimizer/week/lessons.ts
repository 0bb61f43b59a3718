import { at } from '../arrays.ts';
import type { Instance, PlannedLesson } from './instance.ts';
import type { Problem } from './problem.ts';
import { timetable } from './timing.ts';
import type { Week } from './week.ts';

/** The plan's lessons with the best clock times for its orders, Monday first; fixed ones exactly where they are. */
export const lessonsOf = (week: Week): PlannedLesson[] => {
  const { instance, tours, fixedOutside } = week.problem;
  const lessons = Array.from({ length: tours }, (_, tour) =>
    lessonsOfTour(week.problem, tour, stopsOf(week, tour)),
  ).flat();
  const outside = new Set(fixedOutside.map((node) => idOf(instance, node)));
  lessons.push(...instance.fixedLessons.filter(({ studentId }) => outside.has(studentId)));
  return lessons.toSorted((a, b) => fromMonday(a) - fromMonday(b) || a.startTime - b.startTime);
};

/** The nodes of a tour in order. */
export const stopsOf = ({ problem, stops, length }: Week, tour: number): number[] =>
  Array.from(stops.subarray(tour * problem.nodes, tour * problem.nodes + at(length, tour)));

/** The lessons of one tour, with the best times for its order. @throws Error when the order cannot be driven: a bug in the caller */
const lessonsOfTour = (problem: Problem, tour: number, order: readonly number[]): PlannedLesson[] => {
  const { instance, clocks } = problem;
  const times = timetable(problem, tour, order);
  const window = instance.teacher.availability[tour];
  const clock = clocks[tour];
  if (!times || !window || !clock) throw new Error(`Tour ${tour} cannot be driven in its order.`);
  return order.map((node, index) => {
    const studentId = idOf(instance, at(problem.person, node));
    const pin = instance.fixedLessons.find((fixed) => fixed.studentId === studentId);
    return pin ?? { studentId, dayOfWeek: window.dayOfWeek, startTime: clock.toDay(times.starts[index] ?? 0) };
  });
};

const idOf = ({ students }: Instance, node: number): string => students[node - 1]?.id ?? '';
const fromMonday = ({ dayOfWeek }: PlannedLesson): number => (dayOfWeek + 6) % 7;
