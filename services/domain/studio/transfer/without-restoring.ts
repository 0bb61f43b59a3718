import { backupEvents } from '@rondo/contracts/events/backups.ts';
import { isFence } from '@rondo/contracts/events/fence.ts';
import { scheduleEvents } from '@rondo/contracts/events/schedule.ts';
import { streamName } from '@rondo/contracts/events/stream-name.ts';
import { eventReader } from '@rondo/projections/runner/events.ts';
import type { SourceEvent } from '@rondo/projections/runner/source.ts';
import type { EventStore } from '../../../platform/log/event-store.ts';

const readBackup = eventReader(backupEvents);

/** The ids of the events of a restore that has not ended: elsewhere nothing carries it out. */
export const unfinishedRestores = async (
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
export const withoutRestoring = (studioId: string, leftOut: ReadonlySet<string>) => {
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
