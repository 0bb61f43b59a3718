import type { MomentRows } from './fold-moment.ts';

type Kept = { readonly studioId: string; readonly model: string; readonly rows: MomentRows; usedAt: number };

/** Folded moments, bounded in bytes: the least recently used are dropped first, and any after a few minutes without use. */
export const momentCache = ({
  maxBytes,
  idleMilliseconds,
  now,
}: {
  maxBytes: number;
  idleMilliseconds: number;
  now: () => number;
}) => {
  /** The most recently used last. */
  let kept: Kept[] = [];
  const bytes = (): number => kept.reduce((sum, { rows }) => sum + rows.bytes, 0);

  return {
    of: (studioId: string, model: string): MomentRows[] =>
      kept.filter((one) => one.studioId === studioId && one.model === model).map(({ rows }) => rows),
    /** Keeps rows, or marks them as used most recently; they replace `instead`, which they continue without a new event. */
    keep: (studioId: string, model: string, rows: MomentRows, instead: MomentRows | null = null): void => {
      kept = kept.filter((one) => one.rows !== rows && one.rows !== instead);
      kept.push({ studioId, model, rows, usedAt: now() });
      let over = bytes() - maxBytes;
      kept = kept.filter((one) => {
        if (over <= 0) return true;
        over -= one.rows.bytes;
        return false;
      });
    },
    dropIdle: (): void => {
      kept = kept.filter(({ usedAt }) => now() - usedAt <= idleMilliseconds);
    },
    forget: (studioId: string): void => {
      kept = kept.filter((one) => one.studioId !== studioId);
    },
    bytes,
    length: (): number => kept.length,
  };
};
