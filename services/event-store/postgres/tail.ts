import type { SourceEvent } from '@rondo/projections/runner/source.ts';

const kept = 2000;

/**
 * The newest events that this process committed, in one unbroken run, and a bell for whoever waits for more. A subscriber at the
 * tail takes them from here and spares the log a read; one that is further behind, or meets a gap left by another
 * process, reads the log.
 */
export const logTail = () => {
  let run: SourceEvent[] = [];
  let bell = Promise.withResolvers<void>();

  const ring = (): void => {
    bell.resolve();
    bell = Promise.withResolvers<void>();
  };

  return {
    /** Takes events just committed; a run that does not join on starts anew. */
    push: (events: readonly SourceEvent[]): void => {
      const first = events[0];
      const last = run.at(-1);
      if (!first) return;
      if (!last || Number(first.position) === Number(last.position) + 1) run.push(...events);
      else if (Number(first.position) > Number(last.position)) run = [...events];
      if (run.length > 2 * kept) run = run.slice(-kept);
      ring();
    },
    /** Everything known after a position, at most `limit`; empty when the run does not reach back that far. */
    after: (position: number, limit: number): readonly SourceEvent[] => {
      const first = run[0];
      const skip = first ? position + 1 - Number(first.position) : -1;
      return skip < 0 ? [] : run.slice(skip, skip + limit);
    },
    /** Another process, or this one, says how far the log is; rings unless that is known here. */
    heard: (position: number): void => {
      if (!(position <= Number(run.at(-1)?.position ?? -1))) ring();
    },
    /** Resolves at the next ring. */
    rung: (): Promise<void> => bell.promise,
    forget: (): void => {
      run = [];
    },
  };
};
