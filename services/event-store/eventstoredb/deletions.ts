import { randomUUID } from 'node:crypto';
import { ErrorType, type EventData, type RecordedEvent } from '@eventstore/db-client';
import { z } from 'zod';
import { WrongExpectedRevision, type ExpectedRevision } from '../event-store.ts';
import { commandErrorOf, type Insist } from './calls.ts';
import type { LogClient } from './client.ts';
import type { Reader } from './reading.ts';

/** Holds the names of the streams that were tombstoned, and nothing else. No read model's prefix meets it. */
const listStream = 'tombstones';
const listType = 'StreamsTombstoned';
const listed = z.object({ streams: z.array(z.string()) });
/** Names in one event: about 100 bytes each. */
const namesPerEvent = 1000;
/** Tombstones sent at a time. */
const atOnce = 16;
/** Writers of the list that may come in between before a deletion gives up. */
const races = 10;

export type Deletions = ReturnType<typeof deletions>;

/**
 * Deletes streams and knows which are deleted. A tombstone makes a stream unreadable, but $all shows its events until the
 * operator's next scavenge, so subscriptions must leave them out; and since a tombstone lies after the events that it deletes,
 * a subscriber cannot learn of it in time from $all. Hence the list.
 */
export const deletions = (parts: {
  readonly insist: Insist;
  readonly read: Reader;
  readonly append: (stream: string, expected: ExpectedRevision, events: readonly EventData[]) => Promise<RecordedEvent>;
  readonly answerMilliseconds: number;
}) => {
  const { insist, read, append, answerMilliseconds } = parts;
  const deleted = new Set<string>();
  let listedUpTo: ExpectedRevision = 'no_stream';

  const refresh = async (client: LogClient): Promise<void> => {
    const from = listedUpTo === 'no_stream' ? 0 : listedUpTo + 1;
    const events = await read.stream(client, listStream, { from });
    if (typeof events === 'string') return;
    for (const { data, revision } of events) {
      for (const name of listed.parse(data).streams) deleted.add(name);
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

  const putOnList = async (streams: readonly string[]): Promise<void> => {
    for (let race = 0; ; race += 1) {
      await insist('the list of deleted streams', refresh);
      const missing = streams.filter((stream) => !deleted.has(stream));
      if (missing.length === 0) return;
      const event = { id: randomUUID(), type: listType, data: { streams: missing }, metadata: {} };
      try {
        await append(listStream, listedUpTo, [{ ...event, contentType: 'application/json' }]);
      } catch (error) {
        if (!(error instanceof WrongExpectedRevision) || race === races) throw error;
      }
    }
  };

  return {
    /** Whether a stream is nobody's to read: deleted, or the list itself. */
    has: (stream: string): boolean => stream === listStream || deleted.has(stream),
    /** Reads what was put on the list since. */
    refresh,
    /** First the tombstones, then the list: what is on the list can never be written again. */
    remove: async (streams: readonly string[]): Promise<void> => {
      for (let i = 0; i < streams.length; i += atOnce)
        await Promise.all(streams.slice(i, i + atOnce).map((stream) => tombstone(stream)));
      for (let i = 0; i < streams.length; i += namesPerEvent) await putOnList(streams.slice(i, i + namesPerEvent));
    },
    /** A tombstone that a subscription came by. */
    noticed: (stream: string): void => {
      deleted.add(stream);
    },
  };
};
