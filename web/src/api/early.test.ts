import { afterEach, expect, test } from 'vitest';
import { forgetEarly, takeEarly } from './early.ts';

afterEach(() => {
  globalThis.rondoEarly = undefined;
});

/** An answer whose body says whether it was cancelled. */
const answer = () => {
  const cancelled = Promise.withResolvers<void>();
  const response = new Response(new ReadableStream({ cancel: () => cancelled.resolve() }));
  return { early: Promise.resolve(response), cancelled: cancelled.promise, response };
};

test('an early answer is given once', async () => {
  const { early, response } = answer();
  globalThis.rondoEarly = new Map([['/api/teachers', early]]);
  expect(await takeEarly('/api/teachers')).toBe(response);
  expect(takeEarly('/api/teachers')).toBeUndefined();
  expect(takeEarly('/api/students')).toBeUndefined();
});

test('answers that nobody took are dropped with their connections, also when one of them failed', async () => {
  const [taken, untaken] = [answer(), answer()];
  const failed = Promise.reject(new TypeError('Failed to fetch'));
  globalThis.rondoEarly = new Map([
    ['/api/teachers', taken.early],
    ['/api/students', untaken.early],
    ['/api/lessons', failed],
  ]);
  await takeEarly('/api/teachers');
  forgetEarly();
  await untaken.cancelled;
  expect(takeEarly('/api/students')).toBeUndefined();
  expect(taken.response.bodyUsed).toBe(false);
});
