import { at } from '../arrays.ts';
import { cellOf, plain, preferred, startFrom, type Flavour } from '../week/problem.ts';
import { nodeIn } from '../week/alternatives.ts';
import type { Random } from './random.ts';
import { stopAt, type Week } from '../week/week.ts';

/** A place for a student: the tour, the position in it, and whether it is held to preferred slots. `tour` is -1 when there is none. */
export type Slot = { tour: number; position: number; flavour: Flavour; cost: number };

export const noSlot = (): Slot => ({ tour: -1, position: 0, flavour: plain, cost: Number.POSITIVE_INFINITY });

/** The cost function of an insertion. */
export type Pricing = {
  /** Value of a preferred slot in minutes of driving; 0 when preferred slots do not count. */
  readonly preferredSlot: number;
  /** Share of the possible places that are skipped at random, so that the search does not repeat itself. */
  readonly blink: number;
};

/**
 * Finds the cheapest place for a student in one tour, all other stops keeping their order.
 * @param slot receives the place if it is cheaper than its present content
 */
export const improveSlot = (
  week: Week,
  tour: number,
  student: number,
  pricing: Pricing,
  random: Random,
  slot: Slot,
): void => {
  const node = nodeIn(week.problem, tour, student);
  const { problem, stops, earliest, latest } = week;
  const { nodes, tours, gap, drive, duration, first, high } = problem;
  const cell = tour * nodes + node;
  const cellEnd = at(first, cell + 1);
  if (at(first, cell) === cellEnd) return;
  const lastStart = at(high, cellEnd - 1);
  const preferredCell = (tours + tour) * nodes + node;
  const tryPreferred = pricing.preferredSlot > 0 && at(first, preferredCell) < at(first, preferredCell + 1);
  const base = tour * nodes;
  const count = at(week.length, tour);
  const length = at(duration, node);
  let before = 0;
  let free = 0;
  for (let position = 0; position <= count && free <= lastStart; position++) {
    const isLast = position === count;
    const after = isLast ? 0 : at(stops, base + position);
    const due =
      (isLast ? at(problem.closes, tour) : at(latest, base + position)) - at(gap, node * nodes + after) - length;
    const ready = free + at(gap, before * nodes + node);
    const cost = at(drive, before * nodes + node) + at(drive, node * nodes + after) - at(drive, before * nodes + after);
    const couldWin = tryPreferred ? cost - pricing.preferredSlot < slot.cost : cost < slot.cost;
    if (couldWin && ready <= due && !(pricing.blink > 0 && random() < pricing.blink)) {
      const start = startFrom(problem, cell, ready);
      if (start >= 0 && start <= due) {
        if (cost < slot.cost) take(slot, tour, position, plain, cost);
        if (tryPreferred) {
          const better = startFrom(problem, preferredCell, ready);
          if (better >= 0 && better <= due && cost - pricing.preferredSlot < slot.cost)
            take(slot, tour, position, preferred, cost - pricing.preferredSlot);
        }
      }
    }
    if (isLast) return;
    free = at(earliest, base + position) + at(duration, after);
    before = after;
  }
};

const take = (slot: Slot, tour: number, position: number, flavour: Flavour, cost: number): void => {
  slot.tour = tour;
  slot.position = position;
  slot.flavour = flavour;
  slot.cost = cost;
};

/** Finds the cheapest place for a student in the whole week; `slot.tour` is -1 when there is none. */
export const findSlot = (week: Week, node: number, pricing: Pricing, random: Random, slot: Slot): void => {
  slot.tour = -1;
  slot.cost = Number.POSITIVE_INFINITY;
  for (let tour = 0; tour < week.problem.tours; tour++) improveSlot(week, tour, node, pricing, random, slot);
};

/** True if these students fit, one after the other, at this position of a tour, all other stops keeping their order. */
export const fitsAt = (week: Week, tour: number, position: number, nodes: readonly number[]): boolean => {
  const { problem, earliest, latest } = week;
  const { gap, duration } = problem;
  const base = tour * problem.nodes;
  let before = stopAt(week, tour, position - 1);
  let free = position === 0 ? 0 : at(earliest, base + position - 1) + at(duration, before);
  for (const node of nodes) {
    const start = startFrom(problem, cellOf(problem, plain, tour, node), free + at(gap, before * problem.nodes + node));
    if (start < 0) return false;
    free = start + at(duration, node);
    before = node;
  }
  const after = stopAt(week, tour, position);
  const due = position === at(week.length, tour) ? at(problem.closes, tour) : at(latest, base + position);
  return free + at(gap, before * problem.nodes + after) <= due;
};
