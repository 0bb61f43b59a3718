import { TooManyAttempts } from '../errors/errors.ts';

const windowMilliseconds = 15 * 60 * 1000;
/** Failures within 15 minutes that do not cause a delay. */
const freeFailures = 10;
/** Maximum number of remembered addresses; the one tried longest ago is dropped first. */
const remembered = 50_000;
const longestWait = 60;

/** Failures of one address, including attempts in progress, and the time until which the next one has to wait. */
type Account = { readonly failures: number[]; waitsUntil: number };

/** Delay after the tenth failure: 5 seconds, then 10, 20, 40, and at most 60. */
const waitAfter = (failures: number): number => Math.min(longestWait, 5 * 2 ** Math.min(failures - freeFailures, 10));

/**
 * Slows down guessing one account's password from many locations. An attempt counts as a failure from its start, so that concurrent
 * attempts cannot bypass the limit. Addresses without an account are treated the same. Counts per process.
 * @param now in milliseconds, monotonic
 */
export const signInAttempts = (now: () => number = () => performance.now()) => {
  const accounts = new Map<string, Account>();

  const accountOf = (email: string): Account => {
    const known = accounts.get(email) ?? { failures: [], waitsUntil: 0 };
    accounts.delete(email);
    accounts.set(email, known);
    const [eldest] = accounts.keys();
    if (accounts.size > remembered && eldest !== undefined) accounts.delete(eldest);
    const recent = known.failures.findIndex((at) => now() - at < windowMilliseconds);
    known.failures.splice(0, recent === -1 ? known.failures.length : recent);
    return known;
  };

  const slowDown = (account: Account): void => {
    if (account.failures.length >= freeFailures) account.waitsUntil = now() + waitAfter(account.failures.length) * 1000;
  };

  const secondsToWait = (account: Account): number =>
    account.failures.length < freeFailures ? 0 : Math.ceil((account.waitsUntil - now()) / 1000);

  return {
    /**
     * Checks a password unless the address has to wait.
     * @param check returns undefined when the password is wrong
     * @param knowsPlace whether the account recently signed in from this location; such attempts never wait
     * @throws TooManyAttempts
     */
    run: async <User>(
      address: string,
      check: () => Promise<User | undefined>,
      knowsPlace: () => Promise<boolean>,
    ): Promise<User | undefined> => {
      const email = address.toLowerCase();
      if (secondsToWait(accountOf(email)) > 0 && !(await knowsPlace()))
        throw new TooManyAttempts(secondsToWait(accountOf(email)));
      const account = accountOf(email);
      const began = now();
      account.failures.push(began);
      slowDown(account);
      const forget = (): void => {
        const i = account.failures.indexOf(began);
        if (i >= 0) account.failures.splice(i, 1);
      };
      try {
        const found = await check();
        if (found === undefined) slowDown(account);
        else forget();
        return found;
      } catch (error) {
        forget();
        throw error;
      }
    },
  };
};
export type SignInAttempts = ReturnType<typeof signInAttempts>;
