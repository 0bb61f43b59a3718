import { useSyncExternalStore, type ReactNode } from 'react';

/** A question before something that is hard to take back. */
export type Question = {
  readonly title: string;
  readonly text: ReactNode;
  /** The button that carries it out. */
  readonly action: string;
  readonly cancel?: string;
  /** It takes something away. */
  readonly danger?: boolean;
  /** Carries it out. Until that ends nothing closes the question; `close` does so earlier. */
  readonly run: (close: () => void) => Promise<unknown> | void;
  /** Called when it closes, carried out or not. */
  readonly onClose?: () => void;
};

/** A question whose text is loaded when it is asked is a promise. */
type Pending = Question | Promise<Question>;

let current: Pending | null = null;
const listeners = new Set<() => void>();

const set = (question: Pending | null): void => {
  current = question;
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Asks. One question at a time, over whatever is open. */
export const confirm = (question: Pending): void => {
  closeQuestion();
  set(question);
};

/** Closes the question that is open, or this one if it still is. */
export const closeQuestion = (question = current): void => {
  if (current !== question) return;
  set(null);
  if (question && !(question instanceof Promise)) question.onClose?.();
};

export const useQuestion = (): Pending | null => useSyncExternalStore(subscribe, () => current);
