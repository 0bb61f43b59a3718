import { afterAll, beforeAll, expect, test } from 'vitest';
import { holdReadModels } from '../../testing/held-read-models.ts';
import { testRondo, type TestRondo } from '../../testing/test-rondo.ts';

let rondo: TestRondo;
beforeAll(async () => {
  rondo = await testRondo('2026-11-23T15:00:00Z');
});
afterAll(() => rondo.stop());

test('a write that the lists do not show in time gets 202, and a read with its position waits for it', async () => {
  const dana = await rondo.visitor().register('dana@example.com');
  const release = await holdReadModels(rondo.connectionString);
  const saved = await dana.post('/api/students', { firstName: 'Mia', lastName: 'Late', address: '78701' });
  const position = saved.headers.get('rondo-position') ?? '';
  expect([saved.status, Object.keys(saved.json)]).toEqual([202, ['id']]);
  expect(position).toMatch(/^\d+$/);

  const tooEarly = await dana.get('/api/students', { 'Rondo-Position': position });
  expect([tooEarly.status, tooEarly.text, tooEarly.headers.get('rondo-position')]).toEqual([200, '[]', position]);

  const waiting = dana.get('/api/students', { 'Rondo-Position': position });
  await release();
  const there = await waiting;
  expect(there.json.map(({ lastName }: { lastName: string }) => lastName)).toEqual(['Late']);
  expect(there.headers.get('rondo-position')).toBeNull();
});

test.each(["1' or 1=1", 'C:5', '-1'])('%s is not a position here and is rejected with a sentence', async (place) => {
  const erin = rondo.visitor();
  await erin.post('/api/guest-login');
  const { status, text } = await erin.get('/api/students', { 'Rondo-Position': place });
  expect([status, text]).toEqual([400, 'Rondo-Position is not a position in the log.']);
});

test.each(['C:5/P:5', '999999999'])('%s, a position of a log that was here before, is ignored', async (position) => {
  const fay = rondo.visitor();
  await fay.post('/api/guest-login');
  const { status, headers } = await fay.get('/api/students', { 'Rondo-Position': position });
  expect([status, headers.get('rondo-position')]).toEqual([200, null]);
});
