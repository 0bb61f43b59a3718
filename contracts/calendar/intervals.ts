/** A half-open interval `[start, end)` in integer minutes. */
export type Interval = { readonly start: number; readonly end: number };

/** Half-open: touching intervals do not overlap. */
export const overlaps = (a: Interval, b: Interval): boolean => a.start < b.end && b.start < a.end;

/** The union as sorted intervals that neither overlap nor touch; empty ones are dropped. */
export const union = (intervals: readonly Interval[]): Interval[] => {
  const joined: Interval[] = [];
  for (const next of intervals.filter(({ start, end }) => start < end).toSorted((a, b) => a.start - b.start)) {
    const last = joined.at(-1);
    if (last && next.start <= last.end)
      joined[joined.length - 1] = { start: last.start, end: Math.max(last.end, next.end) };
    else joined.push(next);
  }
  return joined;
};

/** The intersection; each side may overlap itself. */
export const intersection = (left: readonly Interval[], right: readonly Interval[]): Interval[] => {
  const [a, b] = [union(left), union(right)];
  const both: Interval[] = [];
  for (let i = 0, j = 0; ;) {
    const [one, other] = [a[i], b[j]];
    if (!one || !other) return both;
    const [start, end] = [Math.max(one.start, other.start), Math.min(one.end, other.end)];
    if (start < end) both.push({ start, end });
    if (one.end < other.end) i += 1;
    else j += 1;
  }
};

/** The parts of `from` that no interval of `occupied` covers. */
export const difference = (from: readonly Interval[], occupied: readonly Interval[]): Interval[] => {
  const cuts = union(occupied);
  const free: Interval[] = [];
  let next = 0;
  for (const { start, end } of union(from)) {
    while ((cuts[next]?.end ?? Infinity) <= start) next += 1;
    let at = start;
    for (let i = next; at < end; i += 1) {
      const cut = cuts[i];
      const stop = Math.min(end, cut?.start ?? end);
      if (at < stop) free.push({ start: at, end: stop });
      at = cut?.end ?? end;
    }
  }
  return free;
};

/** Minutes covered, without double counting. */
export const totalMinutes = (intervals: readonly Interval[]): number =>
  union(intervals).reduce((sum, { start, end }) => sum + end - start, 0);
