import type { AllStreamRecordedEvent } from '@eventstore/db-client';
import type { Delivery, Position, SourceEvent } from '@rondo/projections/runner/source.ts';
import { NoAnswer, within } from '../no-answer.ts';
import type { LogClient } from '../client.ts';
import { tombstoneType, type Deletions } from '../deletions.ts';
import { openFeed, type News } from './feed.ts';
import { beginning, comparePositions, formatPosition } from '../positions.ts';
import type { Reader } from '../reading.ts';
import { toSourceEvent, UnreadableEvent } from '../records.ts';

const mostInDelivery = 500;
/** Events read per page when a quiet subscription is checked against the log. */
const probeWindow = 512;
/** How often a quiet subscription is checked against the log, at least. */
const lookMilliseconds = 500;

type Horizon = ReturnType<typeof horizon>;

/**
 * How far the log is known to reach. A caller who reads the head may be about to wait until read models have reached it,
 * and a subscription receives nothing for events that do not match: so it is woken up to check the log.
 */
export const horizon = () => {
  let furthest: Position | null = null;
  const listeners = new Set<() => void>();

  return {
    reaches: (position: Position | null): void => {
      if (position === null || (furthest !== null && comparePositions(position, furthest) <= 0)) return;
      furthest = position;
      for (const listener of listeners) listener();
    },
    isBeyond: (position: Position): boolean => furthest !== null && comparePositions(furthest, position) > 0,
    /** Calls back when the horizon moves; returns a function that unsubscribes. */
    listen: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};

/** The first event in the log that a subscription has not received, and since when that is known. */
type Missing = { readonly at: Position; readonly since: number };

/** The progress that the subscriber has been given. */
type Reported = { readonly upTo: Position; readonly live: boolean };

/** A subscription's progress: how far it has received the log, whether that was the end, and which event it is missing. */
type Progress = Reported & { readonly missing: Missing | null };

const later = (a: Position, b: Position | null): Position => (b !== null && comparePositions(b, a) > 0 ? b : a);

/**
 * A subscription's progress after more messages.
 * @param head of the log before the subscription began
 */
const heard = (progress: Progress, news: readonly News[], head: Position | null): Progress => {
  let { upTo, live } = progress;
  for (const one of news) {
    switch (one.kind) {
      case 'event':
        upTo = later(upTo, formatPosition(one.record.position));
        break;
      case 'checkpoint':
        upTo = later(upTo, formatPosition(one.position));
        break;
      case 'caught up':
        // The message names no position, and the checkpoint before it may be anywhere in the last page that the server read. But
        // the server has read at least up to the log's head when the subscription began.
        [upTo, live] = [later(upTo, head), true];
        break;
      case 'fell behind':
        live = false;
        break;
    }
  }
  return { upTo, live, missing: null };
};

/** Follows the log with one subscription until the signal aborts. Throws when the subscription breaks. */
export const following = ({
  read,
  deletions,
  silenceMilliseconds,
  reached,
  onEvent,
}: {
  readonly read: Reader;
  readonly deletions: Deletions;
  /** How long a subscription may stay silent while the log has more for it. */
  readonly silenceMilliseconds: number;
  readonly reached: Horizon;
  readonly onEvent: (event: SourceEvent) => void;
}) => {
  const quiet = Math.min(silenceMilliseconds / 2, lookMilliseconds);

  const headOf = async (client: LogClient): Promise<Position | null> => {
    const position = await within(silenceMilliseconds, 'the head of the log', read.head(client));
    return position && formatPosition(position);
  };

  const isForUs = ({ streamId, type }: AllStreamRecordedEvent): boolean => {
    if (type === tombstoneType) deletions.noticed(streamId);
    // Names that begin with a dollar sign are the server's own.
    return !type.startsWith('$') && !streamId.startsWith('$') && !deletions.has(streamId);
  };

  /** The events for the subscriber, up to the first one that cannot be read. */
  const sift = (news: readonly News[]) => {
    const events: SourceEvent[] = [];
    for (const [i, one] of news.entries()) {
      if (one.kind !== 'event' || !isForUs(one.record)) continue;
      try {
        const event = toSourceEvent(one.record);
        onEvent(event);
        events.push(event);
      } catch (error) {
        if (error instanceof UnreadableEvent) return { events, news: news.slice(0, i), unreadable: error };
        throw error;
      }
    }
    return { events, news, unreadable: undefined };
  };

  /**
   * Reads the log directly for what a quiet subscription has not received: up to where nothing matches, and the first
   * event that does. This advances to a position without a checkpoint, and tells a dead subscription from one that simply
   * has nothing to deliver.
   */
  const lookAhead = async (
    client: LogClient,
    { upTo, live, missing }: Progress,
    prefixes: readonly string[],
  ): Promise<Progress> => {
    const head = await headOf(client);
    if (head === null || comparePositions(head, upTo) <= 0) return { upTo, live: true, missing: null };
    const ahead = await within(silenceMilliseconds, 'the log', read.all(client, upTo, probeWindow));
    let foreign = upTo;
    for (const { position, streamId } of ahead) {
      const at = formatPosition(position);
      if (comparePositions(at, upTo) <= 0) continue;
      if (prefixes.some((prefix) => streamId.startsWith(prefix)))
        return { upTo: foreign, live, missing: missing?.at === at ? missing : { at, since: performance.now() } };
      foreign = at;
    }
    return { upTo: foreign, live: live || comparePositions(foreign, head) >= 0, missing: null };
  };

  return async function* follow(
    client: LogClient,
    after: Position | null,
    prefixes: readonly string[],
    signal: AbortSignal,
  ): AsyncGenerator<Delivery> {
    const refreshed = within(silenceMilliseconds, 'the list of deleted streams', deletions.refresh(client));
    const [head] = await Promise.all([headOf(client), refreshed]);
    let progress: Progress = { upTo: after ?? beginning, live: false, missing: null };
    let reported: Reported = progress;
    const opened = performance.now();
    const feed = openFeed(client, progress.upTo, prefixes, signal);
    const deaf = reached.listen(feed.ring);
    try {
      while (!signal.aborted) {
        const isCalled = feed.confirmed() && !progress.missing && reached.isBeyond(progress.upTo);
        if (await feed.wait(isCalled ? 0 : quiet)) {
          const { events, news, unreadable } = sift(feed.take(mostInDelivery));
          progress = heard(progress, news, head);
          if (events.length > 0 || isFurther(progress, reported)) {
            reported = { upTo: progress.upTo, live: progress.live && feed.drained() };
            yield { events, upTo: reported.upTo, caughtUp: reported.live };
          }
          if (unreadable) throw unreadable;
          continue;
        }
        if (signal.aborted) return;
        const over = feed.over();
        if (over) throw over.reason;
        if (!feed.confirmed()) {
          if (performance.now() - opened < silenceMilliseconds) continue;
          throw new NoAnswer(`A subscription was not confirmed within ${silenceMilliseconds} ms.`);
        }
        progress = await lookAhead(client, progress, prefixes);
        // Messages may have arrived while the log was read: then the subscription was not silent.
        if (
          progress.missing &&
          feed.drained() &&
          performance.now() - progress.missing.since > silenceMilliseconds - quiet
        )
          throw new NoAnswer(`A subscription kept silent about ${progress.missing.at} for ${silenceMilliseconds} ms.`);
        if (isFurther(progress, reported) && feed.drained()) {
          reported = { upTo: progress.upTo, live: progress.live && progress.missing === null };
          yield { events: [], upTo: reported.upTo, caughtUp: reported.live };
        }
      }
    } finally {
      deaf();
      feed.close();
    }
  };
};

const isFurther = (now: Progress, before: Reported): boolean => now.upTo !== before.upTo || (now.live && !before.live);
