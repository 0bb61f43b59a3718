import { countMoved } from './divide.ts';
import { at } from '../arrays.ts';
import type { Week } from '../week/week.ts';
import { ordersFrom, weekOf } from '../exact/day-routes.ts';
import { choose } from '../exact/integer.ts';
import type { Aim, Column } from '../exact/program.ts';
import { relax, type Exact } from '../exact/relaxation.ts';
import { routesWithin } from '../exact/within.ts';

const slack = 1e-6;

export type FewestMoves = {
  /** The plan that moves fewest families of those found. */
  readonly week: Week | undefined;
  /** No plan moves fewer; where it is not proven, a bound. */
  readonly least: number;
  /** The plan moves as few as that. */
  readonly isProven: boolean;
};

/** The plan that moves fewest families, of all plans. @param start initial columns */
export const fewestMoves = (exact: Exact, start: readonly Column[]): FewestMoves => {
  const { moves } = exact.problem;
  if (!moves) return { week: undefined, least: 0, isProven: false };
  const problem = { ...exact.problem, moves: { ...moves, most: Infinity } };
  const free: Exact = { ...exact, problem };
  const anyAmount = Number.NEGATIVE_INFINITY;
  const aim: Aim = { weight: 0, slot: 0, driving: 0, leastWeight: anyAmount, leastPreferred: anyAmount, moved: 1 };
  const relaxation = relax(free, aim, start);
  // The value of a plan: students who stay and are a family of their own, minus larger families that move.
  const singles = moves.families.filter((stays) => stays.length === 1).length;
  const movedAt = (value: number): number => moves.lost + singles - value;
  let least = Math.max(moves.lost, Math.ceil(movedAt(relaxation.bound) - slack));
  let best: { week: Week; moved: number } | undefined;
  for (; relaxation.isSolved; least += 1) {
    if (best && best.moved <= least) return { week: best.week, least: best.moved, isProven: true };
    const within = routesWithin(free, [{ relaxation, target: movedAt(least) }], exact.limits.columns);
    const { columns, isProven } = choose(exact.highs, problem, exact.days, aim, within.columns, exact.limits);
    const week = columns && weekOf(problem, ordersFrom(exact.days, columns));
    if (week) {
      const moved = countMoved(moves, (node) => at(week.tourOf, node) >= 0);
      if (!best || moved < best.moved) best = { week, moved };
    }
    if (best && best.moved <= least) return { week: best.week, least: best.moved, isProven: true };
    if (!within.isWhole || !isProven || exact.limits.isOver()) break;
  }
  return { week: best?.week, least, isProven: false };
};
