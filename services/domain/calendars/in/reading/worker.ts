import { createHash } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
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

const partsOf = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / perMessage) }, (_, i) => all.slice(i * perMessage, (i + 1) * perMessage));

const hashOf = (dates: readonly FeedDate[]): string => {
  const hash = createHash('sha256');
  for (const { names: _, ...date } of dates) hash.update(`${JSON.stringify(date)}\n`);
  return hash.digest('base64url').slice(0, 22);
};

const { bytes, charset, progress, ...rest } = input.parse(workerData);
const { dates, unread, ...read } = readFeed({
  ...rest,
  text: textOf(bytes, charset),
  beginning: (event) => Atomics.store(progress, 0, event),
});

const parts = [
  ...partsOf(dates).map((part) => ({ kind: 'dates', dates: part })),
  ...partsOf(unread).map((part) => ({ kind: 'unread', unread: part })),
  { kind: 'end', ...read, hash: hashOf(dates) },
];

// The receiver requests each part when it has time for it.
let sent = 0;
parentPort?.on('message', () => {
  parentPort?.postMessage(parts[sent]);
  sent += 1;
});
parentPort?.postMessage({ kind: 'ready' });
