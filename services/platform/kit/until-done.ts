import { setTimeout as delay } from 'node:timers/promises';

type Work<Item> = {
  readonly keyOf: (item: Item) => string;
  /** @returns whether it is done; else it is tried again */
  readonly attempt: (item: Item, stopped: AbortSignal) => Promise<boolean>;
  /** Milliseconds from a failed attempt to the next; the first attempt is 1. */
  readonly pauseAfter: (attempt: number) => number;
};

const lookMilliseconds = 2000;

/** Carries out work that outlives its process: each item is tried again and again until it is done, and the next process resumes. */
export const untilDone = <Item>({ keyOf, attempt, pauseAfter }: Work<Item>) => {
  const running = new Map<string, Promise<void>>();
  const stopped = new AbortController();
  const { signal } = stopped;
  let timer: NodeJS.Timeout | undefined;

  const carryOut = async (item: Item): Promise<void> => {
    for (let count = 1; !signal.aborted && !(await attempt(item, signal)); count += 1)
      await delay(pauseAfter(count), undefined, { signal }).catch(() => undefined);
  };

  const begin = (item: Item): void => {
    const key = keyOf(item);
    if (running.has(key) || signal.aborted) return;
    running.set(
      key,
      carryOut(item).finally(() => running.delete(key)),
    );
  };

  return {
    begin,
    /** Also begins what an earlier process left, from now on. */
    watch: (unfinished: () => Promise<readonly Item[]>): void => {
      const look = async (): Promise<void> => (await unfinished()).forEach(begin);
      timer = setInterval(() => void look().catch(() => undefined), lookMilliseconds);
    },
    /** Stops after the attempts under way. */
    stop: async (): Promise<void> => {
      stopped.abort();
      clearInterval(timer);
      await Promise.all(running.values());
    },
  };
};
