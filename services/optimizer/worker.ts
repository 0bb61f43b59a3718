import type { MessagePort } from 'node:worker_threads';
import loadHighs from 'highs';
import { explain, type Explanation } from './explain/explain.ts';
import type { Instance } from './instance.ts';
import { solve, type Solution, type SolveOptions } from './solve.ts';
import type { Names } from './wording.ts';

/** What a run may be told; the rest of `SolveOptions` are functions and stay in their thread. */
export type RunOptions = Pick<SolveOptions, 'mode' | 'seed' | 'iterations' | 'milliseconds'>;

/** A planned week with everything a report says about it. */
export type PlannedWeek = { readonly solution: Solution; readonly explanation: Explanation };

/** One run as it travels to the worker: plain data, a shared flag and a port. */
export type Job = {
  readonly instance: Instance;
  readonly names: Names;
  readonly options: RunOptions;
  /** Set to 1 from outside, the run ends soon and keeps the best plan so far. */
  readonly stop: Int32Array;
  /** Where progress goes. */
  readonly progress: MessagePort;
};

/** Loaded once a thread: 50 ms. */
const loading = loadHighs();

/** Plans and explains a week: what the pool's threads run. */
export const planWeek = async ({ instance, names, options, stop, progress }: Job): Promise<PlannedWeek> => {
  const solution = solve(instance, {
    ...options,
    highs: await loading,
    signal: {
      get aborted() {
        return Atomics.load(stop, 0) === 1;
      },
    },
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a MessagePort has no origin
    onProgress: (step) => progress.postMessage(step),
  });
  return { solution, explanation: explain(instance, solution.lessons, names) };
};
