import { overlaps } from '@rondo/contracts/calendar/intervals.ts';
import { at } from '../arrays.ts';
import type { WeeklyWindow } from '../week/instance.ts';
import { cellOf, plain, startFrom, startUntil } from '../week/problem.ts';
import { stopAt, type Week } from '../week/week.ts';
import { roomyWindows } from './overlap.ts';
import { studentOf, type Plan, type Stop } from './plan.ts';

/** The position where a student comes closest to fitting inside one shared window, all others keeping their order. */
export type NearMiss = {
  /** Missing minutes, even if the others shift as far as their own calendars allow. */
  readonly shortBy: number;
  /** The stops before and after, 0 for home. */
  readonly before: number;
  readonly after: number;
  /** The drives from the stop before and to the stop after. */
  readonly driveIn: number;
  readonly driveOut: number;
};

/** An interval in which both calendars have room for the lesson, and the obstacles in it. */
export type Obstacle = {
  readonly window: WeeklyWindow;
  /** The lessons in it. */
  readonly entries: readonly Stop[];
  /** Undefined where blocked time or fixed lessons leave no room even for the lesson itself. */
  readonly nearest: NearMiss | undefined;
};

export const obstaclesOf = (plan: Plan, week: Week, node: number): Obstacle[] =>
  roomyWindows(plan.instance, studentOf(plan, node)).flatMap((window) =>
    plan.tours
      .filter((tour) => holds(tour.window, window))
      .map(({ index, stops }) => ({
        window,
        entries: stops.filter((stop) => overlaps(stop, { start: window.startTime, end: window.endTime })),
        nearest: nearestMiss(plan, week, node, index, window),
      })),
  );

const holds = (outer: WeeklyWindow, inner: WeeklyWindow): boolean =>
  outer.dayOfWeek === inner.dayOfWeek && outer.startTime <= inner.startTime && inner.endTime <= outer.endTime;

const nearestMiss = (
  { problem }: Plan,
  week: Week,
  node: number,
  tour: number,
  window: WeeklyWindow,
): NearMiss | undefined => {
  const { nodes, gap, drive, duration, closes, clocks } = problem;
  const clock = clocks[tour];
  const cell = cellOf(problem, plain, tour, node);
  const first = clock ? startFrom(problem, cell, clock.fromDay(window.startTime)) : -1;
  const last = (clock?.fromDay(window.endTime) ?? 0) - at(duration, node);
  if (first < 0 || first > last) return undefined;
  let best: NearMiss | undefined;
  const base = tour * nodes;
  const count = at(week.length, tour);
  for (let position = 0; position <= count; position++) {
    const [before, after] = [stopAt(week, tour, position - 1), stopAt(week, tour, position)];
    const free = position === 0 ? 0 : at(week.earliest, base + position - 1) + at(duration, before);
    const ready = free + at(gap, before * nodes + node);
    const due = position === count ? at(closes, tour) : at(week.latest, base + position);
    const start = startFrom(problem, cell, Math.max(first, ready));
    const late = start < 0 || start > last ? ready - startUntil(problem, cell, last) : 0;
    const shortBy = late > 0 ? late : start + at(duration, node) + at(gap, node * nodes + after) - due;
    if (best === undefined || shortBy < best.shortBy)
      best = {
        shortBy,
        before,
        after,
        driveIn: at(drive, before * nodes + node),
        driveOut: at(drive, node * nodes + after),
      };
  }
  return best;
};
