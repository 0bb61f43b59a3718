import type { StreamRegistry } from '../../../platform/commands/command-handler.ts';
import { RuleBroken } from '../../../platform/kit/errors.ts';
import { appendInParts } from '../../../platform/log/append-in-parts.ts';
import {
  StreamDeleted,
  WrongExpectedRevision,
  type EventStore,
  type NewEvent,
} from '../../../platform/log/event-store.ts';
import { inFile, lineOf, refuseErased, Refused, type EventInFile, readLine } from './event-line.ts';

/** One studio's events from a file, in its order. */
type StudioFile = {
  readonly studioId: string;
  readonly events: readonly EventInFile[];
  /** The same, by stream and revision. */
  readonly streams: ReadonlyMap<string, readonly EventInFile[]>;
};

/** What npm prints before a script's own output, and blank lines. */
const isNoise = (line: string): boolean => line.trim() === '' || line.startsWith('> ');

/**
 * Reads a whole file and checks that it is one studio's history, with every stream from its beginning.
 * @throws Refused naming the invalid line
 */
const readStudioFile = async (lines: AsyncIterable<string> | Iterable<string>): Promise<StudioFile> => {
  const events: EventInFile[] = [];
  const streams = new Map<string, EventInFile[]>();
  const ids = new Set<string>();
  let number = 0;
  for await (const line of lines) {
    number += 1;
    if (isNoise(line)) continue;
    const event = readLine(line, number);
    const refuse = (why: string): Refused => new Refused(`Line ${number} ${why}.`);
    const { studioId } = event.metadata;
    const expected = events[0]?.metadata.studioId ?? studioId;
    if (studioId !== expected) throw refuse(`belongs to studio ${studioId} and those before it to ${expected}`);
    const before = streams.get(event.stream) ?? [];
    if (event.revision !== before.length)
      throw refuse(`has revision ${event.revision} of ${event.stream} where ${before.length} comes next`);
    if (ids.has(event.eventId)) throw refuse(`repeats the event id ${event.eventId}`);
    ids.add(event.eventId);
    before.push(event);
    streams.set(event.stream, before);
    events.push(event);
  }
  const [first] = events;
  if (!first) throw new Refused('The file contains no events.');
  return { studioId: first.metadata.studioId, events, streams };
};

/** An append collects further commands of its stream until it has this many events. */
const eventsAnAppend = 100;

export type Imported = {
  readonly studioId: string;
  readonly events: number;
  readonly streams: number;
  /** Events that the log already had. */
  readonly known: number;
};

/**
 * Imports a studio's file into a log, in the file's order, under the same event ids. Events that the log already has are skipped, so an
 * interrupted import can be repeated from the start.
 * @throws Refused before anything is written when the file is invalid, the studio was erased or its streams have other events
 */
export const importStudio = async (
  { store, registry }: { readonly store: EventStore; readonly registry: StreamRegistry },
  lines: AsyncIterable<string> | Iterable<string>,
): Promise<Imported> => {
  const file = await readStudioFile(lines);
  const { studioId, streams, events } = file;
  await refuseErased(store, studioId);
  const known = await alreadyThere(store, file);
  try {
    for (const stream of streams.keys()) await registry.register(studioId, stream);
    const missing = events.filter(({ stream, revision }) => revision >= (known.get(stream) ?? 0));
    for (const batch of inAppends(missing)) {
      const [{ stream, revision }] = batch;
      await appendInParts(store, stream, { revision, events: batch.map(newEvent) });
    }
  } catch (error) {
    if (error instanceof StreamDeleted || error instanceof RuleBroken)
      throw new Refused(`Studio ${studioId} has been erased.`, { cause: error });
    if (!(error instanceof WrongExpectedRevision)) throw error;
    throw new Refused(`Another process is writing to studio ${studioId}; the import has stopped.`, { cause: error });
  }
  const knownEvents = [...known.values()].reduce((sum, length) => sum + length, 0);
  return { studioId, events: events.length, streams: streams.size, known: knownEvents };
};

/** The number of events of each stream that the log already has. @throws Refused when one has other events */
const alreadyThere = async (store: EventStore, { streams }: StudioFile): Promise<ReadonlyMap<string, number>> => {
  const known = new Map<string, number>();
  for (const [stream, events] of streams) {
    const existing = await store.readStream(stream);
    const isBeginning = existing.every((event, i) => {
      const own = events[i];
      return own !== undefined && lineOf(own) === lineOf(inFile(event));
    });
    if (!isBeginning)
      throw new Refused(`${stream} has different events in this log than in the file; nothing was imported.`);
    known.set(stream, existing.length);
  }
  return known;
};

/** Whole commands on one stream that are consecutive in the file. */
const inAppends = (events: readonly EventInFile[]): [EventInFile, ...EventInFile[]][] => {
  const appends: [EventInFile, ...EventInFile[]][] = [];
  for (const event of events) {
    const current = appends.at(-1);
    const last = current?.at(-1);
    const goesOn =
      last?.stream === event.stream &&
      (last.metadata.commandId === event.metadata.commandId || (current?.length ?? 0) < eventsAnAppend);
    if (current && goesOn) current.push(event);
    else appends.push([event]);
  }
  return appends;
};

const newEvent = ({ eventId, type, data, metadata, recordedAt }: EventInFile): NewEvent => ({
  eventId,
  type,
  data,
  metadata: { ...metadata, importedRecordedAt: recordedAt },
});
