/** Runs the tasks of one key one after another, in order; tasks of different keys run concurrently. */
export const keyedQueue = () => {
  const last = new Map<string, Promise<unknown>>();

  return async <T>(key: string, task: () => Promise<T>): Promise<T> => {
    const before = last.get(key) ?? Promise.resolve();
    const mine = before.then(task, task);
    const settled = mine.catch(() => undefined);
    last.set(key, settled);
    try {
      return await mine;
    } finally {
      if (last.get(key) === settled) last.delete(key);
    }
  };
};
