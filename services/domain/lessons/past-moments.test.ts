import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { memoryEventStore } from '../../platform/log/memory/memory-event-store.ts';
import { memoryMoments } from '../../platform/models/moments/testing/memory-moments.ts';
import { livePast, randomLife } from './testing/remembered-past.ts';

/** The same histories at every run; other ones: `HISTORIES=2000 SEED=7 npm run test:unit -- past-moments`. */
const histories = Number(process.env['HISTORIES'] ?? 60);
const seed = Number(process.env['SEED'] ?? 20261122);

// The log takes its times from the machine's clock.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

let second = 0;
const pass = (day: string): void => {
  second += 1;
  const time = new Date(second * 1000).toISOString().slice(11, 19);
  vi.setSystemTime(new Date(`${day}T${time}Z`));
};

test(
  'every moment of any past folds to the rows that the read models had then, in any order of asking',
  async () => {
    process.stdout.write(`past moments: ${histories} histories, SEED=${seed}\n`);
    let [compared, loads] = [0, 0];
    const failures: Error[] = [];
    await fc.assert(
      fc.asyncProperty(
        randomLife({ minLength: 2, maxLength: 14 }),
        fc.infiniteStream(fc.nat()),
        async (life, draws) => {
          second = 0;
          const { remembered, moments, rowsAt } = await livePast(memoryEventStore(), life, pass);
          // Rows are stored every few events, and now and then a process that has nothing cached takes over.
          const storage = memoryMoments();
          const start = () => moments({ storage, gap: 3, report: (error) => failures.push(error) });
          let asked = start();
          const waiting = [...remembered];
          while (waiting.length > 0) {
            const draw = draws.next().value ?? 0;
            if (draw % 3 === 0) {
              await asked.close();
              asked = start();
            }
            const [one] = waiting.splice(draw % waiting.length, 1);
            if (!one) continue;
            expect(await rowsAt(asked, one.at), JSON.stringify(one.at)).toEqual(one.rows);
            compared += 1;
          }
          await asked.close();
          loads += storage.loads();
        },
      ),
      { numRuns: histories, seed },
    );
    expect(compared).toBeGreaterThan(histories);
    expect(loads, 'rows that were stored').toBeGreaterThan(histories);
    expect(failures).toEqual([]);
  },
  Math.max(120_000, histories * 500),
);
