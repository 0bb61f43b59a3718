import { formatTime, toMinutes } from '@rondo/contracts/calendar/times.ts';
import { longDate } from '@rondo/contracts/calendar/words.ts';
import { createElement } from 'react';
import { confirm } from '../../ui/overlays/confirm.ts';
import { takeTurn, toast, type Toast } from '../../ui/overlays/toast.tsx';
import { CallFailed } from '../call-failed.ts';
import type { AnswerTo } from '../calls.ts';
import { call, commandAnswered } from '../client.ts';
import { refetchAll } from '../queries.ts';
import { tellOtherTabs } from '../session/other-tabs.ts';
import { forget, isOfVisit, push, pushNew, stacks, type Action, type Direction } from './actions.ts';
import { billedLesson } from './billed-lesson.ts';

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

type Preview = AnswerTo<'POST /api/undo/preview'>;

const countNames = ['lessons', 'students', 'teachers', 'families', 'invoices', 'reports'] as const;

const one = (name: (typeof countNames)[number]): string => (name === 'families' ? 'family' : name.slice(0, -1));

/** "17 lessons, 1 student". */
const countsText = ({ counts }: Preview): string =>
  countNames
    .filter((name) => counts[name] > 0)
    .map((name) => `${counts[name].toLocaleString('en-US')} ${counts[name] === 1 ? one(name) : name}`)
    .join(', ');

/** True for what reaches further than one lesson, student, teacher or invoice. */
const isLarge = ({ counts }: Preview): boolean =>
  counts.lessons > 1 || counts.students > 1 || counts.teachers > 1 || counts.families > 1 || counts.invoices > 1;

const dismissed = Symbol('the question was closed without an answer');

/** Asks before what reaches far or did not happen on this visit. @throws `dismissed` */
const ask = async (previews: readonly Preview[], action: Action, direction: Direction): Promise<void> => {
  if (action.every(isOfVisit) && !previews.some(isLarge)) return;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const verb = direction === 'undo' ? 'Undo' : 'Redo';
  const first = previews.flatMap((preview) => preview.first);
  confirm({
    title: direction === 'undo' ? 'Undo this change?' : 'Do this again?',
    text: [
      `${previews.map(({ sentence }) => sentence).join('. ')}.`,
      `${verb}ing it changes ${previews.map(countsText).filter(Boolean).join(', ') || 'nothing that is counted'}.`,
      ...(first.length === 0 ? [] : [`${first.slice(0, 5).join('; ')}${first.length > 5 ? '; and more' : ''}.`]),
    ].map((text) => createElement('p', { key: text }, text)),
    action: verb,
    run: () => resolve(),
    onClose: () => reject(dismissed),
  });
  await promise;
};

/** What undoing an action would do, batch by batch, newest first. */
const previewsOf = (action: Action): Promise<Preview[]> =>
  Promise.all(
    action
      .toReversed()
      .map(async (batchId) => (await commandAnswered('POST /api/undo/preview', { body: { batchId } })).answer),
  );

const carryOut = async (action: Action, direction: Direction, isAgreed: boolean): Promise<void> => {
  const { done, failed, offer, back } = texts[direction];
  const undone: string[] = [];
  const conflicts: Conflicts[number][] = [];
  let agreed = isAgreed;
  try {
    const previews = await previewsOf(action);
    // What is refused needs no question: the undo says why. Earlier batches may be refused only until the newest is undone.
    if (!agreed && previews[0]?.refusal === null) await ask(previews, action, direction);
    agreed = true;
    const [newest] = previews;
    // The first of several invoices would say too little.
    const isMany = (newest?.counts.invoices ?? 0) > 1;
    const [name] = isMany ? previews.map(({ sentence }) => sentence) : previews.flatMap(({ first }) => first);
    for (const batchId of action.toReversed()) {
      const { answer, batches } = await commandAnswered('POST /api/undo', { body: { batchId } });
      undone.push(batches[0] ?? batchId);
      conflicts.push(...answer.conflicts);
    }
    pushNew(back, undone);
    const turn = takeTurn();
    await refetchAll();
    tellOtherTabs();
    const report = {
      title: name === undefined ? done : `${done}: ${name}`,
      ...overlapText(conflicts),
      action: { label: offer, run: () => void inTurn(undone, back) },
    };
    toast(report, turn);
  } catch (error) {
    if (error === dismissed) {
      push(direction, action);
      return;
    }
    const left = action.slice(0, action.length - undone.length);
    const canRetry = !isRefused(error) && left.length > 0;
    if (canRetry) push(direction, left);
    if (undone.length > 0) pushNew(back, undone);
    await refetchAll();
    toast({
      title: failed,
      description: error instanceof Error ? error.message : String(error),
      ...billedLesson(error),
      ...(canRetry ? { action: { label: 'Try again', run: () => void inTurn(left, direction, agreed) } } : {}),
      tone: 'destructive',
    });
  }
};

let last: Promise<void> = Promise.resolve();
const pending = new Set<string>();

/** Undoes one action after the other, in the order of the clicks; a second click while the first is pending is ignored. */
export const inTurn = (action: Action, direction: Direction, isAgreed = false): Promise<void> => {
  const name = action.join();
  if (pending.has(name)) return last;
  pending.add(name);
  forget(action);
  last = last.then(() => carryOut(action, direction, isAgreed)).finally(() => pending.delete(name));
  return last;
};

type Entries = AnswerTo<'GET /api/history'>['entries'];

/** How far back Ctrl+Z reaches, in milliseconds. */
const reach = 24 * 60 * 60_000;

/** The newest batch that Ctrl+Z undoes: not one that is undone, undoes another or can never be undone. */
const newestToUndo = (entries: Entries): string | undefined =>
  entries.find(({ undone, undoes, undoable }) => undone === null && undoes === null && undoable === true)?.batchId;

/** The newest undo that Ctrl+Shift+Z takes back, unless something else was done since. */
const newestToRedo = (entries: Entries): string | undefined => {
  const undoes = new Map(entries.map((entry) => [entry.batchId, entry.undoes]));
  for (const { batchId, undone, undoes: target } of entries) {
    if (undone !== null) continue;
    if (target === null) return undefined;
    // An undo of an undo did its change again.
    if ((undoes.get(target) ?? null) === null) return batchId;
  }
  return undefined;
};

const takeLatest = async (direction: Direction): Promise<void> => {
  await last;
  const { entries } = await call('GET /api/history', { query: { by: 'me', limit: 50 } });
  // Marking families as told is no change of the studio: its toast and the history take it back.
  const recent = entries.filter(({ at, kind }) => kind !== 'families' && Date.now() - Date.parse(at) < reach);
  const batchId = direction === 'undo' ? newestToUndo(recent) : newestToRedo(recent);
  if (batchId === undefined) return toast({ title: texts[direction].none, tone: 'neutral' });
  // What one press saved in several batches is one action.
  const action = stacks()[direction].find((one) => one.includes(batchId)) ?? [batchId];
  await inTurn(action, direction);
};

/** Undoes or redoes the newest change of this person, as the server remembers it. */
export const takeNewest = (direction: Direction): void => {
  takeLatest(direction).catch((error: unknown) =>
    toast({
      title: texts[direction].failed,
      description: error instanceof Error ? error.message : String(error),
      tone: 'destructive',
    }),
  );
};
