import { expect, test } from 'vitest';
import { retried } from './retry.ts';

/** Fails with these errors one after the other, then succeeds. */
const failing = (...errors: readonly string[]) => {
  const left = [...errors];
  const attempts = { count: 0 };
  const work = async (): Promise<number> => {
    attempts.count += 1;
    const error = left.shift();
    if (error !== undefined) throw new Error(error);
    return attempts.count;
  };
  return { work, attempts };
};
const isRace = (error: unknown): boolean => error instanceof Error && error.message === 'race';

test('work is done again while its failure may pass', async () => {
  expect(await retried(3, isRace, failing('race', 'race').work)).toBe(3);
});

test('the last failure is thrown, and at once one that does not pass', async () => {
  const often = failing('race', 'race', 'race', 'race');
  await expect(retried(3, isRace, often.work)).rejects.toThrow('race');
  expect(often.attempts.count).toBe(3);
  const final = failing('race', 'deleted', 'race');
  await expect(retried(3, isRace, final.work)).rejects.toThrow('deleted');
  expect(final.attempts.count).toBe(2);
});
