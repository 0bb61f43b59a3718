import { createHash } from 'node:crypto';
import type { SourceEvent } from '@rondo/projections/runner/source.ts';
import { inFile, lineOf } from '../domain/studio/transfer/event-line.ts';

type Digest = { readonly events: number; readonly sha256: Buffer };

const nothing: Digest = { events: 0, sha256: Buffer.alloc(0) };

/** An event in one digest with those before it in its stream. */
const after = ({ events, sha256 }: Digest, event: SourceEvent): Digest => ({
  events: events + 1,
  sha256: createHash('sha256')
    .update(sha256)
    .update(lineOf(inFile(event)))
    .digest(),
});

/**
 * The number of events and the SHA-256 of every stream of a log: of each event's line as an export writes it (stream, revision, id, type, first
 * recorded time, data and metadata), chained, so that a log of any length needs a few bytes per stream.
 */
export const streamDigests = () => {
  const digests = new Map<string, Digest>();
  return {
    add: (event: SourceEvent): void => {
      digests.set(event.stream, after(digests.get(event.stream) ?? nothing, event));
    },
    streams: (): number => digests.size,
    events: (): number => digests.values().reduce((sum, { events }) => sum + events, 0),
    of: (stream: string): Digest => digests.get(stream) ?? nothing,
    names: (): Iterable<string> => digests.keys(),
  };
};
export type StreamDigests = ReturnType<typeof streamDigests>;

/** How the first stream that differs does so, in one sentence; null when all streams of two logs are equal. */
export const differenceOf = (source: StreamDigests, target: StreamDigests): string | null => {
  for (const stream of new Set([...source.names(), ...target.names()])) {
    const [here, there] = [source.of(stream), target.of(stream)];
    if (here.events !== there.events)
      return `${stream} has ${here.events} events in the old log and ${there.events} in the new one.`;
    if (!here.sha256.equals(there.sha256)) return `${stream} has other events in the new log than in the old one.`;
  }
  return null;
};
