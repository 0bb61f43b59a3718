import { closeSync, existsSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs';
import { z } from 'zod';
import { testLog, type LogRecord, type TestLog } from './log.ts';

const line = z.object({
  stream: z.string(),
  revision: z.string(),
  position: z.string(),
  created: z.string(),
  id: z.string(),
  type: z.string(),
  contentType: z.string(),
  data: z.base64(),
  metadata: z.base64(),
});

const toLine = ({ data, metadata, revision, position, created, ...rest }: LogRecord): string =>
  `${JSON.stringify({
    ...rest,
    revision: String(revision),
    position: String(position),
    created: String(created),
    data: Buffer.from(data).toString('base64'),
    metadata: Buffer.from(metadata).toString('base64'),
  })}\n`;

const fromLine = (text: string): LogRecord => {
  const { data, metadata, revision, position, created, ...rest } = line.parse(JSON.parse(text));
  return {
    ...rest,
    revision: BigInt(revision),
    position: BigInt(position),
    created: BigInt(created),
    data: Buffer.from(data, 'base64'),
    metadata: Buffer.from(metadata, 'base64'),
  };
};

/**
 * A log in a file of lines, one per event. An append is one write, which a killed process leaves to the operating system, so that what was
 * answered is still there at the next start. What a write left unfinished is cut off.
 */
export const logInFile = (file: string): { readonly log: TestLog; readonly close: () => void } => {
  const held = existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
  const whole = held.subarray(0, held.lastIndexOf(0x0a) + 1);
  if (whole.length < held.length) truncateSync(file, whole.length);
  const target = openSync(file, 'a');
  const log = testLog({
    held: whole.toString('utf8').split('\n').filter(Boolean).map(fromLine),
    write: (records) => void writeSync(target, records.map(toLine).join('')),
  });
  return { log, close: () => closeSync(target) };
};
