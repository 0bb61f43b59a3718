import { expect, test } from 'vitest';
import { pauses } from './pauses.ts';

test('yields after four milliseconds of work, then starts counting again', async () => {
  let now = 0;
  const pause = pauses(() => now);
  const order: string[] = [];
  setImmediate(() => order.push('another request'));
  now = 3;
  await pause();
  order.push('step 1');
  now = 4;
  await pause();
  order.push('step 2');
  setImmediate(() => order.push('a third'));
  now = 7;
  await pause();
  order.push('step 3');
  expect(order).toEqual(['step 1', 'another request', 'step 2', 'step 3']);
});
