import type { SourceEvent } from '@rondo/projections/runner/source.ts';

const mostEvents = 2000;

/**
 * The newest events that this process committed, without gaps, and a bell for subscribers that wait for more. A subscriber at the
 * tail takes them from here and saves a read of the log; one that is further behind, or meets a gap left by another
 * process, reads the log.
 */
export const logTail = () => {
  let run: SourceEvent[] = [];
  const waiting = new Set<() => void>();
  /** Counts the rings, so that one between reading the log and waiting is not missed. */
  let rings = 0;
  /** The furthest position reported; unknown before the first, and after a notice without one. */
  let furthest = Number.NaN;

  const ring = (): void => {
    rings += 1;
    const rung = [...waiting];
    waiting.clear();
    for (const wake of rung) wake();
  };

  return {
    ring,
    /** Adds events just committed; events that do not follow on directly replace the run. */
    push: (events: readonly SourceEvent[]): void => {
      const first = events[0];
      const last = events.at(-1);
      if (!first || !last) return;
      const before = run.at(-1);
      if (!before || Number(first.position) === Number(before.position) + 1) run.push(...events);
      else if (Number(first.position) > Number(before.position)) run = [...events];
      if (run.length > 2 * mostEvents) run = run.slice(-mostEvents);
      if (!(furthest > Number(last.position))) furthest = Number(last.position);
      ring();
    },
    /** Every known event after a position, at most `limit`; empty when the run does not reach back that far. */
    after: (position: number, limit: number): readonly SourceEvent[] => {
      const first = run[0];
      const skip = first ? position + 1 - Number(first.position) : -1;
      return skip < 0 ? [] : run.slice(skip, skip + limit);
    },
    /** Reports how far the log reaches, by this process or another; rings unless the events are already here. */
    heard: (position: number): void => {
      if (!(furthest > position)) furthest = position;
      if (!(position <= Number(run.at(-1)?.position ?? -1))) ring();
    },
    /** True when no later position has been reported: a reader that has already read the log need not read again until the bell rings. */
    isAllOf: (position: number): boolean => position >= furthest,
    rings: (): number => rings,
    /** True at the first ring after this count, false after the milliseconds. Cleans up either way, since subscribers to a quiet log wait again and again. */
    rungAfter: (before: number, milliseconds: number): Promise<boolean> =>
      new Promise((resolve) => {
        if (rings !== before) return resolve(true);
        const wake = (): void => {
          clearTimeout(timer);
          resolve(true);
        };
        const timer = setTimeout(() => {
          waiting.delete(wake);
          resolve(false);
        }, milliseconds);
        waiting.add(wake);
      }),
    /** The current number of waiters. */
    waiting: (): number => waiting.size,
    forget: (): void => {
      run = [];
    },
  };
};
