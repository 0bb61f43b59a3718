import { describe, expect, test } from 'vitest';
import { TooManyAttempts } from '../errors/errors.ts';
import { signInAttempts } from './sign-in-attempts.ts';

const minute = 60_000;

/** Attempts at one account, on a manual clock. */
const atAccount = (email = 'dana@example.com') => {
  let time = 0;
  const attempts = signInAttempts(() => time);
  const run = async (user: 'dana' | undefined, place: 'known' | 'strange', address: string) => {
    try {
      const found = await attempts.run(
        address,
        async () => user,
        async () => place === 'known',
      );
      return found === undefined ? 'wrong' : 'in';
    } catch (error) {
      if (error instanceof TooManyAttempts) return error.seconds;
      throw error;
    }
  };
  return {
    attempts,
    wait: (milliseconds: number) => (time += milliseconds),
    fail: (place: 'known' | 'strange' = 'strange', address = email) => run(undefined, place, address),
    succeed: (place: 'known' | 'strange' = 'strange', address = email) => run('dana', place, address),
  };
};

const failures = async (fail: () => Promise<unknown>, count = 10) => {
  for (let i = 0; i < count; i += 1) expect(await fail()).toBe('wrong');
};

describe('after ten failures at an account', () => {
  test('everyone has to wait, even with the right password, for increasing times up to a minute', async () => {
    const account = atAccount();
    await failures(account.fail);
    const waits: unknown[] = [];
    for (let i = 0; i < 6; i += 1) {
      const wait = await account.fail();
      expect(await account.succeed()).toBe(wait);
      waits.push(wait);
      account.wait(Number(wait) * 1000);
      expect(await account.fail()).toBe('wrong');
    }
    expect(waits).toEqual([5, 10, 20, 40, 60, 60]);
    account.wait(60_000);
    expect(await account.succeed()).toBe('in');
  });

  test('sign-ins from a recent location do not have to wait', async () => {
    const account = atAccount();
    await failures(account.fail, 10);
    expect(await account.succeed('known')).toBe('in');
    expect(await account.fail('known')).toBe('wrong');
    expect(await account.succeed('strange')).toBeGreaterThan(0);
  });

  test('another account is not slowed down, but the same address in a different case is', async () => {
    const account = atAccount();
    await failures(account.fail);
    expect(await account.succeed('strange', 'marcus@example.com')).toBe('in');
    expect(await account.succeed('strange', 'DANA@Example.com')).toBe(5);
  });

  test('fifteen minutes without a failure resets the count', async () => {
    const account = atAccount();
    await failures(account.fail);
    account.wait(15 * minute);
    await failures(account.fail);
    expect(await account.fail()).toBe(5);
  });
});

test('of a hundred concurrent guesses ten are tried', async () => {
  const account = atAccount();
  const answers = await Promise.all(Array.from({ length: 100 }, () => account.fail()));
  expect(answers.filter((answer) => answer === 'wrong')).toHaveLength(10);
});

test('successful sign-ins, and checks without a result, do not count as failures', async () => {
  const account = atAccount();
  for (let i = 0; i < 30; i += 1) expect(await account.succeed()).toBe('in');
  for (let i = 0; i < 30; i += 1) {
    const broken = account.attempts.run(
      'dana@example.com',
      () => Promise.reject(new Error('no database')),
      async () => false,
    );
    await expect(broken).rejects.toThrow('no database');
  }
  await failures(account.fail);
});
