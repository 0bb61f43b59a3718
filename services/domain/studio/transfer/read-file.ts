import { hash } from 'node:crypto';
import { pauses } from '@rondo/projections/pacing/pauses.ts';
import { lineOf, readLine, Refused, type EventInFile } from './event-line.ts';

/** The lines of a file, which can be read more than once. */
export type Lines = AsyncIterable<string> | Iterable<string>;

/** What a file has: one studio's history. Its events stay in the file. */
export type StudioFile = {
  readonly studioId: string;
  readonly events: number;
  /** The digest of each event, by stream and revision. */
  readonly streams: ReadonlyMap<string, readonly string[]>;
};

/** Enough to tell an event from another one. */
export const digestOf = (event: EventInFile): string => hash('sha256', lineOf(event), 'base64url');

/** What npm prints before a script's own output, and blank lines. */
const isNoise = (line: string): boolean => line.trim() === '' || line.startsWith('> ');

/** Every event of a file with the number of its line. @param read one line @throws Refused naming the line */
export async function* eventsIn(
  lines: Lines,
  read: (line: string, number: number) => EventInFile,
): AsyncGenerator<{ readonly event: EventInFile; readonly number: number }> {
  const pause = pauses();
  let number = 0;
  for await (const line of lines) {
    number += 1;
    if (isNoise(line)) continue;
    yield { event: read(line, number), number };
    await pause();
  }
}

/**
 * Reads a whole file and checks that it is one studio's history, with every stream from its beginning.
 * @param onEvent given every event that has passed, in the file's order
 * @throws Refused naming the invalid line
 */
export const readStudioFile = async (
  lines: Lines,
  onEvent: (event: EventInFile, number: number) => Promise<void> = async () => undefined,
): Promise<StudioFile> => {
  const streams = new Map<string, string[]>();
  const ids = new Set<string>();
  let expected: string | null = null;
  for await (const { event, number } of eventsIn(lines, readLine)) {
    const refuse = (why: string): Refused => new Refused(`Line ${number} ${why}.`);
    const { studioId } = event.metadata;
    expected ??= studioId;
    if (studioId !== expected) throw refuse(`belongs to studio ${studioId} and those before it to ${expected}`);
    const before = streams.get(event.stream) ?? [];
    if (event.revision !== before.length)
      throw refuse(`has revision ${event.revision} of ${event.stream} where ${before.length} comes next`);
    if (ids.has(event.eventId)) throw refuse(`repeats the event id ${event.eventId}`);
    ids.add(event.eventId);
    await onEvent(event, number);
    before.push(digestOf(event));
    streams.set(event.stream, before);
  }
  if (expected === null) throw new Refused('The file contains no events.');
  return { studioId: expected, events: ids.size, streams };
};
