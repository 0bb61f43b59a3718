import { askedBy, isAccountServed, precedenceOf } from './callers.ts';

/** Milliseconds that work may block the event loop before it yields. */
const atOnce = 4;
/** Milliseconds between two steps of guests' work while a short call of an account is being answered. */
const guestsRest = 40;
/** The least precedence of guests' work. */
const guests = 2;

/** What the steps of long computations wait for. */
export type Clock = {
  readonly now: () => number;
  /** Calls back once what else is ready has run. */
  readonly soon: (wake: () => void) => void;
  readonly later: (wake: () => void, milliseconds: number) => void;
  readonly isAccountServed: () => boolean;
};

type Waiting = { readonly precedence: number; readonly resume: () => void };

/**
 * Lets the long computations of the process step one at a time: in each turn of the event loop at most one of them works, so that however many there
 * are, other requests wait for one step. Accounts' computations go before guests', and guests' rest between steps while a short call of
 * an account is being answered.
 */
export const loopShare = ({ now, soon, later, isAccountServed: isServing }: Clock) => {
  let waiting: Waiting[] = [];
  let isSoon = false;
  let isLater = false;
  let guestsStepped = Number.NEGATIVE_INFINITY;

  const wakeSoon = (): void => {
    if (isSoon || waiting.length === 0) return;
    isSoon = true;
    soon(() => {
      isSoon = false;
      step();
    });
  };

  const wakeAfter = (milliseconds: number): void => {
    if (isLater) return;
    isLater = true;
    later(() => {
      isLater = false;
      wakeSoon();
    }, milliseconds);
  };

  /** Resumes the first; of equals the one that has waited longest. */
  const step = (): void => {
    const [first] = waiting.toSorted((a, b) => a.precedence - b.precedence);
    if (!first) return;
    const isGuest = first.precedence >= guests;
    const rest = isGuest && isServing() ? guestsStepped + guestsRest - now() : 0;
    if (rest > 0) return wakeAfter(rest);
    waiting = waiting.filter((one) => one !== first);
    if (isGuest) guestsStepped = now();
    first.resume();
    wakeSoon();
  };

  return {
    /** A computation: awaited between its steps, it yields whenever the computation has worked long enough. */
    computation: (precedence: number): (() => Promise<void>) => {
      let since = now();
      return async () => {
        if (now() - since < atOnce) return;
        await new Promise<void>((resume) => {
          waiting.push({ precedence, resume });
          wakeSoon();
        });
        since = now();
      };
    },
  };
};

const ofProcess = loopShare({
  now: () => performance.now(),
  soon: (wake) => void setImmediate(wake),
  later: (wake, milliseconds) => void setTimeout(wake, milliseconds),
  isAccountServed,
});

/**
 * For long computations: awaited between steps, it yields to other requests, and to the computations of others, whenever this
 * much time has passed.
 */
export const pauses = (): (() => Promise<void>) => ofProcess.computation(precedenceOf(askedBy()));

/** Maps a long list, yielding on the way. */
export const mapWithPauses = async <From, To>(list: readonly From[], map: (one: From) => To): Promise<To[]> => {
  const pause = pauses();
  const mapped: To[] = [];
  for (const one of list) {
    mapped.push(map(one));
    if (mapped.length % 50 === 0) await pause();
  }
  return mapped;
};
