import { useSyncExternalStore } from 'react';

let waiting: ((again: boolean) => void)[] = [];
const watchers = new Set<() => void>();

let deletionUnconfirmed = false;

/** Notes whether the account may have been deleted: that was asked for, and the answer was lost. */
export const setDeletionUnconfirmed = (isIt: boolean): void => {
  deletionUnconfirmed = isIt;
};

/** True if the session may have ended because the account was deleted. */
export const isDeletionUnconfirmed = (): boolean => deletionUnconfirmed;

const changed = (): void => {
  for (const watcher of watchers) watcher();
};

const watch = (watcher: () => void): (() => void) => {
  watchers.add(watcher);
  return () => {
    watchers.delete(watcher);
  };
};

/** Whether calls wait for the user to sign in again. A screen that uses this hook offers to. */
export const useSessionEnded = (): boolean => useSyncExternalStore(watch, () => waiting.length > 0);

/**
 * Asks the user to sign in again, for a call that was rejected because the session had ended.
 * @returns true once the same user is signed in, so that the call can be repeated; false if they leave, or if no screen offers it
 */
export const signedInAgain = (): Promise<boolean> =>
  watchers.size === 0
    ? Promise.resolve(false)
    : new Promise((resolve) => {
        waiting.push(resolve);
        changed();
      });

/** Answers all waiting calls: `again` is true if the same user is signed in. */
export const answerSessionEnd = (again: boolean): void => {
  const answered = waiting;
  waiting = [];
  for (const resolve of answered) resolve(again);
  changed();
};
