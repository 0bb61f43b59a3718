import { limitMet, TooMany, TooManyAttempts } from '../../platform/kit/errors.ts';

const windowMilliseconds = 15 * 60 * 1000;
const hourMilliseconds = 60 * 60 * 1000;
/** Failures at an account within 15 minutes that do not cause a delay. */
const freeFailures = 10;
/** Maximum number of remembered addresses, and of their places; the one tried longest ago is dropped first. */
const remembered = 50_000;
const longestWait = 60;

const tooManyUnknown = 'Too many wrong passwords for this account. Use a password link, or try again in an hour.';

/** Times of failures at one address, including attempts in progress, oldest first: from anywhere, and from places it does not know. */
type Account = { readonly failures: number[]; readonly unknown: number[] };

/** Who tries: an email address, and the place from which its password is tried. */
export type Attempt = { readonly email: string; readonly place: string };

export type SignInLimits = {
  /** How many failures within an hour an account may have from all places together that it does not know. */
  readonly mostUnknown: number;
  /** In milliseconds, monotonic. */
  readonly now?: () => number;
};

/** Seconds after a place's failures: 5, then 10, 20, 40, and at most 60. */
const waitAfter = (failures: number): number => Math.min(longestWait, 5 * 2 ** Math.min(failures - 1, 10));

const dropBefore = (times: number[], earliest: number): void => {
  const recent = times.findIndex((at) => at > earliest);
  times.splice(0, recent === -1 ? times.length : recent);
};

const drop = (times: number[], time: number): void => {
  const i = times.indexOf(time);
  if (i >= 0) times.splice(i, 1);
};

/** Entries by key, of which those used last are kept. */
const lastUsed = <Entry>(create: () => Entry) => {
  const entries = new Map<string, Entry>();
  return (key: string): Entry => {
    const entry = entries.get(key) ?? create();
    entries.delete(key);
    entries.set(key, entry);
    const [eldest] = entries.keys();
    if (entries.size > remembered && eldest !== undefined) entries.delete(eldest);
    return entry;
  };
};

/**
 * Slows down guessing one account's password. From the account's tenth failure on, each place waits for its own failures: while others
 * guess elsewhere, the owner's first attempt at a new place is answered. An attempt counts as a failure from its start, so that concurrent
 * attempts cannot bypass the limits. Addresses without an account are treated the same. Counts per process.
 */
export const signInAttempts = ({ mostUnknown, now = () => performance.now() }: SignInLimits) => {
  const accountOf = lastUsed((): Account => ({ failures: [], unknown: [] }));
  const failuresAt = lastUsed((): number[] => []);

  const secondsToWait = (account: Account, here: readonly number[]): number => {
    const last = here.at(-1);
    if (last === undefined || account.failures.length < freeFailures) return 0;
    return Math.ceil((last - now()) / 1000) + waitAfter(here.length);
  };

  /** @throws TooMany, TooManyAttempts */
  const refuseUnknown = (account: Account, here: readonly number[]): void => {
    const [oldest] = account.unknown;
    if (oldest !== undefined && account.unknown.length >= mostUnknown)
      throw limitMet(
        'sign-ins of an account',
        new TooMany(tooManyUnknown, Math.ceil((oldest + hourMilliseconds - now()) / 1000)),
      );
    const seconds = secondsToWait(account, here);
    if (seconds > 0) throw limitMet('sign-ins of a place', new TooManyAttempts(seconds));
  };

  return {
    /**
     * Checks a password unless the place has to wait.
     * @param check returns undefined when the password is wrong
     * @param knowsPlace whether the account recently signed in from this place; such attempts never wait
     * @throws TooMany, TooManyAttempts
     */
    run: async <User>(
      { email, place }: Attempt,
      check: () => Promise<User | undefined>,
      knowsPlace: () => Promise<boolean>,
    ): Promise<User | undefined> => {
      const isKnown = await knowsPlace();
      const account = accountOf(email.toLowerCase());
      const here = failuresAt(`${place} ${email.toLowerCase()}`);
      dropBefore(account.failures, now() - windowMilliseconds);
      dropBefore(account.unknown, now() - hourMilliseconds);
      dropBefore(here, now() - windowMilliseconds);
      if (!isKnown) refuseUnknown(account, here);
      const began = now();
      account.failures.push(began);
      if (!isKnown && mostUnknown < Infinity) account.unknown.push(began);
      if (account.failures.length >= freeFailures) here.push(began);
      const forget = (): void => {
        for (const times of [account.failures, account.unknown, here]) drop(times, began);
      };
      try {
        const found = await check();
        // The wait begins when the failure is known.
        const i = here.indexOf(began);
        if (found !== undefined) forget();
        else if (i >= 0) here[i] = now();
        return found;
      } catch (error) {
        forget();
        throw error;
      }
    },
  };
};
export type SignInAttempts = ReturnType<typeof signInAttempts>;
