import { isFence } from '@rondo/contracts/events/fence.ts';
import { isEventOf, readEvent, type EventCategory, type EventOf } from '@rondo/contracts/events/event.ts';
import type { SourceEvent } from './source.ts';

/**
 * Where a recorded event keeps what has been read of it: a dozen models read the same ones, and checking an event takes longer than handling it. A
 * WeakMap of a few hundred thousand events blocks the event loop whenever it grows, and each time garbage is collected.
 */
const known = Symbol('what has been read of it');
type Known = SourceEvent & { readonly [known]?: unknown };

/** Reads a category's recorded events at their newest version. All who read one share it: nobody may change it. */
export const eventReader =
  <Category extends EventCategory>(category: Category) =>
  (recorded: Known): EventOf<Category> => {
    const { type, data, metadata, [known]: before } = recorded;
    if (before !== undefined && isEventOf(category, type, before)) return before;
    const event = readEvent(category, { type, data, schemaVersion: metadata.schemaVersion });
    Object.defineProperty(recorded, known, { value: event, configurable: true, writable: true });
    return event;
  };

/** When it happened: an imported event keeps its original time. */
export const recordedAtOf = ({ metadata, recordedAt }: SourceEvent): string =>
  metadata.importedRecordedAt ?? recordedAt;

/** A stream's events that its category declares: without those of the fences that restores put up. */
export const withoutFences = (events: readonly SourceEvent[]): SourceEvent[] =>
  events.filter((event) => !isFence(event));
