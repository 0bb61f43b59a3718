type Entry<Value> = {
  readonly studioId: string;
  readonly name: string;
  readonly value: Value;
  readonly bytes: number;
  readonly usedAt: number;
};

/** What is cached of studios, bounded in bytes: the least recently used is dropped first, and anything after a few minutes without use. */
export const momentCache = <Value extends object>({
  maxBytes,
  idleMilliseconds,
  now,
}: {
  maxBytes: number;
  idleMilliseconds: number;
  now: () => number;
}) => {
  /** The most recently used last. */
  let entries: Entry<Value>[] = [];
  const bytes = (): number => entries.reduce((sum, one) => sum + one.bytes, 0);

  return {
    of: (studioId: string, name: string): Value[] =>
      entries.filter((one) => one.studioId === studioId && one.name === name).map(({ value }) => value),
    /** Caches something; it replaces `instead`. */
    keep: (
      studioId: string,
      name: string,
      { value, bytes: size, instead }: { value: Value; bytes: number; instead?: Value | null },
    ): void => {
      entries = entries.filter((one) => one.value !== instead);
      entries.push({ studioId, name, value, bytes: size, usedAt: now() });
      let over = bytes() - maxBytes;
      entries = entries.filter((one) => {
        if (over <= 0) return true;
        over -= one.bytes;
        return false;
      });
    },
    /** Marks something as used most recently. */
    use: (value: Value): void => {
      const used = entries.filter((one) => one.value === value).map((one) => ({ ...one, usedAt: now() }));
      entries = [...entries.filter((one) => one.value !== value), ...used];
    },
    dropIdle: (): void => {
      entries = entries.filter(({ usedAt }) => now() - usedAt <= idleMilliseconds);
    },
    forget: (studioId: string): void => {
      entries = entries.filter((one) => one.studioId !== studioId);
    },
    bytes,
    count: (is: (value: Value) => boolean): number => entries.filter(({ value }) => is(value)).length,
  };
};
