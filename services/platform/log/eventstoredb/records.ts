import type { AllStreamRecordedEvent, EventData, JSONType, RecordedEvent } from '@eventstore/db-client';
import { eventMetadata } from '@rondo/contracts/events/event.ts';
import type { SourceEvent } from '@rondo/projections/runner/source.ts';
import type { NewEvent } from '../event-store.ts';
import { formatPosition } from './positions.ts';

/** An event under one of our stream names that Rondo did not write. Retrying does not help. */
export class UnreadableEvent extends Error {}

const isJson = (data: unknown): data is JSONType =>
  typeof data === 'string' || (typeof data === 'object' && data !== null);

/** @throws TypeError when the data is not an object, list or text: the client carries nothing else as JSON */
export const toEventData = ({ eventId, type, data, metadata }: NewEvent): EventData => {
  if (!isJson(data)) throw new TypeError(`The data of ${type} is neither an object nor a list nor a text.`);
  return { id: eventId, contentType: 'application/json', type, data, metadata };
};

/** The client keeps only milliseconds of the server's time; written with as many digits as on the other engines. */
export const toText = (created: Date): string => created.toISOString().replace('Z', '000Z');

/** @throws UnreadableEvent */
export const toSourceEvent = (record: RecordedEvent | AllStreamRecordedEvent): SourceEvent => {
  const { streamId: stream, revision, id: eventId, type, position, created } = record;
  const metadata = eventMetadata.safeParse(record.metadata);
  if (!record.isJson || !metadata.success || !position)
    throw new UnreadableEvent(
      `Event ${revision} of ${stream} (${type}) is not one of Rondo's: its ${record.isJson ? 'metadata' : 'data'} cannot be read.`,
    );
  return {
    position: formatPosition(position),
    stream,
    revision: Number(revision),
    eventId,
    type,
    data: record.data,
    metadata: metadata.data,
    recordedAt: toText(created),
  };
};
