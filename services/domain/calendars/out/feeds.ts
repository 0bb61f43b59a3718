import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { epochMillisecondsOf, type Instant } from '@rondo/contracts/calendar/instants.ts';
import { localTimeZone, startOf, wallClock } from '@rondo/contracts/calendar/zones.ts';
import type { FeedReader } from './feed-reader.ts';
import { icsOf } from './ics.ts';
import type { Subscriber } from './subscriber.ts';

/** A calendar as it is sent. */
export type Feed = {
  readonly tag: string;
  /** Compressed. */
  readonly body: Buffer;
  /** When something in the calendar last changed. */
  readonly changedAt: Instant;
  /** The same, or the beginning of the day: every day other dates are shown. In epoch milliseconds. */
  readonly lastModified: number;
};

type Kept = { readonly state: string; readonly feed: Promise<Feed> };

/** How many bytes of calendars are kept. */
const capacity = 32 * 2 ** 20;

const keyOf = ({ kind, studioId, personId }: Subscriber): string => `${studioId} ${kind} ${personId}`;

const packed = async (text: string): Promise<Pick<Feed, 'tag' | 'body'>> => ({
  tag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`,
  body: await promisify(gzip)(text),
});

/** Calendars, each written once for every state that it has. */
export const feeds = (reader: FeedReader, now: () => number) => {
  const kept = new Map<string, Kept>();
  let size = 0;

  const drop = (key: string, one: Kept): void => {
    if (kept.get(key) !== one) return;
    kept.delete(key);
    void one.feed.then(
      ({ body }) => {
        size -= body.length;
      },
      () => undefined,
    );
  };

  const keep = (key: string, one: Kept): void => {
    const before = kept.get(key);
    if (before) drop(key, before);
    kept.set(key, one);
    void one.feed.then(
      ({ body }) => {
        size += body.length;
        for (const [eldest, other] of kept) {
          if (size <= capacity) break;
          if (eldest !== key) drop(eldest, other);
        }
      },
      () => drop(key, one),
    );
  };

  const written = async (subscriber: Subscriber, state: Parameters<FeedReader['calendar']>[1]): Promise<Feed> => {
    const calendar = await reader.calendar(subscriber, state);
    const { changedAt } = calendar;
    const dayBegan = startOf(state.today, 0, state.timeZone);
    return {
      ...(await packed(await icsOf(calendar))),
      changedAt,
      lastModified: Math.max(epochMillisecondsOf(changedAt), dayBegan),
    };
  };

  return {
    /** A subscriber's calendar; undefined when the studio is not there or is erased while the calendar is read. */
    current: async (subscriber: Subscriber): Promise<Feed | undefined> => {
      const version = await reader.version(subscriber);
      if (!version) return undefined;
      const timeZone = version.timeZone ?? localTimeZone();
      const { date: today } = wallClock(now(), timeZone);
      const key = keyOf(subscriber);
      const state = [version.lessons, version.people, today].join(' ');
      const known = kept.get(key);
      const isKnown = known?.state === state;
      const one = isKnown ? known : { state, feed: written(subscriber, { version, today, timeZone }) };
      if (!isKnown) keep(key, one);
      try {
        const feed = await one.feed;
        return isKnown || (await reader.version(subscriber)) ? feed : undefined;
      } catch (error) {
        if (await reader.version(subscriber)) throw error;
        return undefined;
      }
    },
  };
};
export type Feeds = ReturnType<typeof feeds>;
