import { at } from '../arrays.ts';
import { pick, seededRandom } from '../search/random.ts';
import type { Problem } from '../week/problem.ts';
import type { Week } from '../week/week.ts';

/**
 * The search knows no limit on changes of teacher: all but a random choice of as many students as may change stay with the teacher whom they have.
 * Those who have changed in the best plan are among them.
 * @returns whether a node may be used
 */
export const someChanges = (
  { alternatives, person, nodes }: Problem,
  seed: number,
  best: Week | undefined,
): ((node: number) => boolean) => {
  const isChange = (node: number): boolean => alternatives?.isChange[node] === 1;
  const studentsIn = (isIn: (node: number) => boolean): Set<number> =>
    new Set(
      Array.from({ length: nodes }, (_, node) => node)
        .filter((node) => isChange(node) && isIn(node))
        .map((node) => at(person, node)),
    );
  const random = seededRandom(seed);
  const chosen = studentsIn((node) => best !== undefined && at(best.tourOf, node) >= 0);
  const left = [...studentsIn(() => true)].filter((student) => !chosen.has(student));
  while (left.length > 0 && chosen.size < (alternatives?.mostChanges ?? 0))
    chosen.add(left.splice(pick(random, left.length), 1)[0] ?? 0);
  return (node) => !isChange(node) || chosen.has(at(person, node));
};
