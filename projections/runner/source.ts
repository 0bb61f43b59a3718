import type { EventMetadata } from '@rondo/contracts/events/event.ts';

/** A position in the log's total order. Opaque: only the source that issued it can compare it. */
export type Position = string;

/** An event as the log recorded it. `recordedAt` is ISO 8601 in UTC, by the engine's clock; it never runs backwards. */
export type SourceEvent = {
  readonly position: Position;
  readonly stream: string;
  /** 0 for the first event of its stream. */
  readonly revision: number;
  readonly eventId: string;
  readonly type: string;
  readonly data: unknown;
  readonly metadata: EventMetadata;
  readonly recordedAt: string;
};

/**
 * A delivery to a subscriber: events in commit order, and how far the log has been read. `events` may be empty
 * when nothing up to `upTo` matches. `caughtUp` means that this was the end of the log when it was read.
 */
export type Delivery = {
  readonly events: readonly SourceEvent[];
  readonly upTo: Position;
  readonly caughtUp: boolean;
};

/** A temporary failure that a retry may fix: a dependency did not answer, or another writer was faster. */
export class TransientError extends Error {}

/** What a runner needs of a log. The event store's engines satisfy it. */
export interface EventSource {
  /**
   * Every committed event after a position (`null`: from the beginning) whose stream name begins with one of the prefixes, exactly in commit
   * order, without gaps or duplicates. Ends only when the signal aborts.
   */
  subscribe(from: {
    after: Position | null;
    prefixes: readonly string[];
    signal: AbortSignal;
  }): AsyncIterable<Delivery>;
  /** The position of the newest committed event; `null` while the log is empty. */
  head(): Promise<Position | null>;
  /**
   * Negative when `a` is before `b`, `null` being before the first event. The magnitude is the distance between them, in the
   * source's own unit.
   */
  compare(a: Position | null, b: Position | null): number;
  /** Whether a text is a valid position in a log of this kind. */
  isPosition(text: string): boolean;
}
