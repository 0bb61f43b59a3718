import { retried } from '../kit/retry.ts';
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
  try {
    await retried(
      tries,
      (error) => error instanceof LogUnavailable,
      () => store.append(stream, revision === 0 ? 'no_stream' : revision - 1, events),
    );
  } catch (error) {
    if (!(error instanceof AppendTooLarge) || events.length === 1) throw error;
    const half = Math.ceil(events.length / 2);
    await appendInParts(store, stream, { revision, events: events.slice(0, half) });
    await appendInParts(store, stream, { revision: revision + half, events: events.slice(half) });
  }
};
