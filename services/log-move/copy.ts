import { allCategories, studioCategories } from '@rondo/contracts/events/categories.ts';
import { erasureEvents } from '@rondo/contracts/events/erasures.ts';
import { parseStreamName } from '@rondo/contracts/events/stream-name.ts';
import { recordedAtOf } from '@rondo/projections/runner/events.ts';
import type { Position, SourceEvent } from '@rondo/projections/runner/source.ts';
import { appendInParts } from '../platform/log/append-in-parts.ts';
import {
  AppendTooLarge,
  LogUnavailable,
  StreamDeleted,
  WrongExpectedRevision,
  type EventStore,
  type NewEvent,
} from '../platform/log/event-store.ts';
import { identityStream } from '../platform/log/identity.ts';
import { goesOn, MoveStopped, type Progress } from './progress.ts';

/** Items that may wait in all lanes together: what the copy needs of memory. */
const mostWaiting = 4000;
/** Runs that are worked on at the same time. */
const mostAtOnce = 32;

/**
 * Works on items in lanes: in order within a lane, lanes side by side, consecutive items together as long as they go with each other.
 * Adding pauses when too many wait.
 */
const lanes = <Item>({
  goesWith,
  work,
}: {
  readonly goesWith: (run: readonly Item[], next: Item) => boolean;
  readonly work: (run: readonly Item[]) => Promise<void>;
}) => {
  const waiting = new Map<string, Item[]>();
  const running = new Set<Promise<void>>();
  let count = 0;
  let failure: { readonly error: unknown } | undefined;
  let bell = Promise.withResolvers<void>();
  let free = mostAtOnce;
  const queue: (() => void)[] = [];

  const ring = (): void => {
    bell.resolve();
    bell = Promise.withResolvers<void>();
  };

  const acquire = (): Promise<void> => {
    if (free > 0) {
      free -= 1;
      return Promise.resolve();
    }
    return new Promise((resolve) => queue.push(resolve));
  };
  const release = (): void => {
    const next = queue.shift();
    if (next) next();
    else free += 1;
  };

  const nextRun = (lane: Item[]): Item[] => {
    const run: Item[] = [];
    for (let item = lane[0]; item !== undefined && (run.length === 0 || goesWith(run, item)); item = lane[run.length])
      run.push(item);
    lane.splice(0, run.length);
    return run;
  };

  const runLane = async (key: string, lane: Item[]): Promise<void> => {
    while (lane.length > 0 && !failure) {
      await acquire();
      const run = nextRun(lane);
      try {
        if (!failure) await work(run);
      } catch (error) {
        failure ??= { error };
      } finally {
        release();
        count -= run.length;
        ring();
      }
    }
    waiting.delete(key);
  };

  const start = (key: string): Item[] => {
    const lane: Item[] = [];
    waiting.set(key, lane);
    // Begins once the items that are added in this turn are there.
    const ran = Promise.resolve()
      .then(() => runLane(key, lane))
      .finally(() => running.delete(ran));
    running.add(ran);
    return lane;
  };

  const isFull = (): boolean => count >= mostWaiting && !failure;

  const stopIfFailed = (): void => {
    if (failure) throw failure.error;
  };

  return {
    /** Adds an item to a lane, once there is room. @throws what the work has thrown */
    add: async (key: string, item: Item): Promise<void> => {
      while (isFull()) await bell.promise;
      stopIfFailed();
      (waiting.get(key) ?? start(key)).push(item);
      count += 1;
    },
    /** Resolves once everything is worked on. @throws what the work has thrown */
    done: async (): Promise<void> => {
      while (running.size > 0) await Promise.all(running);
      stopIfFailed();
    },
  };
};

/** Consecutive events of one stream that are appended together. */
const eventsAnAppend = 100;

const copied: ReadonlySet<string> = new Set([...studioCategories, erasureEvents].map(({ name }) => name));

/** The newest version of every event type. */
const versions = new Map(
  allCategories.flatMap(({ definitions }) => definitions.map(({ type, version }) => [type, version] as const)),
);

/** @throws MoveStopped for an event that this Rondo does not know */
const refuseNewer = ({ stream, revision, type, metadata }: SourceEvent): void => {
  const known = versions.get(type);
  if (copied.has(parseStreamName(stream).category) && known !== undefined && metadata.schemaVersion <= known) return;
  throw new MoveStopped(
    `Event ${revision} of ${stream} (${type}, version ${metadata.schemaVersion}) is none that this Rondo knows: a newer one wrote it. Install that one, and move the log with it.`,
  );
};

