import type { StreamRegistry } from '../../../platform/commands/command-handler.ts';
import { RuleBroken } from '../../../platform/kit/errors.ts';
import { appendInParts } from '../../../platform/log/append-in-parts.ts';
import {
  AppendTooLarge,
  StreamDeleted,
  WrongExpectedRevision,
  type EventStore,
  type NewEvent,
} from '../../../platform/log/event-store.ts';
import { inFile, parseLine, refuseErased, Refused, type EventInFile } from './event-line.ts';
import { digestOf, eventsIn, readStudioFile, type Lines, type StudioFile } from './read-file.ts';

/** An append collects further commands of its stream until it has this many events. */
const eventsAnAppend = 100;

/** How many events of each stream a log has. */
export type Known = ReadonlyMap<string, number>;

export type Imported = {
  readonly studioId: string;
  readonly events: number;
  readonly streams: number;
  /** Events that the log already had. */
  readonly known: number;
};

/** How many events the log has of a file. */
export const knownEvents = (known: Known): number => [...known.values()].reduce((sum, length) => sum + length, 0);

/**
 * Imports a studio's file into a log, in the file's order, under the same event ids. Events that the log already has are skipped, so an
 * interrupted import can be repeated from the start.
 * A file that is in the log as a whole is left at that.
 * @throws Refused before anything is written when the file is invalid, the studio was erased or its streams have other events
 */
export const importStudio = async (
  { store, registry }: { readonly store: EventStore; readonly registry: StreamRegistry },
  lines: Lines,
): Promise<Imported> => {
  const file = await readStudioFile(lines);
  const { studioId, streams, events } = file;
  await refuseErased(store, studioId);
  // The studio may have gone on since it was imported.
  if (await hasAll(store, file)) return { studioId, events, streams: streams.size, known: events };
  const known = await knownOf(store, file);
  await unlessErased(studioId, async () => {
    for (const stream of streams.keys()) await registry.register(studioId, stream);
    await appendFile(store, { file, lines, known });
  });
  return { studioId, events, streams: streams.size, known: knownEvents(known) };
};

/** Says in a sentence what keeps a file's events out of the log. @throws Refused */
export const unlessErased = async (studioId: string, append: () => Promise<void>): Promise<void> => {
  try {
    await append();
  } catch (error) {
    if (error instanceof StreamDeleted || error instanceof RuleBroken)
      throw new Refused(`Studio ${studioId} has been erased.`, { cause: error });
    if (error instanceof AppendTooLarge)
      throw new Refused('The file has an event that is too large for this log; the import has stopped.', {
        cause: error,
      });
    if (!(error instanceof WrongExpectedRevision)) throw error;
    throw new Refused(`Another process is writing to studio ${studioId}; the import has stopped.`, { cause: error });
  }
};

/** The number of events of each stream that the log already has. @throws Refused when one has other events */
export const knownOf = async (store: EventStore, { streams }: StudioFile): Promise<Known> => {
  const known = new Map<string, number>();
  for (const [stream, digests] of streams) {
    const existing = await store.readStream(stream);
    if (!existing.every((event, i) => digests[i] === digestOf(inFile(event))))
      throw new Refused(`${stream} has different events in this log than in the file; nothing was imported.`);
    known.set(stream, existing.length);
  }
  return known;
};

/** Whether a log has everything that a file has; it may have gone on since. */
export const hasAll = async (store: EventStore, { streams }: StudioFile): Promise<boolean> => {
  for (const [stream, digests] of streams) {
    const existing = await store.readStream(stream);
    if (!digests.every((digest, i) => existing[i] !== undefined && digest === digestOf(inFile(existing[i]))))
      return false;
  }
  return true;
};

/**
 * Appends a file's events that the log does not have, whole commands on one stream that are consecutive in the file at a time.
 * @param onAppended given how many events of the file the log has by then
 */
export const appendFile = async (
  store: EventStore,
  { file, lines, known }: { readonly file: StudioFile; readonly lines: Lines; readonly known: Known },
  onAppended: (done: number) => Promise<void> = async () => undefined,
): Promise<void> => {
  let done = knownEvents(known);
  let batch: EventInFile[] = [];
  const flush = async (): Promise<void> => {
    const [first] = batch;
    if (!first) return;
    const { stream, revision } = first;
    await appendInParts(store, stream, { revision, events: batch.map(newEvent) });
    done += batch.length;
    batch = [];
    await onAppended(done);
  };
  for await (const { event } of eventsIn(lines, parseLine)) {
    if (event.revision < (known.get(event.stream) ?? 0)) continue;
    const last = batch.at(-1);
    const goesOn =
      last?.stream === event.stream &&
      (last.metadata.commandId === event.metadata.commandId || batch.length < eventsAnAppend);
    if (!goesOn) await flush();
    batch.push(event);
  }
  await flush();
  if (done !== file.events) throw new Error(`Of ${file.events} events in the file, ${done} were appended.`);
};

const newEvent = ({ eventId, type, data, metadata, recordedAt }: EventInFile): NewEvent => ({
  eventId,
  type,
  data,
  metadata: { ...metadata, importedRecordedAt: recordedAt },
});
