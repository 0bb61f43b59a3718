import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { testRondo, type TestRondo } from '../../../testing/test-rondo.ts';
import type { Answer, Visitor } from '../../../testing/visitor.ts';
import { startTestServer, type TestServer } from '@rondo/tools/eventstoredb-server/test-server.ts';

let server: TestServer;
let rondo: TestRondo;
let dana: Visitor;
beforeAll(async () => {
  server = await startTestServer();
  rondo = await testRondo('2026-11-23T15:00:00Z', { EVENTSTORE_URL: server.connectionString });
  dana = await rondo.visitor().register('dana@example.com');
});
afterAll(async () => {
  await rondo.stop();
  await server.stop();
});

const sorry = 'The event log is not answering. Please try again in a moment.';
const details = { firstName: 'Mia', lastName: 'Moss', address: '78701', phone: '512', email: 'mia@example.com' };

test('while the log is unavailable, calls that need it get 503 with Retry-After, lists keep working, and it recovers by itself', async () => {
  const { id } = (await dana.post('/api/students', details)).json;
  const { port, log } = server;
  await server.stop();
  const answers: Record<string, Answer> = {
    'an append to a new stream': await dana.post('/api/students', details),
    'a change of a stream that is known': await dana.put(`/api/students/${id}`, { ...details, lastName: 'Reed' }),
    'a stream that was never read': await dana.delete(`/api/lessons/series`, { studentId: id, teacherId: 'nobody' }),
    'the end of the log': await dana.post('/api/undo', { batchId: '00000000-0000-4000-8000-000000000000' }),
    'the figures': await dana.get('/metrics'),
  };
  const faults = Object.entries(answers).filter(([, { status }]) => status >= 500 && status !== 503);
  expect(faults.map(([what, { status, text }]) => `${what}: ${status} ${text}`)).toEqual([]);
  const away = Object.values(answers).filter(({ status }) => status === 503);
  expect(away.length).toBeGreaterThanOrEqual(2);
  for (const { text, headers } of away) {
    expect(text).toBe(sorry);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  }
  expect((await dana.get('/api/students')).json).toMatchObject([{ lastName: 'Moss' }]);
  server = await startTestServer({ port, log });
  await vi.waitFor(
    async () => {
      const changed = await dana.put(`/api/students/${id}`, { ...details, lastName: 'Reed' });
      expect(changed.status, changed.text).toBe(200);
    },
    { timeout: 30_000, interval: 200 },
  );
});

test('a position of the log that was here before is ignored', async () => {
  const { status, headers } = await dana.get('/api/students', { 'Rondo-Position': '5' });
  expect([status, headers.get('rondo-position')]).toEqual([200, null]);
});
