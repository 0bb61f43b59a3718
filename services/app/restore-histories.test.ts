import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withSettableTime } from '../testing/settable-time.ts';
import { livesThrough } from './testing/restore-histories.ts';
import { anyHistory } from './testing/restore-steps.ts';

/** The same histories at every run; other ones: `HISTORIES=20000 SEED=7 npm run test:unit -- app/restore-histories`. */
const histories = Number(process.env['HISTORIES'] ?? 2000);
const seed = Number(process.env['SEED'] ?? 20261124);
const timeout = Math.max(600_000, histories * 400);

withSettableTime();

test.each([
  ['carried out', false, histories - Math.floor(histories / 10)],
  ['killed halfway', true, Math.floor(histories / 10)],
] as const)(
  'restores that are %s lead to what their previews say, again and again, and every moment reads as it was',
  async (_, killed, numRuns) => {
    process.stdout.write(`histories with restores${killed ? ' that are killed' : ''}: ${numRuns}, SEED=${seed}\n`);
    let restores = 0;
    await fc.assert(
      fc.asyncProperty(anyHistory(killed), async (steps) => {
        const lived = await livesThrough(steps);
        restores += lived.restores;
      }),
      { numRuns, seed },
    );
    expect(restores).toBeGreaterThan(numRuns / 2);
  },
  timeout,
);
