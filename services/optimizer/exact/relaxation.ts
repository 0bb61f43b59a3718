import type { Highs } from 'highs';
import { realAt } from '../arrays.ts';
import type { Problem } from '../problem.ts';
import type { Limits } from './integer.ts';
import { newLabels } from './labels.ts';
import { priceDay, tolerance, valueOf } from './pricing.ts';
import { addColumns, openProgram, solveProgram, type Aim, type Column, type Duals } from './program.ts';
import type { Routes } from './routes.ts';

/** Most routes that enter the program in one round, over all days. */
const perRound = 300;

/** The linear program over all routes, solved by column generation. */
export type Relaxation = {
  readonly aim: Aim;
  readonly duals: Duals;
  /** No plan is worth more by this aim (weak duality, with the best route of every day at these prices). */
  readonly bound: number;
  /** By day: at least what its best route is worth at these prices. */
  readonly best: readonly number[];
  /** The routes known now cannot meet the least weight or slots, nor can any others. */
  readonly isImpossible: boolean;
  /** False when it was given up or routes were too many to price: then only the bound holds. */
  readonly isSolved: boolean;
  /** The columns that the program came to have. */
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
 * @param start columns to begin with
 * @param onBound told the bound of every round: each is true (weak duality), the last one mostly the least
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
