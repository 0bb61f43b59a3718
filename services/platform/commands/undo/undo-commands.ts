import type { EventCategory } from '@rondo/contracts/events/event.ts';
import { parseStreamName } from '@rondo/contracts/events/stream-name.ts';
import type { CommandContext } from '../aggregate.ts';
import type { Executed } from '../command-handler.ts';
import { NotFound, NotYet, DomainError, RuleBroken } from '../../kit/errors.ts';
import { pauses } from '@rondo/projections/pacing/pauses.ts';
import type { Growth, StudioSizes } from '../studio-sizes.ts';

type Done = Executed<EventCategory>;

/** The steps of an undo: people return before their lessons do, and go after them; a teacher goes after the students assigned there, and a family after its members. */
export const undoOrder = {
  studio: { returns: 0, goes: 0 },
  backups: { returns: 0, goes: 0 },
  calendar: { returns: 0, goes: 0 },
  timeoff: { returns: 0, goes: 0 },
  day: { returns: 0, goes: 0 },
  notes: { returns: 0, goes: 0 },
  messages: { returns: 0, goes: 0 },
  inquiry: { returns: 0, goes: 0 },
  branch: { returns: 0, goes: 0 },
  teacher: { returns: 0, goes: 4 },
  household: { returns: 0, goes: 4 },
  report: { returns: 1, goes: 1 },
  student: { returns: 1, goes: 3 },
  schedule: 2,
  billing: { returns: 2, goes: 2 },
} as const;

/** Some streams of the batch are undone, one can no longer be: the others stay undone, and the message says so. */
export class UndoneInPart extends RuleBroken {
  constructor(cause: DomainError) {
    const details = cause instanceof RuleBroken ? cause.details : {};
    super(`${cause.message} The rest of this change was undone.`, details, { cause });
  }
}

/** What an undo did to one stream. */
export type UndoneStream = { readonly stream: string; readonly executed: Done };

/** One thing that an undo changes, in a sentence without a full stop. Several effects on one thing have one id. */
export type UndoEffect = {
  readonly kind: 'lessons' | 'students' | 'teachers' | 'families' | 'invoices' | 'reports';
  readonly id: string;
  readonly sentence: string;
};

/** One stream's share of an undo. However many of the batch's commands reached the stream, undoing them is one command. */
export type UndoPart = {
  /** Its step, as in `undoOrder`. */
  readonly order: number;
  /** What this same undo already did to the stream, when it is retried. */
  readonly done: Done | null;
  /** True when another undo has already undone the stream's share. */
  readonly isUndone: boolean;
  /**
   * Whether it changes anything, given the stream's present state: not if its days have passed, and not if nothing is left to do.
   * @throws RuleBroken when something was changed since
   */
  readonly check: () => Promise<'changes' | 'passed' | 'nothing'>;
  /** What it adds to the studio's size, after `check`. */
  readonly growth?: () => Promise<Growth>;
  /** What it would change, given the stream's present state; absent for what no screen counts. @throws RuleBroken */
  readonly effects?: () => Promise<readonly UndoEffect[]>;
  /** @throws RuleBroken */
  readonly carryOut: () => Promise<Done>;
  /** It depends on no other part of its step, so that they can be carried out at the same time. */
  readonly isApart?: boolean;
};

/** What a batch did to one stream. */
export type Share = {
  readonly batchId: string;
  readonly stream: string;
  /** The ids under which the batch's events are recorded there: reactors of earlier versions recorded theirs under ids of their own. */
  readonly recordedAs: readonly string[];
};

/** How the streams of one category undo a batch. */
export type Undoable = {
  /** The parts of several streams, in the order of their shares. */
  readonly partsOf: (context: CommandContext, shares: readonly Share[]) => Promise<readonly UndoPart[]>;
  /** Called before several of its streams are carried out, to read them together. */
  readonly prepare?: (streams: readonly string[]) => Promise<void>;
};

