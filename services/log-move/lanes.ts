/** Items that may wait in all lanes together: what the copy needs of memory. */
const mostWaiting = 4000;
/** Runs that are worked on at the same time. */
const mostAtOnce = 32;

/**
 * Works on items in lanes: in order within a lane, lanes side by side, consecutive items together as long as they go with each other.
 * Adding pauses when too many wait.
 */
export const lanes = <Item>({
  goesWith,
  work,
}: {
  readonly goesWith: (run: readonly Item[], next: Item) => boolean;
  readonly work: (run: readonly Item[]) => Promise<void>;
}) => {
  const waiting = new Map<string, Item[]>();
  const running = new Set<Promise<void>>();
  let count = 0;
  let failure: { readonly error: unknown } | undefined;
  let bell = Promise.withResolvers<void>();
  let free = mostAtOnce;
  const queue: (() => void)[] = [];

  const ring = (): void => {
    bell.resolve();
    bell = Promise.withResolvers<void>();
  };

  const acquire = (): Promise<void> => {
    if (free > 0) {
      free -= 1;
      return Promise.resolve();
    }
    return new Promise((resolve) => queue.push(resolve));
  };
  const release = (): void => {
    const next = queue.shift();
    if (next) next();
    else free += 1;
  };

  const nextRun = (lane: Item[]): Item[] => {
    const run: Item[] = [];
    for (let item = lane[0]; item !== undefined && (run.length === 0 || goesWith(run, item)); item = lane[run.length])
      run.push(item);
    lane.splice(0, run.length);
    return run;
  };

  const runLane = async (key: string, lane: Item[]): Promise<void> => {
    while (lane.length > 0 && !failure) {
      await acquire();
      const run = nextRun(lane);
      try {
        if (!failure) await work(run);
      } catch (error) {
        failure ??= { error };
      } finally {
        release();
        count -= run.length;
        ring();
      }
    }
    waiting.delete(key);
  };

  const start = (key: string): Item[] => {
    const lane: Item[] = [];
    waiting.set(key, lane);
    // Begins once the items that are added in this turn are there.
    const ran = Promise.resolve()
      .then(() => runLane(key, lane))
      .finally(() => running.delete(ran));
    running.add(ran);
    return lane;
  };

  const isFull = (): boolean => count >= mostWaiting && !failure;

  const stopIfFailed = (): void => {
    if (failure) throw failure.error;
  };

  return {
    /** Adds an item to a lane, once there is room. @throws what the work has thrown */
    add: async (key: string, item: Item): Promise<void> => {
      while (isFull()) await bell.promise;
      stopIfFailed();
      (waiting.get(key) ?? start(key)).push(item);
      count += 1;
    },
    /** Resolves once everything is worked on. @throws what the work has thrown */
    done: async (): Promise<void> => {
      while (running.size > 0) await Promise.all(running);
      stopIfFailed();
    },
  };
};
