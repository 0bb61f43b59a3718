/**
 * Runs some tasks at once and lets some more wait their turn, in the order they came.
 * @param full the error of a task that finds every place taken
 */
export const boundedQueue = (size: { atOnce: number; waiting: number; full: () => Error }) => {
  const waiting: (() => void)[] = [];
  let running = 0;

  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (running < size.atOnce) running += 1;
    else {
      if (waiting.length >= size.waiting) throw size.full();
      // Whoever ends hands its place over, so `running` stays as it is.
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
