import fc from 'fast-check';
import loadHighs from 'highs';
import { expect, test } from 'vitest';
import type { Instance } from '../week/instance.ts';
import { compile } from '../week/problem.ts';
import { withoutClock } from '../run.ts';
import { search } from '../search/search.ts';
import { bruteForce } from '../testing/brute-force.ts';
import { madeUpInstance } from '../testing/made-up-instances.ts';
import { optimumOf, storedInstance } from '../testing/stored-instances.ts';
import { isProven, type Limit, type Mode, type Totals } from '../week/totals.ts';
import { prover } from './prove.ts';

const highs = await loadHighs();
const modes: readonly Mode[] = ['core', 'preferred'];

/** Every limit that a proof reports on its way, starting from a poor plan. */
const limitsTold = (instance: Instance, mode: Mode): Limit[] => {
  const problem = compile(instance);
  let best = search(problem, { mode, seed: 1, budget: () => 1 });
  const told: Limit[] = [];
  prover(problem, {
    highs,
    mode,
    ...withoutClock,
    isOver: () => false,
    best: () => best,
    met: () => [],
    onWeek: (week) => (best = week),
    onLimit: (limit) => told.push(limit),
  }).prove();
  return told;
};

/** A limit is valid if the optimum satisfies it: each of its parts applies to plans that reach the earlier ones. */
const isTrue = (limit: Limit, optimum: Totals, mode: Mode): boolean => {
  if (limit.weight !== optimum.weight) return limit.weight > optimum.weight;
  if (mode === 'preferred' && limit.preferred !== optimum.preferred) return limit.preferred > optimum.preferred;
  return limit.drive <= optimum.drive;
};

for (const mode of modes)
  test(`no limit reported on the way is too tight, and the last one is the optimum (${mode})`, () => {
    fc.assert(
      fc.property(madeUpInstance({ students: { min: 3, max: 7 }, weighted: true }), (instance) => {
        const told = limitsTold(instance, mode);
        const optimum = bruteForce(instance, mode);
        expect(told.filter((limit) => !isTrue(limit, optimum, mode))).toEqual([]);
        expect(told.slice(-1).map((limit) => isProven(optimum, limit, mode).drive)).toEqual([true]);
      }),
      { numRuns: 60 },
    );
  });

const weeks = ['pub-clustered-1', 'pub-medium-1', 'pub-medium-2', 'pub-preferred-1', 'pub-rural-1', 'pub-tight-1'];

test.each(weeks)('no limit told on the way to the optimum of %s is too tight', (name) => {
  for (const mode of modes) {
    const known = optimumOf(name, mode);
    const optimum = { weight: known?.scheduled ?? 0, preferred: known?.preferred ?? 0, drive: known?.drive ?? 0 };
    expect(limitsTold(storedInstance(name), mode).filter((limit) => !isTrue(limit, optimum, mode))).toEqual([]);
  }
});