/** What an undo needs of the process. */
export type Undoing = {
  /** Resolves to true once the reactors have finished with everything in the log, to false when they take long. */
  readonly settled: () => Promise<boolean>;
  /** The streams that a batch reached, including events that reactors appended on its behalf, each with `recordedAs`. */
  readonly streamsOf: (studioId: string, batchId: string) => Promise<ReadonlyMap<string, readonly string[]>>;
  /** By category; a batch that reached any other category cannot be undone. */
  readonly undoables: Readonly<Record<string, Undoable>>;
  readonly sizes: StudioSizes;
};

type StreamPart = UndoPart & { readonly stream: string; readonly undoable: Undoable };

/** Streams of a batch that are read or undone at the same time: an import has thousands. */
const atOnce = 100;

const inGroups = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / atOnce) }, (_, i) => items.slice(i * atOnce, (i + 1) * atOnce));

/** What a batch did, stream by stream, category by category. @throws RuleBroken when one cannot be undone */
const partsOf = async (
  undoables: Undoing['undoables'],
  context: CommandContext,
  shares: readonly Share[],
): Promise<StreamPart[]> => {
  const parts: StreamPart[] = [];
  for (const [category, own] of Map.groupBy(shares, ({ stream }) => parseStreamName(stream).category)) {
    const undoable = undoables[category];
    if (!undoable) throw new RuleBroken('This cannot be undone.');
    for (const group of inGroups(own)) {
      const read = await undoable.partsOf(context, group);
      read.forEach((part, i) => parts.push({ ...part, stream: group[i]?.stream ?? '', undoable }));
    }
  }
  return parts;
};

/** Consecutive parts that can be carried out at the same time. */
const groupsOf = (parts: readonly StreamPart[]): StreamPart[][] => {
  const groups: StreamPart[][] = [];
  for (const part of parts) {
    const group = groups.at(-1);
    const [first] = group ?? [];
    const joins =
      part.isApart === true &&
      first?.isApart === true &&
      first.order === part.order &&
      first.undoable === part.undoable;
    if (group && joins && group.length < atOnce) group.push(part);
    else groups.push([part]);
  }
  return groups;
};

/** Checks every stream, so that no undo stops halfway. @throws RuleBroken of the first stream that cannot be undone */
const checkAll = async (parts: readonly StreamPart[]): Promise<('changes' | 'passed' | 'nothing')[]> => {
  const checked: PromiseSettledResult<'changes' | 'passed' | 'nothing'>[] = [];
  for (const group of inGroups(parts))
    checked.push(...(await Promise.allSettled(group.map(async ({ check }) => check()))));
  return checked.map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  });
};

const growthOf = async (parts: readonly StreamPart[]): Promise<Growth> => {
  const sum = { students: 0, teachers: 0, lessons: 0, teachersOfStudent: 0 };
  const pause = pauses();
  for (const { growth } of parts) {
    const { students = 0, teachers = 0, lessons = 0, teachersOfStudent = 0 } = (await growth?.()) ?? {};
    sum.students += students;
    sum.teachers += teachers;
    sum.lessons += lessons;
    sum.teachersOfStudent = Math.max(sum.teachersOfStudent, teachersOfStudent);
    await pause();
  }
  return sum;
};

/** Adds to `done` each stream as it is undone, also when another stream then fails. */
const carryOutAll = async (parts: readonly StreamPart[], done: UndoneStream[]): Promise<void> => {
  for (const group of groupsOf(parts)) {
    const [first] = group;
    if (group.length > 1) await first?.undoable.prepare?.(group.map(({ stream }) => stream));
    const results = await Promise.allSettled(group.map(async ({ carryOut }) => carryOut()));
    const failed: unknown[] = [];
    for (const [i, result] of results.entries()) {
      if (result.status === 'rejected') failed.push(result.reason);
      else done.push({ stream: group[i]?.stream ?? '', executed: result.value });
    }
    if (failed.length > 0) throw failed[0];
  }
};

