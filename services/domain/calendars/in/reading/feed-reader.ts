import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { TooMany } from '../../../../platform/kit/errors.ts';
import { boundedQueue } from '../../../../platform/kit/bounded-queue.ts';
import { FeedUnreadable } from '../fetching/feed-unreadable.ts';
import type { FeedDate, FeedToRead, Ignored, ReadFeed } from './read-feed.ts';
import type { Unread } from './unread.ts';

const readersAtOnce = 2;
const maxMegabytes = 128;
const eventMilliseconds = 2000;
/** For everything but the events: starting, decoding, sorting. */
const otherMilliseconds = 10_000;
const lookMilliseconds = 100;
/** How long a thread waits for another feed: starting one takes about as long as reading twenty ordinary calendars. */
const idleMilliseconds = 10_000;
/** Events that may be dropped, one restart each, before the feed is given up. */
const maxDropped = 3;

const feedDate = z.object({
  key: z.string(),
  names: z.array(z.string()),
  uid: z.string(),
  title: z.string(),
  date: z.string(),
  start: z.number(),
  duration: z.number(),
  isCancelled: z.boolean(),
}) satisfies z.ZodType<FeedDate>;

const unread = z.object({
  uid: z.string().nullable(),
  names: z.array(z.string()).nullable(),
  title: z.string().nullable(),
  date: z.string().nullable(),
}) satisfies z.ZodType<Unread>;

const ignored = z.object({
  title: z.string(),
  date: z.string().nullable(),
  detail: z.string(),
  protects: z.object({ what: z.enum(['event', 'name', 'everything']), date: z.string().nullable() }).nullable(),
  isRead: z.boolean(),
  events: z.number(),
}) satisfies z.ZodType<Ignored>;

const message = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('dates'), dates: z.array(feedDate) }),
  z.object({ kind: z.literal('unread'), unread: z.array(unread) }),
  z.object({
    kind: z.literal('end'),
    ignored: z.array(ignored),
    ignoredCount: z.number(),
    unreadCount: z.number(),
    isWhole: z.boolean(),
    hash: z.string(),
  }),
]);

/** What was read, with a hash of all dates. */
export type FeedContent = ReadFeed & { readonly hash: string };

export type ToRead = Pick<FeedToRead, 'timeZone' | 'window'> & {
  readonly bytes: Uint8Array;
  /** The character set that the server names; null if it names none. */
  readonly charset: string | null;
};

/** The event on which the thread spent too much time or memory; null when it was none. */
class Stuck extends Error {
  readonly event: number | null;
  constructor(event: number | null) {
    super('An event takes too long to read.');
    this.event = event;
  }
}

/** Threads that have read a feed and wait for another one. They keep no process from ending. */
const idleThreads = () => {
  const idle: { readonly thread: Worker; readonly ending: NodeJS.Timeout }[] = [];
  return {
    /** One that waits, or else a new one. */
    take: (): Worker => {
      const waiting = idle.pop();
      if (!waiting) return startThread();
      clearTimeout(waiting.ending);
      waiting.thread.ref();
      return waiting.thread;
    },
    /** Lets it wait for the next feed; it ends when none comes. */
    keep: (thread: Worker): void => {
      thread.removeAllListeners();
      const forget = (): void => {
        const at = idle.findIndex((one) => one.thread === thread);
        if (at !== -1) idle.splice(at, 1);
        void thread.terminate();
      };
      thread.once('exit', forget);
      thread.once('error', forget);
      thread.unref();
      idle.push({ thread, ending: setTimeout(forget, idleMilliseconds).unref() });
    },
  };
};
type IdleThreads = ReturnType<typeof idleThreads>;

const startThread = (): Worker =>
  new Worker(new URL('worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: maxMegabytes, maxYoungGenerationSizeMb: 32 },
  });

/** Reads a feed in a thread. @throws Stuck */
const readOnce = (threads: IdleThreads, toRead: ToRead, dropped: readonly number[]): Promise<FeedContent> =>
  new Promise((resolve, reject) => {
    const progress = new Int32Array(new SharedArrayBuffer(4)).fill(-1);
    const thread = threads.take();
    thread.removeAllListeners();
    const dates: FeedDate[] = [];
    const notRead: Unread[] = [];
    let isReady = false;
    let at = -1;
    let since = performance.now();
    let isOver = false;
    const end = (leave: () => void, settle: () => void): void => {
      if (isOver) return;
      isOver = true;
      clearInterval(timer);
      leave();
      settle();
    };
    const fail = (error: unknown): void =>
      end(
        () => void thread.terminate(),
        () => reject(error),
      );
    const stuck = (): void => fail(new Stuck(isReady || at < 0 ? null : at));
    const timer = setInterval(() => {
      const now = Atomics.load(progress, 0);
      if (now !== at) since = performance.now();
      at = now;
      const limit = isReady || at < 0 ? otherMilliseconds : eventMilliseconds;
      if (performance.now() - since > limit) stuck();
    }, lookMilliseconds);
    const onMessage = async (data: unknown): Promise<void> => {
      const part = message.parse(data);
      isReady = true;
      since = performance.now();
      if (part.kind === 'end') {
        const { kind: _, ...rest } = part;
        return end(
          () => threads.keep(thread),
          () => resolve({ ...rest, dates, unread: notRead }),
        );
      }
      if (part.kind === 'dates') for (const date of part.dates) dates.push(date);
      if (part.kind === 'unread') for (const one of part.unread) notRead.push(one);
      await nextTurn();
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
      thread.postMessage('next');
    };
    thread.on('message', (data) => {
      onMessage(data).catch(fail);
    });
    thread.once('error', (error) => {
      at = Atomics.load(progress, 0);
      if ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') stuck();
      else fail(error);
    });
    thread.once('exit', () => fail(new Stuck(null)));
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
    thread.postMessage({ ...toRead, dropped, progress });
  });

/**
 * Reads feeds in threads of their own, so that the caller's event loop stays free, with limits on time and memory. An event that exceeds them is
 * dropped and listed, and the feed is read again without it.
 */
export const feedReader = () => {
  const threads = idleThreads();
  const inTurn = boundedQueue({
    atOnce: readersAtOnce,
    waiting: 100,
    full: () => new TooMany('Too many calendars are being read right now. Please try again in a moment.'),
  });

  const read = async (toRead: ToRead): Promise<FeedContent> => {
    const dropped: number[] = [];
    for (;;) {
      try {
        return await readOnce(threads, toRead, dropped);
      } catch (error) {
        if (!(error instanceof Stuck)) throw error;
        if (error.event === null || dropped.length === maxDropped)
          throw new FeedUnreadable('This calendar takes too long to read.', { cause: error });
        dropped.push(error.event);
      }
    }
  };

  /** @throws FeedUnreadable, TooMany */
  return (toRead: ToRead): Promise<FeedContent> => inTurn(() => read(toRead));
};
export type FeedReader = ReturnType<typeof feedReader>;
