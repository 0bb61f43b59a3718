import fc from 'fast-check';
import loadHighs from 'highs';
import { expect, test } from 'vitest';
import { check } from './week/check.ts';
import type { Instance } from './week/instance.ts';
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
        expect(students).toBeLessThan(figures.scheduled);
        expect(students).toBeGreaterThanOrEqual(figures.scheduled - 3);
        expect(driveMinutes).toBe(leastDriving(instance, students));
        expect(saved).toBe(figures.driveMinutes - driveMinutes);
      }
    }),
    { numRuns: 30 },
  );
});

test('every week listed has fewer students, no more of them outside preferred slots, and drives less than those before it', () => {
  fc.assert(
    fc.property(madeUpInstance({ students: { min: 3, max: 6 }, fixed: 1 }), (instance) => {
      const { lessons, figures, conflicts } = solve(instance, { iterations: 300, highs });
      fc.pre(conflicts.length === 0);
      const list = tradeOffs(instance, lessons, figures, { highs, milliseconds });
      let before = { students: figures.scheduled, saved: 0 };
      for (const week of list) {
        expect(week.students).toBeLessThan(before.students);
        expect(week.saved).toBeGreaterThan(before.saved);
        expect(week.students - week.preferred).toBeLessThanOrEqual(figures.scheduled - figures.preferred);
        expect(check(instance, week.lessons).figures.scheduled).toBe(week.students);
        before = week;
      }
    }),
    { numRuns: 40 },
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