/** The batch that an undo appended, if it has appended anything. */
export const batchOfUndo = (undone: readonly UndoneStream[]): string | null =>
  undone.find(({ executed }) => executed.batchId !== null)?.executed.batchId ?? null;

/** The parts of an undo in their order, and whether the reactors have finished with the batch. @throws NotFound, RuleBroken */
const partsInOrder = async (
  { settled, streamsOf, undoables }: Undoing,
  context: CommandContext,
  batchId: string,
): Promise<StreamPart[]> => {
  const isSettled = await settled();
  const streams = await streamsOf(context.studioId, batchId);
  if (isSettled && streams.size === 0) throw new NotFound('There is no such change.');
  const shares = [...streams].map(([stream, recordedAs]) => ({ batchId, stream, recordedAs }));
  const unordered = await partsOf(undoables, context, shares);
  // Not before the streams were read: a repeated undo names its batch in any answer.
  if (!isSettled) throw new NotYet('This change is still being carried out. Please try again in a moment.');
  return unordered.toSorted((a, b) => a.order - b.order);
};

/** @throws RuleBroken when an undo would change nothing */
const refuseWithoutChanges = (checked: readonly ('changes' | 'passed' | 'nothing')[]): void => {
  if (checked.includes('changes')) return;
  throw new RuleBroken(
    checked.includes('passed')
      ? 'The dates of this change have passed, so it can no longer be undone.'
      : 'There is nothing to undo.',
  );
};

const refuseUndone = (): never => {
  throw new RuleBroken('This change has already been undone.');
};

/** The sentence with which a refused part of an undo would be answered; null where nothing refuses. @throws what is no refusal */
export const refusalOf = async (attempt: () => Promise<unknown>): Promise<string | null> => {
  try {
    await attempt();
    return null;
  } catch (error) {
    if (error instanceof RuleBroken) return error.message;
    throw error;
  }
};

/** What an undo would do and why it would be refused, without doing it. @throws NotFound */
export const previewUndo = async (
  undoing: Undoing,
  command: CommandContext,
  batchId: string,
): Promise<{ readonly effects: readonly UndoEffect[]; readonly refusal: string | null }> => {
  const effects: UndoEffect[] = [];
  const refusal = await refusalOf(async () => {
    const parts = await partsInOrder(undoing, { ...command, undoes: batchId }, batchId);
    const open = parts.filter(({ isUndone }) => !isUndone);
    if (open.length === 0) refuseUndone();
    for (const group of inGroups(open)) {
      const read = await Promise.allSettled(group.map(async (part) => (await part.effects?.()) ?? []));
      effects.push(...read.flatMap((result) => (result.status === 'fulfilled' ? result.value : [])));
    }
    refuseWithoutChanges(await checkAll(open));
    await undoing.sizes.adding(command.studioId, await growthOf(open), async () => undefined);
  });
  return { effects, refusal };
};

/** Undoes a batch in every stream that it reached. @throws NotFound, RuleBroken, UndoneInPart */
export const undoInStreams = async (
  undoing: Undoing,
  command: CommandContext,
  batchId: string,
): Promise<UndoneStream[]> => {
  const context: CommandContext = { ...command, undoes: batchId };
  const parts = await partsInOrder(undoing, context, batchId);
  const undone = parts.flatMap(({ stream, done }) => (done ? { stream, executed: done } : []));
  const open = parts.filter(({ done, isUndone }) => !done && !isUndone);
  const isRetry = undone.length > 0;
  if (!isRetry && open.length === 0) refuseUndone();
  try {
    const checked = await checkAll(open);
    if (!isRetry) refuseWithoutChanges(checked);
    // What a retry completes was admitted when it began.
    const growth = isRetry ? {} : await growthOf(open);
    await undoing.sizes.adding(context.studioId, growth, () => carryOutAll(open, undone));
  } catch (error) {
    throw error instanceof DomainError && batchOfUndo(undone) !== null ? new UndoneInPart(error) : error;
  }
  return undone;
};