const newEvent = (event: SourceEvent): NewEvent => {
  const { eventId, type, data, metadata } = event;
  return { eventId, type, data, metadata: { ...metadata, importedRecordedAt: recordedAtOf(event) } };
};

/** What a stream of the target has. */
type Contents = { readonly events: number; readonly lastId: string | null };

const contentsOf = async (target: EventStore, stream: string): Promise<Contents> => {
  const [last] = await target.readStream(stream, { direction: 'backwards', limit: 1 });
  return last ? { events: last.revision + 1, lastId: last.eventId } : { events: 0, lastId: null };
};

/** @throws MoveStopped in place of errors that the operator can do something about */
const explained = (error: unknown, stream: string): unknown => {
  if (error instanceof WrongExpectedRevision)
    return new MoveStopped(`The target has other events under the name ${stream}.`, { cause: error });
  if (error instanceof StreamDeleted)
    return new MoveStopped(`${stream} was deleted in the target, but not in the log that is moved.`, { cause: error });
  if (error instanceof AppendTooLarge)
    return new MoveStopped(
      `${error.message} Raise EVENTSTORE_MAX_APPEND_SIZE, in the server's settings and in Rondo's. ${goesOn}`,
      { cause: error },
    );
  if (error instanceof LogUnavailable) return new MoveStopped(`${error.message} ${goesOn}`, { cause: error });
  return error;
};

/**
 * Copies every event that the target lacks: the same ids, revisions, types, data and metadata, with the first recorded time; each studio's events
 * in their order in the source, studios side by side. What the target already has is left alone.
 * @returns how many events were appended, and the end of the source
 * @throws MoveStopped
 */
export const copyEvents = async ({
  source,
  target,
  isFresh,
  progress,
  onEvents,
}: {
  readonly source: EventStore;
  readonly target: EventStore;
  /** The target has no events yet. */
  readonly isFresh: boolean;
  readonly progress: Progress;
  /** Receives every event of the source, in its order. */
  readonly onEvents: (events: readonly SourceEvent[]) => Promise<void>;
}) => {
  const known = new Map<string, Contents>();
  let appended = 0;
  let read = 0;

  /** The events of a run that the target lacks. @throws MoveStopped when it has others in their place */
  const missing = async (stream: string, run: readonly SourceEvent[]): Promise<readonly SourceEvent[]> => {
    const there = known.get(stream) ?? (isFresh ? { events: 0, lastId: null } : await contentsOf(target, stream));
    const last = run.find(({ revision }) => revision === there.events - 1);
    if (last && there.lastId !== null && last.eventId !== there.lastId)
      throw new MoveStopped(`The target has other events under the name ${stream}.`);
    known.set(stream, there);
    return run.filter(({ revision }) => revision >= there.events);
  };

  const copyRun = async (run: readonly SourceEvent[]): Promise<void> => {
    const stream = run[0]?.stream ?? '';
    try {
      const lacking = await missing(stream, run);
      const [first] = lacking;
      const last = lacking.at(-1);
      if (!first || !last) return;
      await appendInParts(target, stream, { revision: first.revision, events: lacking.map(newEvent) });
      known.set(stream, { events: last.revision + 1, lastId: null });
      appended += lacking.length;
    } catch (error) {
      throw explained(error, stream);
    }
  };

  const goesWith = (run: readonly SourceEvent[], next: SourceEvent): boolean =>
    run.length < eventsAnAppend && run[0]?.stream === next.stream;
  const studios = lanes<SourceEvent>({ goesWith, work: copyRun });

  const head = await source.head();
  const shareAt = (position: Position): number => {
    const [done, all] = [source.compare(position, null), source.compare(head, null)];
    return all <= 0 ? 1 : Math.min(1, done / all);
  };
  const stop = new AbortController();
  if (head !== null)
    for await (const { events, upTo, caughtUp } of source.subscribe({
      after: null,
      prefixes: [''],
      signal: stop.signal,
    })) {
      const own = events.filter(({ stream }) => stream !== identityStream);
      own.forEach(refuseNewer);
      await onEvents(own);
      for (const event of own) await studios.add(parseStreamName(event.stream).studioId ?? '', event);
      read += own.length;
      progress.reached('Copied', shareAt(upTo), read);
      if (caughtUp && source.compare(upTo, head) >= 0) stop.abort();
    }
  await studios.done();
  return { appended, head };
};
