import type { Delivery, SourceEvent } from './source.ts';

/** About how many bytes of events are applied in one transaction, so that a few large ones do not keep a model from the events after them. */
const mostBytes = 512 * 1024;
/** About what one entry of a list in an event takes. */
const entryBytes = 150;

/** A rough size, without writing the event as JSON again: lists are what makes an event large. */
const sizeOf = ({ data }: SourceEvent): number => {
  let bytes = entryBytes;
  if (typeof data !== 'object' || data === null) return bytes;
  for (const value of Object.values(data)) {
    if (Array.isArray(value)) bytes += value.length * entryBytes;
    else if (typeof value === 'string') bytes += value.length;
  }
  return bytes;
};

/** A delivery in pieces of limited size, each of one event at least. Events that share a position stay together. */
export function* piecesOf(delivery: Delivery, most = mostBytes): Generator<Delivery> {
  let events: SourceEvent[] = [];
  let bytes = 0;
  for (const event of delivery.events) {
    const size = sizeOf(event);
    const last = events.at(-1);
    if (last && bytes + size > most && last.position !== event.position) {
      yield { events, upTo: last.position, caughtUp: false };
      events = [];
      bytes = 0;
    }
    events.push(event);
    bytes += size;
  }
  yield { ...delivery, events };
}
