type Options<Count> = {
  readonly merge: (before: Count, more: Count) => Count;
  /** Writes counts in one statement. */
  readonly write: (counts: readonly Count[]) => Promise<void>;
  /** Milliseconds between a count and its writing. */
  readonly after: number;
};

export type WrittenLater<Count> = {
  readonly add: (key: string, count: Count) => void;
  /** What has been counted under a key and is not written yet. */
  readonly unwritten: (key: string) => Count | undefined;
  /** Drops what has been counted and is not written yet. */
  readonly forget: (isGone: (count: Count) => boolean) => void;
  /** Writes what has been counted. */
  readonly flush: () => Promise<void>;
};

/**
 * Counts that are merged in memory and written later, together, so that what is counted writes nothing. Counts that could not be written
 * are written with the next ones. A killed process loses what it has not written.
 */
export const writtenLater = <Count>({ merge, write, after }: Options<Count>): WrittenLater<Count> => {
  let counted = new Map<string, Count>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  const add = (key: string, count: Count): void => {
    const before = counted.get(key);
    counted.set(key, before === undefined ? count : merge(before, count));
    timer ??= setTimeout(() => void flush().catch(() => undefined), after).unref();
  };

  const writeAll = async (): Promise<void> => {
    const all = counted;
    if (all.size === 0) return;
    counted = new Map();
    try {
      await write([...all.values()]);
    } catch (error) {
      for (const [key, count] of all) add(key, count);
      throw error;
    }
  };

  /** One write after the other: two of the same rows at once could wait for each other. */
  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const next = writing.then(writeAll);
    writing = next.catch(() => undefined);
    return next;
  };

  return {
    add,
    unwritten: (key) => counted.get(key),
    forget: (isGone) => {
      for (const [key, count] of counted) if (isGone(count)) counted.delete(key);
    },
    flush,
  };
};
