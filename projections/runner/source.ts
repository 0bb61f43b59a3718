import type { EventMetadata } from '@rondo/contracts/events/event.ts';

/** A place in the log's one order. Opaque: only the source that gave it can compare it. */
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
 * What a subscriber is given: events in commit order, and how far the log has been read for it. `events` may be empty
 * when nothing up to `upTo` was asked for. `caughtUp` says that this was the end of the log when it was read.
 */
export type Delivery = {
  readonly events: readonly SourceEvent[];
  readonly upTo: Position;
  readonly caughtUp: boolean;
};

/** It did not work now and may work later: a part did not answer, or somebody else was faster. */
export class TransientError extends Error {}

/** What a runner needs of a log. The engines of the event store satisfy it. */
export interface EventSource {
  /**
   * Every committed event after a position (`null`: from the beginning) whose stream name begins with one of the prefixes, exactly in commit
   * order, none skipped, none twice. Ends only when the signal aborts.
   */
  subscribe(from: {
    after: Position | null;
    prefixes: readonly string[];
    signal: AbortSignal;
  }): AsyncIterable<Delivery>;
  /** The position of the newest committed event; `null` while the log is empty. */
  head(): Promise<Position | null>;
  /**
   * Negative when `a` lies before `b`, `null` being before the first event. The size says how far apart they lie, in the
   * source's own measure.
   */
  compare(a: Position | null, b: Position | null): number;
  /** Whether a text could be a position in a log of this kind. */
  isPosition(text: string): boolean;
}
