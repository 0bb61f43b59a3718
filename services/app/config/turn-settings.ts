import { z } from 'zod';

const calls = (byDefault: number, what: string) =>
  z.coerce
    .number('expected a number of calls')
    .int('expected a whole number of calls')
    .min(1, 'expected at least 1 call')
    .max(10_000, 'expected at most 10000 calls')
    .default(byDefault)
    .describe(what);

/** How calls that keep the server busy share the process. */
export const turnSettings = {
  EXPENSIVE_CALLS_PER_STUDIO: calls(
    2,
    'The most calls of one studio that this process carries out at a time, of those that keep it busy: exports, imports, bulk calls, many invoices, undo, restores, lists of the past.',
  ),
  EXPENSIVE_CALLS_OF_GUESTS: calls(4, 'The most such calls of all guests together at a time, in this process.'),
  EXPENSIVE_CALLS_IN_ALL: calls(8, 'The most such calls at a time in this process.'),
  EXPENSIVE_CALLS_WAITING: calls(
    256,
    'The most such calls that wait for others in this process. Beyond it, guests are refused before accounts, and then the studio that waits most.',
  ),
  EXPENSIVE_CALL_SECONDS: z.coerce
    .number('expected a number of seconds')
    .min(0.01, 'expected at least 0.01 seconds')
    .max(120, 'expected at most 120 seconds')
    .default(10)
    .describe('How long such a call waits for others before it is refused, in seconds.'),
};

/** The figures of the settings. */
export const turnFigures = (config: { readonly [Name in keyof typeof turnSettings]: number }) => ({
  ofStudio: config.EXPENSIVE_CALLS_PER_STUDIO,
  ofGuests: config.EXPENSIVE_CALLS_OF_GUESTS,
  all: config.EXPENSIVE_CALLS_IN_ALL,
  waiting: config.EXPENSIVE_CALLS_WAITING,
  patience: config.EXPENSIVE_CALL_SECONDS * 1000,
});
