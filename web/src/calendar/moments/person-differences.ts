/** How a person of a past moment differs from now; `changes` names what has changed. */
export type PersonDifference = {
  readonly kind: 'gone' | 'new' | 'changed';
  readonly changes: readonly string[];
};

/** The rows of a past moment with those added since, and how each differs from now. */
export const peopleCompared = <Row>(of: {
  readonly past: readonly Row[];
  readonly present: readonly Row[];
  readonly idOf: (row: Row) => string;
  /** What has changed, in words. */
  readonly changesOf: (then: Row, now: Row) => readonly string[];
}): { readonly rows: readonly Row[]; readonly differences: ReadonlyMap<string, PersonDifference> } => {
  const { past, present, idOf, changesOf } = of;
  const known = new Map(present.map((row) => [idOf(row), row]));
  const before = new Set(past.map(idOf));
  const added = present.filter((row) => !before.has(idOf(row)));
  const differences = new Map<string, PersonDifference>();
  for (const row of past) {
    const other = known.get(idOf(row));
    const changes = other === undefined ? [] : changesOf(row, other);
    if (other === undefined) differences.set(idOf(row), { kind: 'gone', changes });
    else if (changes.length > 0) differences.set(idOf(row), { kind: 'changed', changes });
  }
  for (const row of added) differences.set(idOf(row), { kind: 'new', changes: [] });
  return { rows: [...past, ...added], differences };
};

/** What of two values differs, under the name of each. */
export const changedNames = <Value>(
  then: Value,
  now: Value,
  names: Readonly<Record<string, (value: Value) => unknown>>,
): string[] =>
  Object.entries(names).flatMap(([name, valueOf]) =>
    JSON.stringify(valueOf(then)) === JSON.stringify(valueOf(now)) ? [] : [name],
  );
