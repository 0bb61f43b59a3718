import { priceDay, valueOf } from './pricing.ts';
import type { Column } from './program.ts';
import type { Exact, Relaxation } from './relaxation.ts';

/** Most labels of one day when all routes within a gap are listed. */
const gapCapacity = 400_000;

/** A relaxation, and what a plan must be worth by its aim. */
export type Filter = { readonly relaxation: Relaxation; readonly target: number };

/** Routes that a plan which meets all the filters may be made of. */
export type Within = {
  readonly columns: readonly Column[];
  /** False when some are missing. */
  readonly isWhole: boolean;
};

/** How much less than the best of its day a route may be worth by a relaxation (reduced-cost fixing). */
const slackOf = ({ relaxation, target }: Filter): number => relaxation.bound - target + 1e-6;

/**
 * The routes that pass every filter, the best by the first filter first.
 * @param most no more than so many
 */
export const routesWithin = (exact: Exact, filters: readonly Filter[], most: number): Within => {
  const { problem, days, seeksSlots, limits } = exact;
  const [first] = filters;
  if (!first) throw new Error('Routes need a filter.');
  let isWhole = true;
  const found: (Column & { readonly value: number })[] = [];
  for (const [day, routes] of days.entries()) {
    const floors = filters.map((filter) => (filter.relaxation.best[day] ?? 0) - slackOf(filter));
    if (!routes.isComplete) {
      // The filter with the least room needs the fewest labels.
      const tightest = filters.toSorted((a, b) => roomOf(a) - roomOf(b))[0] ?? first;
      const floor = (tightest.relaxation.best[day] ?? 0) - slackOf(tightest);
      const { prices } = tightest.relaxation.duals;
      if (limits.isOver() || !priceDay(problem, routes, prices, floor, seeksSlots, gapCapacity).isWhole)
        isWhole = false;
    }
    for (let route = 0; route < routes.count; route++) {
      const fits = filters.every(
        ({ relaxation }, i) => valueOf(routes, route, relaxation.duals.prices) >= (floors[i] ?? 0),
      );
      if (fits)
        found.push({
          day,
          route,
          value: valueOf(routes, route, first.relaxation.duals.prices) - (first.relaxation.best[day] ?? 0),
        });
    }
  }
  const columns = found.toSorted((a, b) => b.value - a.value);
  return columns.length <= most ? { columns, isWhole } : { columns: columns.slice(0, most), isWhole: false };
};

/** A gap in comparable terms: minutes of driving count one, slots and students many. */
const roomOf = (filter: Filter): number =>
  slackOf(filter) * (filter.relaxation.aim.driving > 0 ? 1 : filter.relaxation.aim.slot > 0 ? 60 : 120);
