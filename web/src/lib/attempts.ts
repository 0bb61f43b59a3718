/** A new idempotency key. Works without a secure context too. */
export const newKey = (): string => [...crypto.getRandomValues(new Uint32Array(4))].join('-');

/**
 * The idempotency keys of writes whose outcome is not known. The same input sent again after a lost answer is the same attempt and carries
 * the same key, so that the server does it once. A refusal ends the attempt, and so does anything that was saved since: from then on the
 * same input is a new wish.
 */
export const openAttempts = (): {
  keyOf(what: string): string;
  refused(what: string): void;
  saved(): void;
} => {
  const keys = new Map<string, string>();
  return {
    keyOf: (what) => {
      const key = keys.get(what) ?? newKey();
      keys.set(what, key);
      return key;
    },
    refused: (what) => void keys.delete(what),
    saved: () => keys.clear(),
  };
};
