import { stopsOf } from '../week/lessons.ts';
import { holdPreferred } from '../search/preferred-slots.ts';
import { at } from '../arrays.ts';
import type { Problem } from '../week/problem.ts';
import { emptyWeek, insert, retime, type Week } from '../week/week.ts';
import { completions, type Prices } from './completion.ts';
import { dayOf } from './day.ts';
import { bestEnds } from './ends.ts';
import { growLabels } from './enumerate.ts';
import { newLabels } from './labels.ts';
import type { Column } from './program.ts';
import { addEnds, addRoute, noRoutes, type Routes } from './routes.ts';

/** The order of the stops of one tour, fixed lessons included. */
export type Order = { readonly tour: number; readonly stops: readonly number[] };

/**
 * The days of a problem, with all their routes if there are few.
 * @param seeksSlots whether routes with more preferred slots count as different
 * @param capacity maximum labels of a day whose routes are all listed
 * @returns undefined when fixed lessons contradict each other
 */
export const openDays = (problem: Problem, seeksSlots: boolean, capacity: number): Routes[] | undefined => {
  const days: Routes[] = [];
  for (let tour = 0; tour < problem.tours; tour++) {
    const day = dayOf(problem, tour);
    if (!day) return undefined;
    const routes = noRoutes(day);
    listAll(problem, routes, seeksSlots, capacity);
    days.push(routes);
  }
  return days;
};

const listAll = (problem: Problem, routes: Routes, seeksSlots: boolean, capacity: number): void => {
  const { day } = routes;
  // A small value for each slot, so that they are searched for; too small to exclude anything.
  const prices: Prices = { gains: new Float64Array(problem.nodes), slot: seeksSlots ? 1e-9 : 0, driving: 0 };
  const compared = { drive: true, preferred: seeksSlots };
  const labels = newLabels(day.members.length, capacity);
  if (!growLabels(day, labels, { prices, rest: completions(day, prices), floor: -1, compared })) return;
  routes.isComplete = true;
  addEnds(problem, routes, labels, bestEnds(day, labels, prices, -1));
};

/** Adds the routes of a plan, or found during the search, to the days whose routes are incomplete. */
export const learn = (problem: Problem, days: readonly Routes[], { tour, stops }: Order): void => {
  const routes = days[tour];
  if (!routes || routes.isComplete || stops.length === 0) return;
  const { nodes, drive } = problem;
  const legs = [...stops, 0].map((to, i) => at(drive, (stops[i - 1] ?? 0) * nodes + to));
  const week = weekOf(problem, [{ tour, stops }]);
  addRoute(
    problem,
    routes,
    stops,
    legs.reduce((sum, leg) => sum + leg, 0),
    week?.totals.preferred ?? 0,
  );
};

/** The orders of a week. */
export const ordersOf = (week: Week): Order[] =>
  Array.from({ length: week.problem.tours }, (_, tour) => ({ tour, stops: stopsOf(week, tour) }));

/** The stops of chosen routes. */
export const ordersFrom = (days: readonly Routes[], columns: readonly Column[]): Order[] =>
  columns.flatMap(({ day, route }) => {
    const routes = days[day];
    if (!routes) return [];
    const stops = Array.from(routes.stops.subarray(at(routes.from, route), at(routes.from, route + 1)));
    return [{ tour: routes.day.tour, stops }];
  });

/** The week with these orders, and only the fixed lessons in the other tours. @returns undefined when an order cannot be driven */
export const weekOf = (problem: Problem, orders: readonly Order[]): Week | undefined => {
  const week = emptyWeek(problem);
  for (const { tour, stops } of orders) {
    for (const [position, node] of stops.entries())
      if (at(problem.fixedTour, node) < 0) insert(week, tour, position, node, 0);
    if (retime(week, tour) >= 0) return undefined;
    holdPreferred(week, tour);
  }
  return week;
};
