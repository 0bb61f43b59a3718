import { newLabels } from './labels.ts';
import { priceDay, valueOf } from './pricing.ts';
import type { Column } from './program.ts';
import type { Exact, Relaxation } from './relaxation.ts';
import type { Routes } from './routes.ts';

/** Maximum ratio of the labels for all routes within a gap to those of a search for the best. */
const gapLabels = 6;

/** A relaxation, and the minimum value of a plan by its objective. */
export type Filter = { readonly relaxation: Relaxation; readonly target: number };

/** Routes from which a plan that passes all filters can be made. */
export type Within = {
  readonly columns: readonly Column[];
  /** False when some are missing. */
  readonly isWhole: boolean;
};

/** The maximum amount by which a route may be worth less than the best of its day by a relaxation (reduced-cost fixing). */
const slackOf = ({ relaxation, target }: Filter): number => relaxation.bound - target + 1e-6;

/** The routes that pass every filter, the best by the first filter first. @param most maximum number of routes */
export const routesWithin = (exact: Exact, filters: readonly Filter[], most: number): Within => {
  const isWhole = exact.days.every((routes, day) => list(exact, filters, routes, day));
  const columns = knownWithin(exact, filters);
  return columns.length <= most ? { columns, isWhole } : { columns: columns.slice(0, most), isWhole: false };
};

/** Ensures that all routes of a day that pass are known; false when there are too many. */
const list = (
  { problem, seeksSlots, limits }: Exact,
  filters: readonly Filter[],
  routes: Routes,
  day: number,
): boolean => {
  // The tightest filter needs the fewest labels.
  const [tightest] = filters.toSorted((a, b) => roomOf(a) - roomOf(b));
  if (routes.isComplete || !tightest) return true;
  if (limits.isOver()) return false;
  const floor = (tightest.relaxation.best[day] ?? 0) - slackOf(tightest);
  const labels = newLabels(routes.day.members.length, limits.labels * gapLabels);
  const search = { floor, labels, most: limits.columns };
  return priceDay(problem, routes, tightest.relaxation.duals.prices, seeksSlots, search).isWhole;
};

/** The routes known so far that pass every filter, the best by the first filter first. */
export const knownWithin = ({ days }: Exact, filters: readonly Filter[]): Column[] => {
  const found: (Column & { readonly value: number })[] = [];
  for (const [day, routes] of days.entries()) {
    const tests = filters.map((filter) => {
      const best = filter.relaxation.best[day] ?? 0;
      return { prices: filter.relaxation.duals.prices, best, floor: best - slackOf(filter) };
    });
    for (let route = 0; route < routes.count; route++) {
      let value = 0;
      const fits = tests.every(({ prices, best, floor }, i) => {
        const worth = valueOf(routes, route, prices);
        if (i === 0) value = worth - best;
        return worth >= floor;
      });
      if (fits) found.push({ day, route, value });
    }
  }
  return found.toSorted((a, b) => b.value - a.value);
};

/** A gap in comparable units: minutes of driving count one, slots and students many. */
const roomOf = (filter: Filter): number =>
  slackOf(filter) * (filter.relaxation.aim.driving > 0 ? 1 : filter.relaxation.aim.slot > 0 ? 60 : 120);
