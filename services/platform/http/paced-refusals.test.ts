import fc from 'fast-check';
import { expect, test } from 'vitest';
import { refusalPace } from './paced-refusals.ts';

test('a place gets some refusals at once and further ones at a steady pace, and no other place waits for it', () => {
  const clock = { now: 1000 };
  const waitOf = refusalPace({ atOnce: 3, interval: 100, longest: 1000, now: () => clock.now });
  expect(Array.from({ length: 6 }, () => waitOf('a'))).toEqual([0, 0, 0, 100, 200, 300]);
  expect(waitOf('b')).toBe(0);
  clock.now += 250;
  expect(waitOf('a')).toBe(150);
  clock.now += 10_000;
  expect(waitOf('a')).toBe(0);
});

test('however refusals come, a place is told of at most so many in any time, and none waits too long', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(300), { minLength: 1, maxLength: 60 }), (pauses) => {
      const clock = { now: 0 };
      const waitOf = refusalPace({ atOnce: 3, interval: 100, longest: 5000, now: () => clock.now });
      const told = pauses.map((pause) => {
        clock.now += pause;
        const wait = waitOf('a');
        expect(wait).toBeLessThanOrEqual(5000);
        return { at: clock.now + wait, isLongest: wait === 5000 };
      });
      for (const [i, { at }] of told.entries()) {
        const later = told[i + 4];
        if (later && !later.isLongest) expect(later.at - at).toBeGreaterThanOrEqual(100);
      }
    }),
    { numRuns: 500 },
  );
});
