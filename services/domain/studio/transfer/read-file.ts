import { readLine, Refused, type EventInFile } from './event-line.ts';

/** One studio's events from a file, in its order. */
export type StudioFile = {
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
export const readStudioFile = async (lines: AsyncIterable<string> | Iterable<string>): Promise<StudioFile> => {
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
