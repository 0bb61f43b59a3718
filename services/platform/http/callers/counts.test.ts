import { expect, test } from 'vitest';
import { countsIn } from './counts.ts';

test('each key is let through up to its limit in a span', () => {
  let now = 0;
  const reads = countsIn({ most: 60, span: 60_000, now: () => now });
  for (let i = 0; i < 60; i += 1) {
    expect(reads.wait('a link')).toBe(0);
    reads.add('a link');
  }
  expect([reads.wait('a link'), reads.wait('another link')]).toEqual([60, 0]);
  now = 59_500;
  expect(reads.wait('a link')).toBe(1);
  now = 60_000;
  expect(reads.wait('a link')).toBe(0);
});
