import { once } from 'node:events';
import { createServer, request } from 'node:http';
import express, { type Response } from 'express';
import { afterEach, expect, test, vi } from 'vitest';
import { eventStream } from './event-stream.ts';

afterEach(() => vi.useRealTimers());

/** A call that is answered when the test decides. */
const waitingCall = async () => {
  const arrived = Promise.withResolvers<Response>();
  const app = express();
  app.get('/', (_request, response) => arrived.resolve(response));
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const client = request({ port, host: '127.0.0.1' });
  client.on('error', () => undefined);
  client.end();
  const response = await arrived.promise;
  return { client, response, close: () => server.close() };
};

test('a reader who disconnects before the stream begins is noticed, and no heartbeat starts', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { client, response, close } = await waitingCall();
  const left = once(response, 'close');
  client.destroy();
  await left;
  const beating = vi.getTimerCount();
  const stream = eventStream(response);
  expect(stream.disconnected.aborted).toBe(true);
  expect(vi.getTimerCount()).toBe(beating);
  stream.end('result', {});
  close();
});

test('a reader who disconnects during the stream is noticed too', async () => {
  const { client, response, close } = await waitingCall();
  const stream = eventStream(response);
  stream.send('started', {});
  expect(stream.disconnected.aborted).toBe(false);
  const aborted = once(stream.disconnected, 'abort');
  client.destroy();
  await aborted;
  close();
});
