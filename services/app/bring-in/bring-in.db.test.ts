import { afterAll, beforeAll, expect, test } from 'vitest';
import { addStudent, addTeacher, everyDay } from '../../testing/studio-fixture.ts';
import { testRondo, type TestRondo } from '../../testing/test-rondo.ts';
import { fileForm, ok, refused, type Answer, type Visitor } from '../../testing/visitor.ts';

const now = '2026-11-23T15:00:00Z';
let [here, there]: TestRondo[] = [];
beforeAll(async () => {
  [here, there] = [await testRondo(now), await testRondo(now)];
});
afterAll(async () => {
  await here?.stop();
  await there?.stop();
});

const path = '/api/studio.jsonl';
const bring = (visitor: Visitor, file: string, headers = {}): Promise<Answer> =>
  visitor.call('POST', path, fileForm(file, 'studio.jsonl'), headers);

test('a studio is brought in by another account on another server', async () => {
  const dana = await here!.visitor().register('dana@example.com');
  const teacherId = await addTeacher(dana, 'Dana Whitfield', everyDay);
  await addStudent(dana, 'Ruby Salazar', everyDay, { teacherId });
  const file = (await dana.get(path)).text;
  const carla = await there!.visitor().register('carla@example.com');
  const before = ok(await carla.get('/api/user'));
  const answer = await bring(carla, file);
  console.log(answer.status, answer.text);
  console.log(before, (await carla.get('/api/user')).text);
  expect(ok(await carla.get('/api/students'))).toEqual(ok(await dana.get('/api/students')));
});
