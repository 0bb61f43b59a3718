import type { CallKind } from './budget.ts';

/** A single question can be wrong. When so many different ones are rejected in a row, the service itself has failed. */
const mostInARow = 3;
const mostRemembered = 1000;

/** The questions that the service has rejected since it last answered one of their kind, and those that are known to be wrong themselves. */
export const rejections = () => {
  const inARow = new Map<CallKind, readonly string[]>();
  /** Rejected by a service that answered others after them, the oldest first. A studio's lists ask for them again and again. */
  const wrong = new Set<string>();
  return {
    answered: (kind: CallKind): void => {
      for (const question of inARow.get(kind) ?? []) wrong.add(question);
      for (const oldest of wrong) {
        if (wrong.size <= mostRemembered) break;
        wrong.delete(oldest);
      }
      inARow.delete(kind);
    },
    /**
     * A text that is still being typed is one question.
     * @returns true if no single question can be the reason
     */
    rejected: (kind: CallKind, question: string): boolean => {
      if (wrong.has(question)) return false;
      const others = (inARow.get(kind) ?? []).filter(
        (other) => !other.startsWith(question) && !question.startsWith(other),
      );
      const now = [...others, question].slice(-mostInARow);
      inARow.set(kind, now);
      return now.length === mostInARow;
    },
  };
};
