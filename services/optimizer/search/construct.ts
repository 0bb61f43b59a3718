import { realAt } from '../arrays.ts';
import { improveSlot, noSlot, type Pricing } from './insertion.ts';
import { emptyWeek, insert, type Week } from '../week/week.ts';
import type { Problem } from '../week/problem.ts';

/** The cost, in minutes of driving, of having no second-best tour: more than any real difference. */
const noAlternative = 10_000;

/**
 * A first plan by regret insertion (Potvin and Rousseau 1993): repeatedly places the student who would lose most by waiting, i.e. whose
 * best and second-best tour differ most.
 */
export const construct = (problem: Problem, pricing: Pricing): Week => {
  const week = emptyWeek(problem);
  const waiting = Array.from(problem.movable);
  const slot = noSlot();
  while (waiting.length > 0) {
    const choice = mostRegretted(week, waiting, { ...pricing, blink: 0 });
    if (choice < 0) break;
    const node = waiting.splice(choice, 1)[0] ?? 0;
    slot.cost = Number.POSITIVE_INFINITY;
    for (let tour = 0; tour < problem.tours; tour++) improveSlot(week, tour, node, pricing, never, slot);
    insert(week, slot.tour, slot.position, node, slot.flavour);
  }
  return week;
};

const never = (): number => 1;

/** Index in `waiting`, -1 when no student fits. */
const mostRegretted = (week: Week, waiting: readonly number[], pricing: Pricing): number => {
  let chosen = -1;
  let highest = Number.NEGATIVE_INFINITY;
  for (const [index, node] of waiting.entries()) {
    let best = Number.POSITIVE_INFINITY;
    let second = Number.POSITIVE_INFINITY;
    for (let tour = 0; tour < week.problem.tours; tour++) {
      const slot = noSlot();
      improveSlot(week, tour, node, pricing, never, slot);
      if (slot.cost < best) [best, second] = [slot.cost, best];
      else if (slot.cost < second) second = slot.cost;
    }
    if (best === Number.POSITIVE_INFINITY) continue;
    const regret = Math.min(second - best, noAlternative) * realAt(week.problem.weight, node) - best / noAlternative;
    if (regret > highest) [chosen, highest] = [index, regret];
  }
  return chosen;
};
