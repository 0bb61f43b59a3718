import type { EventCategory } from '@rondo/contracts/events/event.ts';
import { z } from 'zod';
import type { EventStore } from '../log/event-store.ts';
import type { Aggregate } from './aggregate.ts';
import type { Remembered } from './command-memory.ts';
import type { Folded } from './folded.ts';
import type { SnapshotCache } from './snapshots.ts';

/** A stream's snapshot is renewed after this many events. */
export const snapshotEvery = 100;

const kept = z.object({
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
      const { commands, eventId, studioId, state } = kept.parse(json);
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
      state: { state: saved.save(state), eventId, studioId, commands: [...commands] } satisfies z.input<typeof kept>,
    }));
    return true;
  },
});
