type Kept<Held> = {
  readonly studioId: string;
  readonly name: string;
  readonly held: Held;
  readonly bytes: number;
  readonly usedAt: number;
};

/** What is cached of studios, bounded in bytes: the least recently used is dropped first, and anything after a few minutes without use. */
export const momentCache = <Held extends object>({
  maxBytes,
  idleMilliseconds,
  now,
}: {
  maxBytes: number;
  idleMilliseconds: number;
  now: () => number;
}) => {
  /** The most recently used last. */
  let kept: Kept<Held>[] = [];
  const bytes = (): number => kept.reduce((sum, one) => sum + one.bytes, 0);

  return {
    of: (studioId: string, name: string): Held[] =>
      kept.filter((one) => one.studioId === studioId && one.name === name).map(({ held }) => held),
    /** Caches something; it replaces `instead`. */
    keep: (studioId: string, name: string, given: { held: Held; bytes: number; instead?: Held | null }): void => {
      kept = kept.filter(({ held }) => held !== given.instead);
      kept.push({ studioId, name, held: given.held, bytes: given.bytes, usedAt: now() });
      let over = bytes() - maxBytes;
      kept = kept.filter((one) => {
        if (over <= 0) return true;
        over -= one.bytes;
        return false;
      });
    },
    /** Marks something as used most recently. */
    use: (held: Held): void => {
      const used = kept.filter((one) => one.held === held).map((one) => ({ ...one, usedAt: now() }));
      kept = [...kept.filter((one) => one.held !== held), ...used];
    },
    dropIdle: (): void => {
      kept = kept.filter(({ usedAt }) => now() - usedAt <= idleMilliseconds);
    },
    forget: (studioId: string): void => {
      kept = kept.filter((one) => one.studioId !== studioId);
    },
    bytes,
    count: (is: (held: Held) => boolean): number => kept.filter(({ held }) => is(held)).length,
  };
};
