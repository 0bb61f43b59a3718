import { createServer } from 'node:http';
import { Writable } from 'node:stream';
import express from 'express';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerErrors } from './problem.ts';
import { requestLog } from './traces.ts';

const lines: string[] = [];
const log = pino(
  { level: 'trace' },
  new Writable({
    write: (chunk: Buffer, _, done) => {
      lines.push(chunk.toString());
      done();
    },
  }),
);
const app = express();
app.use(requestLog(log));
app.use('/feeds/fails', () => {
  throw new Error('Reading the calendar failed.');
});
app.use(answerErrors(log));
const server = createServer(app);
let url: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

test('no line names the secret of a shared calendar, however its address is spelled', async () => {
  const token = 'Zq3-'.repeat(10).concat('abc');
  for (const path of [
    `/feeds/${token}.ics`,
    `/feeds/${token.slice(0, 20)}`,
    `/FEEDS/${token}.ics`,
    `//feeds/${token.slice(0, 20)}.ics`,
    `/%66eeds/${token}.ics`,
    `/calendars/${token}.ics`,
    `/feeds/fails/${token}.ics?${token}`,
    `/api/feeds/${token}`,
  ])
    await fetch(`${url}${path}`);
  await expect.poll(() => lines.filter((line) => line.includes('"msg":"request"')).length).toBe(8);
  expect(lines.join('')).toContain('Reading the calendar failed.');
  expect(lines.filter((line) => line.includes(token.slice(0, 20)))).toEqual([]);
  expect(lines.join('')).toContain('"path":"/feeds/..."');
});
