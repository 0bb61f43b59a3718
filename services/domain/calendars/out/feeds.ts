import { closuresNow } from '../../schedule/time-off/closures.ts';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { epochMillisecondsOf, type Instant } from '@rondo/contracts/calendar/instants.ts';
import { localTimeZone, startOf, wallClock } from '@rondo/contracts/calendar/zones.ts';
import { feedsModel } from '@rondo/projections/feeds/project.ts';
import { feedVersion } from '@rondo/projections/feeds/queries.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { icsOf } from './ics.ts';
import { readCalendar, type CalendarServices } from './shared-calendar.ts';
import type { Subscriber } from './tokens.ts';

declare module '../../../platform/kit/services.ts' {
  interface Services {
    readonly feedCache: FeedCache;
  }
}

export type Feed = {
  readonly tag: string;
  /** Compressed. */
  readonly body: Buffer;
  /** When something in the calendar last changed. */
  readonly changedAt: Instant;
  /** The same, or the beginning of the day: every day other dates are shown. In epoch milliseconds. */
  readonly lastModified: number;
};

/** A calendar that is written, or being written, for a state of the log on a day. */
type CachedFeed = { readonly state: string; readonly feed: Promise<Feed> };

type FeedCache = {
  readonly get: (key: string) => CachedFeed | undefined;
  readonly put: (key: string, cached: CachedFeed) => void;
};

/** How many bytes of calendars are cached. */
const capacity = 32 * 2 ** 20;

/** Calendars by subscriber, each in its last state. */
export const feedCache = (): FeedCache => {
  const feeds = new Map<string, CachedFeed>();
  let size = 0;

  const drop = (key: string, cached: CachedFeed): void => {
    if (feeds.get(key) !== cached) return;
    feeds.delete(key);
    void cached.feed.then(
      ({ body }) => {
        size -= body.length;
      },
      () => undefined,
    );
  };

  return {
    get: (key) => feeds.get(key),
    put: (key, cached) => {
      const before = feeds.get(key);
      if (before) drop(key, before);
      feeds.set(key, cached);
      void cached.feed.then(
        ({ body }) => {
          size += body.length;
          for (const [eldest, other] of feeds) {
            if (size <= capacity) break;
            if (eldest !== key) drop(eldest, other);
          }
        },
        () => drop(key, cached),
      );
    },
  };
};

const keyOf = ({ kind, studioId, personId }: Subscriber): string => `${studioId} ${kind} ${personId}`;

const packed = async (text: string): Promise<Pick<Feed, 'tag' | 'body'>> => ({
  tag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`,
  body: await promisify(gzip)(text),
});

const writeFeed = async (
  services: CalendarServices,
  subscriber: Subscriber,
  state: Parameters<typeof readCalendar>[2],
): Promise<Feed> => {
  const calendar = await readCalendar(services, subscriber, state);
  const { changedAt } = calendar;
  const dayBegan = startOf(state.today, 0, state.timeZone);
  return {
    ...(await packed(await icsOf(calendar))),
    changedAt,
    lastModified: Math.max(epochMillisecondsOf(changedAt), dayBegan),
  };
};

/** A subscriber's calendar; undefined when the studio is not there or is erased while the calendar is read. */
export const currentFeed = async (
  services: CalendarServices & Pick<Services, 'feedCache' | 'now'>,
  subscriber: Subscriber,
): Promise<Feed | undefined> => {
  const { models, feedCache: cache, now } = services;
  const versionNow = () => feedVersion(feedsModel.read(models), subscriber.studioId, subscriber.personId);
  const version = await versionNow();
  if (!version) return undefined;
  const timeZone = version.timeZone ?? localTimeZone();
  const { date: today } = wallClock(now(), timeZone);
  const key = keyOf(subscriber);
  const closures = await closuresNow(services, subscriber.studioId);
  const closed = closures.reduce((last, { revision }) => Math.max(last, revision), -1);
  const state = [version.lessons, version.people, closed, today].join(' ');
  const cached = cache.get(key);
  const isCached = cached?.state === state;
  const { feed } = isCached
    ? cached
    : { feed: writeFeed(services, subscriber, { version, today, timeZone, closures }) };
  if (!isCached) cache.put(key, { state, feed });
  try {
    const written = await feed;
    return isCached || (await versionNow()) ? written : undefined;
  } catch (error) {
    if (await versionNow()) throw error;
    return undefined;
  }
};
