/** A new idempotency key. Works without a secure context too. */
export const newKey = (): string => [...crypto.getRandomValues(new Uint32Array(4))].join('-');

/**
 * The idempotency keys of writes with an unknown outcome. Sending the same input again after a lost answer is the same attempt and uses the
 * same key, so that the server executes it once. A domain error ends the attempt, and so does any later save: from then on the same input
 * is a new attempt.
 */
export const openAttempts = (): {
  keyOf(what: string): string;
  /** The outcome of one attempt is known. */
  ended(what: string): void;
  /** Something was saved: every attempt ends. */
  saved(): void;
} => {
  const keys = new Map<string, string>();
  return {
    keyOf: (what) => {
      const key = keys.get(what) ?? newKey();
      keys.set(what, key);
      return key;
    },
    ended: (what) => void keys.delete(what),
    saved: () => keys.clear(),
  };
};
