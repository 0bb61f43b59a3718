import { setImmediate as turn } from 'node:timers/promises';
import { STREAM_NAME, type AllStreamRecordedEvent, type Position as LogPosition } from '@eventstore/db-client';
import type { Position } from '@rondo/projections/runner/source.ts';
import type { LogClient } from './client.ts';
import { compareLogPositions, parsePosition, readFrom } from './positions.ts';

/** What a subscription was told, in the order in which it was told. */
export type News =
  | { readonly told: 'event'; readonly record: AllStreamRecordedEvent }
  | { readonly told: 'checkpoint'; readonly position: LogPosition }
  | { readonly told: 'caught up' }
  | { readonly told: 'fell behind' };

/** News waiting for the consumer, above which the server is no longer read and below which it is read again. */
const [mostWaiting, fewWaiting] = [1000, 500];
/** Events that the server looks through at a time: a checkpoint comes that often where nothing fits the filter. */
const searchWindow = 256;

/** The server ended a subscription in good order, as it does when it shuts down. To a subscriber it is a drop like any other. */
class CleanEnd extends Error {}

/**
 * One catch-up subscription to $all, until it breaks or the signal aborts: everything after a position, of streams with
 * one of the prefixes.
 */
export const openFeed = (client: LogClient, after: Position, prefixes: readonly string[], signal: AbortSignal) => {
  let waiting: News[] = [];
  /** Of the last event taken. What comes a second time, also right after a resumption, is left out. */
  let last: LogPosition = parsePosition(after);
  let bell = Promise.withResolvers<void>();
  let confirmed = false;
  let over: { readonly reason: unknown } | undefined;
  let emitted = 0;
  /** What the client told between events it still holds back; due when so many events have come out. */
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
        checkpointReached: (_, position) => mark({ told: 'checkpoint', position }),
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

  // The client calls back at once for a checkpoint, while the events before it may still lie in its own buffer. Told at
  // once, a checkpoint would speak for events that nobody has seen.
  const mark = (news: News): void => {
    const due = emitted + subscription.readableLength;
    if (due === emitted) put(news);
    else marks.push({ due, news });
  };

  const take = (record: AllStreamRecordedEvent | undefined): void => {
    emitted += 1;
    if (record && compareLogPositions(record.position, last) > 0) {
      last = record.position;
      put({ told: 'event', record });
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
  subscription.on('caughtUp', () => mark({ told: 'caught up' }));
  subscription.on('fellBehind', () => mark({ told: 'fell behind' }));
  subscription.on('error', end);
  subscription.on('end', () => end(new CleanEnd('The server ended the subscription.')));

  return {
    confirmed: () => confirmed,
    /** Why nothing more comes. */
    over: () => over,
    /** Ends a wait. */
    ring,
    /** Waits for news, the end or a ring, at most so long; says whether there is news. For one waiter. */
    wait: async (milliseconds: number): Promise<boolean> => {
      if (waiting.length === 0 && !over) {
        const timer = setTimeout(ring, milliseconds);
        await bell.promise;
        clearTimeout(timer);
        // News comes in packets. What is still to be unpacked of this one makes the delivery a batch.
        await turn();
      }
      return waiting.length > 0;
    },
    /** At most so much of the news. */
    take: (most: number): News[] => {
      const taken = waiting.slice(0, most);
      waiting = waiting.slice(most);
      if (waiting.length < fewWaiting && subscription.isPaused()) subscription.resume();
      return taken;
    },
    drained: () => waiting.length === 0 && subscription.readableLength === 0,
    close,
  };
};
