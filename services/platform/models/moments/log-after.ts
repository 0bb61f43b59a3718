import { mergedWithPauses, sortedWithPauses } from '@rondo/projections/pacing/sorting.ts';
import { parseStreamName } from '@rondo/contracts/events/stream-name.ts';
import type { ReadModel } from '@rondo/projections/runner/read-model.ts';
import type { Position, SourceEvent } from '@rondo/projections/runner/source.ts';
import type { EventStore } from '../../log/event-store.ts';
import { isAfter, placeOf, type At, type LogAfter, type RowsThen } from './fold-moment.ts';

/** Most streams are short: their beginnings are read together. */
const [beginning, beginningsAtOnce] = [100, 50];
/** A long stream is read in pages, of which some are on their way while one is folded. */
const page = 1000;
const pagesAhead = 2;

/** What is to be read of a stream: its events from a revision on, up to another one if that is known to be enough. */
type Range = { readonly stream: string; readonly from: number; readonly to: number };

type Until = { readonly head: Position; readonly at: At };

type Part = {
  readonly events: readonly SourceEvent[];
  /** How far the stream was read, when it may have more that is needed; otherwise null. */
  readonly readUpTo: Position | null;
};

/** The events of a part of a stream that are needed: nothing beyond the head, and nothing further after the first one after the moment. */
const neededOf = (
  store: EventStore,
  read: readonly SourceEvent[],
  { limit, head, at }: Until & { readonly limit: number },
): Part => {
  const last = read.at(-1);
  if (!last) return { events: [], readUpTo: null };
  if (store.compare(last.position, head) > 0)
    return { events: read.filter(({ position }) => store.compare(position, head) <= 0), readUpTo: null };
  const hasMore = read.length === limit && !isAfter(store, placeOf(last), at);
  return { events: read, readUpTo: hasMore ? last.position : null };
};

/** A long stream, page by page. */
const pagesOf = (store: EventStore, { stream, from, to }: Range, until: Until) => {
  const coming: { readonly limit: number; readonly read: Promise<readonly SourceEvent[]> }[] = [];
  let next = from;
  const readAhead = (): void => {
    for (; coming.length < pagesAhead && next <= to; next += page) {
      const limit = Math.min(page, to - next + 1);
      const read = store.readStream(stream, { from: next, limit });
      // It fails when it is awaited, if it is.
      read.catch(() => undefined);
      coming.push({ limit, read });
    }
  };
  return async (): Promise<Part> => {
    readAhead();
    const first = coming.shift();
    if (!first) return { events: [], readUpTo: null };
    const part = neededOf(store, await first.read, { ...until, limit: first.limit });
    if (part.readUpTo !== null) readAhead();
    return part;
  };
};

type Long = { readUpTo: Position; readonly nextPage: () => Promise<Part> };

/** The beginnings of streams, and the streams that have more. */
const readBeginnings = async (store: EventStore, ranges: readonly Range[], until: Until) => {
  const events: SourceEvent[] = [];
  const long: Long[] = [];
  for (let done = 0; done < ranges.length; done += beginningsAtOnce) {
    const some = ranges.slice(done, done + beginningsAtOnce);
    const beginnings = await store.readStreams(some, beginning);
    some.forEach((range, i) => {
      const part = neededOf(store, beginnings[i] ?? [], { ...until, limit: beginning });
      events.push(...part.events);
      const from = range.from + beginning;
      if (part.readUpTo !== null && from <= range.to)
        long.push({ readUpTo: part.readUpTo, nextPage: pagesOf(store, { ...range, from }, until) });
    });
  }
  return { events, long };
};

/** The events of streams in the log's order, as soon as all that come before them are read. */
async function* inOrder(store: EventStore, ranges: readonly Range[], until: Until): AsyncGenerator<SourceEvent[]> {
  const inLog = (a: SourceEvent, b: SourceEvent): number => store.compare(a.position, b.position);
  const beginnings = await readBeginnings(store, ranges, until);
  let { long } = beginnings;
  let events = await sortedWithPauses(beginnings.events, inLog);
  for (;;) {
    const [slowest] = long.toSorted((a, b) => store.compare(a.readUpTo, b.readUpTo));
    const beyond = slowest ? events.findIndex(({ position }) => store.compare(position, slowest.readUpTo) > 0) : -1;
    const ready = beyond < 0 ? events.length : beyond;
    for (let done = 0; done < ready; done += page) yield events.slice(done, Math.min(done + page, ready));
    if (!slowest) return;
    const part = await slowest.nextPage();
    events = await mergedWithPauses([events.slice(ready), part.events], inLog);
    if (part.readUpTo === null) long = long.filter((one) => one !== slowest);
    else slowest.readUpTo = part.readUpTo;
  }
}

/** All events of streams up to a position, in the log's order, read while they are used. @param streams known at `head` or later */
export const eventsUpTo = (
  store: EventStore,
  streams: readonly string[],
  head: Position,
): AsyncGenerator<readonly SourceEvent[]> => {
  const ranges = streams.map((stream) => ({ stream, from: 0, to: Infinity }));
  return inOrder(store, ranges, { head, at: { position: head } });
};

/**
 * What a model's log has after the given rows, read while it is folded, at least up to the first event after a moment.
 * @param streams of the studio, known at `head` or later
 * @param later rows that are known to be after the moment: nothing is read beyond them
 */
export const logAfter = (
  store: EventStore,
  model: ReadModel,
  {
    streams,
    base,
    later,
    ...until
  }: Until & { readonly streams: readonly string[]; readonly base: RowsThen; readonly later: RowsThen | undefined },
): LogAfter => {
  const ranges = streams
    .filter((stream) => model.categories.includes(parseStreamName(stream).category))
    .map((stream) => ({
      stream,
      from: (base.revisions.get(stream) ?? -1) + 1,
      to: later ? (later.revisions.get(stream) ?? -1) : Infinity,
    }))
    .filter(({ from, to }) => from <= to);
  const parts = inOrder(store, ranges, until);
  let waiting: readonly SourceEvent[] = [];
  return {
    upTo: async (at) => {
      if (waiting.length === 0) waiting = (await parts.next()).value ?? [];
      const found = waiting.findIndex((event) => isAfter(store, placeOf(event), at));
      const events = found < 0 ? waiting : waiting.slice(0, found);
      waiting = waiting.slice(events.length);
      return events;
    },
    next: () => waiting[0],
  };
};
