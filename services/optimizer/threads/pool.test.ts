import loadHighs from 'highs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharedLoopBlock, workBlocks } from '../../testing/loop-blocks.ts';
import { InvalidInstance } from '../week/instance.ts';
import { openOptimizerPool, type OptimizerPool } from './pool.ts';
import type { Progress } from '../run.ts';
import { solve } from '../solve.ts';
import { storedInstance } from '../testing/stored-instances.ts';

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

test('teachers who share nothing are planned together as each alone, byte for byte', async () => {
  const names = [{}, {}];
  const other = storedInstance('pub-small-1');
  const apart = { ...other, students: other.students.map((student) => ({ ...student, id: `other ${student.id}` })) };
  const fixedLessons = other.fixedLessons.map((one) => ({ ...one, studentId: `other ${one.studentId}` }));
  const weeks = { instances: [week, { ...apart, fixedLessons }], present: {}, mostChanges: 0, ranking: {} };
  const together = await pool.together(weeks, names, { iterations: 2000 });
  for (const [teacher, instance] of weeks.instances.entries()) {
    const alone = await pool.plan(instance, {}, { iterations: 2000 });
    const { solution, explanation } = together.parts[teacher]?.planned ?? {};
    expect(JSON.stringify([solution?.lessons, solution?.figures, solution?.proven, explanation])).toBe(
      JSON.stringify([alone.solution.lessons, alone.solution.figures, alone.solution.proven, alone.explanation]),
    );
  }
});

test('progress arrives during the run', async () => {
  const seen: Progress[] = [];
  const stop = new AbortController();
  const onProgress = (progress: Progress): void => {
    seen.push(progress);
    if (seen.length > 3) stop.abort();
  };
  await pool.plan(week, {}, { milliseconds: 600_000, stop: stop.signal, onProgress });
  expect(seen.at(0)?.share).toBeCloseTo(0, 1);
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

test('the event loop stays free while a week is planned', async () => {
  const blocks = workBlocks();
  await pool.plan(storedInstance('pub-large-1'), {}, { milliseconds: 1500 });
  expect(await blocks.end(), 'milliseconds of processor time without a pause').toBeLessThan(sharedLoopBlock);
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
