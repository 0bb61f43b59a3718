import { afterAll, beforeAll, expect, test } from 'vitest';
import { testRondo, type TestRondo } from '../testing/test-rondo.ts';

let rondo: TestRondo;
beforeAll(async () => {
  rondo = await testRondo('2026-11-23T15:00:00Z');
});
afterAll(() => rondo.stop());

const whole = { loaded: true, teachers: 2, students: 34 };

test('a sample studio requested three times concurrently is loaded once, and complete in every response', async () => {
  const dana = await rondo.visitor().register('dana@example.com');
  const answers = await Promise.all([1, 2, 3].map(() => dana.post('/api/sample-studio')));
  expect(answers.map(({ json }) => json)).toEqual([whole, whole, whole]);
  expect((await dana.get('/api/lessons')).json.length).toBeGreaterThan(0);
});

test('after removal, it can be loaded again', async () => {
  const erin = await rondo.visitor().register('erin@example.com');
  await erin.post('/api/sample-studio');
  await erin.delete('/api/sample-studio');
  expect((await erin.get('/api/sample-studio')).json).toEqual({ loaded: false, teachers: 0, students: 0 });
  expect((await erin.post('/api/sample-studio')).json).toEqual(whole);
});
