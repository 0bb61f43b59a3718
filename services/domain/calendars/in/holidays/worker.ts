import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { publishedDays } from './published-days.ts';
import { textOf } from '../reading/text-of.ts';

const input = z.object({
  bytes: z.instanceof(Uint8Array),
  charset: z.string().nullable(),
  timeZone: z.string(),
  window: z.object({ from: z.string(), to: z.string() }),
});

const { bytes, charset, ...rest } = input.parse(workerData);
parentPort?.postMessage(publishedDays({ ...rest, text: textOf(bytes, charset) }));
