import { instantOf } from '@rondo/contracts/calendar/instants.ts';
import { studioCategories } from '@rondo/contracts/events/categories.ts';
import { erasureEvents } from '@rondo/contracts/events/erasures.ts';
import { eventMetadata } from '@rondo/contracts/events/event.ts';
import { parseStreamName, streamName } from '@rondo/contracts/events/stream-name.ts';
import { eventReader, recordedAtOf } from '@rondo/projections/runner/events.ts';
import type { SourceEvent } from '@rondo/projections/runner/source.ts';
import { z } from 'zod';
import type { EventStore } from '../../../platform/log/event-store.ts';

/** An event in a file: without its position, which is specific to a log, and with the time at which it was first recorded. */
const eventInFile = z.strictObject({
  stream: z.string(),
  revision: z.number().int().min(0),
  eventId: z.uuid(),
  type: z.string(),
  recordedAt: z.iso.datetime(),
  data: z.unknown(),
  metadata: eventMetadata.omit({ importedRecordedAt: true }).strict(),
});
export type EventInFile = z.infer<typeof eventInFile>;

/** A file or a request that cannot be processed; its message is one sentence for the console. */
export class Refused extends Error {}

/** The part of a recorded event that goes into a file. */
export const inFile = (event: SourceEvent): EventInFile => {
  const { stream, revision, eventId, type, data } = event;
  const { importedRecordedAt: _, ...metadata } = eventMetadata.parse(event.metadata);
  return { stream, revision, eventId, type, recordedAt: instantOf(recordedAtOf(event)), data, metadata };
};

/** One line of a file, identical for the same event in any engine. */
export const lineOf = ({ stream, revision, eventId, type, recordedAt, data, metadata }: EventInFile): string =>
  JSON.stringify({ stream, revision, eventId, type, recordedAt, data, metadata });

/** True for a stream that belongs to a studio. */
export const isOfStudio = (stream: string, studioId: string): boolean => parseStreamName(stream).studioId === studioId;

const refusing =
  (number: number) =>
  (why: string, cause?: unknown): Refused =>
    new Refused(`Line ${number} ${why}.`, { cause });

/** Parses one line. @throws Refused naming the line */
export const parseLine = (line: string, number: number): EventInFile => {
  const refuse = refusing(number);
  let json: unknown;
  try {
    json = JSON.parse(line);
  } catch (error) {
    throw refuse('is not JSON', error);
  }
  const read = eventInFile.safeParse(json);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw refuse(`is no event: ${issue?.path.join('.')}: ${issue?.message}`, read.error);
  }
  return read.data;
};

/** Parses one line, and checks that this release understands the event. @throws Refused naming the line */
export const readLine = (line: string, number: number): EventInFile => {
  const refuse = refusing(number);
  const event = parseLine(line, number);
  const { stream, metadata } = event;
  const named = parseStreamName(stream);
  const category = studioCategories.find(({ name }) => name === named.category);
  if (!category) throw refuse(`belongs to ${stream}, which is no stream of a studio`);
  if (named.studioId !== metadata.studioId)
    throw refuse(`belongs to ${stream}, which is no stream of studio ${metadata.studioId}`);
  try {
    eventReader(category)({ ...event, position: '' });
  } catch (error) {
    throw refuse(`holds a ${event.type} that this Rondo cannot read`, error);
  }
  return event;
};

const readErasure = eventReader(erasureEvents);

/** @throws Refused when the log says that the studio was erased */
export const refuseErased = async (store: Pick<EventStore, 'readStream'>, studioId: string): Promise<void> => {
  const erasures = await store.readStream(streamName(erasureEvents));
  if (erasures.some((event) => readErasure(event).data.studioId === studioId))
    throw new Refused(`Studio ${studioId} has been erased.`);
};
