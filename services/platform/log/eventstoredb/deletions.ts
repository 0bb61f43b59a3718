import { randomUUID } from 'node:crypto';
import { ErrorType, type EventData } from '@eventstore/db-client';
import { chunksOf, inChunks } from '@rondo/projections/kit/chunks.ts';
import { z } from 'zod';
import { WrongExpectedRevision, type ExpectedRevision } from '../event-store.ts';
import { commandErrorOf, type Insist } from './calls.ts';
import type { LogClient } from './client.ts';
import { beginning, formatPosition } from './positions.ts';
import type { Reader } from './reading.ts';

/** Holds the names of the tombstoned streams, and nothing else. No read model's prefix matches it. */
const listStream = 'tombstones';
const listType = 'StreamsTombstoned';
/** The server's own event for a tombstone, on the deleted stream itself. */
export const tombstoneType = '$streamDeleted';
const listEvent = z.object({
  streams: z.array(z.string()),
  /** Every stream deleted before this event is on the list. */
  complete: z.boolean().optional(),
});
/** Names in one event: about 100 bytes each. */
const namesPerEvent = 1000;
/** Tombstones sent at once. */
const atOnce = 16;
/** Events per page when the log is searched for tombstones. */
const searchPage = 1024;
/** How often a deletion loses to other writers of the list before it gives up. */
const maxRetries = 10;

export type Deletions = ReturnType<typeof deletions>;

/**
 * Deletes streams and knows which are deleted. A tombstone makes a stream unreadable, but $all shows its events until the
 * operator's next scavenge, so subscriptions must leave them out; and since a tombstone comes after the events that it deletes,
 * a subscriber cannot learn of it in time from $all. Hence the list.
 */
export const deletions = ({
  insist,
  read,
  append,
  answerMilliseconds,
}: {
  readonly insist: Insist;
  readonly read: Reader;
  readonly append: (stream: string, expected: ExpectedRevision, events: readonly EventData[]) => Promise<unknown>;
  readonly answerMilliseconds: number;
}) => {
  /** On the list: the only deletions that other processes know of. */
  const listed = new Set<string>();
  /** Known to this process from tombstones that its subscriptions received, possibly before the list is written. */
  const noticed = new Set<string>();
  let listedUpTo: ExpectedRevision = 'no_stream';
  let complete = false;

  const refresh = async (client: LogClient): Promise<void> => {
    const from = listedUpTo === 'no_stream' ? 0 : listedUpTo + 1;
    const events = await read.stream(client, listStream, { from });
    if (typeof events === 'string') return;
    for (const { data, revision } of events) {
      const event = listEvent.parse(data);
      for (const name of event.streams) listed.add(name);
      complete ||= event.complete === true;
      if (listedUpTo === 'no_stream' || listedUpTo < revision) listedUpTo = Number(revision);
    }
  };

  const tombstone = async (stream: string): Promise<void> => {
    try {
      await insist(`the deletion of ${stream}`, (client) =>
        client.tombstoneStream(stream, { requiresLeader: true, deadline: answerMilliseconds }),
      );
    } catch (error) {
      if (commandErrorOf(error)?.type !== ErrorType.STREAM_DELETED) throw error;
    }
  };

  const putOnList = async (streams: readonly string[], completes: boolean): Promise<void> => {
    for (let race = 0; ; race += 1) {
      await insist('the list of deleted streams', refresh);
      const missing = streams.filter((stream) => !listed.has(stream));
      if (missing.length === 0 && (complete || !completes)) return;
      const data = { streams: missing, ...(completes ? { complete: true } : {}) };
      const event = { id: randomUUID(), type: listType, data, metadata: {} };
      try {
        await append(listStream, listedUpTo, [{ ...event, contentType: 'application/json' }]);
      } catch (error) {
        if (!(error instanceof WrongExpectedRevision) || race === maxRetries) throw error;
      }
    }
  };

  /** Streams whose tombstones are in the log, listed or not. Reads the whole log, which happens once in its lifetime. */
  const tombstonesInLog = async (): Promise<string[]> => {
    const found: string[] = [];
    for (let from = beginning; ;) {
      const page = await insist('a search for deleted streams', (client) => read.all(client, from, searchPage));
      for (const { type, streamId } of page)
        if (type === tombstoneType && !streamId.startsWith('$')) found.push(streamId);
      const last = page.at(-1);
      if (!last || page.length < searchPage) return found;
      from = formatPosition(last.position);
    }
  };

  return {
    /** Whether a stream must not be read: deleted, or the list itself. */
    has: (stream: string): boolean => stream === listStream || listed.has(stream) || noticed.has(stream),
    /** Reads what was added to the list since the last read. */
    refresh,
    /**
     * Writes the tombstones first, then the list: streams on the list can never be written again. The first deletion in a log's lifetime also
     * lists every stream deleted without being listed.
     */
    remove: async (streams: readonly string[]): Promise<void> => {
      await inChunks(streams, atOnce, (some) => Promise.all(some.map(tombstone)));
      await insist('the list of deleted streams', refresh);
      const names = complete ? streams : [...new Set([...streams, ...(await tombstonesInLog())])];
      const lists = chunksOf(names, namesPerEvent);
      for (const some of lists) await putOnList(some, some === lists.at(-1));
    },
    /** All deleted streams, also those that are not on the list. */
    names: async (): Promise<readonly string[]> => {
      await insist('the list of deleted streams', refresh);
      return [...new Set([...listed, ...(complete ? [] : await tombstonesInLog())])];
    },
    /** Notes a tombstone that a subscription received. */
    noticed: (stream: string): void => {
      noticed.add(stream);
    },
  };
};
