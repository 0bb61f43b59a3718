import { setImmediate as turn } from 'node:timers/promises';
import { STREAM_NAME, type AllStreamRecordedEvent, type Position as LogPosition } from '@eventstore/db-client';
import type { Position } from '@rondo/projections/runner/source.ts';
import type { LogClient } from '../client.ts';
import { compareLogPositions, parsePosition, readFrom } from '../positions.ts';

/** A message from a subscription, in the order received. */
export type News =
  | { readonly kind: 'event'; readonly record: AllStreamRecordedEvent }
  | { readonly kind: 'checkpoint'; readonly position: LogPosition }
  | { readonly kind: 'caught up' }
  | { readonly kind: 'fell behind' };

/** Buffered messages above which reading from the server pauses and below which it resumes. */
const [mostWaiting, fewWaiting] = [1000, 500];
/** Events the server scans at a time: the interval of checkpoints while nothing matches the filter. */
const searchWindow = 256;

/** The server ended a subscription normally, as it does on shutdown. To a subscriber it is a drop like any other. */
class CleanEnd extends Error {}

/**
 * One catch-up subscription to $all, until it breaks or the signal aborts: everything after a position, of streams with
 * one of the prefixes.
 */
export const openFeed = (client: LogClient, after: Position, prefixes: readonly string[], signal: AbortSignal) => {
  let waiting: News[] = [];
  /** The last event received. Duplicates, also right after a resumption, are left out. */
  let last: LogPosition = parsePosition(after);
  let bell = Promise.withResolvers<void>();
  let confirmed = false;
  let over: { readonly reason: unknown } | undefined;
  let emitted = 0;
  /** A client message that arrived before the events it follows; delivered once that many events have come out. */
  let marks: { readonly due: number; readonly news: News }[] = [];

  const subscription = client.subscribeToAll(
    {
      fromPosition: readFrom(after),
      requiresLeader: true,
      filter: {
        filterOn: STREAM_NAME,
        prefixes: [...prefixes],
        checkpointInterval: 1,
        maxSearchWindow: searchWindow,
        checkpointReached: (_, position) => mark({ kind: 'checkpoint', position }),
      },
    },
    { highWaterMark: 256 },
  );

  const ring = (): void => {
    bell.resolve();
    bell = Promise.withResolvers<void>();
  };

  const put = (news: News): void => {
    waiting.push(news);
    ring();
  };

  // The client reports a checkpoint at once, while the events before it may still be in its own buffer. Passed on
  // immediately, a checkpoint would cover events that the consumer has not seen.
  const mark = (news: News): void => {
    const due = emitted + subscription.readableLength;
    if (due === emitted) put(news);
    else marks.push({ due, news });
  };

  const take = (record: AllStreamRecordedEvent | undefined): void => {
    emitted += 1;
    if (record && compareLogPositions(record.position, last) > 0) {
      last = record.position;
      put({ kind: 'event', record });
    }
    while (marks[0] && marks[0].due <= emitted) {
      put(marks[0].news);
      marks = marks.slice(1);
    }
    if (waiting.length >= mostWaiting) subscription.pause();
  };

  const end = (reason: unknown): void => {
    over ??= { reason };
    ring();
  };

  const close = (): void => {
    signal.removeEventListener('abort', close);
    end(new CleanEnd('The subscriber left.'));
    subscription.unsubscribe().catch(() => undefined);
    subscription.destroy();
  };

  signal.addEventListener('abort', close);
  subscription.on('data', ({ event }) => (over ? undefined : take(event)));
  subscription.on('confirmation', () => {
    confirmed = true;
  });
  subscription.on('caughtUp', () => mark({ kind: 'caught up' }));
  subscription.on('fellBehind', () => mark({ kind: 'fell behind' }));
  subscription.on('error', end);
  subscription.on('end', () => end(new CleanEnd('The server ended the subscription.')));

  return {
    confirmed: () => confirmed,
    /** Why the feed ended. */
    over: () => over,
    /** Ends a wait. */
    ring,
    /** Waits up to this long for messages, the end or a wake-up; resolves true when there are messages. For one waiter only. */
    wait: async (milliseconds: number): Promise<boolean> => {
      if (waiting.length === 0 && !over) {
        const timer = setTimeout(ring, milliseconds);
        await bell.promise;
        clearTimeout(timer);
        // Messages arrive in packets. The rest of this one still to be unpacked makes the delivery a batch.
        await turn();
      }
      return waiting.length > 0;
    },
    /** Takes at most this many messages. */
    take: (most: number): News[] => {
      const messages = waiting.slice(0, most);
      waiting = waiting.slice(most);
      if (waiting.length < fewWaiting && subscription.isPaused()) subscription.resume();
      return messages;
    },
    drained: () => waiting.length === 0 && subscription.readableLength === 0,
    close,
  };
};
