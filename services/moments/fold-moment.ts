import { setImmediate as turn } from 'node:timers/promises';
import { instantOf, type Instant } from '@rondo/contracts/calendar/instants.ts';
import { parseStreamName } from '@rondo/contracts/events/stream-name.ts';
import { foldInto, memoryRows, type MemoryRows } from '@rondo/projections/moments/memory-rows.ts';
import { sizeOf } from '@rondo/projections/moments/size.ts';
import { recordedAtOf } from '@rondo/projections/runner/events.ts';
import type { ReadModel } from '@rondo/projections/runner/read-model.ts';
import type { Position, SourceEvent } from '@rondo/projections/runner/source.ts';
import type { EventStore } from '../event-store/event-store.ts';

/**
 * A moment of the past: everything before the first event that was recorded after an instant, or everything up to and including a position in
 * the log.
 */
export type At = { readonly instant: Instant } | { readonly position: Position };

/** The position of an event in the log, and when it happened. */
type Place = { readonly position: Position; readonly recordedAt: Instant };

/** A studio's rows of one read model at a moment, and what is needed to continue to a later moment. */
export type MomentRows = {
  readonly rows: MemoryRows;
  /** The last event that they include; null before the first. */
  readonly last: Place | null;
  /** The event after it; null when the log had none up to `readUpTo`. */
  readonly next: Place | null;
  readonly readUpTo: Position | null;
  /** The last revision read of each stream. */
  readonly revisions: ReadonlyMap<string, number>;
  readonly bytes: number;
};

export const nothingYet = (): MomentRows => ({
  rows: memoryRows(),
  last: null,
  next: null,
  readUpTo: null,
  revisions: new Map(),
  bytes: 0,
});

const placeOf = (event: SourceEvent): Place => ({
  position: event.position,
  recordedAt: instantOf(recordedAtOf(event)),
});

/** True for a place after a moment. */
export const isAfter = (store: Pick<EventStore, 'compare'>, { position, recordedAt }: Place, at: At): boolean =>
  'instant' in at ? recordedAt > at.instant : store.compare(position, at.position) > 0;

/** True if rows are those of a moment, when the log ends at `head`. */
export const covers = (
  store: Pick<EventStore, 'compare'>,
  { last, next, readUpTo }: MomentRows,
  at: At,
  head: Position | null,
): boolean => {
  if (last && isAfter(store, last, at)) return false;
  if (next) return isAfter(store, next, at);
  return store.compare(readUpTo, head) === 0 || ('position' in at && store.compare(at.position, readUpTo) <= 0);
};

const page = 1000;
/** How many further pages of a long stream are read concurrently. */
const pagesAtOnce = 3;
const streamsAtOnce = 8;

/** A stream's events after a revision, up to the first one after the moment, none beyond the head. */
const restOf = async (
  store: EventStore,
  { stream, after, head, at }: { stream: string; after: number; head: Position; at: At },
): Promise<SourceEvent[]> => {
  const events: SourceEvent[] = [];
  const readPage = (from: number) => store.readStream(stream, { from, limit: page });
  /** @returns whether the stream has more events */
  const take = (read: readonly SourceEvent[]): boolean => {
    const last = read.at(-1);
    if (!last) return false;
    const isWhole = store.compare(last.position, head) <= 0;
    events.push(...(isWhole ? read : read.filter(({ position }) => store.compare(position, head) <= 0)));
    return isWhole && read.length === page && !isAfter(store, placeOf(last), at);
  };
  let from = after + 1;
  let goesOn = take(await readPage(from));
  while (goesOn) {
    const next = Array.from({ length: pagesAtOnce }, (_, i) => readPage(from + (i + 1) * page));
    for (const read of await Promise.all(next)) goesOn &&= take(read);
    from += pagesAtOnce * page;
  }
  return events;
};

/**
 * A model's next events after the given rows, in the log's order, at least up to the first one after the moment.
 * @param streams of the studio, known at `head` or later
 */
export const eventsAfter = async (
  store: EventStore,
  model: ReadModel,
  { streams, base, head, at }: { streams: readonly string[]; base: MomentRows; head: Position; at: At },
): Promise<SourceEvent[]> => {
  const own = streams.filter((stream) => model.categories.includes(parseStreamName(stream).category));
  const waiting = [...own];
  const events: SourceEvent[] = [];
  const read = async (): Promise<void> => {
    for (let stream = waiting.pop(); stream !== undefined; stream = waiting.pop())
      events.push(...(await restOf(store, { stream, after: base.revisions.get(stream) ?? -1, head, at })));
  };
  await Promise.all(Array.from({ length: streamsAtOnce }, read));
  return events.toSorted((a, b) => store.compare(a.position, b.position));
};

/** How many events are folded before the event loop yields to other requests. */
const batch = 250;

/** Folds rows further, up to a moment. @param events those after the rows, in the log's order */
export const carryOn = async (
  store: EventStore,
  model: ReadModel,
  { base, events, head, at }: { base: MomentRows; events: readonly SourceEvent[]; head: Position; at: At },
): Promise<MomentRows> => {
  const found = events.findIndex((event) => isAfter(store, placeOf(event), at));
  const [own, next] = found < 0 ? [events, null] : [events.slice(0, found), events[found] ?? null];
  const place = { next: next && placeOf(next), readUpTo: head };
  const last = own.at(-1);
  if (!last) return { ...base, ...place };
  const rows = base.rows.copy();
  const revisions = new Map(base.revisions);
  for (let i = 0; i < own.length; i += batch) {
    const part = own.slice(i, i + batch);
    await foldInto(rows, model, part);
    for (const { stream, revision } of part) revisions.set(stream, revision);
    await turn();
  }
  const bytes = model.tables.reduce((sum, table) => sum + sizeOf(rows.of(table)), sizeOf([...revisions]));
  return { rows, last: placeOf(last), ...place, revisions, bytes };
};
