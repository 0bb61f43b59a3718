import { BoundedMap } from '@rondo/projections/kit/bounded-map.ts';

type Count = { count: number; readonly until: number };

type Counting = {
  /** How many are let through in a span. */
  readonly most: number;
  /** Milliseconds. */
  readonly span: number;
  /** How many keys are remembered. */
  readonly remembered?: number;
  readonly now: () => number;
};

/** Counts by key, such as a place, in spans that begin with the first one. */
export const countsIn = ({ most, span, remembered = 10_000, now }: Counting) => {
  const counts = new BoundedMap<string, Count>(remembered);
  const current = (key: string): Count | undefined => {
    const one = counts.get(key);
    return one && one.until > now() ? one : undefined;
  };
  return {
    add: (key: string): void => {
      const one = current(key) ?? { count: 0, until: now() + span };
      one.count += 1;
      counts.set(key, one);
    },
    /** Seconds until a key may go on; 0 when it may. */
    wait: (key: string): number => {
      const one = current(key);
      return one && one.count >= most ? Math.ceil((one.until - now()) / 1000) : 0;
    },
  };
};
