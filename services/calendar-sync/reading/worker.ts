import { createHash } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { readFeed, type FeedDate } from './read-feed.ts';

const input = z.object({
  bytes: z.instanceof(Uint8Array),
  timeZone: z.string(),
  window: z.object({ from: z.string(), to: z.string() }),
  dropped: z.array(z.number()),
  progress: z.instanceof(Int32Array),
});

/** How many dates one message holds: the receiver is never busy with one for long. */
const datesPerMessage = 400;

const hashOf = (dates: readonly FeedDate[]): string => {
  const hash = createHash('sha256');
  for (const date of dates) hash.update(`${JSON.stringify(date)}\n`);
  return hash.digest('base64url').slice(0, 22);
};

const { bytes, progress, ...rest } = input.parse(workerData);
const { dates, ...read } = readFeed({
  ...rest,
  text: new TextDecoder().decode(bytes),
  beginning: (event) => Atomics.store(progress, 0, event),
});

// The receiver requests each part when it has time for it.
let sent = 0;
parentPort?.on('message', () => {
  const part = dates.slice(sent, sent + datesPerMessage);
  sent += part.length;
  parentPort?.postMessage(
    part.length > 0 ? { kind: 'dates', dates: part } : { kind: 'end', ...read, hash: hashOf(dates) },
  );
});
parentPort?.postMessage({ kind: 'ready' });
