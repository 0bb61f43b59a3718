/**
 * The share of a run's budget used after some iterations: 0 at the start, and the run ends at 1. The search cools down with it, so a longer
 * budget means a slower and better search, not a longer wait at the end.
 */
export type Budget = (iterations: number) => number;

/** Milliseconds from any fixed moment; only differences count. */
export type Stopwatch = () => number;

/** A stop signal: an `AbortSignal`, or a flag shared between threads. */
export type StopSignal = { readonly aborted: boolean };

/** A number of iterations: uses no clock, so the same input and seed give the same plan on every machine. */
export const iterationBudget =
  (limit: number): Budget =>
  (iterations) =>
    limit <= 0 ? 1 : iterations / limit;

const iterationsBetweenLooks = 16;

/** Wall-clock seconds from now on. The clock is read only every few iterations. */
export const secondsBudget = (seconds: number, watch: Stopwatch): Budget => {
  const begun = watch();
  let spent = 0;
  return (iterations) => {
    if (seconds <= 0) return 1;
    if (iterations % iterationsBetweenLooks === 0) spent = (watch() - begun) / 1000 / seconds;
    return spent;
  };
};

/** The same budget, used up immediately when the signal is aborted. */
export const stoppable = (budget: Budget, signal: StopSignal | undefined): Budget =>
  signal === undefined ? budget : (iterations) => (signal.aborted ? 1 : budget(iterations));

/** What is left of the time for a piece of work. */
export type Deadline = {
  readonly seconds: () => number;
  readonly isOver: () => boolean;
};

/** How many times longer than planned a piece of work may wait for a busy machine. */
const patience = 4;

const threadMilliseconds = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/**
 * Ends after this much processor time of the calling thread from now on, so that a busy machine finds the same as an idle one; or after four
 * times as long by the clock, because someone is waiting.
 */
export const workDeadline = (milliseconds: number, signal?: StopSignal): Deadline => {
  const worked = threadMilliseconds();
  const begun = performance.now();
  const left = (): number =>
    Math.min(milliseconds - (threadMilliseconds() - worked), patience * milliseconds - (performance.now() - begun));
  return {
    seconds: () => left() / 1000,
    isOver: () => signal?.aborted === true || left() <= 0,
  };
};
