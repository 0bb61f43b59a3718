import { randomUUID } from 'node:crypto';
import type { SourceEvent } from '@rondo/projections/runner/source.ts';
import type { EventStore, NewEvent } from '../event-store.ts';

/** A meaningless event with its own id. */
export const event = (type = 'Tested', data: unknown = {}): NewEvent => ({
  eventId: randomUUID(),
  type,
  data,
  metadata: {
    commandId: 'c',
    inputHash: 'h',
    correlationId: 'c',
    causationId: 'c',
    batchId: 'b',
    studioId: 's',
    actor: 'a',
    schemaVersion: 1,
  },
});

/** The name of a stream that was never written. */
export const freshStream = (category = 'test') => `${category}-${randomUUID()}`;

/** Reads a subscription until `enough` returns true. */
export const collect = async (
  store: EventStore,
  from: { after: string | null; prefixes: readonly string[] },
  enough: (events: readonly SourceEvent[], caughtUp: boolean) => boolean,
): Promise<SourceEvent[]> => {
  const events: SourceEvent[] = [];
  const stop = new AbortController();
  for await (const delivery of store.subscribe({ ...from, signal: stop.signal })) {
    events.push(...delivery.events);
    if (enough(events, delivery.caughtUp)) stop.abort();
  }
  return events;
};
