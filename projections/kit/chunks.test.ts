import { expect, test } from 'vitest';
import { chunksOf, inChunks } from './chunks.ts';

test('a list is cut into parts of a size', () => {
  expect([chunksOf([], 2), chunksOf([1, 2, 3, 4], 2), chunksOf([1, 2, 3], 2)]).toEqual([
    [],
    [
      [1, 2],
      [3, 4],
    ],
    [[1, 2], [3]],
  ]);
});

test('the parts are worked through one after the other', async () => {
  let running = 0;
  const results = await inChunks([1, 2, 3, 4, 5], 2, async (part) => {
    running += 1;
    expect(running).toBe(1);
    await Promise.resolve();
    running -= 1;
    return part.map((one) => one * 10);
  });
  expect(results).toEqual([10, 20, 30, 40, 50]);
});
