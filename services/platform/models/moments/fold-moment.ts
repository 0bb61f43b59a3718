import { instantOf, type Instant } from '@rondo/contracts/calendar/instants.ts';
import { foldInto, memoryRows, type MemoryRows, sizeOf } from '@rondo/projections/moments/memory-rows.ts';
import { recordedAtOf } from '@rondo/projections/runner/events.ts';
import type { ReadModel } from '@rondo/projections/runner/read-model.ts';
import type { Position, SourceEvent } from '@rondo/projections/runner/source.ts';
import type { EventStore } from '../../log/event-store.ts';
import { pauses } from '@rondo/projections/pacing/pauses.ts';

/**
 * A moment of the past: everything before the first event that was recorded after an instant, or everything up to and including a position in
 * the log.
 */
export type At = { readonly instant: Instant } | { readonly position: Position };

/** An event's place in the log and in its stream, and when it happened. */
export type Place = Pick<SourceEvent, 'position' | 'stream' | 'revision' | 'eventId'> & {
  readonly recordedAt: Instant;
};

/** A studio's rows of one read model at a moment, and what is needed to continue to a later moment. */
export type RowsThen = {
  readonly rows: MemoryRows;
  /** The last event that they include; null before the first. */
  readonly last: Place | null;
  /** The event after it; null when the log had none up to `readUpTo`. */
  readonly next: Place | null;
  readonly readUpTo: Position | null;
  /** The last revision read of each stream. */
  readonly revisions: ReadonlyMap<string, number>;
};

/** The same, and the rows at some moments on the way there, from which moments in between can be reached. */
export type MomentRows = RowsThen & { readonly onTheWay: readonly RowsThen[] };

/** The log after some rows, in order. */
export type LogAfter = {
  /** Some of the next events that a moment includes; none once it includes no more. */
  readonly upTo: (at: At) => Promise<readonly SourceEvent[]>;
  /** The first event that the last moment did not include; undefined at the log's end. */
  readonly next: () => SourceEvent | undefined;
};

export const nothingYet = (): MomentRows => ({
  rows: memoryRows(),
  last: null,
  next: null,
  readUpTo: null,
  revisions: new Map(),
  onTheWay: [],
});

export const placeOf = (event: SourceEvent): Place => {
  const { position, stream, revision, eventId } = event;
  return { position, stream, revision, eventId, recordedAt: instantOf(recordedAtOf(event)) };
};

/** How many events rows were folded from. */
export const eventsIn = ({ revisions }: Pick<RowsThen, 'revisions'>): number =>
  [...revisions.values()].reduce((sum, revision) => sum + revision + 1, 0);

/** True for a place after a moment. */
export const isAfter = (
  store: Pick<EventStore, 'compare'>,
  { position, recordedAt }: Pick<Place, 'position' | 'recordedAt'>,
  at: At,
): boolean => ('instant' in at ? recordedAt > at.instant : store.compare(position, at.position) > 0);

/** True if rows are those of a moment, when the log ends at `head`. */
export const covers = (
  store: Pick<EventStore, 'compare'>,
  { last, next, readUpTo }: RowsThen,
  at: At,
  head: Position | null,
): boolean => {
  if (last && isAfter(store, last, at)) return false;
  if (next) return isAfter(store, next, at);
  return store.compare(readUpTo, head) === 0 || ('position' in at && store.compare(at.position, readUpTo) <= 0);
};

/** How many events are folded at once, without yielding to other requests. */
const mostAtOnce = 100;

/** How many events are between rows on the way to a moment, at first. */
export const usualGap = 500;

/** Rows on the way to a moment: at most this many. */
export const mostOnTheWay = 32;

/** Remembers rows on the way, spread evenly however many events there are. */
const waypoints = (gap: number) => {
  let points: RowsThen[] = [];
  let [between, since] = [gap, 0];
  /** Complete once the event after it is known. */
  let latest: Omit<RowsThen, 'next'> | null = null;
  return {
    passed: (events: readonly SourceEvent[]): void => {
      since += events.length;
      const [next] = events;
      if (!latest || !next) return;
      points.push({ ...latest, next: placeOf(next) });
      latest = null;
      if (points.length < mostOnTheWay) return;
      points = points.filter((_, i) => i % 2 === 1);
      between *= 2;
    },
    reached: (rowsNow: () => Omit<RowsThen, 'next'>): void => {
      if (since < between) return;
      since = 0;
      latest = rowsNow();
    },
    points: () => points,
  };
};

type Changed = { readonly rows: MemoryRows; readonly revisions: Map<string, number>; readonly last: Place };

/**
 * Folds rows further, up to a moment.
 * @param log what follows the rows
 * @param gap the least number of events between two sets of rows on the way
 */
export const carryOn = async (
  model: ReadModel,
  base: RowsThen,
  { log, at, head, gap }: { readonly log: LogAfter; readonly at: At; readonly head: Position; readonly gap: number },
): Promise<MomentRows> => {
  let changed: Changed | null = null;
  const onTheWay = waypoints(gap);
  const pause = pauses();
  const batch = Math.min(mostAtOnce, gap);
  for (let events = await log.upTo(at); events.length > 0; events = await log.upTo(at)) {
    for (let done = 0; done < events.length; done += batch) {
      const part = events.slice(done, done + batch);
      const last = part.at(-1);
      if (!last) break;
      const { rows, revisions }: Omit<Changed, 'last'> = changed ?? {
        rows: base.rows.copy(),
        revisions: new Map(base.revisions),
      };
      onTheWay.passed(part);
      await foldInto(rows, model, part);
      for (const { stream, revision } of part) revisions.set(stream, revision);
      const reached: Changed = { rows, revisions, last: placeOf(last) };
      changed = reached;
      onTheWay.reached(() => ({ ...reached, rows: rows.copy(), revisions: new Map(revisions), readUpTo: head }));
      await pause();
    }
  }
  const next = log.next();
  const then = { next: next ? placeOf(next) : null, readUpTo: head };
  return changed ? { ...changed, ...then, onTheWay: onTheWay.points() } : { ...base, ...then, onTheWay: [] };
};

const sizeOfRows = async ({ rows, revisions }: RowsThen, later: RowsThen | undefined): Promise<number> =>
  (await rows.sizeBeside(later?.rows)) + sizeOf([...revisions]);

/** An estimate of the bytes that rows take. What rows on the way share with the ones after them counts once. */
export const bytesOf = async (rows: MomentRows): Promise<number> => {
  const inOrder = [...rows.onTheWay, rows];
  let bytes = 0;
  for (const [i, one] of inOrder.entries()) bytes += await sizeOfRows(one, inOrder[i + 1]);
  return bytes;
};
