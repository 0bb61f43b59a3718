import type { SourceEvent } from '@rondo/projections/runner/source.ts';

const kept = 2000;

/**
 * The newest events that this process committed, in one unbroken run, and a bell for whoever waits for more. A subscriber at the
 * tail takes them from here and spares the log a read; one that is further behind, or meets a gap left by another
 * process, reads the log.
 */
export const logTail = () => {
  let run: SourceEvent[] = [];
  const waiting = new Set<() => void>();
  /** Counts the rings, so that one between a look at the log and the wait is not missed. */
  let rings = 0;
  /** The furthest position that anybody named; not known before the first, nor when a notice named none. */
  let furthest = Number.NaN;

  const ring = (): void => {
    rings += 1;
    const rung = [...waiting];
    waiting.clear();
    for (const wake of rung) wake();
  };

  return {
    ring,
    /** Takes events just committed; a run that does not join on starts anew. */
    push: (events: readonly SourceEvent[]): void => {
      const first = events[0];
      const last = events.at(-1);
      if (!first || !last) return;
      const before = run.at(-1);
      if (!before || Number(first.position) === Number(before.position) + 1) run.push(...events);
      else if (Number(first.position) > Number(before.position)) run = [...events];
      if (run.length > 2 * kept) run = run.slice(-kept);
      if (!(furthest > Number(last.position))) furthest = Number(last.position);
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
      if (!(furthest > position)) furthest = position;
      if (!(position <= Number(run.at(-1)?.position ?? -1))) ring();
    },
    /** True when nothing after a position was ever named here: a reader who has asked the log before need not ask again until the bell rings. */
    isAllOf: (position: number): boolean => position >= furthest,
    rings: (): number => rings,
    /** True at the first ring after so many, false after the milliseconds. Leaves nothing behind either way: on a quiet log subscribers come back for ever. */
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
    /** Who waits now. */
    waiting: (): number => waiting.size,
    forget: (): void => {
      run = [];
    },
  };
};
