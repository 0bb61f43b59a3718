import type { Endpoint } from '@rondo/contracts/api/endpoint.ts';

const minute = 60_000;

/** How long a call may go without an answer, and an answer that has begun without its next part: milliseconds, and in words. */
const limits = {
  usual: { milliseconds: minute / 2, words: '30 seconds' },
  slow: { milliseconds: 5 * minute, words: '5 minutes' },
} as const;

/** What became of a call that was not answered: it writes nothing; it is carried out once, however often it is sent; or that is unknown. */
export type Aftermath = 'read' | 'once' | 'unknown';

const aftermaths: Readonly<Record<Aftermath, string>> = {
  read: 'Please try again.',
  once: 'It may have been carried out all the same. Trying again is safe: it is not carried out twice.',
  unknown: 'It may have been carried out all the same. Please look before you try again.',
};

export type Patience = {
  /** Aborts when the caller gives up, or when the time is over. */
  readonly signal: AbortSignal;
  /** Something has arrived: from now on there is as much time again. */
  readonly heard: () => void;
  readonly end: () => void;
  /** What to say once the time is over; null before. */
  readonly sentence: () => string | null;
};

/** Limits how long a call waits for its answer. @param given the caller's own signal */
export const patienceWith = (endpoint: Endpoint, aftermath: Aftermath, given?: AbortSignal): Patience => {
  const { milliseconds, words } = limits[endpoint.slow ? 'slow' : 'usual'];
  const over = new AbortController();
  const start = () => setTimeout(() => over.abort(), milliseconds);
  let timer = start();
  return {
    signal: given ? AbortSignal.any([given, over.signal]) : over.signal,
    heard: () => {
      clearTimeout(timer);
      timer = start();
    },
    end: () => clearTimeout(timer),
    sentence: () => (over.signal.aborted ? `Rondo has not answered for ${words}. ${aftermaths[aftermath]}` : null),
  };
};

/** Rejects when a signal aborts, or with what the promise rejects. For what no signal can abort. */
export const unlessAborted = <Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> =>
  new Promise((resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    promise.then(resolve, reject);
  });
