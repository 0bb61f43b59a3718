import { studioCategories } from '@rondo/contracts/events/categories.ts';
import { streamPrefix, streamName } from '@rondo/contracts/events/stream-name.ts';
import type { SourceEvent } from '@rondo/projections/runner/source.ts';
import type { Services } from '../../../platform/kit/services.ts';
import type { EventStore } from '../../../platform/log/event-store.ts';
import { eventsUpTo } from '../../../platform/models/moments/log-after.ts';
import { inFile, isOfStudio, lineOf, refuseErased, Refused } from './event-line.ts';
import { backupEvents } from '@rondo/contracts/events/backups.ts';
import { isFence } from '@rondo/contracts/events/fence.ts';
import { scheduleEvents } from '@rondo/contracts/events/schedule/schedule.ts';
import { eventReader } from '@rondo/projections/runner/events.ts';

const readBackup = eventReader(backupEvents);

/** The ids of the events of a restore that has not ended: elsewhere nothing carries it out. */
const unfinishedRestores = async (
  store: Pick<EventStore, 'readStream'>,
  studioId: string,
): Promise<ReadonlySet<string>> => {
  const own = new Map<string, string[]>();
  for (const recorded of await store.readStream(streamName(backupEvents, studioId))) {
    const { type, data } = readBackup(recorded);
    if (type === 'RestoreRequested' || type === 'RestoreStarted')
      own.set(data.restoreId, [...(own.get(data.restoreId) ?? []), recorded.eventId]);
    if (type === 'RestoreCompleted' || type === 'RestoreFailed') own.delete(data.restoreId);
  }
  return new Set([...own.values()].flat());
};

/**
 * Leaves out fences and the given events, and counts the revisions of their streams without them: one event after the other, in the log's
 * order; null for one that is left out.
 */
const withoutRestoring = (studioId: string, leftOut: ReadonlySet<string>) => {
  const removed = new Map<string, number[]>();
  const counted = (stream: string, revision: number): number =>
    revision - (removed.get(stream) ?? []).filter((left) => left <= revision).length;

  /** A transfer names a revision of the other schedule. */
  const dataOf = (event: SourceEvent): unknown => {
    if (event.type !== 'LessonTakenOver') return event.data;
    const read = eventReader(scheduleEvents)(event);
    if (read.type !== 'LessonTakenOver' || typeof event.data !== 'object') return event.data;
    const { from, seen } = read.data;
    return { ...event.data, seen: counted(streamName(scheduleEvents, studioId, from), seen) };
  };

  return (event: SourceEvent): SourceEvent | null => {
    const { stream, revision, eventId } = event;
    if (isFence(event) || leftOut.has(eventId)) {
      removed.set(stream, [...(removed.get(stream) ?? []), revision]);
      return null;
    }
    return { ...event, revision: counted(stream, revision), data: dataOf(event) };
  };
};

/** The lines of a studio's events, which come in the log's order. @throws Refused when there are none */
async function* linesOf(
  store: EventStore,
  studioId: string,
  events: AsyncIterable<readonly SourceEvent[]>,
): AsyncGenerator<string> {
  const rewrite = withoutRestoring(studioId, await unfinishedRestores(store, studioId));
  let lines = 0;
  for await (const some of events)
    for (const event of some) {
      const line = rewrite(event);
      if (!line) continue;
      lines += 1;
      yield lineOf(inFile(line));
    }
  if (lines === 0) throw new Refused(`The log has no events of studio ${studioId}.`);
}

/** A studio's events up to now, from a log whose streams are not listed anywhere. */
async function* searched(store: EventStore, studioId: string): AsyncGenerator<readonly SourceEvent[]> {
  const end = await store.head();
  if (end === null) return;
  const done = new AbortController();
  const prefixes = studioCategories.map((category) => streamPrefix(category, studioId));
  for await (const { events, upTo, caughtUp } of store.subscribe({ after: null, prefixes, signal: done.signal })) {
    yield events.filter(({ position, stream }) => store.compare(position, end) <= 0 && isOfStudio(stream, studioId));
    if (caughtUp || store.compare(upTo, end) >= 0) done.abort();
  }
}

/**
 * All events of a studio up to now, one line per event, in the log's order. Reads the log from its beginning, like a rebuild.
 * @throws Refused when the studio was erased or the log has no events of it
 */
export async function* exportStudio(store: EventStore, studioId: string): AsyncGenerator<string> {
  await refuseErased(store, studioId);
  yield* linesOf(store, studioId, searched(store, studioId));
}

/**
 * The same lines, read from the studio's own streams: as fast as the studio is small, whatever else the log holds.
 * @throws Refused when there are no events
 */
export async function* exportStreams(
  { store, streams }: Pick<Services, 'store' | 'streams'>,
  studioId: string,
): AsyncGenerator<string> {
  const end = await store.head();
  // Listed after the end is known, so that none of the streams that reach it is missing.
  const own = await streams.of(studioId);
  if (end !== null) yield* linesOf(store, studioId, eventsUpTo(store, own, end));
}
