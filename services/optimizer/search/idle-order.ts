import { at } from '../arrays.ts';
import { cellOf, plain, startFrom, type Problem } from '../week/problem.ts';
import { ordersOf, weekOf } from '../exact/day-routes.ts';
import { timetable } from '../week/timing.ts';
import type { Week } from '../week/week.ts';

/** Stops of a tour in order, and its minutes of waiting at the best times for that order. */
export type IdleOrder = {
  readonly stops: readonly number[];
  readonly idle: number;
  /** No order of these stops with as little driving and as many preferred slots waits less. */
  readonly isLeast: boolean;
};

/** Maximum partial orders tried for one set of stops; a day of eight stops needs a few hundred. */
const mostTries = 20_000;

/** Minutes of driving of a tour, home to home. */
const driveOfOrder = ({ drive, nodes }: Problem, stops: readonly number[]): number =>
  stops.length === 0 ? 0 : [...stops, 0].reduce((sum, to, i) => sum + at(drive, (stops[i - 1] ?? 0) * nodes + to), 0);

/**
 * The order of a tour's stops that waits least, among those that drive no more and have at least as many preferred slots as the given one.
 * Of equal ones the first by node, whichever order is given. @returns undefined when the given order cannot be driven
 */
export const leastIdleOrder = (problem: Problem, tour: number, stops: readonly number[]): IdleOrder | undefined => {
  const present = timetable(problem, tour, stops);
  if (!present) return undefined;
  const most = driveOfOrder(problem, stops);
  const legs = shortestLegs(problem, stops);
  const sorted = stops.toSorted((a, b) => a - b);
  let best: { stops: readonly number[]; idle: number } | undefined;
  let tries = 0;
  /** `ahead`: the least driving from the stops that are still missing. */
  const extend = (order: readonly number[], free: number, driven: number, ahead: number): void => {
    if (best?.idle === 0 || tries > mostTries) return;
    tries += 1;
    const last = order.at(-1) ?? 0;
    if (order.length === stops.length) {
      const times = driven + at(problem.drive, last * problem.nodes) <= most && timetable(problem, tour, order);
      if (times && times.preferred >= present.preferred && times.idle < (best?.idle ?? Infinity))
        best = { stops: order, idle: times.idle };
      return;
    }
    for (const node of sorted) {
      if (order.includes(node)) continue;
      const leg = at(problem.drive, last * problem.nodes + node);
      if (driven + leg + ahead > most) continue;
      const ready = free + at(problem.gap, last * problem.nodes + node);
      const start = startFrom(problem, cellOf(problem, plain, tour, node), ready);
      if (start < 0 || start + at(problem.duration, node) > at(problem.closes, tour)) continue;
      extend([...order, node], start + at(problem.duration, node), driven + leg, ahead - (legs.get(node) ?? 0));
    }
  };
  extend(
    [],
    0,
    0,
    [...legs.values()].reduce((sum, leg) => sum + leg, 0),
  );
  const found = best ?? { stops, idle: present.idle };
  return { ...(found.idle <= present.idle ? found : { stops, idle: present.idle }), isLeast: tries <= mostTries };
};

/** By stop: the shortest drive from it to home or to another stop. */
const shortestLegs = ({ drive, nodes }: Problem, stops: readonly number[]): ReadonlyMap<number, number> =>
  new Map(
    stops.map((from) => [
      from,
      Math.min(...[0, ...stops].filter((to) => to !== from).map((to) => at(drive, from * nodes + to))),
    ]),
  );

/** Minutes of waiting between the lessons of a week, at the best times for its orders. */
export const idleOf = (week: Week): number =>
  ordersOf(week).reduce((sum, { tour, stops }) => sum + (timetable(week.problem, tour, stops)?.idle ?? 0), 0);

/** The week with each day in the order that waits least, given its students, driving and preferred slots. */
export const settleDays = (week: Week): Week => {
  const { problem } = week;
  const orders = ordersOf(week).map(({ tour, stops }) => ({
    tour,
    stops: leastIdleOrder(problem, tour, stops)?.stops ?? stops,
  }));
  return weekOf(problem, orders) ?? week;
};
