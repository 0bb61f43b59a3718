import { expect, test } from 'vitest';
import { seenKeys } from './fold.ts';

const key = (i: number): string => `lessons\0studio ${i % 100}\0lesson ${i}`;

test('every added key is seen, and hardly any other', () => {
  const seen = seenKeys();
  for (let i = 0; i < 200_000; i += 1) seen.add(key(i));
  const missed = Array.from({ length: 200_000 }, (_, i) => key(i)).filter((one) => !seen.mayHave(one));
  expect(missed).toEqual([]);
  const mistaken = Array.from({ length: 100_000 }, (_, i) => key(1_000_000 + i)).filter((one) => seen.mayHave(one));
  expect(mistaken.length).toBeLessThan(100);
});

test('of few keys, none is mistaken for another', () => {
  const seen = seenKeys();
  for (let i = 0; i < 20_000; i += 1) seen.add(key(i));
  const mistaken = Array.from({ length: 100_000 }, (_, i) => key(1_000_000 + i)).filter((one) => seen.mayHave(one));
  expect(mistaken).toEqual([]);
});
