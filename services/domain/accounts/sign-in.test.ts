import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TooMany, TooManyAttempts } from '../../platform/kit/errors.ts';
import { signInAttempts } from './sign-in.ts';

const minute = 60_000;

/** Attempts at one account, on a manual clock. The place `known` is one from which the account signed in. */
const atAccount = (mostUnknown = Infinity) => {
  let time = 0;
  const attempts = signInAttempts({ mostUnknown, now: () => time });
  const run = async (user: 'dana' | undefined, place: string, email: string) => {
    try {
      const found = await attempts.run(
        { email, place },
        async () => user,
        async () => place === 'known',
      );
      return found === undefined ? 'wrong' : 'in';
    } catch (error) {
      if (error instanceof TooManyAttempts) return error.seconds;
      if (error instanceof TooMany) return [error.message, error.seconds];
      throw error;
    }
  };
  return {
    attempts,
    wait: (milliseconds: number) => (time += milliseconds),
    fail: (place = 'strange', address = 'dana@example.com') => run(undefined, place, address),
    succeed: (place = 'strange', address = 'dana@example.com') => run('dana', place, address),
  };
};

const failures = async (fail: () => Promise<unknown>, count = 10) => {
  for (let i = 0; i < count; i += 1) expect(await fail()).toBe('wrong');
};

describe('after ten failures at an account', () => {
  test('a place that failed has to wait, even with the right password, for increasing times up to a minute', async () => {
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

describe('a place waits for its own failures alone', () => {
  test('whoever guesses elsewhere, the first attempt from a new place is answered', async () => {
    const account = atAccount();
    for (let i = 0; i < 100; i += 1) {
      await account.fail('thief');
      account.wait(40);
    }
    expect(await account.fail('thief')).toBeGreaterThan(0);
    expect(await account.succeed('owner')).toBe('in');
  });

  test('a mistyped password there waits five seconds, however long the other place has to wait', async () => {
    const account = atAccount();
    await failures(() => account.fail('thief'));
    for (const wait of [5, 10, 20, 40]) {
      account.wait(wait * 1000);
      expect(await account.fail('thief')).toBe('wrong');
    }
    expect(await account.fail('owner')).toBe('wrong');
    expect(await account.succeed('owner')).toBe(5);
    account.wait(5000);
    expect(await account.succeed('owner')).toBe('in');
    expect(await account.fail('thief')).toBe(55);
  });

  test('a success does not count, wherever it comes from', async () => {
    const account = atAccount();
    await failures(() => account.fail('thief'));
    for (let i = 0; i < 3; i += 1) expect(await account.succeed('owner')).toBe('in');
  });

  test('over random attempts, every place is answered unless it waits for failures of its own', async () => {
    const step = fc.record({ place: fc.nat(5), right: fc.boolean(), pause: fc.nat(20_000) });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 80 }), async (steps) => {
        const account = atAccount();
        const failed = new Map<number, number>();
        const unexpected: unknown[] = [];
        let time = 0;
        for (const { place, right, pause } of steps) {
          account.wait(pause);
          time += pause;
          const answer = await (right ? account.succeed(`${place}`) : account.fail(`${place}`));
          const since = time - (failed.get(place) ?? -Infinity);
          const isTried = answer === (right ? 'in' : 'wrong');
          const waits = typeof answer === 'number' && answer > 0 && answer <= 60;
          if (!isTried && (!waits || since >= minute)) unexpected.push([place, right, since, answer]);
          if (answer === 'wrong') failed.set(place, time);
        }
        expect(unexpected).toEqual([]);
      }),
      { numRuns: 200, seed: 80 },
    );
  });
});

describe('all places together that the account does not know', () => {
  const refusal = 'Too many wrong passwords for this account. Use a password link, or try again in an hour.';

  test('have 300 failures within an hour, the right password included', async () => {
    const account = atAccount(300);
    for (let i = 0; i < 300; i += 1) {
      expect(await account.fail(`place ${i}`)).toBe('wrong');
      account.wait(1000);
    }
    expect(await account.succeed('owner')).toEqual([refusal, 3300]);
    expect(await account.succeed('known')).toBe('in');
    expect(await account.succeed('owner', 'marcus@example.com')).toBe('in');
    account.wait(3300 * 1000);
    expect(await account.succeed('owner')).toBe('in');
  });

  test('attempts in progress count, and those that succeed or come from known places do not', async () => {
    const account = atAccount(20);
    for (let i = 0; i < 50; i += 1) {
      expect(await account.succeed(`place ${i}`)).toBe('in');
      expect(await account.fail('known')).toBe('wrong');
    }
    const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => account.fail(`place ${i}`)));
    expect(answers.filter((answer) => answer === 'wrong')).toHaveLength(20);
  });

  test('are not limited where the owner could not be sent a link', async () => {
    const account = atAccount();
    for (let i = 0; i < 400; i += 1) expect(await account.fail(`place ${i}`)).toBe('wrong');
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
      { email: 'dana@example.com', place: 'strange' },
      () => Promise.reject(new Error('no database')),
      async () => false,
    );
    await expect(broken).rejects.toThrow('no database');
  }
  await failures(account.fail);
});
