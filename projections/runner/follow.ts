import { setTimeout as delay } from 'node:timers/promises';
import { CheckpointMoved, type Applied } from './apply.ts';
import type { Parked } from '../rows/row-storage.ts';
import { batchesInOrder } from './batches.ts';
import {
  createGeneration,
  exclusions,
  findBuilding,
  goLive,
  liveGeneration,
  parkedStudiosThatStop,
  type Generation,
  type RowsAndLog,
} from './registry.ts';
import { prefixesOf, type ReadModel } from './read-model.ts';
import type { Delivery, EventSource, Position, SourceEvent } from './source.ts';
import type { ModelProgress } from './model-progress.ts';

/** How often a checkpoint is written when no event concerns the model. */
const idleCheckpointMilliseconds = 5000;
/** Doubles, up to five seconds, while a model keeps failing without progress. */
const firstRetryMilliseconds = 100;

/** About how many bytes of events are applied in one transaction, so that a few large ones do not keep a model from the events after them. */
const mostBytes = 512 * 1024;
/** About what one entry of a list in an event takes. */
const entryBytes = 150;

/** A rough size, without writing the event as JSON again: lists are what makes an event large. */
const sizeOf = ({ data }: SourceEvent): number => {
  let bytes = entryBytes;
  if (typeof data !== 'object' || data === null) return bytes;
  for (const value of Object.values(data)) {
    if (Array.isArray(value)) bytes += value.length * entryBytes;
    else if (typeof value === 'string') bytes += value.length;
  }
  return bytes;
};

/** A delivery in pieces of limited size, each of one event at least. Events that share a position stay together. */
export function* piecesOf(delivery: Delivery, most = mostBytes): Generator<Delivery> {
  let events: SourceEvent[] = [];
  let bytes = 0;
  for (const event of delivery.events) {
    const size = sizeOf(event);
    const last = events.at(-1);
    if (last && bytes + size > most && last.position !== event.position) {
      yield { events, upTo: last.position, caughtUp: false };
      events = [];
      bytes = 0;
    }
    events.push(event);
    bytes += size;
  }
  yield { ...delivery, events };
}

export type Problem = { readonly model: string; readonly error: unknown; readonly parked?: Parked };

type Following = RowsAndLog & {
  readonly report: (problem: Problem) => void;
  /** Tells other processes how far the live generation has read. */
  readonly announce: (model: ReadModel, schema: string, position: string) => void;
};

/** The log ends before the position that a generation has read: an older copy of it was restored. */
class LogOlderThanModel extends Error {}

/** The state of one following session. */
type Session = {
  /** Aborted when the session ends: what it read no longer counts, and the next session starts from the stored checkpoint. */
  readonly signal: AbortSignal;
  readonly batches: ReturnType<typeof batchesInOrder>;
  readonly erased: Set<string>;
  readonly parked: Set<string>;
  lastWrite: number;
};

/** Follows the log for one model until the signal aborts or too many studios are parked. */
const followOnce = async (following: Following, progress: ModelProgress, signal: AbortSignal): Promise<void> => {
  const { db, source, report } = following;
  const { model } = progress;
  const live = await liveGeneration(db, model);
  const start = live ? await unlessAhead(source, live) : undefined;
  if (live && !start) report({ model: model.name, error: new LogOlderThanModel(olderLog(live)) });
  const generation = start ?? (await findBuilding(db, model)) ?? (await createGeneration(db, model, 'building'));
  const excluded = await exclusions(db, generation);
  const session: Session = {
    signal,
    batches: batchesInOrder(db, model, generation, excluded),
    ...excluded,
    lastWrite: 0,
  };
  progress.learn({
    state: start ? 'live' : 'building',
    schema: generation.schema,
    // This generation may be behind the one followed before it.
    seen: generation.position,
    parked: session.parked.size,
    lastError: live && !start ? olderLog(live) : null,
  });
  if (stopsWhenParked(progress, session)) return;
  try {
    for await (const delivery of source.subscribe({
      after: generation.position,
      prefixes: prefixesOf(model),
      signal,
    })) {
      for (const piece of piecesOf(delivery)) {
        await handle(following, progress, session, piece);
        if (stopsWhenParked(progress, session)) return;
      }
    }
  } finally {
    // However the session ends, finish the writes in progress before the next one starts.
    await session.batches.settled();
  }
};

