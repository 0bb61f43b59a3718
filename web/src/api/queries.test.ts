import { afterEach, expect, test, vi } from 'vitest';
import { queryClient, read } from './queries.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  queryClient.clear();
});

const refusal = (status: number, body: object, seconds: string) =>
  Response.json({ detail: 'The server is busy right now.', ...body }, { status, headers: { 'Retry-After': seconds } });

test('a read that a busy server refuses is made again when the server says, and its answer shown', async () => {
  vi.useFakeTimers();
  const answers = [refusal(503, { isBusy: true }, '3'), refusal(503, { isBusy: true }, '1'), Response.json([])];
  const fetched = vi.fn(() => Promise.resolve(answers.shift()));
  vi.stubGlobal('fetch', fetched);
  const rows = queryClient.fetchQuery(read('GET /api/students', {}));
  await vi.advanceTimersByTimeAsync(2900);
  expect(fetched).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(200);
  expect(fetched).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(1100);
  expect(await rows).toEqual([]);
});

test('a server that stays busy is asked six times, and one that is away once', async () => {
  vi.useFakeTimers();
  const busy = vi.fn(() => Promise.resolve(refusal(503, { isBusy: true }, '2')));
  vi.stubGlobal('fetch', busy);
  const rows = queryClient.fetchQuery(read('GET /api/students', {})).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await rows).toHaveProperty('message', 'The server is busy right now.');
  expect(busy).toHaveBeenCalledTimes(6);
  const away = vi.fn(() => Promise.resolve(refusal(503, {}, '2')));
  vi.stubGlobal('fetch', away);
  await expect(queryClient.fetchQuery(read('GET /api/students', {}))).rejects.toThrow('The server is busy');
  expect(away).toHaveBeenCalledTimes(1);
});
