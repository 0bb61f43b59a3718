import type { EventStore } from './event-store.ts';

/** Counts the readable events that contain a text in their stream name, type, data or metadata, ignoring case. */
export const findInLog = async (store: EventStore, text: string): Promise<number> => {
  const wanted = text.toLowerCase();
  const stop = new AbortController();
  let found = 0;
  for await (const { events, caughtUp } of store.subscribe({ after: null, prefixes: [''], signal: stop.signal })) {
    found += events.filter((event) => everythingIn(event).toLowerCase().includes(wanted)).length;
    if (caughtUp) stop.abort();
  }
  return found;
};

/** Names and values as they are, not as JSON escapes them. */
const everythingIn = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? Object.entries(value)
        .map(([key, inner]) => `${key}\0${everythingIn(inner)}`)
        .join('\0')
    : String(value);
