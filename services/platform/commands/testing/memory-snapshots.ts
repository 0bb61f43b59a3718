import type { Snapshot, SnapshotStore } from '../snapshots.ts';

/** Snapshots in memory, kept as the JSON text that a table would hold. */
export const memorySnapshots = (isRegistered: (studioId: string, stream: string) => boolean = () => true) => {
  const kept = new Map<string, { version: number; revision: number; json: string }>();
  return {
    find: async (stream, version) => {
      const found = kept.get(stream);
      if (found?.version !== version) return undefined;
      const state: unknown = JSON.parse(found.json);
      return { revision: found.revision, state };
    },
    save: async ({ studioId, stream, version, revision, state }: Snapshot) => {
      if (isRegistered(studioId, stream)) kept.set(stream, { version, revision, json: JSON.stringify(state) });
    },
  } satisfies SnapshotStore;
};
