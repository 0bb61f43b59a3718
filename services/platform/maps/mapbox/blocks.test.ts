import fc from 'fast-check';
import { expect, test } from 'vitest';
import { blocksOf, type Block } from './blocks.ts';

const elementsOf = (blocks: readonly Block[]): number =>
  blocks.reduce((sum, { sources, destinations }) => sum + sources.length * destinations.length, 0);

const graphOf = (count: number, edges: readonly (readonly [number, number])[]) => {
  const has = new Set(edges.flatMap(([a, b]) => (a === b ? [] : [a * count + b, b * count + a])));
  return (a: number, b: number): boolean => has.has(a * count + b);
};

const all = (a: number, b: number): boolean => a !== b;

test('blocks have every needed pair, and no more than 25 places and the square of them', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 60 }).chain((count) => {
        const place = fc.nat(count - 1);
        return fc.tuple(fc.constant(count), fc.array(fc.tuple(place, place), { maxLength: 400 }));
      }),
      ([count, edges]) => {
        const pairs = graphOf(count, edges);
        const blocks = blocksOf(count, pairs);
        const covered = new Set(
          blocks.flatMap(({ sources, destinations }) =>
            sources.flatMap((a) => destinations.flatMap((b) => [a * count + b, b * count + a])),
          ),
        );
        for (let a = 0; a < count; a += 1)
          for (let b = 0; b < count; b += 1) if (pairs(a, b)) expect(covered.has(a * count + b)).toBe(true);
        for (const { sources, destinations } of blocks) {
          expect(new Set([...sources, ...destinations]).size).toBeLessThanOrEqual(25);
          expect(Math.min(sources.length, destinations.length)).toBeGreaterThan(0);
        }
        expect(elementsOf(blocks)).toBeLessThanOrEqual(count * count);
      },
    ),
  );
});

test('where everyone can meet everyone, up to 60 % of the matrix is asked, in calls that fit into a minute', () => {
  for (let count = 10; count <= 81; count += 1) {
    const blocks = blocksOf(count, all);
    expect(elementsOf(blocks) / (count * count), `${count} places`).toBeLessThanOrEqual(0.6);
    expect(blocks.length, `${count} places`).toBeLessThanOrEqual(60);
  }
});

test('no call for nothing; one call for one pair, for a new place and for a short day', () => {
  expect(blocksOf(30, () => false)).toEqual([]);
  expect(elementsOf(blocksOf(2, all))).toBe(1);
  const star = blocksOf(20, (a, b) => a !== b && (a === 19 || b === 19));
  expect([star.length, elementsOf(star)]).toEqual([1, 19]);
  const day = blocksOf(6, (a, b) => Math.abs(a - b) === 1);
  expect([day.length, elementsOf(day)]).toEqual([1, 15]);
});

test('days that have nobody in common are not asked across', () => {
  const days = blocksOf(40, (a, b) => a !== b && a % 4 === b % 4);
  // Four days of ten homes have 4 * 45 pairs.
  expect(elementsOf(days)).toBeLessThanOrEqual(250);
});

test('the places of the largest plan are covered in time', () => {
  expect(blocksOf(400, (a, b) => a !== b && (a + b) % 3 > 0).length).toBeGreaterThan(100);
});
