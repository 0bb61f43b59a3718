/** Entries of all studios together; the oldest is dropped. */
const mostKept = 2000;

/** Answers that may not be stored: this process remembers them for a while. */
export const passingAnswers = <Answer>(lifetime: number, now: () => number) => {
  const kept = new Map<string, { readonly studioId: string; readonly answer: Answer; readonly until: number }>();
  const keyOf = (studioId: string, lookup: string): string => `${studioId} ${lookup}`;
  const removeWhere = (isGone: (entry: { readonly studioId: string; readonly until: number }) => boolean): number => {
    const gone = [...kept].filter(([, entry]) => isGone(entry));
    for (const [key] of gone) kept.delete(key);
    return gone.length;
  };
  return {
    find: (studioId: string, lookup: string): Answer | undefined => {
      const entry = kept.get(keyOf(studioId, lookup));
      return entry !== undefined && entry.until > now() ? entry.answer : undefined;
    },
    keep: (studioId: string, lookup: string, answer: Answer): void => {
      const key = keyOf(studioId, lookup);
      kept.delete(key);
      kept.set(key, { studioId, answer, until: now() + lifetime });
      const [oldest] = kept.keys();
      if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
    },
    size: (studioId: string): number => [...kept.values()].filter((entry) => entry.studioId === studioId).length,
    clear: (studioId: string): number => removeWhere((entry) => entry.studioId === studioId),
    removeExpired: (studioId?: string): number =>
      removeWhere((entry) => entry.until <= now() && (studioId ?? entry.studioId) === entry.studioId),
  };
};
