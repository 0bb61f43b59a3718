import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTeacher, everyDay } from '../../../../testing/studio-fixture.ts';
import { ok, refused, type Visitor } from '../../../../testing/visitor.ts';
import { AskingStudio } from '../testing/asking-studio.ts';

// Sunday, November 29, 2026, at noon in Austin.
const noon = '2026-11-29T12:00:00-06:00';

let studio: AskingStudio;
let dana: Visitor;
let teacher: string;

const soon = { timeout: 30_000 };
const hold = (id: string, time: object = {}) =>
  dana.post(`/api/inquiries/${id}/hold`, { teacherId: teacher, dayOfWeek: 2, startTime: '16:10', ...time });
const listed = async (id: string) => {
  const found = ok(await dana.get('/api/inquiries')).find((one: { readonly id: string }) => one.id === id);
  return found && { status: found.status, heldUntil: found.heldUntil, hold: found.hold };
};
const batchOf = ({ headers }: { readonly headers: Headers }): string => headers.get('rondo-batch') ?? '';
const undo = async (batchId: string) => dana.post('/api/undo', { batchId });
const atTen = (more: object) => ({
  entryType: 'appointment',
  eventTitle: 'Dentist',
  teacherId: teacher,
  startTime: '16:00',
  duration: 30,
  ifFree: true,
  ...more,
});
const taken = (date: string) => [409, `This time is taken: Held for Maya, ${date}, 4:10\u00a0PM.`];
const free = { status: 'new', heldUntil: null, hold: null };
const tuesdays = { teacherId: '', dayOfWeek: 2, startTime: '16:10', endTime: '16:55', firstDate: '2026-12-01' };

beforeAll(async () => {
  studio = await AskingStudio.open(noon);
  ({ dana, teacher } = studio);
});
afterAll(() => studio.stop());

test('a time is held for a week, is taken on every one of its dates until then, and is free the day after', async () => {
  const { id } = await studio.asked({ email: 'maya@example.com' });
  const lessons = ok(await dana.get('/api/lessons'));
  const done = await hold(id);
  expect(ok(done)).toEqual({ id, status: 'held', heldUntil: '2026-12-06', firstDate: '2026-12-01' });
  const standing = { status: 'held', heldUntil: '2026-12-06', hold: { ...tuesdays, teacherId: teacher } };
  expect(await listed(id)).toEqual(standing);
  // It is no lesson.
  expect(ok(await dana.get('/api/lessons'))).toEqual(lessons);
  for (const lessonDate of ['2026-12-01', '2026-12-08', '2027-05-04'])
    expect(refused(await dana.post('/api/lessons', atTen({ lessonDate })))[0]).toBe(409);
  expect(refused(await dana.post('/api/lessons', atTen({ lessonDate: '2026-12-08' })))).toEqual(
    taken('Tuesday, December 8'),
  );
  const conflicts = async () =>
    ok(await dana.post('/api/lessons/check-conflicts', { ...atTen({ lessonDate: '2026-12-08' }) }));
  expect(JSON.stringify(await conflicts())).toContain('Held for Maya');
  studio.at('2026-12-06T23:59:00-06:00');
  expect(await listed(id)).toEqual(standing);
  expect(refused(await dana.post('/api/lessons', atTen({ lessonDate: '2026-12-08' })))[0]).toBe(409);
  studio.at('2026-12-07T00:00:00-06:00');
  expect(await listed(id)).toEqual(free);
  const { id: dentist } = ok(await dana.post('/api/lessons', atTen({ lessonDate: '2026-12-08' })));
  ok(await dana.delete(`/api/lessons/${dentist}`));
  // Held again once it has run out, then free again by a click.
  expect(ok(await hold(id)).heldUntil).toBe('2026-12-14');
  ok(await dana.post(`/api/inquiries/${id}/release`));
  expect(await listed(id)).toEqual(free);
  const again = await dana.post(`/api/inquiries/${id}/release`);
  expect(ok(again)).toEqual({ id, status: 'new' });
  studio.at(noon);
});

