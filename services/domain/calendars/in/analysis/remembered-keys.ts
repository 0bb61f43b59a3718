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

/**
 * Remembered of a date that is believed to be gone, as long as its imported row is there: should the event be in the feed again without being
 * readable, the row is known to be its own.
 */
export const absence = 'gone';
