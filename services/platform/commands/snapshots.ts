import { setImmediate as afterAnswers } from 'node:timers/promises';

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
