import { expect, test } from 'vitest';
import { writtenLater } from './written-later.ts';

const counting = () => {
  const written: number[][] = [];
  let isAway = false;
  const counts = writtenLater<number>({
    merge: (before, more) => before + more,
    write: async (all) => {
      if (isAway) throw new Error('The database is not answering.');
      written.push([...all]);
    },
    after: 60_000,
  });
  return { ...counts, written, away: (now: boolean) => (isAway = now) };
};

test('counts of one key are written as one, and nothing is written without a count', async () => {
  const { add, flush, unwritten, written } = counting();
  add('a', 1);
  add('b', 5);
  add('a', 2);
  expect(unwritten('a')).toBe(3);
  await flush();
  await flush();
  expect([written, unwritten('a')]).toEqual([[[3, 5]], undefined]);
});

test('what could not be written is written with the next ones', async () => {
  const { add, flush, away, written } = counting();
  add('a', 1);
  away(true);
  const failed = flush();
  add('a', 2);
  await expect(failed).rejects.toThrow('not answering');
  away(false);
  add('b', 7);
  await flush();
  expect(written).toEqual([[3, 7]]);
});

test('what is forgotten is not written', async () => {
  const { add, flush, forget, written } = counting();
  add('a', 1);
  add('b', 2);
  forget((count) => count === 1);
  await flush();
  expect(written).toEqual([[2]]);
});

test('counts are written by themselves after a while', async () => {
  const written = await new Promise<readonly string[]>((resolve) => {
    const { add } = writtenLater<string>({ merge: (_, more) => more, write: async (all) => resolve(all), after: 1 });
    add('a', 'first');
    add('a', 'last');
  });
  expect(written).toEqual(['last']);
});
