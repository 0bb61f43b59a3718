import { BoundedMap } from '@rondo/projections/kit/bounded-map.ts';
import { inChunks } from '@rondo/projections/kit/chunks.ts';
import type { SourceEvent, Delivery, Position } from '@rondo/projections/runner/source.ts';
import { defaultAppendBytes, refuseUnfit, type EventStore, type ReadOptions } from '../event-store.ts';
import { appending } from './appending.ts';
import { insistence, type Patience, backOff, suspect } from './calls.ts';
import { connectTo, type Connection } from './client.ts';
import { readConnectionString } from './connection-string.ts';
import { deletions } from './deletions.ts';
import { comparePositions, formatPosition, isPosition } from './positions.ts';
import { following, horizon } from './following/following.ts';
import { reader } from './reading.ts';
import { toEventData, toSourceEvent, UnreadableEvent } from './records.ts';

/** A subscription broke and will be resumed. */
export type Drop = { readonly reason: unknown; readonly resumesAfter: Position | null; readonly failures: number };

type From = { readonly after: Position | null; readonly prefixes: readonly string[]; readonly signal: AbortSignal };

/** Subscriptions that survive every break: they resume after the last event taken by the consumer. */
const subscribing = ({
  connection,
  follow,
  patience,
  closing,
  onDrop,
}: {
  readonly connection: Connection;
  readonly follow: ReturnType<typeof following>;
  readonly patience: Patience;
  readonly closing: AbortSignal;
  readonly onDrop: (drop: Drop) => void;
}) =>
  async function* subscribe(from: From): AsyncGenerator<Delivery> {
    const signal = AbortSignal.any([from.signal, closing]);
    let resumesAfter = from.after;
    let failures = 0;
    while (!signal.aborted) {
      const client = connection.client();
      const opened = performance.now();
      try {
        for await (const delivery of follow(client, resumesAfter, from.prefixes, signal)) {
          yield delivery;
          // Only when the consumer asks for more has it taken this one.
          if (delivery.upTo !== resumesAfter) failures = 0;
          resumesAfter = delivery.upTo;
        }
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof UnreadableEvent) throw error;
        suspect(connection, client, error);
        if (performance.now() - opened > patience.longestPause) failures = 0;
        onDrop({ reason: error, resumesAfter, failures });
        await backOff(failures, patience, signal);
        failures += 1;
      }
    }
  };

export type EventStoreDbOptions = {
  /** `esdb://host:2113?tls=false`, several hosts with commas, or `esdb+discover://name`. */
  readonly connectionString: string;
  /** At most the server's own `EVENTSTORE_MAX_APPEND_SIZE`, whose default is 1 MiB. */
  readonly maxAppendBytes?: number;
  /** How long a subscription may stay silent while the log has more for it, before it counts as dropped. */
  readonly silenceMilliseconds?: number;
  readonly patience?: Partial<Patience>;
  /** Called each time a subscription breaks; it is resumed in any case. */
  readonly onDrop?: (drop: Drop) => void;
};

/** How many streams are read concurrently. */
const streamsAtOnce = 8;

/** Appends whose events are awaited at the same time; a process without subscriptions never receives any. */
const mostAwaited = 1000;

type Receipt = { readonly first: number; readonly count: number; readonly events: SourceEvent[] };

/** The events of this process's appends as its subscriptions receive them: with the time of recording, which the server's answer to an append lacks. */
export const receipts = () => {
  const awaited = new BoundedMap<string, Receipt>(mostAwaited);
  return {
    /**
     * Awaits the events of an append that is about to be sent; only the latest of each stream is awaited.
     * @param first the revision of its first event
     * @returns a function that returns them once all have been received
     */
    await: (stream: string, first: number, count: number): (() => readonly SourceEvent[] | undefined) => {
      const receipt: Receipt = { first, count, events: [] };
      awaited.set(stream, receipt);
      return () => (receipt.events.length === count ? receipt.events : undefined);
    },
    /** Called by every subscription for every event, so that most calls are repetitions. */
    received: (event: SourceEvent): void => {
      const receipt = awaited.get(event.stream);
      if (!receipt || event.revision !== receipt.first + receipt.events.length) return;
      receipt.events.push(event);
      if (receipt.events.length === receipt.count) awaited.delete(event.stream);
    },
  };
};

/**
 * The log on EventStoreDB: one node or a cluster. Nothing is sent before the first call, so an unreachable server fails there.
 * @throws WrongConnectionString
 */
export const eventStoreDbEventStore = (options: EventStoreDbOptions): EventStore => {
  const { connectionString, maxAppendBytes = defaultAppendBytes, silenceMilliseconds = 4000 } = options;
  const { onDrop = () => undefined } = options;
  const patience = { answerMilliseconds: 3000, tries: 3, firstPause: 100, longestPause: 5000, ...options.patience };
  const { answerMilliseconds } = patience;
  const target = readConnectionString(connectionString);
  const connection = connectTo(target);
  const closing = new AbortController();
  const read = reader(answerMilliseconds, closing.signal);
  const insist = insistence(connection, patience, closing.signal);
  const append = appending(insist, read, answerMilliseconds);
  const deleted = deletions({ insist, read, append, answerMilliseconds });
  const reached = horizon();
  const own = receipts();
  const follow = following({ read, deletions: deleted, silenceMilliseconds, reached, onEvent: own.received });
  const subscribe = subscribing({ connection, follow, patience, closing: closing.signal, onDrop });

  const readStream = async (stream: string, range?: ReadOptions): Promise<SourceEvent[]> => {
    const records = await insist(`a read of ${stream}`, (client) => read.stream(client, stream, range));
    return typeof records === 'string' ? [] : records.map(toSourceEvent);
  };

  return {
    append: async (stream, expected, events) => {
      refuseUnfit(stream, events, maxAppendBytes);
      const first = expected === 'no_stream' ? 0 : expected + 1;
      const received = own.await(stream, first, events.length);
      const last = await append(stream, expected, events.map(toEventData));
      const revision = first + events.length - 1;
      return last.recordedAt === null ? { ...last, revision, received } : { ...last, revision };
    },
    readStream,
    readStreams: (ranges, limit) =>
      inChunks(ranges, streamsAtOnce, (some) =>
        Promise.all(some.map(({ stream, from }) => readStream(stream, { from, limit }))),
      ),
    subscribe,
    deleteStreams: deleted.remove,
    deletedStreams: deleted.names,
    head: async () => {
      const position = await insist('the head of the log', read.head);
      const head = position && formatPosition(position);
      reached.reaches(head);
      return head;
    },
    compare: comparePositions,
    isPosition,
    close: async () => {
      closing.abort();
      await connection.close();
    },
  };
};
