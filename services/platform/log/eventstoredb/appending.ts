import { ErrorType, type EventData, type RecordedEvent, type WrongExpectedVersionError } from '@eventstore/db-client';
import type { Position } from '@rondo/projections/runner/source.ts';
import {
  AppendTooLarge,
  LogUnavailable,
  StreamDeleted,
  WrongExpectedRevision,
  type ExpectedRevision,
} from '../event-store.ts';
import type { Acknowledged } from './append-call.ts';
import { commandErrorOf, type Insist } from './calls.ts';
import { beginning, comparePositions, formatPosition } from './positions.ts';
import type { Reader } from './reading.ts';
import { toText } from './records.ts';

/** The last event of an append; its time is unknown unless the log was read. */
type Last = { readonly position: Position; readonly recordedAt: string | null };

type Append = (stream: string, expected: ExpectedRevision, events: readonly EventData[]) => Promise<Last>;

/**
 * Appends to one stream. An append whose outcome is unknown is sent again with the same ids and the same exact revision, never with
 * `any`, which would write it twice.
 */
export const appending = (insist: Insist, read: Reader, answerMilliseconds: number): Append => {
  /** The furthest position that the server has acknowledged: an append that it writes from now on comes after. */
  let furthest = beginning;

  const reaches = (position: Position): void => {
    if (comparePositions(position, furthest) > 0) furthest = position;
  };

  /** The position of an append that was written now; null if it may be that of an earlier attempt, for which servers differ in what they say. */
  const freshPosition = ({ position }: Acknowledged, before: Position): Position | null => {
    const written = position && formatPosition(position);
    if (written === undefined || comparePositions(written, before) <= 0) return null;
    reaches(written);
    return written;
  };

  const send = async (
    stream: string,
    expected: ExpectedRevision,
    events: readonly EventData[],
  ): Promise<Position | null> => {
    const before = furthest;
    let attempts = 0;
    const answer = await insist(`an append to ${stream}`, (client) => {
      attempts += 1;
      return client.append({ stream, expected, events }, answerMilliseconds);
    });
    return attempts === 1 ? freshPosition(answer, before) : null;
  };

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

  const lastOf = ({ position, created }: RecordedEvent): Last => {
    if (!position) throw new LogUnavailable('An event was read without its position.');
    reaches(formatPosition(position));
    return { position: formatPosition(position), recordedAt: toText(created) };
  };

  return async (stream, expected, events) => {
    const first = expected === 'no_stream' ? 0 : expected + 1;
    try {
      const position = await send(stream, expected, events);
      if (position !== null) return { position, recordedAt: null };
    } catch (error) {
      const commandError = commandErrorOf(error);
      if (commandError?.type === ErrorType.STREAM_DELETED) throw new StreamDeleted(stream);
      if (commandError?.type === ErrorType.MAXIMUM_APPEND_SIZE_EXCEEDED)
        throw new AppendTooLarge(stream, sizeOf(events), commandError.maxAppendSize);
      if (commandError?.type !== ErrorType.WRONG_EXPECTED_VERSION) throw error;
      const known = await earlier(stream, first, events);
      if (known) return lastOf(known);
      throw new WrongExpectedRevision(stream, expected, actualOf(commandError));
    }
    const [last] = await readBack(stream, first + events.length - 1, 1);
    if (last?.id !== events.at(-1)?.id || !last)
      throw new LogUnavailable(`An append to ${stream} was acknowledged, but the log does not show it.`);
    return lastOf(last);
  };
};

const actualOf = ({ actualVersion }: WrongExpectedVersionError): ExpectedRevision =>
  actualVersion === 'no_stream' ? 'no_stream' : Number(actualVersion);

const sizeOf = (events: readonly EventData[]): number =>
  events.reduce((sum, { data, metadata }) => sum + Buffer.byteLength(JSON.stringify([data, metadata])), 0);
