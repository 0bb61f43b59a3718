import type { CallKind } from './budget.ts';

/** One question can be wrong; so many different ones in a row mean that the service is. */
const mostInARow = 3;

/** The questions that the service has rejected since it last answered one of their kind. */
export const rejections = () => {
  const inARow = new Map<CallKind, readonly string[]>();
  return {
    answered: (kind: CallKind): void => void inARow.delete(kind),
    /**
     * A text that is still being typed is one question.
     * @returns true if no single question can be the reason
     */
    rejected: (kind: CallKind, question: string): boolean => {
      const others = (inARow.get(kind) ?? []).filter(
        (other) => !other.startsWith(question) && !question.startsWith(other),
      );
      const now = [...others, question].slice(-mostInARow);
      inARow.set(kind, now);
      return now.length === mostInARow;
    },
  };
};
