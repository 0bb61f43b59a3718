import fc from 'fast-check';
import loadHighs from 'highs';
import { expect, test } from 'vitest';
import type { Instance } from './instance.ts';
import { solve } from './solve.ts';
import { bruteForce } from './testing/brute-force.ts';
import { madeUpInstance } from './testing/made-up-instances.ts';
import { storedInstance } from './testing/stored-instances.ts';
import { tradeOffs } from './trade-offs.ts';

const highs = await loadHighs();
const milliseconds = 30_000;

/** The minimum driving of all plans with exactly this many of the students. */
const leastDriving = (instance: Instance, count: number): number => {
  const { students } = instance;
  const sets = Array.from({ length: 1 << students.length }, (_, mask) => mask).filter(
    (mask) => students.filter((_, index) => (mask >> index) & 1).length === count,
  );
  return Math.min(
    ...sets.map((mask) => {
      const some = students.map((each, index) => ((mask >> index) & 1 ? each : { ...each, availability: [] }));
      const { weight, drive } = bruteForce({ ...instance, students: some }, 'core');
      return weight === count ? drive : Infinity;
    }),
  );
};

test('the savings with fewer students are based on the minimum driving of that many', () => {
  const unpreferred = madeUpInstance({ students: { min: 3, max: 5 } }).map((instance) => ({
    ...instance,
    students: instance.students.map((each) => ({
      ...each,
      availability: each.availability.map((row) => ({ ...row, isPreferred: false })),
    })),
  }));
  fc.assert(
    fc.property(unpreferred, (instance) => {
      const { lessons, figures } = solve(instance, { iterations: 300, highs });
      for (const { students, driveMinutes, saved } of tradeOffs(instance, lessons, figures, { highs, milliseconds })) {
        const counts = [students, figures.scheduled - 1, figures.scheduled - 2, figures.scheduled - 3];
        expect(counts.slice(1).filter((count) => count <= students).length).toBeGreaterThan(0);
        expect(driveMinutes).toBe(leastDriving(instance, students));
        expect(saved).toBe(figures.driveMinutes - driveMinutes);
      }
    }),
    { numRuns: 30 },
  );
});

test('each student fewer saves driving, and the list is proven', () => {
  const instance = storedInstance('pub-rural-1');
  const { lessons, figures } = solve(instance, { iterations: 2000, highs });
  const list = tradeOffs(instance, lessons, figures, { highs, milliseconds });
  expect(list.map(({ students }) => students)).toEqual([22, 21, 20]);
  expect(list.every(({ proven, saved }) => proven && saved > 0)).toBe(true);
  expect(list.map(({ saved }) => saved)).toEqual(list.map(({ saved }) => saved).toSorted((a, b) => a - b));
});