test('a held time moves, also to another teacher, and each step can be undone', async () => {
  const { id } = await studio.asked({ email: 'moved@example.com' });
  const marcus = await addTeacher(dana, 'Marcus Bell', everyDay);
  const first = await hold(id);
  ok(first);
  const moved = await hold(id, { startTime: '16:30' });
  expect(ok(moved)).toMatchObject({ status: 'held', firstDate: '2026-12-01' });
  const withMarcus = await hold(id, { teacherId: marcus, dayOfWeek: 4 });
  expect(ok(withMarcus).firstDate).toBe('2026-12-03');
  expect((await listed(id))?.hold).toMatchObject({ teacherId: marcus, dayOfWeek: 4 });
  // The time with Dana is free again.
  const { id: entry } = ok(await dana.post('/api/lessons', atTen({ lessonDate: '2026-12-01' })));
  ok(await dana.delete(`/api/lessons/${entry}`));
  ok(await undo(batchOf(withMarcus)));
  await expect
    .poll(async () => (await listed(id))?.hold, soon)
    .toMatchObject({ teacherId: teacher, startTime: '16:30' });
  expect(refused(await undo(batchOf(first)))).toEqual([
    409,
    'The held time has changed since then, so this can no longer be undone.',
  ]);
  ok(await undo(batchOf(moved)));
  await expect.poll(async () => (await listed(id))?.hold, soon).toMatchObject({ startTime: '16:10' });
  const released = await dana.post(`/api/inquiries/${id}/release`);
  expect(ok(released)).toEqual({ id, status: 'new' });
  ok(await undo(batchOf(released)));
  await expect.poll(async () => (await listed(id))?.status, soon).toBe('held');
  // One question holds one time, with whomever.
  const freed = await dana.post(`/api/inquiries/${id}/release`);
  ok(await hold(id, { teacherId: marcus, dayOfWeek: 4 }));
  expect(refused(await undo(batchOf(freed)))).toEqual([
    409,
    'Another time is held for this question now, so this can no longer be undone.',
  ]);
  const { entries } = ok(await dana.get('/api/history?kind=students'));
  const sentences = entries.map(({ sentence }: { readonly sentence: string }) => sentence);
  expect(sentences).toContain('Held a time for a question');
  expect(sentences).toContain('Released the time held for a question');
  expect(JSON.stringify(ok(await dana.get('/api/history')))).not.toContain('Maya');
  ok(await dana.delete(`/api/inquiries/${id}`));
});

test('an undo holds no time again that was taken meanwhile', async () => {
  const { id } = await studio.asked({ email: 'taken@example.com' });
  const { id: other } = await studio.asked({ email: 'other@example.com', firstName: 'Noa' });
  const refusal = async (batchId: string) => {
    const { refusal } = ok(await dana.post('/api/undo/preview', { batchId }));
    expect(refused(await undo(batchId))).toEqual([409, refusal]);
    return refusal;
  };
  ok(await hold(id));
  const moved = await hold(id, { startTime: '18:00' });
  ok(moved);
  const { id: dentist } = ok(await dana.post('/api/lessons', atTen({ lessonDate: '2026-12-08' })));
  expect(await refusal(batchOf(moved))).toBe('This time is taken: Dentist, Tuesday, December 8, 4:00\u00a0PM.');
  expect((await listed(id))?.hold).toMatchObject({ startTime: '18:00' });
  ok(await dana.delete(`/api/lessons/${dentist}`));
  ok(await hold(other, { startTime: '16:30' }));
  expect(await refusal(batchOf(moved))).toBe(
    'This time is taken: Held for a question, Tuesday, December 1, 4:30\u00a0PM, and on 25 more dates.',
  );
  ok(await dana.post(`/api/inquiries/${other}/release`));
  ok(await undo(batchOf(moved)));
  await expect.poll(async () => (await listed(id))?.hold, soon).toMatchObject({ startTime: '16:10' });
  for (const one of [id, other]) ok(await dana.delete(`/api/inquiries/${one}`));
});

