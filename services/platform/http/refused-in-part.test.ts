import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { endpoint } from '@rondo/contracts/api/endpoint.ts';
import express from 'express';
import pino from 'pino';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { commandHandler } from '../commands/command-handler.ts';
import { context, count, counter } from '../commands/testing/counters.ts';
import { memoryEventStore } from '../log/memory/memory-event-store.ts';
import { answerErrors } from './problem.ts';
import { expensiveTurns } from './expensive-turns.ts';
import { mountRoutes, route } from './route.ts';

const countAll = endpoint({
  method: 'POST',
  path: '/api/count',
  summary: 'Counts in several streams.',
  response: z.object({ success: z.boolean() }),
});

const streams = ['counter-studio.one', 'counter-studio.two'] as const;

/** A server with one call, which changes two streams one after the other. */
const twoStreams = async () => {
  const store = memoryEventStore();
  const handler = commandHandler(counter, { store, registry: { register: async () => undefined } });
  const counting = route(countAll, async (_, { command }) => {
    for (const stream of streams) await handler.execute(stream, command, count([1]));
    return { success: true };
  });
  const app = express();
  app.use((incoming, response, next) => {
    response.locals['requestId'] = randomUUID();
    const actor = { userId: randomUUID(), studioId: '7d9f1a52-0000-4000-8000-000000000000', isGuest: false };
    Object.assign(incoming, { session: { actor } });
    next();
  });
  const keyed = ({ carryOut }: { carryOut: (remember: () => Promise<void>) => Promise<void> }) =>
    carryOut(async () => undefined);
  mountRoutes(app, [countAll], { routes: [counting], keyed, turns: expensiveTurns() });
  app.use(answerErrors(pino({ level: 'silent' })));
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const post = async (): Promise<{ status: number; batch: string | null }> => {
    const headers = { 'Idempotency-Key': 'the same' };
    const { status, headers: answered } = await fetch(`http://127.0.0.1:${port}${countAll.path}`, {
      method: 'POST',
      headers,
    });
    return { status, batch: answered.get('Rondo-Batch') };
  };
  const fence = (stream: string) => handler.fence(stream, context(), 'restore');
  const batchesIn = async (stream: string) =>
    (await store.readStream(stream)).flatMap(({ type, metadata }) => (type === 'Counted' ? metadata.batchId : []));
  return { post, fence, batchesIn, close: () => server.close() };
};

test('a call that is refused after it has changed something names its batch, each time it is sent', async () => {
  const { post, fence, batchesIn, close } = await twoStreams();
  await fence(streams[1]);
  const first = await post();
  const [batch] = await batchesIn(streams[0]);
  expect(first).toEqual({ status: 409, batch });
  expect(await post()).toEqual(first);
  expect(await batchesIn(streams[0])).toEqual([batch]);
  close();
});

test('a call that is refused before it has changed anything names none', async () => {
  const { post, fence, close } = await twoStreams();
  await fence(streams[0]);
  expect(await post()).toEqual({ status: 409, batch: null });
  close();
});
