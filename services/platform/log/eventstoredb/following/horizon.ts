import type { Position } from '@rondo/projections/runner/source.ts';
import { comparePositions } from '../positions.ts';

export type Horizon = ReturnType<typeof horizon>;

/**
 * How far the log is known to reach. A caller who reads the head may be about to wait until read models have reached it,
 * and a subscription receives nothing for events that do not match: so it is woken up to check the log.
 */
export const horizon = () => {
  let furthest: Position | null = null;
  const listeners = new Set<() => void>();

  return {
    reaches: (position: Position | null): void => {
      if (position === null || (furthest !== null && comparePositions(position, furthest) <= 0)) return;
      furthest = position;
      for (const listener of listeners) listener();
    },
    isBeyond: (position: Position): boolean => furthest !== null && comparePositions(furthest, position) > 0,
    /** Calls back when the horizon moves; returns a function that unsubscribes. */
    listen: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};
