import type { RestoreTarget } from '@rondo/contracts/events/backups.ts';
import { scheduleEvents } from '@rondo/contracts/events/schedule/schedule.ts';
import { parseStreamName, streamName } from '@rondo/contracts/events/stream-name.ts';
import { eventReader } from '@rondo/projections/runner/events.ts';
import type { Position, SourceEvent } from '@rondo/projections/runner/source.ts';
import type { EventStore } from '../../../../platform/log/event-store.ts';
import { isAfter, placeOf } from '../../../../platform/models/moments/fold-moment.ts';
import type { Restore } from '../restore-stream.ts';
import type { StudioLog } from './studio-log.ts';

type Compare = Pick<EventStore, 'compare'>;

/** A place between two events of the log: before a position, or right after it. */
type Place = { readonly position: Position; readonly inclusive: boolean };

/** Where a moment ends in the log. */
export type Cut = Place & {
  /** The restore that the moment is inside of, if it is inside one: what that restore changes counts as it was before it. */
  readonly inside: Restore | null;
};

const isBefore = ({ compare }: Compare, position: Position, { position: end, inclusive }: Place): boolean =>
  inclusive ? compare(position, end) <= 0 : compare(position, end) < 0;

const beforeIt = ({ started }: Restore): Place | null =>
  started === null ? null : { position: started, inclusive: false };

/** True for the one stream that a teacher's restore changes. */
const isOfTeacher = ({ teacherId, metadata: { studioId } }: Restore, stream: string): boolean =>
  teacherId !== null && stream === streamName(scheduleEvents, studioId, teacherId);

/** The studio up to a cut. */
export const upTo = (store: Compare, log: StudioLog, cut: Cut): StudioLog =>
  new Map(
    [...log].map(([stream, events]) => {
      const end = (cut.inside && isOfTeacher(cut.inside, stream) && beforeIt(cut.inside)) || cut;
      return [stream, events.filter(({ position }) => isBefore(store, position, end))];
    }),
  );

/** The last event that a restore itself appended; null if it changed nothing. What its reactors do later is no part of its run. */
export const lastOfRestore = (
  store: Compare,
  log: StudioLog,
  { started, ended, metadata }: Restore,
): Position | null => {
  const isOwn = ({ position, metadata: { batchId } }: SourceEvent): boolean =>
    batchId === metadata.batchId &&
    started !== null &&
    store.compare(position, started) > 0 &&
    (ended === null || store.compare(position, ended) < 0);
  return [...log.values()]
    .flat()
    .filter(isOwn)
    .reduce<Position | null>((last, { position }) => (store.compare(position, last) > 0 ? position : last), null);
};

const readSchedule = eventReader(scheduleEvents);

/** The last event of the transfers of which a place has only a part. */
const endOfTransfers = (store: Compare, log: StudioLog, studioId: string, place: Place): Position | null => {
  let end: Position | null = null;
  const reach = (position: Position): void => {
    if (!isBefore(store, position, place) && (end === null || store.compare(position, end) > 0)) end = position;
  };
  for (const [stream, events] of log) {
    if (parseStreamName(stream).category !== scheduleEvents.name) continue;
    for (const recorded of events) {
      if (recorded.type !== 'LessonTakenOver' || !isBefore(store, recorded.position, place)) continue;
      const transfer = readSchedule(recorded);
      if (transfer.type !== 'LessonTakenOver') continue;
      const causes = new Set([recorded.eventId]);
      const giver = log.get(streamName(scheduleEvents, studioId, transfer.data.from)) ?? [];
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

/** What a restore leads back, and from when. */
type CutRequest = {
  readonly studioId: string;
  readonly target: RestoreTarget;
  readonly teacherId: string | null;
  readonly restores: readonly Restore[];
};

/**
 * The restore of the same streams that a place is inside of: some of its changes are before the place and some after it. After its last change
 * a restore is over, however long it takes to say so.
 */
const restoreAround = (
  store: Compare,
  log: StudioLog,
  request: CutRequest,
  { position, inclusive }: Place,
): Restore | null =>
  request.restores.find((restore) => {
    const { started, ended, teacherId } = restore;
    const isOfOthers = teacherId !== null && request.teacherId !== null && teacherId !== request.teacherId;
    if (started === null || isOfOthers) return false;
    const begins = inclusive ? store.compare(started, position) <= 0 : store.compare(started, position) < 0;
    if (!begins || ended === null) return begins;
    if (store.compare(position, ended) >= 0) return false;
    return store.compare(position, lastOfRestore(store, log, restore)) < 0;
  }) ?? null;

/** The place of a target; null before the studio's first event. A moment ends where lists as of that moment end. */
const targetPlace = (store: Compare, log: StudioLog, target: RestoreTarget): Place | null => {
  const events = [...log.values()].flat().toSorted((a, b) => store.compare(a.position, b.position));
  const found = events.findIndex((event) => isAfter(store, placeOf(event), target));
  const last = found < 0 ? events.at(-1) : events[found - 1];
  if (!last) return null;
  return { position: 'position' in target ? target.position : last.position, inclusive: true };
};

/** A transfer leads into a restore at most once. */
const mostLooks = 3;

/**
 * Where the moment of a target ends, for restores, previews and undo alike; null before the studio's first event. Inside a restore, it is the
 * moment before it; inside a transfer, the moment after it.
 */
export const cutAt = (store: Compare, log: StudioLog, request: CutRequest): Cut | null => {
  let place = targetPlace(store, log, request.target);
  if (!place) return null;
  let inside: Restore | null = null;
  for (let looks = 0; ; looks += 1) {
    const around = restoreAround(store, log, request, place);
    inside ??= around;
    if (around?.teacherId === null) place = beforeIt(around) ?? place;
    const end = endOfTransfers(store, log, request.studioId, place);
    if (end === null || looks === mostLooks) return { ...place, inside };
    place = { position: end, inclusive: true };
  }
};
