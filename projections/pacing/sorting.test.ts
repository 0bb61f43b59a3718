import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sortedWithPauses } from './sorting.ts';

const byKey = (a: { key: number }, b: { key: number }): number => a.key - b.key;

test('a list of any length is sorted as at once, equals in their order', () =>
  fc.assert(
    fc.asyncProperty(fc.array(fc.nat(50), { maxLength: 3000, size: 'max' }), async (keys) => {
      const list = keys.map((key, nth) => ({ key, nth }));
      expect(await sortedWithPauses(list, byKey)).toEqual(list.toSorted(byKey));
    }),
    {
      numRuns: 60,
      examples: [[[]], [Array.from({ length: 1500 }, (_, i) => i)], [Array.from({ length: 2001 }, (_, i) => -i)]],
    },
  ));