test('closing ends a hold, and undoing it holds the time again', async () => {
  const { id } = await studio.asked({ email: 'closed@example.com' });
  const released = await (async () => {
    ok(await hold(id));
    return dana.post(`/api/inquiries/${id}/release`);
  })();
  ok(await hold(id));
  const closed = await dana.post(`/api/inquiries/${id}/close`);
  expect(await listed(id)).toEqual({ ...free, status: 'closed' });
  expect(refused(await hold(id))).toEqual([409, 'This question is closed.']);
  // What a teacher released before does not come back behind a question that is closed.
  expect(refused(await undo(batchOf(released)))[0]).toBe(409);
  ok(await undo(batchOf(closed)));
  await expect.poll(async () => (await listed(id))?.status, soon).toBe('held');
  ok(await dana.delete(`/api/inquiries/${id}`));
});

test('the child who is added has the held time as a weekly lesson, in one change', async () => {
  const { id } = await studio.asked({ email: 'noa@example.com', firstName: 'Noa' });
  ok(await hold(id, { dayOfWeek: 3 }));
  const noa = { firstName: 'Noa', lastName: 'Park', address: '1905 S 5th St', zipCode: '78704', teacherId: teacher };
  const added = await dana.post(`/api/inquiries/${id}/add`, noa);
  const { studentId } = ok(added);
  const state = async () => ({
    question: await listed(id),
    lessons: ok(await dana.get('/api/lessons'))
      .filter((one: { readonly studentId: string }) => one.studentId === studentId)
      .map((one: Record<string, unknown>) => [
        one['dayOfWeek'],
        one['startTime'],
        one['endTime'],
        one['status'],
        one['lessonDate'],
      ]),
  });
  const withLesson = await state();
  expect(withLesson).toMatchObject({
    question: { ...free, status: 'added' },
    lessons: [[3, '16:10', '16:55', 'scheduled', '']],
  });
  expect(refused(await hold(id))).toEqual([409, 'This question was answered already.']);
  ok(await undo(batchOf(added)));
  await expect.poll(async () => (await state()).question?.status, soon).toBe('held');
  expect((await state()).lessons).toEqual([]);
  expect(ok(await dana.post(`/api/inquiries/${id}/close`))).toMatchObject({ status: 'closed' });
  ok(await dana.delete(`/api/inquiries/${id}`));
});

test('a forgotten question holds no time, and no undo brings its hold back', async () => {
  const { id } = await studio.asked({ email: 'forgotten@example.com' });
  ok(await hold(id));
  const released = await dana.post(`/api/inquiries/${id}/release`);
  ok(await hold(id));
  ok(await dana.delete(`/api/inquiries/${id}`));
  const free = async () => (await dana.post('/api/lessons', atTen({ lessonDate: '2026-12-01' }))).status;
  await expect.poll(free, soon).toBe(200);
  // What the undo finds released stays released.
  await undo(batchOf(released));
  expect(refused(await hold(id))).toEqual([404, 'There is no such question.']);
  const lessons = ok(await dana.get('/api/lessons'));
  for (const { id: lesson } of lessons) await dana.delete(`/api/lessons/${lesson}`);
});

test('of a hold and a lesson in the same second one has the time, and the other is refused', async () => {
  const { id } = await studio.asked({ email: 'race@example.com' });
  const answers = await Promise.all([
    hold(id),
    dana.post('/api/lessons', atTen({ lessonDate: '2026-12-15' })),
    hold(id, { startTime: '16:05' }),
  ]);
  const [one, lesson] = answers;
  expect([one.status, lesson.status].toSorted((a, b) => a - b)).toEqual([200, 409]);
  const refusal = [one, lesson].find(({ status }) => status === 409);
  expect(refusal && refused(refusal)[1]).toMatch(/^This time is taken: (Held for Maya|Dentist), /);
  if (lesson.status === 200) ok(await dana.delete(`/api/lessons/${lesson.json.id}`));
  ok(await dana.delete(`/api/inquiries/${id}`));
});

test('what cannot be held says why', async () => {
  const { id } = await studio.asked({ email: 'wrong@example.com' });
  expect(refused(await hold(id, { startTime: '23:30' }))[0]).toBe(400);
  expect(refused(await hold(id, { startTime: 'soon' }))[0]).toBe(400);
  expect(refused(await hold(id, { teacherId: 'nobody' }))).toEqual([404, 'There is no such teacher.']);
  expect(
    refused(await dana.post('/api/inquiries/none/hold', { teacherId: teacher, dayOfWeek: 2, startTime: '16:10' })),
  ).toEqual([404, 'There is no such question.']);
});
