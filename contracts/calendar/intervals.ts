/** A half-open stretch `[start, end)` in integer minutes. */
export type Interval = { readonly start: number; readonly end: number };

/** Half-open: touching stretches do not overlap. */
export const overlaps = (a: Interval, b: Interval): boolean => a.start < b.end && b.start < a.end;

/** The union as sorted stretches that neither overlap nor touch; empty ones are dropped. */
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

/** What lies in both; each side may overlap itself. */
export const intersection = (left: readonly Interval[], right: readonly Interval[]): Interval[] =>
  union(left).flatMap((a) =>
    union(right)
      .map((b) => ({ start: Math.max(a.start, b.start), end: Math.min(a.end, b.end) }))
      .filter(({ start, end }) => start < end),
  );

/** What of `from` no stretch of `taken` covers. */
export const difference = (from: readonly Interval[], taken: readonly Interval[]): Interval[] => {
  let free = union(from);
  for (const cut of union(taken)) {
    free = free.flatMap(({ start, end }) =>
      [
        { start, end: Math.min(end, cut.start) },
        { start: Math.max(start, cut.end), end },
      ].filter((piece) => piece.start < piece.end),
    );
  }
  return free;
};

/** Minutes covered, each once. */
export const totalMinutes = (intervals: readonly Interval[]): number =>
  union(intervals).reduce((sum, { start, end }) => sum + end - start, 0);
