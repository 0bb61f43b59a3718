import type { Highs } from 'highs';
import { realAt } from '../arrays.ts';
import type { Problem } from '../week/problem.ts';
import type { Limits } from './integer.ts';
import { newLabels } from './labels.ts';
import { priceDay, tolerance, valueOf } from './pricing.ts';
import { addColumns, openProgram, solveProgram, type Aim, type Column, type Duals } from './program.ts';
import type { Routes } from './routes.ts';

/** Maximum routes that enter the program in one round, over all days. */
const perRound = 300;

/** The linear program over all routes, solved by column generation. */
export type Relaxation = {
  readonly aim: Aim;
  readonly duals: Duals;
  /** Upper bound on the value of any plan by this objective (weak duality, with the best route of every day at these prices). */
  readonly bound: number;
  /** By day: upper bound on the value of its best route at these prices. */
  readonly best: readonly number[];
  /** The known routes cannot meet the minimum weight or slots, and neither can any others. */
  readonly isImpossible: boolean;
  /** False when it was aborted or there were too many routes to price: then only the bound is valid. */
  readonly isSolved: boolean;
  /** The final columns of the program. */
  readonly columns: readonly Column[];
};

export type Exact = {
  readonly highs: Highs;
  readonly problem: Problem;
  readonly days: readonly Routes[];
  readonly seeksSlots: boolean;
  readonly limits: Limits;
};

/**
 * @param start initial columns
 * @param onBound receives the bound of every round: each is valid (weak duality), the last one is usually the lowest
 */
export const relax = (
  exact: Exact,
  aim: Aim,
  start: readonly Column[],
  onBound?: (bound: number) => void,
): Relaxation => {
  const { highs, problem, days, limits } = exact;
  for (const routes of days) routes.isInProgram.fill(0);
  const scratch = days.map(({ day, isComplete }) => newLabels(day.members.length, isComplete ? 1 : limits.labels));
  const program = openProgram(highs, problem, aim);
  try {
    addColumns(highs, problem, program, days, start);
    for (let round = 0; ; round++) {
      const duals = solveProgram(problem, program);
      const priced = days.map((routes, day) =>
        priceDay(problem, routes, duals.prices, exact.seeksSlots, {
          floor: realAt(duals.day, day) + tolerance,
          labels: scratch[day] ?? newLabels(1, 1),
          most: perRound,
        }),
      );
      const best = priced.map(({ value }) => value);
      const bound = duals.constant + sum(duals.node) + best.reduce((total, value) => total + value, 0);
      onBound?.(bound);
      const columns = improving(days, duals);
      const isSolved = columns.length === 0 && priced.every(({ isWhole }) => isWhole);
      if (columns.length === 0 || round >= limits.rounds || limits.isOver())
        return { aim, duals, bound, best, isSolved, isImpossible: isSolved && duals.isShort, columns: program.columns };
      addColumns(highs, problem, program, days, columns);
    }
  } finally {
    program.model.dispose();
  }
};

const sum = (values: Float64Array): number => values.reduce((total, value) => total + value, 0);

/** The known routes outside the program that would improve it most. */
const improving = (days: readonly Routes[], { prices, day: dual }: Duals): Column[] => {
  const found: (Column & { readonly surplus: number })[] = [];
  for (const [day, routes] of days.entries()) {
    const price = realAt(dual, day) + tolerance;
    for (let route = 0; route < routes.count; route++) {
      if (routes.isInProgram[route] === 1) continue;
      const surplus = valueOf(routes, route, prices) - price;
      if (surplus > 0) found.push({ day, route, surplus });
    }
  }
  return found.toSorted((a, b) => b.surplus - a.surplus).slice(0, perRound);
};
