import { instantOf, type Instant } from '@rondo/contracts/calendar/instants.ts';
import type { RestoreTarget } from '@rondo/contracts/events/backups.ts';
import { scheduleEvents } from '@rondo/contracts/events/schedule.ts';
import { parseStreamName, streamName } from '@rondo/contracts/events/stream-name.ts';
import { eventReader, recordedAtOf, withoutFences } from '@rondo/projections/runner/events.ts';
import type { Position, SourceEvent } from '@rondo/projections/runner/source.ts';
import type { EventStore } from '../event-store/event-store.ts';
import type { Restore } from './restore-stream.ts';

type Compare = Pick<EventStore, 'compare'>;

/** The events of every stream of a studio that can be restored, without fences. */
export type StudioLog = ReadonlyMap<string, readonly SourceEvent[]>;

/** The categories whose streams are restored. */
const restoredCategories: ReadonlySet<string> = new Set(['student', 'teacher', 'schedule', 'report', 'studio']);

const page = 1000;
const streamsAtOnce = 8;

const readWhole = async (store: Pick<EventStore, 'readStream'>, stream: string): Promise<SourceEvent[]> => {
  const events: SourceEvent[] = [];
  for (;;) {
    const read = await store.readStream(stream, { from: events.length, limit: page });
    events.push(...read);
    if (read.length < page) return withoutFences(events);
  }
};

/** Runs a task for every item, a few at a time. */
export const forEach = async <Item>(items: readonly Item[], atOnce: number, task: (item: Item) => Promise<void>) => {
  const waiting = [...items].toReversed();
  const work = async (): Promise<void> => {
    for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) await task(item);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
};

export const readStudio = async (
  store: Pick<EventStore, 'readStream'>,
  streams: readonly string[],
): Promise<StudioLog> => {
  const log = new Map<string, SourceEvent[]>();
  const own = streams.filter((stream) => restoredCategories.has(parseStreamName(stream).category));
  await forEach(own, streamsAtOnce, async (stream) => {
    log.set(stream, await readWhole(store, stream));
  });
  return log;
};

/** Where a moment ends in the log: before a position, or with it. */
export type Cut = { readonly position: Position; readonly inclusive: boolean };

const isBefore = ({ compare }: Compare, position: Position, cut: Cut): boolean =>
  cut.inclusive ? compare(position, cut.position) <= 0 : compare(position, cut.position) < 0;

/** The studio up to a cut. */
export const upTo = (store: Compare, log: StudioLog, cut: Cut): StudioLog =>
  new Map(
    [...log].map(([stream, events]) => [stream, events.filter(({ position }) => isBefore(store, position, cut))]),
  );

const readSchedule = eventReader(scheduleEvents);

/** The last event of the transfers of which a cut has only a part. */
const endOfTransfers = (store: Compare, log: StudioLog, studioId: string, cut: Cut): Position | null => {
  let end: Position | null = null;
  const reach = (position: Position): void => {
    if (!isBefore(store, position, cut) && (end === null || store.compare(position, end) > 0)) end = position;
  };
  for (const [stream, events] of log) {
    if (parseStreamName(stream).category !== scheduleEvents.name) continue;
    for (const recorded of events) {
      if (recorded.type !== 'LessonTakenOver' || !isBefore(store, recorded.position, cut)) continue;
      const taken = readSchedule(recorded);
      if (taken.type !== 'LessonTakenOver') continue;
      const causes = new Set([recorded.eventId]);
      const giver = log.get(streamName(scheduleEvents, studioId, taken.data.from)) ?? [];
      // The release answers the transfer, and what is sent on answers the release.
      for (const { metadata, eventId, position } of [...giver, ...events])
        if (causes.has(metadata.causationId)) {
          causes.add(eventId);
          reach(position);
        }
    }
  }
  return end;
};

/** The restore that a cut is inside of. */
const restoreAround = (
  store: Compare,
  restores: readonly Restore[],
  { position, inclusive }: Cut,
): Restore | undefined =>
  restores.find(({ started, ended }) => {
    if (started === null) return false;
    const begins = inclusive ? store.compare(started, position) <= 0 : store.compare(started, position) < 0;
    return begins && (ended === null || store.compare(position, ended) < 0);
  });

/** A place in the log that a moment can end with: an event of a restored stream, or the end of a restore, which comes after its own events. */
type Place = { readonly position: Position; readonly recordedAt: Instant };

const placesOf = (log: StudioLog, restores: readonly Restore[]): Place[] => [
  ...[...log.values()].flat().map((event) => ({
    position: event.position,
    recordedAt: instantOf(recordedAtOf(event)),
  })),
  ...restores.flatMap(({ ended, endedAt }) =>
    ended === null || endedAt === null ? [] : [{ position: ended, recordedAt: endedAt }],
  ),
];

/** The last place of a studio that is not after a target; null before the studio's first event. */
const lastUntil = (store: Compare, places: readonly Place[], target: RestoreTarget): Place | null => {
  let last: Place | null = null;
  for (const place of places) {
    const isLater =
      'instant' in target ? place.recordedAt > target.instant : store.compare(place.position, target.position) > 0;
    if (!isLater && (last === null || store.compare(place.position, last.position) > 0)) last = place;
  }
  return last;
};

/** A transfer leads into a restore at most once. */
const mostLooks = 3;

/**
 * Where the moment of a target ends; null before the studio's first event. Inside a restore, it is the moment before it; inside a transfer, the
 * moment after it.
 */
export const cutAt = (
  store: Compare,
  log: StudioLog,
  { studioId, target, restores }: { studioId: string; target: RestoreTarget; restores: readonly Restore[] },
): Cut | null => {
  const last = lastUntil(store, placesOf(log, restores), target);
  if (!last) return null;
  let cut: Cut = { position: 'position' in target ? target.position : last.position, inclusive: true };
  for (let looks = 0; ; looks += 1) {
    const around = restoreAround(store, restores, cut);
    if (around?.started) cut = { position: around.started, inclusive: false };
    const end = endOfTransfers(store, log, studioId, cut);
    if (end === null || looks === mostLooks) return cut;
    cut = { position: end, inclusive: true };
  }
};
