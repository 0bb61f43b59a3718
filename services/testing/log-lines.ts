import { Writable } from 'node:stream';
import { pino, type Logger } from 'pino';
import { z } from 'zod';

const line = z.looseObject({ msg: z.string() });
type Line = z.infer<typeof line>;

/** A log whose lines a test reads. */
export const logLines = (): { readonly log: Logger; readonly text: () => string; readonly traces: () => Line[] } => {
  const chunks: string[] = [];
  const written = new Writable({
    write: (chunk: Buffer, _, done) => {
      chunks.push(chunk.toString());
      done();
    },
  });
  const text = (): string => chunks.join('');
  return {
    log: pino({ level: 'trace' }, written),
    text,
    traces: () =>
      text()
        .split('\n')
        .filter((one) => one !== '')
        .map((one) => line.parse(JSON.parse(one)))
        .filter(({ msg }) => msg === 'trace'),
  };
};
