import { BoundedMap } from '@rondo/projections/kit/bounded-map.ts';
import type { Request } from 'express';
import { sql } from 'kysely';
import { placeHash, placeOf } from '../../platform/http/callers/place.ts';
import { limitMet, TooMany, TooManyAttempts } from '../../platform/kit/errors.ts';
import type { Services } from '../../platform/kit/services.ts';
import { authenticate, type Proven } from './users.ts';

declare module '../../platform/kit/services.ts' {
  interface Services {
    readonly signInAttempts: SignInAttempts;
  }
  interface ServerSettings {
    readonly SIGN_IN_FAILURES_PER_HOUR: number;
  }
}

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

/**
 * Slows down guessing one account's password. From the account's tenth failure on, each place waits for its own failures: while others
 * guess elsewhere, the owner's first attempt at a new place is answered. An attempt counts as a failure from its start, so that concurrent
 * attempts cannot bypass the limits. Addresses without an account are treated the same. Counts per process.
 */
export const signInAttempts = ({ mostUnknown, now = () => performance.now() }: SignInLimits) => {
  const accounts = new BoundedMap<string, Account>(remembered);
  const places = new BoundedMap<string, number[]>(remembered);

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
      const account = accounts.use(email.toLowerCase(), () => ({ failures: [], unknown: [] }));
      const here = places.use(`${place} ${email.toLowerCase()}`, () => []);
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
type SignInAttempts = ReturnType<typeof signInAttempts>;

/** Remembers from where an account signed in. */
export const noteSignIn = async ({ db }: Pick<Services, 'db'>, userId: string, place: string): Promise<void> => {
  await sql`insert into accounts.sign_in_places (user_id, place) values (${userId}, ${placeHash(userId, place)})
    on conflict (user_id, place) do update set signed_in_at = now()`.execute(db);
};

/** Whether the account of an email address signed in from there within the last 30 days. */
export const signedInFrom = async ({ db }: Pick<Services, 'db'>, email: string, place: string): Promise<boolean> => {
  const account = await db
    .selectFrom('accounts.users')
    .select('id')
    .where('email', '=', email.toLowerCase())
    .executeTakeFirst();
  // Asked even without an account, so that both take as long.
  const id = account?.id ?? '';
  const found = await sql`select 1 from accounts.sign_in_places where user_id = ${id}
    and place = ${placeHash(id, place)} and signed_in_at > now() - interval '30 days'`.execute(db);
  return found.rows.length > 0;
};

/**
 * Checks a password, for every call that takes one: guesses count together, whichever call they are made through.
 * @returns the account, if the password is right
 * @throws TooMany, TooManyAttempts
 */
export const provePassword = (
  services: Pick<Services, 'db' | 'signInAttempts'>,
  request: Request,
  email: string,
  password: string,
): Promise<Proven | undefined> =>
  services.signInAttempts.run(
    { email, place: placeOf(request) },
    () => authenticate(services, email, password),
    () => signedInFrom(services, email, placeOf(request)),
  );
