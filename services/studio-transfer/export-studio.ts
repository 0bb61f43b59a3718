import { studioCategories } from '@rondo/contracts/events/categories.ts';
import { streamPrefix } from '@rondo/contracts/events/stream-name.ts';
import type { EventStore } from '../event-store/event-store.ts';
import { refuseErased } from './erased.ts';
import { inFile, isOfStudio, lineOf, Refused } from './event-line.ts';
import { unfinishedRestores, withoutRestoring } from './without-restoring.ts';

/**
 * All events of a studio up to now, one line per event, in the log's order. Reads the log from its beginning, like a rebuild.
 * @throws Refused when the studio was erased or the log has no events of it
 */
export async function* exportStudio(store: EventStore, studioId: string): AsyncGenerator<string> {
  await refuseErased(store, studioId);
  const end = await store.head();
  const done = new AbortController();
  const prefixes = studioCategories.map((category) => streamPrefix(category, studioId));
  const kept = withoutRestoring(studioId, await unfinishedRestores(store, studioId));
  let lines = 0;
  if (end !== null)
    for await (const { events, upTo, caughtUp } of store.subscribe({ after: null, prefixes, signal: done.signal })) {
      for (const event of events) {
        if (store.compare(event.position, end) > 0 || !isOfStudio(event.stream, studioId)) continue;
        const line = kept(event);
        if (line) yield lineOf(inFile(line));
        if (line) lines += 1;
      }
      if (caughtUp || store.compare(upTo, end) >= 0) done.abort();
    }
  if (lines === 0) throw new Refused(`The log has no events of studio ${studioId}.`);
}
