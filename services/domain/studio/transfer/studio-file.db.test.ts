import { afterAll, beforeAll, expect, test } from 'vitest';
import { postgresEventStore } from '../../../platform/log/postgres/postgres-event-store.ts';
import { addStudent, addTeacher, everyDay } from '../../../testing/studio-fixture.ts';
import { testRondo, type TestRondo } from '../../../testing/test-rondo.ts';
import { ok, refused } from '../../../testing/visitor.ts';
import { exportStudio } from './export-studio.ts';

let rondo: TestRondo;
beforeAll(async () => {
  rondo = await testRondo('2026-11-23T15:00:00Z');
});
afterAll(() => rondo.stop());

const path = '/api/studio.jsonl';

test('a studio downloads its own history, the same file as the command writes', async () => {
  const [dana, other] = [
    await rondo.visitor().register('dana-file@example.com'),
    await rondo.visitor().register('other-file@example.com'),
  ];
  const teacherId = await addTeacher(dana, 'Dana Whitfield', everyDay);
  // One stream is longer than what is read of it at first.
  const studentId = await addStudent(dana, 'Ruby Salazar', everyDay, { teacherId });
  for (let phone = 0; phone < 120; phone += 1) ok(await dana.put(`/api/students/${studentId}`, { phone: `${phone}` }));
  await addTeacher(other, 'Someone Else', everyDay);
  await addTeacher(dana, 'Marcus Bell', everyDay);
  const { id: studioId } = ok(await dana.get('/api/user'));
  const file = await dana.get(path);
  expect(file.status).toBe(200);
  expect(Object.fromEntries(file.headers)).toMatchObject({
    'content-type': 'application/jsonl',
    'content-disposition': 'attachment; filename="studio.jsonl"',
    'cache-control': 'no-store',
  });
  const store = await postgresEventStore({ connectionString: rondo.connectionString });
  const written = await Array.fromAsync(exportStudio(store, studioId));
  await store.close();
  expect(file.text.trimEnd().split('\n')).toEqual(written);
  expect(written.length).toBeGreaterThan(120);
  expect(file.text).not.toContain('Someone Else');
});

test('the file is for those who are signed in', async () => {
  expect(refused(await rondo.visitor().get(path))).toEqual([401, expect.stringContaining('sign in')]);
});
