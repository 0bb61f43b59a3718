import { toast, type Toast } from '../../ui/overlays/toast.tsx';
import { awaitedPosition } from '../catching-up.ts';
import { pushNew, store, type Action, type Direction } from './actions.ts';

/** What carries out undos is loaded when there is one. */
const load = () => import('./undoing.ts');

export const withUndoing = (run: (code: Awaited<ReturnType<typeof load>>) => unknown): void => {
  load().then(run, () =>
    toast({
      title: 'This could not be undone',
      description: 'The page could not load what it needs. Please try again.',
      tone: 'destructive',
    }),
  );
};

/** Undoes or redoes an action, at its own button. */
export const undoAction = (action: Action, direction: Direction): void =>
  withUndoing(({ inTurn }) => inTurn(action, direction));

/** Undoes or redoes one batch, at its button in a history. */
export const undoBatch = (batchId: string, direction: Direction): void => undoAction([batchId], direction);

/** Makes what a command did undoable by keyboard, without a toast. */
export const remember = (action: Action): void => {
  if (action.length === 0) return;
  pushNew('undo', action);
  store({ redo: [] });
};

const onlySaved = 'Saved, updating the lists';

/** Says that a change is saved although the screens do not show it yet. */
export const saySaved = (): void => toast({ title: onlySaved, tone: 'neutral' });

/** A report, which also says so where the screens do not show yet what it is about. */
const withLists = (message: Toast): Toast =>
  awaitedPosition() === null
    ? message
    : { ...message, description: [message.description, onlySaved].filter(Boolean).join(' ') };

/** Reports what a command did and offers to undo it. A command that changed nothing has no batch. */
export const announce = (message: Toast, action: Action, turn?: number): void => {
  remember(action);
  const report = withLists(message);
  const run = (): void => undoAction(action, 'undo');
  toast({ ...report, ...(action.length > 0 && { action: { label: 'Undo', run } }) }, turn);
};
