import { AppendTooLarge, LogUnavailable, type EventStore, type NewEvent } from './event-store.ts';

/** Number of tries of an append whose outcome is unknown: the same ids at the same revision. */
const tries = 3;

/**
 * Appends events that another log already has, from a revision on: in halves where this log's limit per append is lower than the other one's.
 * @throws AppendTooLarge for a single event over the limit, and everything that `append` throws
 */
export const appendInParts = async (
  store: Pick<EventStore, 'append'>,
  stream: string,
  { revision, events }: { readonly revision: number; readonly events: readonly NewEvent[] },
): Promise<void> => {
  if (events.length === 0) return;
  for (let attempt = 1; ; attempt += 1) {
    try {
      await store.append(stream, revision === 0 ? 'no_stream' : revision - 1, events);
      return;
    } catch (error) {
      if (error instanceof AppendTooLarge && events.length > 1) {
        const half = Math.ceil(events.length / 2);
        await appendInParts(store, stream, { revision, events: events.slice(0, half) });
        await appendInParts(store, stream, { revision: revision + half, events: events.slice(half) });
        return;
      }
      if (!(error instanceof LogUnavailable) || attempt === tries) throw error;
    }
  }
};
