import { isFence } from '@rondo/contracts/events/fence.ts';
import { isEventOf, readEvent, type EventCategory, type EventOf } from '@rondo/contracts/events/event.ts';
import type { SourceEvent } from './source.ts';

/** What has been read of recorded events: a dozen models read the same ones, and checking an event takes longer than handling it. */
const known = new WeakMap<SourceEvent, unknown>();

/** Reads a category's recorded events at their newest version. All who read one share it: nobody may change it. */
export const eventReader =
  <Category extends EventCategory>(category: Category) =>
  (recorded: SourceEvent): EventOf<Category> => {
    const { type, data, metadata } = recorded;
    const before = known.get(recorded);
    if (before !== undefined && isEventOf(category, type, before)) return before;
    const event = readEvent(category, { type, data, schemaVersion: metadata.schemaVersion });
    known.set(recorded, event);
    return event;
  };

/** When it happened: an imported event keeps its original time. */
export const recordedAtOf = ({ metadata, recordedAt }: SourceEvent): string =>
  metadata.importedRecordedAt ?? recordedAt;

/** A stream's events that its category declares: without those of the fences that restores put up. */
export const withoutFences = (events: readonly SourceEvent[]): SourceEvent[] =>
  events.filter((event) => !isFence(event));
