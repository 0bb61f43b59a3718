import { setImmediate as afterAnswers } from 'node:timers/promises';
import type { EventCategory } from '@rondo/contracts/events/event.ts';
import { z } from 'zod';
import type { EventStore } from '../log/event-store.ts';
import type { Aggregate } from './aggregate.ts';
import type { Folded, Remembered } from './folded.ts';

/** A stream's folded state as JSON, up to a revision. */
export type Snapshot = {
  readonly studioId: string;
  readonly stream: string;
  /** The state's version: a snapshot of another version is never read. */
  readonly version: number;
  readonly revision: number;
  readonly state: unknown;
};

/** Stores snapshots: one per stream, the newest. */
export interface SnapshotStore {
  find(stream: string, version: number): Promise<Pick<Snapshot, 'revision' | 'state'> | undefined>;
  /** Replaces the stream's snapshot. A stream that is not registered, such as an erased studio's, gets none. */
  save(snapshot: Snapshot): Promise<void>;
}

/** Snapshots for the command handlers. Best effort: never delays a response; failures are reported and skipped. */
export type SnapshotCache = {
  /** The stream's snapshot as `read` understands it; undefined when there is none or it cannot be read. */
  find<Restored>(
    stream: string,
    version: number,
    read: (snapshot: Pick<Snapshot, 'revision' | 'state'>) => Restored,
  ): Promise<Restored | undefined>;
  /** Writes a snapshot later; of several pending for one stream, only the newest is written. `make` is called then. */
  offer(stream: string, make: () => Snapshot): void;
  /** Resolves when every pending write is done. */
  settled(): Promise<void>;
};

/** Puts a cache in front of a snapshot store. Writes run one after another, after the answers to their commands. */
export const snapshotCache = (store: SnapshotStore, report: (error: Error) => void): SnapshotCache => {
  const waiting = new Map<string, () => Snapshot>();
  let writing: Promise<void> | undefined;

  const write = async (): Promise<void> => {
    while (waiting.size > 0) {
      await afterAnswers();
      const [[stream, make] = []] = waiting;
      if (stream === undefined || make === undefined) break;
      waiting.delete(stream);
      try {
        await store.save(make());
      } catch (error) {
        report(new Error(`A snapshot of ${stream} could not be kept.`, { cause: error }));
      }
    }
    writing = undefined;
  };

  return {
    find: async (stream, version, read) => {
      try {
        const found = await store.find(stream, version);
        return found && read(found);
      } catch (error) {
        report(new Error(`The snapshot of ${stream} could not be read.`, { cause: error }));
        return undefined;
      }
    },
    offer: (stream, make) => {
      waiting.set(stream, make);
      writing ??= write();
    },
    settled: async () => {
      await writing;
    },
  };
};

/** A stream's snapshot is renewed after this many events. */
export const snapshotEvery = 100;

const savedStream = z.object({
  state: z.unknown(),
  eventId: z.string(),
  studioId: z.string(),
  commands: z.array(
    z.tuple([
      z.string(),
      z.object({
        inputHash: z.string(),
        firstRevision: z.number().int(),
      }) satisfies z.ZodType<Remembered>,
    ]),
  ),
});

/**
 * One aggregate's snapshots. A snapshot holds the state, the remembered commands and the id of its last event. It is valid only
 * while the log has that event at that revision: after restoring an older log or switching engines, it is ignored.
 */
export const snapshotsOf = <Category extends EventCategory, State>(
  { saved, stateVersion }: Aggregate<Category, State>,
  store: EventStore,
  cache: SnapshotCache | undefined,
) => ({
  /** The stream as of its snapshot, if it has one that belongs to this log. */
  restore: async (stream: string): Promise<Folded<State> | undefined> => {
    if (!cache || !saved) return undefined;
    const restored = await cache.find(stream, stateVersion, ({ revision, state: json }) => {
      const { commands, eventId, studioId, state } = savedStream.parse(json);
      return { state: saved.load(state), revision, commands: new Map(commands), eventId, studioId, fence: null };
    });
    if (!restored) return undefined;
    const [last] = await store.readStream(stream, { from: restored.revision, limit: 1 });
    return last?.eventId === restored.eventId ? { ...restored, position: last.position } : undefined;
  },

  /** Schedules writing a snapshot, but none of a fenced stream. @returns whether it is written */
  take: (stream: string, { state, revision, commands, eventId, studioId, fence }: Folded<State>): boolean => {
    if (!cache || !saved || eventId === null || studioId === null || fence !== null) return false;
    cache.offer(stream, () => ({
      studioId,
      stream,
      version: stateVersion,
      revision,
      state: { state: saved.save(state), eventId, studioId, commands: [...commands] } satisfies z.input<
        typeof savedStream
      >,
    }));
    return true;
  },
});
