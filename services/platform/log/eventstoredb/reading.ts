import {
  BACKWARDS,
  END,
  ErrorType,
  FORWARDS,
  START,
  type AllStreamRecordedEvent,
  type Position as LogPosition,
  type RecordedEvent,
  type StreamingRead,
} from '@eventstore/db-client';
import type { Position } from '@rondo/projections/runner/source.ts';
import type { ReadOptions } from '../event-store.ts';
import { commandErrorOf } from './calls.ts';
import { NoAnswer } from './no-answer.ts';
import type { LogClient } from './client.ts';
import { readFrom } from './positions.ts';

/**
 * Reads to the end. The client gives reads no deadline, so a server that stops midway would block the read forever.
 * @throws NoAnswer when nothing arrives for this long
 */
const collect = <E>(reading: StreamingRead<E>, silence: number, signal: AbortSignal): Promise<E[]> =>
  new Promise((resolve, reject) => {
    const read: E[] = [];
    const fail = (error: Error): void => {
      stop();
      // The client reports nothing for a call that it cancelled itself.
      reading.on('error', () => undefined);
      reading.cancel().catch(() => undefined);
      reading.destroy();
      reject(error);
    };
    const onAbort = () => fail(new NoAnswer('The event store was closed during a read.'));
    const watch = setTimeout(() => fail(new NoAnswer(`A read was silent for ${silence} ms.`)), silence);
    const stop = (): void => {
      clearTimeout(watch);
      signal.removeEventListener('abort', onAbort);
    };
    signal.addEventListener('abort', onAbort, { once: true });
    reading.on('error', fail);
    reading.on('end', () => {
      stop();
      resolve(read);
    });
    reading.on('data', (event: E) => {
      read.push(event);
      watch.refresh();
    });
  });

export type Reader = ReturnType<typeof reader>;

/** Reads that go to the leader, so that they see the latest writes. One attempt each. */
export const reader = (silence: number, signal: AbortSignal) => ({
  /** Events of a stream as the log holds them; `'absent'` for none, `'deleted'` for a tombstone. */
  stream: async (
    client: LogClient,
    stream: string,
    { from, direction = 'forwards', limit }: ReadOptions = {},
  ): Promise<readonly RecordedEvent[] | 'absent' | 'deleted'> => {
    const forwards = direction === 'forwards';
    if ((limit !== undefined && limit <= 0) || (from !== undefined && from < 0 && !forwards)) return [];
    const reading = client.readStream(stream, {
      direction: forwards ? FORWARDS : BACKWARDS,
      fromRevision: from === undefined || from < 0 ? (forwards ? START : END) : BigInt(from),
      requiresLeader: true,
      ...(limit === undefined || limit === Infinity ? {} : { maxCount: limit }),
    });
    try {
      return (await collect(reading, silence, signal)).flatMap(({ event }) => event ?? []);
    } catch (error) {
      const type = commandErrorOf(error)?.type;
      if (type === ErrorType.STREAM_NOT_FOUND) return 'absent';
      if (type === ErrorType.STREAM_DELETED) return 'deleted';
      throw error;
    }
  },

  /** The position of the log's last event of any kind; `null` for an empty log. */
  head: async (client: LogClient): Promise<LogPosition | null> => {
    const reading = client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1, requiresLeader: true });
    const [last] = await collect(reading, silence, signal);
    return last?.event?.position ?? null;
  },

  /** The log's next events of any kind, starting with the one at the given position. */
  all: async (client: LogClient, from: Position, limit: number): Promise<readonly AllStreamRecordedEvent[]> => {
    const reading = client.readAll({ fromPosition: readFrom(from), maxCount: limit, requiresLeader: true });
    return (await collect(reading, silence, signal)).flatMap(({ event }) => event ?? []);
  },
});
