/**
 * Runs a limited number of tasks at once and queues a limited number more, in order.
 * @param full the error when every place is taken
 */
export const boundedQueue = (size: { atOnce: number; waiting: number; full: () => Error }) => {
  const waiting: (() => void)[] = [];
  let running = 0;

  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (running < size.atOnce) running += 1;
    else {
      if (waiting.length >= size.waiting) throw size.full();
      // A finished task hands its place to the next, so `running` does not change.
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
};
