import { addDays, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { InvalidInput, TooMany } from '../../../../platform/kit/errors.ts';
import type { Services } from '../../../../platform/kit/services.ts';
import { fetchFeed } from '../fetching/fetch-feed.ts';
import { FeedUnreadable } from '../fetching/feed-unreadable.ts';
import type { PublishedCalendar } from './published-days.ts';

const maxMegabytes = 128;
const maxMilliseconds = 10_000;
/** Eighteen months. */
const daysAhead = 548;

const published = z.object({
  name: z.string(),
  days: z.array(z.object({ uid: z.string(), title: z.string(), from: z.string(), to: z.string(), timed: z.boolean() })),
  leftOut: z.number(),
}) satisfies z.ZodType<PublishedCalendar>;

/** Reads a file in a thread of its own, with limits on time and memory. @throws FeedUnreadable */
const readInThread = (toRead: object): Promise<PublishedCalendar> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('worker.ts', import.meta.url), {
      workerData: toRead,
      resourceLimits: { maxOldGenerationSizeMb: maxMegabytes, maxYoungGenerationSizeMb: 32 },
    });
    const end = (settle: () => void): void => {
      clearTimeout(timer);
      void worker.terminate();
      settle();
    };
    const tooLong = (): void => end(() => reject(new FeedUnreadable('This calendar takes too long to read.')));
    const timer = setTimeout(tooLong, maxMilliseconds);
    worker.once('message', (data) => end(() => resolve(published.parse(data))));
    worker.once('error', (error) => {
      if ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') tooLong();
      else end(() => reject(error));
    });
  });

/** The studios for which a calendar is being read. */
const reading = new Set<string>();

/** Reads a published calendar, one at a time for a studio. @throws InvalidInput, TooMany */
export const readPublished = async (
  { feedAccess }: Pick<Services, 'feedAccess'>,
  studioId: string,
  { url, today, timeZone }: { readonly url: string; readonly today: IsoDate; readonly timeZone: string },
): Promise<PublishedCalendar> => {
  if (reading.has(studioId))
    throw new TooMany('Another calendar is being read right now. Please try again in a moment.');
  reading.add(studioId);
  try {
    const fetched = await fetchFeed(url, feedAccess);
    if (fetched.kind === 'unchanged') throw new FeedUnreadable('This calendar could not be read.');
    const { bytes, charset } = fetched;
    return await readInThread({ bytes, charset, timeZone, window: { from: today, to: addDays(today, daysAhead) } });
  } catch (error) {
    throw error instanceof FeedUnreadable ? new InvalidInput(error.message) : error;
  } finally {
    reading.delete(studioId);
  }
};
