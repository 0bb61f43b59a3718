import type { Delivery, SourceEvent } from '@rondo/projections/runner/source.ts';
import {
  isNumbered,
  refuseUnfit,
  StreamDeleted,
  WrongExpectedRevision,
  type Appended,
  type EventStore,
  type ExpectedRevision,
  type NewEvent,
  type ReadOptions,
} from '../event-store.ts';

export type MemoryEventStoreOptions = {
  readonly maxAppendBytes?: number;
  /** Test hook: awaited before an append is decided; a rejection rolls it back. */
  readonly beforeCommit?: () => Promise<void>;
};

const matches = (event: SourceEvent, prefixes: readonly string[]): boolean =>
  prefixes.some((prefix) => event.stream.startsWith(prefix));

const frozen = <Value>(value: Value): Value => {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) frozen(part);
  }
  return value;
};

/** The log in memory, for unit tests: the same rules, nothing persisted. What events hold is frozen: changing it fails. */
export const memoryEventStore = (options: MemoryEventStoreOptions = {}): EventStore => {
  const { maxAppendBytes = 8 * 1024 * 1024, beforeCommit } = options;
  // The log keeps a hole's position out of sight by filtering deleted streams when read, as every engine does.
  const log: SourceEvent[] = [];
  const streams = new Map<string, SourceEvent[]>();
  const deleted = new Set<string>();
  const closing = new AbortController();
  let woken = Promise.withResolvers<void>();

  const append = async (stream: string, expected: ExpectedRevision, events: readonly NewEvent[]): Promise<Appended> => {
    refuseUnfit(stream, events, maxAppendBytes);
    await beforeCommit?.();
    if (deleted.has(stream)) throw new StreamDeleted(stream);
    const before = streams.get(stream) ?? [];
    const expectedCount = expected === 'no_stream' ? 0 : expected + 1;
    if (before.length !== expectedCount) {
      const earlier = before.slice(expectedCount, expectedCount + events.length);
      const last = earlier.at(-1);
      if (last && earlier.length === events.length && earlier.every(({ eventId }, i) => eventId === events[i]?.eventId))
        return { position: last.position, revision: last.revision, recordedAt: last.recordedAt };
      throw new WrongExpectedRevision(stream, expected, before.length === 0 ? 'no_stream' : before.length - 1);
    }
    const recordedAt = new Date(Math.max(Date.now(), Date.parse(log.at(-1)?.recordedAt ?? '1970-01-01'))).toISOString();
    const recorded = events.map((event, i): SourceEvent => ({
      ...frozen(structuredClone(event)),
      stream,
      revision: expectedCount + i,
      position: String(log.length + i + 1),
      recordedAt,
    }));
    log.push(...recorded);
    streams.set(stream, [...before, ...recorded]);
    woken.resolve();
    woken = Promise.withResolvers<void>();
    return { position: String(log.length), revision: expectedCount + events.length - 1, recordedAt };
  };

  const readStream = async (stream: string, read: ReadOptions = {}): Promise<readonly SourceEvent[]> => {
    const events = streams.get(stream) ?? [];
    const { from, direction = 'forwards', limit = Infinity } = read;
    const ordered =
      direction === 'forwards'
        ? events.filter(({ revision }) => revision >= (from ?? 0))
        : events.filter(({ revision }) => revision <= (from ?? Infinity)).toReversed();
    return ordered.slice(0, limit);
  };

  async function* subscribe(from: {
    after: string | null;
    prefixes: readonly string[];
    signal: AbortSignal;
  }): AsyncGenerator<Delivery> {
    const signal = AbortSignal.any([from.signal, closing.signal]);
    const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    let read = Number(from.after ?? 0);
    let hasCaughtUp = false;
    while (!signal.aborted) {
      const waking = woken.promise;
      if (read < log.length || !hasCaughtUp) {
        const batch = log.slice(read, read + 500);
        read += batch.length;
        hasCaughtUp = read === log.length;
        const events = batch.filter((event) => matches(event, from.prefixes) && !deleted.has(event.stream));
        yield { events, upTo: String(read), caughtUp: hasCaughtUp };
      } else await Promise.race([waking, stopped]);
    }
  }

  return {
    append,
    readStream,
    readStreams: (ranges, limit) => Promise.all(ranges.map(({ stream, from }) => readStream(stream, { from, limit }))),
    subscribe,
    deleteStreams: async (names) => {
      for (const name of names) {
        deleted.add(name);
        streams.delete(name);
      }
    },
    deletedStreams: async () => [...deleted],
    head: async () => (log.length === 0 ? null : String(log.length)),
    compare: (a, b) => Number(a ?? 0) - Number(b ?? 0),
    isPosition: isNumbered,
    close: async () => closing.abort(),
  };
};
