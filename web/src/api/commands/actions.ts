import { queryClient } from '../queries.ts';

/** The batches of one action, oldest first: saving a student and then the teacher is one action. */
export type Action = readonly string[];
type Stacks = {
  readonly undo: readonly Action[];
  readonly redo: readonly Action[];
  /** Every batch of this visit, undos too. */
  readonly made: readonly string[];
};
export type Direction = 'undo' | 'redo';

// The actions of this visit that can be undone and redone, oldest first. Stored with the studio's data, so that they are removed with the
// user's.
const key = ['undoable actions'] as const;
queryClient.setQueryDefaults(key, { gcTime: Infinity });

export const stacks = (): Stacks => queryClient.getQueryData<Stacks>(key) ?? { undo: [], redo: [], made: [] };
export const store = (change: Partial<Stacks>): void => {
  queryClient.setQueryData<Stacks>(key, { ...stacks(), ...change });
};
const isSame = (one: Action, other: Action): boolean => one.join() === other.join();
const without = (actions: readonly Action[], action: Action): Action[] => actions.filter((one) => !isSame(one, action));
export const push = (direction: Direction, action: Action): void =>
  store({ [direction]: [...without(stacks()[direction], action), action] });

/** Remembers what this visit has just done. */
export const pushNew = (direction: Direction, action: Action): void => {
  push(direction, action);
  store({ made: [...stacks().made, ...action] });
};

/** True for what this visit of the page did. */
export const isOfVisit = (batchId: string): boolean => stacks().made.includes(batchId);
export const forget = (action: Action): void => {
  const { undo: toUndo, redo } = stacks();
  store({ undo: without(toUndo, action), redo: without(redo, action) });
};
