import { at } from '../arrays.ts';
import type { PlannedLesson } from './instance.ts';
import type { Problem } from './problem.ts';
import { timetable } from './timing.ts';
import type { Week } from './week.ts';

/** The plan's lessons with the best clock times for its orders, Monday first; fixed ones exactly where they are. */
export const lessonsOf = (week: Week): PlannedLesson[] => lessonsWith(week, week.problem, 0);

/**
 * The lessons that a week of several teachers has with one of them.
 * @param own the teacher's own problem, whose first tour is `firstTour` of the week
 */
export const lessonsWith = (week: Week, own: Problem, firstTour: number): PlannedLesson[] => {
  const { fixedLessons } = own.instance;
  const lessons = Array.from({ length: own.tours }, (_, tour) =>
    lessonsOfTour(week, firstTour + tour, fixedLessons),
  ).flat();
  const outside = new Set(own.fixedOutside.map((node) => own.ids[node]));
  lessons.push(...fixedLessons.filter(({ studentId }) => outside.has(studentId)));
  return lessons.toSorted((a, b) => fromMonday(a) - fromMonday(b) || a.startTime - b.startTime);
};

/** The nodes of a tour in order. */
export const stopsOf = ({ problem, stops, length }: Week, tour: number): number[] =>
  Array.from(stops.subarray(tour * problem.nodes, tour * problem.nodes + at(length, tour)));

/** The lessons of one tour, with the best times for its order. @throws Error when the order cannot be driven: a bug in the caller */
const lessonsOfTour = (week: Week, tour: number, fixed: readonly PlannedLesson[]): PlannedLesson[] => {
  const { clocks, ids, weekdays } = week.problem;
  const order = stopsOf(week, tour);
  const times = timetable(week.problem, tour, order);
  const [dayOfWeek, clock] = [weekdays[tour], clocks[tour]];
  if (!times || dayOfWeek === undefined || !clock) throw new Error(`Tour ${tour} cannot be driven in its order.`);
  return order.map((node, index) => {
    const studentId = ids[node] ?? '';
    const pin = fixed.find((lesson) => lesson.studentId === studentId);
    return pin ?? { studentId, dayOfWeek, startTime: clock.toDay(times.starts[index] ?? 0) };
  });
};

const fromMonday = ({ dayOfWeek }: PlannedLesson): number => (dayOfWeek + 6) % 7;
