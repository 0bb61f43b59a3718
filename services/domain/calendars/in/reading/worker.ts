import { chunksOf } from '@rondo/projections/kit/chunks.ts';
import { createHash } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import { z } from 'zod';
import { readFeed, type FeedDate } from './read-feed.ts';
import { textOf } from './text-of.ts';

const input = z.object({
  bytes: z.instanceof(Uint8Array),
  charset: z.string().nullable(),
  timeZone: z.string(),
  window: z.object({ from: z.string(), to: z.string() }),
  dropped: z.array(z.number()),
  progress: z.instanceof(Int32Array),
});

/** How many dates or unread events one message holds: the receiver is never busy with one for long. */
const perMessage = 400;

const hashOf = (dates: readonly FeedDate[]): string => {
  const hash = createHash('sha256');
  for (const { names: _, ...date } of dates) hash.update(`${JSON.stringify(date)}\n`);
  return hash.digest('base64url').slice(0, 22);
};

/** What one feed holds, in parts. */
const partsOf = (toRead: unknown): object[] => {
  const { bytes, charset, progress, ...rest } = input.parse(toRead);
  const { dates, unread, ...read } = readFeed({
    ...rest,
    text: textOf(bytes, charset),
    beginning: (event) => Atomics.store(progress, 0, event),
  });
  return [
    ...chunksOf(dates, perMessage).map((part) => ({ kind: 'dates', dates: part })),
    ...chunksOf(unread, perMessage).map((part) => ({ kind: 'unread', unread: part })),
    { kind: 'end', ...read, hash: hashOf(dates) },
  ];
};

// The receiver sends a feed, and then requests each part when it has time for it.
let parts: object[] = [];
parentPort?.on('message', (message: unknown) => {
  if (message === 'next') {
    parentPort?.postMessage(parts.shift());
    return;
  }
  parts = partsOf(message);
  parentPort?.postMessage({ kind: 'ready' });
});
