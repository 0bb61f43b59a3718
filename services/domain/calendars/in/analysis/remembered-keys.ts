const suffix = / \d{4}-\d{2}-\d{2}$| \d{2}:\d{2}$/;

/** What a key can belong to: itself, and itself without the days and times at its end. One of them is the event's UID. */
export const stemsOf = (key: string): string[] => {
  const stems = [key];
  for (let stem = key; suffix.test(stem);) {
    stem = stem.replace(suffix, '');
    stems.push(stem);
  }
  return stems;
};

/** Keys of the last reading by the UID or the date that they belong to. */
export const keysByStem = (keys: readonly string[]): ReadonlyMap<string, readonly string[]> => {
  const byStem = new Map<string, string[]>();
  for (const key of keys)
    for (const stem of stemsOf(key)) {
      const same = byStem.get(stem);
      if (same) same.push(key);
      else byStem.set(stem, [key]);
    }
  return byStem;
};
