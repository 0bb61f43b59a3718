import { afterAll, beforeAll, expect, test } from 'vitest';
import { addStudent, addTeacher } from '../../../testing/studio-fixture.ts';
import { testRondo, type TestRondo } from '../../../testing/test-rondo.ts';
import { findInLog } from '../../../cli/search.ts';
import { eventStoreDbEventStore } from './eventstoredb-event-store.ts';
import { startTestServer, type TestServer } from '@rondo/tools/eventstoredb-server/test-server.ts';

let server: TestServer;
let rondo: TestRondo;
beforeAll(async () => {
  server = await startTestServer();
  rondo = await testRondo('2026-11-21T15:00:00Z', { EVENTSTORE_URL: server.connectionString });
});
afterAll(async () => {
  await rondo.stop();
  await server.stop();
});

const monday = [{ day: 1, from: '14:00', to: '18:00' }];

test('Rondo on EventStoreDB: a week is planned and accepted, and each answer shows its own write', async () => {
  const visitor = await rondo.visitor().register('dana@example.com');
  const teacherId = await addTeacher(visitor, 'Tess Moss', monday);
  const studentId = await addStudent(visitor, 'Ann Lee', monday, { teacherId });
  const generated = await visitor.post('/api/schedule/generate', { teacherIds: [teacherId], studentIds: [studentId] });
  expect(generated.status, generated.text).toBe(200);
  expect(generated.json.lessons).toHaveLength(1);
  const reportId = generated.json.optimizationReports[teacherId].reportId;
  const accepted = await visitor.patch(`/api/optimization-reports/${reportId}/status`, { status: 'accepted' });
  expect(accepted.status, accepted.text).toBe(200);
  expect(server.calls.classicAppend).toBe(0);
});

test('Rondo on EventStoreDB: what a removed student leaves elsewhere is deleted when the answer arrives', async () => {
  const visitor = await rondo.visitor().register('rob@example.com');
  const teacherId = await addTeacher(visitor, 'Tom', monday);
  // On a busy machine any one answer may be late. One that waits for a position that nobody hears of takes 2 s, each time.
  const took: number[] = [];
  while (took.length < 5 && !(Math.min(...took) < 1900)) {
    const studentId = await addStudent(visitor, `Bea Lee ${took.length}`, monday, { teacherId });
    const started = performance.now();
    const removed = await visitor.delete(`/api/students/${studentId}`);
    took.push(performance.now() - started);
    expect(removed.status, removed.text).toBe(200);
  }
  expect(Math.min(...took)).toBeLessThan(1900);
});

test('Rondo on EventStoreDB: a guest’s studio is gone from every readable event after sign-out', async () => {
  const visitor = rondo.visitor();
  await visitor.post('/api/guest-login', { timeZone: 'America/Chicago' });
  await addStudent(visitor, 'Zebedee Lee', monday);
  const store = eventStoreDbEventStore({ connectionString: server.connectionString });
  expect(await findInLog(store, 'zebedee')).toBeGreaterThan(0);
  await visitor.post('/api/logout');
  await expect.poll(() => findInLog(store, 'zebedee')).toBe(0);
  await store.close();
});
