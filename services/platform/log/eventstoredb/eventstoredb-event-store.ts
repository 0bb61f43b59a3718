import type { SourceEvent } from '@rondo/projections/runner/source.ts';
import { defaultAppendBytes, refuseUnfit, type EventStore, type ReadOptions } from '../event-store.ts';
import { appending } from './appending.ts';
import { insistence, type Patience } from './calls.ts';
import { connectTo } from './client.ts';
import { readConnectionString } from './connection-string.ts';
import { deletions } from './deletions.ts';
import { comparePositions, formatPosition, isPosition } from './positions.ts';
import { following } from './following/following.ts';
import { horizon } from './following/horizon.ts';
import { reader } from './reading.ts';
import { receipts } from './following/receipts.ts';
import { toEventData, toSourceEvent } from './records.ts';
import { subscribing, type Drop } from './following/subscribing.ts';

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
  const append = appending({ insist, read, answerMilliseconds });
  const deleted = deletions({ insist, read, append, answerMilliseconds });
  const reached = horizon();
  const own = receipts();
  const follow = following({ read, deletions: deleted, silenceMilliseconds, horizon: reached, onEvent: own.received });
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
    readStreams: async (ranges, limit) => {
      const streams: SourceEvent[][] = [];
      for (let done = 0; done < ranges.length; done += streamsAtOnce) {
        const some = ranges.slice(done, done + streamsAtOnce);
        streams.push(...(await Promise.all(some.map(({ stream, from }) => readStream(stream, { from, limit })))));
      }
      return streams;
    },
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
