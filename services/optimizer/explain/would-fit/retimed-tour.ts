import type { PlannedLesson } from '../../week/instance.ts';
import { studentOf, type Layout } from '../plan.ts';
import { retimeGently, type TourStop } from './retime.ts';

/** The stops of a tour with the times they have, on the tour's clock. */
export const tourStops = ({ tours, problem }: Layout, tour: number): TourStop[] =>
  (tours[tour]?.stops ?? []).map(({ node, start }) => ({
    node,
    present: problem.clocks[tour]?.fromDay(start) ?? start,
  }));

/** The same with one more stop at a position. */
export const tourStopsWith = (layout: Layout, tour: number, position: number, stop: TourStop): TourStop[] =>
  tourStops(layout, tour).toSpliced(position, 0, stop);

/** Whether the others may shift to make room, or keep their exact times. */
export type Others = 'shift' | 'stand';

/** The stops of a tour with one more at a position, ignoring times, to find what is possible at all. */
export const limitsWith = (layout: Layout, tour: number, position: number, node: number, others: Others): TourStop[] =>
  tourStops(layout, tour)
    .map((stop) =>
      others === 'stand' && stop.present !== undefined ? { node: stop.node, exactly: stop.present } : stop,
    )
    .toSpliced(position, 0, { node });

/**
 * The lessons of a tour whose stops have changed, the others moved as little as possible.
 * @returns undefined when the stops cannot be driven in this order
 */
export const retimedLessons = (
  layout: Layout,
  tour: number,
  stops: readonly TourStop[],
): PlannedLesson[] | undefined => {
  const { instance, problem } = layout;
  const window = instance.teacher.availability[tour];
  const clock = problem.clocks[tour];
  const starts = retimeGently(problem, tour, stops);
  if (!window || !clock || !starts) return undefined;
  return stops.map(({ node }, index) => ({
    studentId: studentOf(layout, node).id,
    dayOfWeek: window.dayOfWeek,
    startTime: clock.toDay(starts[index] ?? 0),
  }));
};
