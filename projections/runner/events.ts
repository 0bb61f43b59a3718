import { isFence } from '@rondo/contracts/events/fence.ts';
import { readEvent, type EventCategory, type EventOf } from '@rondo/contracts/events/event.ts';
import type { SourceEvent } from './source.ts';

/** Reads a category's recorded events at their newest version. */
export const eventReader =
  <Category extends EventCategory>(category: Category) =>
  ({ type, data, metadata }: SourceEvent): EventOf<Category> =>
    readEvent(category, { type, data, schemaVersion: metadata.schemaVersion });

/** When it happened: an imported event keeps its original time. */
export const recordedAtOf = ({ metadata, recordedAt }: SourceEvent): string =>
  metadata.importedRecordedAt ?? recordedAt;

/** A stream's events that its category declares: without those of the fences that restores put up. */
export const withoutFences = (events: readonly SourceEvent[]): SourceEvent[] =>
  events.filter((event) => !isFence(event));
