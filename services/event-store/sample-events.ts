import { randomUUID } from 'node:crypto';
import type { SourceEvent } from '@rondo/projections/runner/source.ts';
import type { EventStore, NewEvent } from './event-store.ts';

/** An event that means nothing, with an id of its own. */
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

/** A stream that nobody has written. */
export const freshStream = (category = 'test') => `${category}-${randomUUID()}`;

/** Reads a subscription until `enough` says so. */
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
