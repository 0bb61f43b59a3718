import { expect, test } from 'vitest';
import { boundedQueue } from './bounded-queue.ts';

const queue = () => boundedQueue({ atOnce: 2, waiting: 3, full: () => new Error('full') });

/** Tasks that run until released. */
const heldTasks = () => {
  const begun: string[] = [];
  const gates = new Map<string, { resolve: () => void; reject: (error: Error) => void }>();
  const task = (name: string) => () =>
    new Promise<string>((resolve, reject) => {
      begun.push(name);
      gates.set(name, { resolve: () => resolve(name), reject });
    });
  return {
    begun,
    task,
    end: (name: string) => gates.get(name)?.resolve(),
    fail: (name: string, error: Error) => gates.get(name)?.reject(error),
  };
};

test('two run, three wait in their order, and a sixth is rejected at once', async () => {
  const run = queue();
  const held = heldTasks();
  const results = ['a', 'b', 'c', 'd', 'e'].map((name) => run(held.task(name)));
  expect(held.begun).toEqual(['a', 'b']);
  await expect(run(held.task('f'))).rejects.toThrow('full');
  for (const [i, name] of ['a', 'b', 'c', 'd', 'e'].entries()) {
    held.end(name);
    expect(await results[i]).toBe(name);
  }
  expect(held.begun).toEqual(['a', 'b', 'c', 'd', 'e']);
});

test('a failed task frees its place for the next', async () => {
  const run = queue();
  const held = heldTasks();
  const [a, b, c] = ['a', 'b', 'c'].map((name) => run(held.task(name)));
  held.fail('a', new Error('broken'));
  await expect(a).rejects.toThrow('broken');
  held.end('c');
  expect(await c).toBe('c');
  held.end('b');
  expect(await b).toBe('b');
  const again = ['d', 'e', 'f', 'g', 'h'].map((name) => run(held.task(name)));
  expect(held.begun).toEqual(['a', 'b', 'c', 'd', 'e']);
  for (const name of ['d', 'e', 'f', 'g', 'h']) {
    await expect.poll(() => held.begun).toContain(name);
    held.end(name);
  }
  expect(await Promise.all(again)).toEqual(['d', 'e', 'f', 'g', 'h']);
});