/** A reactor keeps going: if it stopped, other studios would lose effects that nothing else produces. */
const stopsWhenParked = (progress: ModelProgress, { parked }: Session): boolean => {
  if (progress.model.react || parked.size < parkedStudiosThatStop) return false;
  progress.learn({ state: 'stopped', lastError: `${parked.size} studios are parked.` });
  return true;
};

const olderLog = ({ schema, position }: Generation): string =>
  `The log ends before ${position}, which ${schema} has already read. An older copy of the log was restored; the read model is being rebuilt.`;

/** A generation that has read past the log's end belongs to another history and must not be followed. */
const unlessAhead = async (source: EventSource, generation: Generation): Promise<Generation | undefined> => {
  if (generation.position === null) return generation;
  const head = await source.head();
  const isAhead = head === null ? !isBeginning(generation.position) : source.compare(head, generation.position) < 0;
  return isAhead ? undefined : generation;
};

/** The positions that engines report for an empty log; EventStoreDB also sends a checkpoint at its first byte. */
const isBeginning = (position: string): boolean =>
  position === '0' || position.includes('-1') || position === 'C:0/P:0';

/** Applies a delivery. Waits for the write only at the log's end; far from it, the next delivery is prepared in the meantime. */
const handle = async (
  following: Following,
  progress: ModelProgress,
  session: Session,
  delivery: Delivery,
): Promise<void> => {
  const { model } = progress;
  const { batches, signal } = session;
  const { schema, position } = batches.generation();
  const { upTo, caughtUp } = delivery;
  const reached = (): void => {
    if (signal.aborted) return;
    progress.learn({ parked: session.parked.size, lastError: null });
    progress.saw(schema, upTo);
    if (progress.state === 'live') following.announce(model, schema, upTo);
  };
  const onWritten = (applied: Applied): void => {
    for (const parked of applied.parked) following.report({ model: model.name, error: parked.error, parked });
    if (applied.written) session.lastWrite = performance.now();
    if (!caughtUp) reached();
  };
  const due = performance.now() - session.lastWrite > idleCheckpointMilliseconds;
  const evenIfEmpty = due && upTo !== position;
  if (delivery.events.length > 0 || evenIfEmpty)
    await batches.apply({ ...delivery, evenIfEmpty }, { pipelined: !caughtUp, onWritten });
  else {
    await batches.settled();
    if (!caughtUp) reached();
  }
  if (!caughtUp) return;
  if (progress.state === 'building') {
    await following.db.transaction().execute((tx) => goLive(tx, model, batches.generation()));
    progress.learn({ state: 'live' });
  }
  reached();
};

/** Resolves when the signal aborts. */
const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

/** Follows the log for one model, retrying after every failure, until the signal aborts. */
export const keepFollowing = async (
  following: Following,
  progress: ModelProgress,
  signal: AbortSignal,
): Promise<void> => {
  let wait = firstRetryMilliseconds;
  let failedAt: Position | null | undefined;
  while (!signal.aborted) {
    try {
      await followOnce(following, progress, signal);
      if (progress.state === 'stopped') await aborted(signal);
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof CheckpointMoved)) {
        progress.learn({ lastError: error instanceof Error ? error.message : String(error) });
        following.report({ model: progress.model.name, error });
      }
      const { position } = progress.status();
      if (position !== failedAt) wait = firstRetryMilliseconds;
      failedAt = position;
      await delay(wait, undefined, { signal }).catch(() => undefined);
      wait = Math.min(wait * 2, 5000);
    }
  }
};
