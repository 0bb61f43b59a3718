import { useEffect } from 'react';
import { formatTime, toMinutes } from '@rondo/contracts/calendar/times.ts';
import { longDate } from '@rondo/contracts/calendar/words.ts';
import { toast, type Toast } from '../../ui/overlays/toast.tsx';
import { CallFailed } from '../call-failed.ts';
import type { AnswerTo } from '../calls.ts';
import { commandAnswered } from '../client.ts';
import { queryClient, refetchAll } from '../queries.ts';
import { tellOtherTabs } from '../session/other-tabs.ts';
import { billedLesson } from './billed-lesson.ts';

/** The batches of one action, oldest first: saving a student and then the teacher is one action. */
type Action = readonly string[];
type Stacks = { readonly undo: readonly Action[]; readonly redo: readonly Action[] };
type Direction = keyof Stacks;

// The actions of this visit that can be undone and redone, oldest first. Stored with the studio's data, so that they are removed with the
// user's.
const key = ['undoable actions'] as const;
queryClient.setQueryDefaults(key, { gcTime: Infinity });

const stacks = (): Stacks => queryClient.getQueryData<Stacks>(key) ?? { undo: [], redo: [] };
const store = (change: Partial<Stacks>): void => {
  queryClient.setQueryData<Stacks>(key, { ...stacks(), ...change });
};
const isSame = (one: Action, other: Action): boolean => one.join() === other.join();
const without = (actions: readonly Action[], action: Action): Action[] => actions.filter((one) => !isSame(one, action));
const push = (direction: Direction, action: Action): void => {
  store({ [direction]: [...without(stacks()[direction], action), action] });
};
const forget = (action: Action): void => {
  const { undo: toUndo, redo } = stacks();
  store({ undo: without(toUndo, action), redo: without(redo, action) });
};

const texts = {
  undo: { done: 'Undone', failed: 'This could not be undone', none: 'Nothing to undo', offer: 'Redo', back: 'redo' },
  redo: {
    done: 'Redone',
    failed: 'This could not be redone',
    none: 'Nothing to redo',
    offer: 'Undo',
    back: 'undo',
  },
} as const;

type Conflicts = AnswerTo<'POST /api/undo'>['conflicts'];

/** What to say about restored lessons whose time has been taken since. */
const overlapText = ([first, ...others]: Conflicts): Partial<Toast> => {
  if (!first) return {};
  const more = others.length > 0 ? `, and ${others.length} more` : '';
  const when = `${longDate(first.date)} at ${formatTime(toMinutes(first.startTime))}`;
  return { description: `A lesson that came back overlaps ${first.title}, ${when}${more}.`, duration: 10_000 };
};

/** True if the server has decided that it cannot be undone: trying again is useless. */
const isRefused = (error: unknown): boolean =>
  error instanceof CallFailed && (error.status === 404 || (error.status === 409 && error.refusal.kind !== 'temporary'));

const carryOut = async (action: Action, direction: Direction): Promise<void> => {
  const { done, failed, offer, back } = texts[direction];
  const undone: string[] = [];
  const conflicts: Conflicts[number][] = [];
  try {
    for (const batchId of action.toReversed()) {
      const { answer, batches } = await commandAnswered('POST /api/undo', { body: { batchId } });
      undone.push(batches[0] ?? batchId);
      conflicts.push(...answer.conflicts);
    }
    push(back, undone);
    await refetchAll();
    tellOtherTabs();
    toast({
      title: done,
      ...overlapText(conflicts),
      action: { label: offer, run: () => void inTurn(undone, back) },
    });
  } catch (error) {
    const left = action.slice(0, action.length - undone.length);
    const canRetry = !isRefused(error) && left.length > 0;
    if (canRetry) push(direction, left);
    if (undone.length > 0) push(back, undone);
    await refetchAll();
    toast({
      title: failed,
      description: error instanceof Error ? error.message : String(error),
      ...billedLesson(error),
      ...(canRetry ? { action: { label: 'Try again', run: () => void inTurn(left, direction) } } : {}),
      tone: 'destructive',
    });
  }
};

let last: Promise<void> = Promise.resolve();
const pending = new Set<string>();

/** Undoes one action after the other, in the order of the clicks; a second click while the first is pending is ignored. */
const inTurn = (action: Action, direction: Direction): Promise<void> => {
  const name = action.join();
  if (pending.has(name)) return last;
  pending.add(name);
  forget(action);
  last = last.then(() => carryOut(action, direction)).finally(() => pending.delete(name));
  return last;
};

const takeLatest = (direction: Direction): void => {
  const latest = stacks()[direction].at(-1);
  if (latest === undefined) toast({ title: texts[direction].none, tone: 'neutral' });
  else void inTurn(latest, direction);
};

/** Undoes or redoes one batch, at its button in a history. */
export const undoBatch = (batchId: string, direction: Direction): void => void inTurn([batchId], direction);

/** Makes what a command did undoable by keyboard, without a toast. */
export const remember = (action: Action): void => {
  if (action.length === 0) return;
  push('undo', action);
  store({ redo: [] });
};

/** Reports what a command did and offers to undo it. A command that changed nothing has no batch. */
export const announce = (message: Toast, action: Action): void => {
  remember(action);
  if (action.length === 0) toast(message);
  else toast({ ...message, action: { label: 'Undo', run: () => void inTurn(action, 'undo') } });
};

/** Inputs without text of their own: Ctrl+Z has nothing to undo in them. */
const withoutText = new Set(['checkbox', 'radio', 'button', 'submit', 'reset', 'range', 'color', 'file']);

/** True in a field whose text the browser itself can undo. */
const isTyping = (target: EventTarget | null): boolean => {
  if (target instanceof HTMLInputElement) return !withoutText.has(target.type);
  return (
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLElement && target.isContentEditable)
  );
};

/** On every page: Ctrl+Z (Cmd+Z) undoes the newest change of this visit, with Shift it redoes it. */
export const useUndoKeys = (): void => {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const { key, ctrlKey, metaKey, shiftKey, altKey, defaultPrevented, target } = event;
      if (key.toLowerCase() !== 'z' || !(ctrlKey || metaKey) || altKey) return;
      if (defaultPrevented || isTyping(target)) return;
      event.preventDefault();
      takeLatest(shiftKey ? 'redo' : 'undo');
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
};
