import { monitorEventLoopDelay } from 'node:perf_hooks';
import loadHighs from 'highs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { InvalidInstance } from './instance.ts';
import { openOptimizerPool, type OptimizerPool } from './pool.ts';
import type { Progress } from './run.ts';
import { solve } from './solve.ts';
import { storedInstance } from './testing/stored-instances.ts';

const week = storedInstance('pub-medium-1');

let pool: OptimizerPool;
beforeAll(() => {
  pool = openOptimizerPool({ threads: 1 });
});
afterAll(() => pool.close());

test('a thread plans the week as the solver does, and explains every student', async () => {
  const { solution, explanation } = await pool.plan(week, {}, { iterations: 2000 });
  const { lessons } = solve(week, { iterations: 2000, highs: await loadHighs() });
  expect(solution.lessons).toEqual(lessons);
  expect(explanation.placed.length + explanation.leftOut.length).toBe(week.students.length);
});

test('progress arrives during the run', async () => {
  const seen: Progress[] = [];
  const running = pool.plan(week, {}, { iterations: 60_000, onProgress: (progress) => seen.push(progress) });
  let finished = false;
  void running.then(() => (finished = true));
  await expect.poll(() => seen.length > 3 || finished, { timeout: 20_000, interval: 1 }).toBe(true);
  expect(finished).toBe(false);
  await running;
  expect(seen.at(0)?.share).toBe(0);
});

test('a stopped run resolves with the best plan so far', async () => {
  const stop = new AbortController();
  const running = pool.plan(week, {}, { milliseconds: 600_000, stop: stop.signal, onProgress: () => stop.abort() });
  expect((await running).solution.figures.scheduled).toBeGreaterThan(10);
});

test('an aborted run is dropped, and the pool continues', async () => {
  const abort = new AbortController();
  const running = pool.plan(week, {}, { milliseconds: 600_000, signal: abort.signal, onProgress: () => abort.abort() });
  await expect(running).rejects.toMatchObject({ name: 'AbortError' });
  await expect(pool.plan(week, {}, { iterations: 10 })).resolves.toBeDefined();
});

test('a malformed instance never reaches a thread', async () => {
  await expect(pool.plan({ ...week, driveMinutes: [] }, {})).rejects.toBeInstanceOf(InvalidInstance);
});

// Another program may occupy the CPU once; a blocked event loop would fail every retry.
test('the event loop stays free while a week is planned', { retry: 3 }, async () => {
  const running = pool.plan(storedInstance('pub-large-1'), {}, { milliseconds: 1500 });
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await running;
  delay.disable();
  const nanosecondsPerMillisecond = 1e6;
  expect(delay.percentile(99) / nanosecondsPerMillisecond).toBeLessThan(20);
});

test('closing lets a run end with its best plan so far', async () => {
  const closing = openOptimizerPool({ threads: 1 });
  let begun = (): void => undefined;
  const started = new Promise<void>((resolve) => (begun = resolve));
  const running = closing.plan(week, {}, { milliseconds: 600_000, onProgress: () => begun() });
  await started;
  await closing.close();
  expect((await running).solution.lessons.length).toBeGreaterThan(10);
  await expect(closing.plan(week, {})).rejects.toThrow('closed');
});
