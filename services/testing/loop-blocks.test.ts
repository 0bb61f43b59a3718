import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { workBlocks } from './loop-blocks.ts';

/** @returns milliseconds of processor time of this thread from here on */
const usedSince = (): (() => number) => {
  const { user, system } = process.threadCpuUsage();
  return () => {
    const now = process.threadCpuUsage();
    return (now.user + now.system - user - system) / 1000;
  };
};

test('work that blocks the loop is found', async () => {
  const blocks = workBlocks();
  await setImmediate();
  const used = usedSince();
  while (used() < 300);
  await setImmediate();
  expect(await blocks.end()).toBeGreaterThan(250);
});

test('a collection of memory is no work', async () => {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect !== 'function') throw new Error('Node collects no memory on demand.');
  const heap = Array.from({ length: 1_000_000 }, (_, n) => ({ n }));
  const blocks = workBlocks();
  await setImmediate();
  const used = usedSince();
  collect();
  const collected = used();
  await setImmediate();
  expect(await blocks.end()).toBeLessThan(Math.max(5, collected / 2));
  expect(heap).toHaveLength(1_000_000);
});
