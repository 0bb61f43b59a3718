import {
  ErrorType,
  NO_STREAM,
  type Credentials,
  type EventData,
  type RecordedEvent,
  type WrongExpectedVersionError,
} from '@eventstore/db-client';
import {
  AppendTooLarge,
  LogUnavailable,
  StreamDeleted,
  WrongExpectedRevision,
  type ExpectedRevision,
} from '../event-store.ts';
import { commandErrorOf, type Insist } from './calls.ts';
import type { Reader } from './reading.ts';

export type AppendDependencies = {
  readonly insist: Insist;
  readonly read: Reader;
  readonly credentials: Credentials;
  readonly answerMilliseconds: number;
};

type Append = (stream: string, expected: ExpectedRevision, events: readonly EventData[]) => Promise<RecordedEvent>;

/**
 * Appends to one stream and answers with the last event as the log holds it. An append whose outcome is unknown is sent
 * again with the same ids and the same exact revision, never with `any`, which would write it twice.
 */
export const appending = ({ insist, read, credentials, answerMilliseconds }: AppendDependencies): Append => {
  const send = (stream: string, expected: ExpectedRevision, events: readonly EventData[]) =>
    insist(`an append to ${stream}`, (client) =>
      client.appendToStream(stream, [...events], {
        expectedRevision: expected === 'no_stream' ? NO_STREAM : BigInt(expected),
        // Not only for permissions: without credentials the client uses its batch path, whose answers go through one process-wide map.
        credentials,
        requiresLeader: true,
        deadline: answerMilliseconds,
      }),
    );

  const readBack = async (stream: string, from: number, count: number): Promise<readonly RecordedEvent[]> => {
    const found = await insist(`a read of ${stream}`, (client) => read.stream(client, stream, { from, limit: count }));
    if (found === 'deleted') throw new StreamDeleted(stream);
    return found === 'absent' ? [] : found;
  };

  /** The last event of an append that took place earlier, found by its ids; the server forgets older ids. */
  const earlier = async (
    stream: string,
    first: number,
    events: readonly EventData[],
  ): Promise<RecordedEvent | undefined> => {
    const found = await readBack(stream, first, events.length);
    const same = found.length === events.length && found.every(({ id }, i) => id === events[i]?.id);
    return same ? found.at(-1) : undefined;
  };

  return async (stream, expected, events) => {
    const first = expected === 'no_stream' ? 0 : expected + 1;
    try {
      await send(stream, expected, events);
    } catch (error) {
      const commandError = commandErrorOf(error);
      if (commandError?.type === ErrorType.STREAM_DELETED) throw new StreamDeleted(stream);
      if (commandError?.type === ErrorType.MAXIMUM_APPEND_SIZE_EXCEEDED)
        throw new AppendTooLarge(stream, sizeOf(events), commandError.maxAppendSize);
      if (commandError?.type !== ErrorType.WRONG_EXPECTED_VERSION) throw error;
      const known = await earlier(stream, first, events);
      if (known) return known;
      throw new WrongExpectedRevision(stream, expected, actualOf(commandError));
    }
    // The server's answer has no time, and a repeat must return that of the first.
    const [last] = await readBack(stream, first + events.length - 1, 1);
    if (last?.id !== events.at(-1)?.id || !last)
      throw new LogUnavailable(`An append to ${stream} was acknowledged, but the log does not show it.`);
    return last;
  };
};

const actualOf = ({ actualVersion }: WrongExpectedVersionError): ExpectedRevision =>
  actualVersion === 'no_stream' ? 'no_stream' : Number(actualVersion);

const sizeOf = (events: readonly EventData[]): number =>
  events.reduce((sum, { data, metadata }) => sum + Buffer.byteLength(JSON.stringify([data, metadata])), 0);
