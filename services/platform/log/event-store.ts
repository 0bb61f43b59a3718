import type { EventMetadata } from '@rondo/contracts/events/event.ts';
import { isTransient } from '@rondo/projections/runner/transient.ts';
import { TransientError, type EventSource, type Position, type SourceEvent } from '@rondo/projections/runner/source.ts';

declare module '../kit/services.ts' {
  interface Services {
    readonly store: EventStore;
  }
}

export type NewEvent = {
  /** Made by the writer; the same ids at the same expected revision are one append, however often it is sent. */
  readonly eventId: string;
  readonly type: string;
  /** JSON. */
  readonly data: unknown;
  readonly metadata: EventMetadata;
};

/** The revision of a stream's last event, or that the stream must not exist yet. */
export type ExpectedRevision = number | 'no_stream';

export type Appended = {
  /** Of the last event of this append. */
  readonly position: Position;
  /** Of the last event of this append. */
  readonly revision: number;
  /** By the engine's clock; null where its answer does not say it and the stream would have to be read. */
  readonly recordedAt: string | null;
  /** Where `recordedAt` is null: the events of this append, once a subscription of this process has received them all. */
  readonly received?: () => readonly SourceEvent[] | undefined;
};

export type ReadOptions = {
  /** First revision to read; forwards from the beginning and backwards from the end when absent. */
  readonly from?: number;
  readonly direction?: 'forwards' | 'backwards';
  readonly limit?: number;
};

type StreamRange = { readonly stream: string; readonly from: number };

/** The event log, with the same operations on every engine. `contract.ts` tests the rules that each engine obeys. */
export interface EventStore extends EventSource {
  /**
   * Appends events to one stream, atomically and contiguously.
   * @throws WrongExpectedRevision when the stream is at another revision
   * @throws StreamDeleted when the stream was deleted
   * @throws AppendTooLarge before anything is sent
   * @throws EmptyAppend
   * @throws LogUnavailable when the outcome is unknown: send the same append again
   */
  append(stream: string, expected: ExpectedRevision, events: readonly NewEvent[]): Promise<Appended>;
  /** A stream's events; empty for one that was never written or was deleted. */
  readStream(stream: string, options?: ReadOptions): Promise<readonly SourceEvent[]>;
  /** Several streams forwards, each from a revision on and at most `limit` events of it, in the order of the ranges. */
  readStreams(ranges: readonly StreamRange[], limit: number): Promise<readonly (readonly SourceEvent[])[]>;
  /** Deletes streams permanently: they read as absent and can never be written again. Idempotent. */
  deleteStreams(streams: readonly string[]): Promise<void>;
  /** The names of all deleted streams. */
  deletedStreams(): Promise<readonly string[]>;
  /** Ends subscriptions and connections. */
  close(): Promise<void>;
}

export class WrongExpectedRevision extends TransientError {
  readonly actual: ExpectedRevision;
  constructor(stream: string, expected: ExpectedRevision, actual: ExpectedRevision) {
    super(`${stream} is at ${actual}, not at ${expected}.`);
    this.actual = actual;
  }
}

export class StreamDeleted extends Error {
  constructor(stream: string) {
    super(`${stream} was deleted and can never be written again.`);
  }
}

export class AppendTooLarge extends Error {
  constructor(stream: string, bytes: number, limit: number) {
    super(`An append of ${bytes} bytes to ${stream} is over the log's limit of ${limit} bytes.`);
  }
}

export class EmptyAppend extends Error {
  constructor(stream: string) {
    super(`An append to ${stream} holds no event.`);
  }
}

/** The log did not answer; it is unknown whether the append took place. */
export class LogUnavailable extends TransientError {}

/** A position of the engines that count events from 1; 0 is before the first. */
export const isNumbered = (text: string): boolean => /^\d{1,15}$/.test(text);

/** What a server accepts in one append unless it is set up otherwise. */
export const defaultAppendBytes = 1024 * 1024;

/** A position of an EventStoreDB log: commit and prepare, in bytes of the log. -1 is before the first event. */
export const positionInBytes = /^C:(-1|\d{1,19})\/P:(-1|\d{1,19})$/;

/** Whether a text is a position in a log of some engine. */
export const isOfSomeLog = (text: string): boolean => isNumbered(text) || positionInBytes.test(text);

/**
 * Whether a position that was kept outside the log, by a client or beside a key, can be one of this log: of its engine's form, and not beyond its
 * end. The log may have been moved since. While the log does not answer, the form decides.
 */
export const isPositionHere =
  ({ isPosition, compare, head }: Pick<EventStore, 'isPosition' | 'compare' | 'head'>) =>
  async (text: string): Promise<boolean> => {
    if (!isPosition(text)) return false;
    try {
      const end = await head();
      return end !== null && compare(text, end) <= 0;
    } catch (error) {
      if (isTransient(error)) return true;
      throw error;
    }
  };

/** Bytes of an append as EventStoreDB counts them: JSON in UTF-8, and two for each letter of the type. */
export const appendSize = (events: readonly NewEvent[]): number =>
  events.reduce(
    (sum, { type, data, metadata }) =>
      sum + 2 * type.length + Buffer.byteLength(JSON.stringify(data)) + Buffer.byteLength(JSON.stringify(metadata)),
    0,
  );

/** @throws EmptyAppend, AppendTooLarge */
export const refuseUnfit = (stream: string, events: readonly NewEvent[], maxBytes: number): void => {
  if (events.length === 0) throw new EmptyAppend(stream);
  const bytes = appendSize(events);
  if (bytes > maxBytes) throw new AppendTooLarge(stream, bytes, maxBytes);
};
