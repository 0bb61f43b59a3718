const minute = 60_000;

/** How long a call may go without an answer, and an answer that has begun without its next part: milliseconds, and in words. */
const limits = {
  usual: { milliseconds: minute / 2, text: '30 seconds' },
  slow: { milliseconds: 5 * minute, text: '5 minutes' },
} as const;

/** Whether a call without an answer may be repeated: `safe` writes nothing, `idempotent` is carried out once however often it is sent. */
export type RetrySafety = 'safe' | 'idempotent' | 'unknown';

const advice: Readonly<Record<RetrySafety, string>> = {
  safe: 'Please try again.',
  idempotent: 'It may have been carried out all the same. Trying again is safe: it is not carried out twice.',
  unknown: 'It may have been carried out all the same. Please look before you try again.',
};

export type RequestTimeout = {
  /** Aborts when the caller gives up, or when the time is over. */
  readonly signal: AbortSignal;
  /** Something has arrived: from now on there is as much time again. */
  readonly restart: () => void;
  readonly end: () => void;
  /** What to say once the time is over; null before. */
  readonly sentence: () => string | null;
};

export const requestTimeout = (isSlow: boolean, safety: RetrySafety, callerSignal?: AbortSignal): RequestTimeout => {
  const { milliseconds, text } = limits[isSlow ? 'slow' : 'usual'];
  const timeout = new AbortController();
  const start = () => setTimeout(() => timeout.abort(), milliseconds);
  let timer = start();
  return {
    signal: callerSignal ? AbortSignal.any([callerSignal, timeout.signal]) : timeout.signal,
    restart: () => {
      clearTimeout(timer);
      timer = start();
    },
    end: () => clearTimeout(timer),
    sentence: () => (timeout.signal.aborted ? `Rondo has not answered for ${text}. ${advice[safety]}` : null),
  };
};

/** Rejects when a signal aborts, or with what the promise rejects. For what no signal can abort. */
export const unlessAborted = <Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> =>
  new Promise((resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    promise.then(resolve, reject);
  });
