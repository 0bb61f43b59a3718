import { beforeAll, expect, test } from 'vitest';
import { dana, inOneStudio } from '../../testing/own-studio.ts';
import { addStudent, addTeacher, everyDay } from '../../testing/studio-fixture.ts';

inOneStudio();

let plan: { teacherIds: string[]; studentIds: string[] };
beforeAll(async () => {
  const teacherId = await addTeacher(dana, 'Dana Whitfield', everyDay);
  const studentIds: string[] = [];
  for (let i = 0; i < 6; i += 1) studentIds.push(await addStudent(dana, `Ann${i} Lee`, everyDay, { teacherId }));
  plan = { teacherIds: [teacherId], studentIds };
});

const accepts = (encoding: string) => ({ 'Accept-Encoding': encoding });

test.each(['gzip', 'br'])('a long JSON answer is sent as %s to clients that accept it', async (encoding) => {
  const plain = await dana.get('/api/students', accepts('identity'));
  const packed = await dana.get('/api/students', accepts(encoding));
  expect([plain.headers.get('content-encoding'), packed.headers.get('content-encoding')]).toEqual([null, encoding]);
  expect(packed.text).toBe(plain.text);
  expect(packed.headers.get('vary')).toContain('Accept-Encoding');
});

test('so are the first and the repeated answer to a command', async () => {
  const headers = { ...accepts('gzip'), 'Idempotency-Key': 'k' };
  const first = await dana.post('/api/schedule/generate', plan, headers);
  const again = await dana.post('/api/schedule/generate', plan, headers);
  expect([first.status, first.headers.get('content-encoding')]).toEqual([200, 'gzip']);
  expect([again.text, again.headers.get('content-encoding')]).toEqual([first.text, 'gzip']);
});

test('a short answer and an error are sent uncompressed', async () => {
  for (const answer of [await dana.get('/api/user', accepts('gzip')), await dana.get('/api/nowhere', accepts('gzip'))])
    expect(answer.headers.get('content-encoding')).toBeNull();
});

test('events are never delayed for compression', async () => {
  const { status, headers, text } = await dana.post('/api/schedule/generate', plan, {
    ...accepts('gzip, br'),
    Accept: 'text/event-stream',
  });
  expect([status, headers.get('content-type'), headers.get('content-encoding')]).toEqual([
    200,
    'text/event-stream; charset=utf-8',
    null,
  ]);
  expect(text.length).toBeGreaterThan(1024);
  expect(text).toContain('event: result');
});
