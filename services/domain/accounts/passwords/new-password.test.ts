import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { refuseEasyPassword } from './new-password.ts';

const common = readFileSync(path.join(import.meta.dirname, 'common-passwords.txt'), 'utf8')
  .trimEnd()
  .split('\n');
const easy = 'This password is easy to guess. Please choose another one.';
const email = 'dana@example.com';

/** The sentence with which a password is refused; null if it is not. */
const refusal = async (password: string): Promise<string | null> => {
  try {
    await refuseEasyPassword('/password', { password, email });
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

test('the list has 10,000 passwords, each in lower case and once, and none that is too short to be set', () => {
  expect([common.length, new Set(common).size]).toEqual([10_000, 10_000]);
  expect(common.filter((one) => one.length < 6 || one !== one.toLowerCase())).toEqual([]);
});

test('each of them is refused, and so is the own address, however they are written', async () => {
  const written = fc
    .constantFrom(...common, email)
    .chain((one) =>
      fc.array(fc.boolean(), { minLength: one.length, maxLength: one.length }).map((ups) => ({ one, ups })),
    )
    .map(({ one, ups }) => one.replaceAll(/./g, (letter, i: number) => (ups[i] ? letter.toUpperCase() : letter)));
  await fc.assert(
    fc.asyncProperty(written, async (password) => {
      expect(await refusal(password)).toBe(easy);
    }),
    { numRuns: 500, seed: 80 },
  );
});

test('others are accepted: longer ones that contain such a password, and words that every object has', async () => {
  const others = ['six-strings', 'password of Dana', 'marcus@example.com', ' 123456', 'constructor', '__proto__'];
  for (const password of others) expect([password, await refusal(password)]).toEqual([password, null]);
});
