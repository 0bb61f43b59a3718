import { beforeEach, expect, test } from 'vitest';
import { dana, inOwnStudio, rondo } from '../../../../testing/own-studio.ts';
import { addStudent, addTeacher, everyDay } from '../../../../testing/studio-fixture.ts';
import { batchOf, ok, refused } from '../../../../testing/visitor.ts';

inOwnStudio();

const date = '2026-12-01';
let teacherId: string;
let [ann, cy, benAt, cyAt] = ['', '', '', ''];

const at = (text: string): void => rondo.setNow(Date.parse(`${text.replace(' ', 'T')}:00-06:00`));
const day = async () => ok(await dana.get(`/api/day?teacherId=${teacherId}&date=${date}`));
const find = (id = benAt, more = '') => dana.get(`/api/lessons/${id}/repairs?lessonDate=${date}${more}`);
const apply = (changes: object[], id = benAt) => dana.post(`/api/lessons/${id}/repairs`, { lessonDate: date, changes });
/** Times have a narrow space, which is easily overlooked. */
const plain = ([status, message]: readonly [number, string]) => [status, message.replaceAll(/\s/g, ' ')];
type Change = { kind: string; lessonId: string; originalDate: string; startTime: string; revision: string };
const asCall = ({ kind, lessonId, originalDate, startTime, revision }: Change): Change => ({
  kind,
  lessonId,
  originalDate,
  startTime,
  revision,
});
const figuresOf = async () => {
  const { figures, homeAt, leaveHomeBy } = await day();
  return { ...figures, homeAt, leaveHomeBy };
};
const promised = ({ lessons, driving, waiting, home, leaveHome }: Record<string, unknown>) => ({
  lessons,
  driving,
  waiting,
  homeAt: home,
  leaveHomeBy: leaveHome,
});

beforeEach(async () => {
  at('2026-11-30 09:00');
  teacherId = await addTeacher(dana, 'Dana Whitfield', everyDay);
  ann = await addStudent(dana, 'Ann Lee', everyDay);
  const ben = await addStudent(dana, 'Ben Ito', everyDay, { address: '2108 S Lamar Blvd, Austin, TX 78704' });
  cy = await addStudent(dana, 'Cy Diaz', everyDay, { address: '3806 Cherrywood Rd, Austin, TX 78722' });
  const lesson = { teacherId, duration: 45 };
  ok(await dana.post('/api/lessons', { ...lesson, studentId: ann, startTime: '15:00', lessonDate: date }));
  benAt = ok(await dana.post('/api/lessons', { ...lesson, studentId: ben, startTime: '16:30', lessonDate: date })).id;
  cyAt = ok(
    await dana.post('/api/lessons', { ...lesson, studentId: cy, dayOfWeek: 2, startTime: '18:15', lessonDate: '' }),
  ).id;
});

test('a cancelled hour is used: the day becomes what was promised, and undo brings the old one back', async () => {
  expect(refused(await find())).toEqual([409, 'Only a cancelled lesson leaves time to use.']);
  ok(await dana.post(`/api/lessons/${benAt}/cancel`, {}));
  const before = await figuresOf();
  const { leave, options, proven, sentence } = ok(await find());
  expect(promised(leave)).toEqual(before);
  expect({ proven, sentence, text: leave.text, calls: leave.calls }).toEqual({
    proven: true,
    sentence: null,
    text: 'Leave it',
    calls: 0,
  });
  const [option] = options;
  expect(option).toMatchObject({
    calls: 1,
    lessons: 2,
    driving: leave.driving,
    changes: [{ kind: 'move', lessonId: cyAt, originalDate: date, name: 'Cy Diaz', outside: null, owed: null }],
  });
  expect(option.text).toMatch(/^Move Cy to [45]:\d\d\sPM$/);
  expect(option.unpaid).toBeLessThanOrEqual(leave.unpaid - 10);
  const applied = await apply(option.changes.map(asCall));
  expect(ok(applied).lessons).toMatchObject([
    { seriesId: cyAt, originalDate: date, lessonDate: date, startTime: option.changes[0].startTime },
  ]);
  expect(await figuresOf()).toEqual(promised(option));
  expect(refused(await apply(option.changes.map(asCall)))).toEqual([409, 'Cy Diaz has changed since. Look again.']);
  const stranger = await rondo.visitor().register('stranger@example.com');
  const here = `/api/lessons/${benAt}/repairs`;
  expect(refused(await stranger.get(`${here}?lessonDate=${date}`))).toEqual([404, 'There is no such lesson.']);
  const theirs = await stranger.post(here, { lessonDate: date, changes: option.changes.map(asCall) });
  expect(refused(theirs)).toEqual([404, 'There is no such lesson.']);
  const [told] = ok(await dana.get('/api/history')).entries;
  expect(told.sentence).toMatch(/^Repaired Tue, Dec 1: Cy Diaz to [45]:\d\d\sPM/);
  ok(await dana.post('/api/undo', { batchId: batchOf(applied) }));
  expect(await figuresOf()).toEqual(before);
  expect(ok(await find()).options[0].text).toBe(option.text);
});

test('what a family is owed can be given in the free hour, and is not billed again', async () => {
  const annAt = ok(await dana.get('/api/lessons')).find(({ studentId }: { studentId: string }) => studentId === ann);
  const missed = ok(
    await dana.post('/api/lessons', {
      teacherId,
      studentId: ann,
      startTime: '10:00',
      duration: 30,
      lessonDate: '2026-11-30',
    }),
  ).id;
  ok(await dana.post(`/api/lessons/${missed}/cancel`, { by: 'teacher', outcome: { owed: true, until: '2026-12-20' } }));
  ok(await dana.post(`/api/lessons/${annAt.id}/cancel`, { by: 'teacher', outcome: { owed: true } }));
  const { options, sentence } = ok(await find(annAt.id));
  expect(sentence).toMatch(/^You leave \d+ minutes later\.$/);
  const given = options.find(({ text }: { text: string }) => text.startsWith('Give Ann the owed 30 minutes at'));
  expect(given.changes).toMatchObject([
    { kind: 'fill', lessonId: missed, from: null, owed: { date: '2026-11-30', until: '2026-12-20' } },
  ]);
  const applied = await apply(given.changes.map(asCall), annAt.id);
  expect(ok(applied).lessons).toMatchObject([{ id: missed, lessonDate: date, makesUp: { date: '2026-11-30' } }]);
  expect(await figuresOf()).toEqual(promised(given));
  expect(ok(await dana.get('/api/owed')).map(({ state }: { state: string }) => state)).toEqual(['booked', 'owed']);
  ok(await dana.post('/api/undo', { batchId: batchOf(applied) }));
  expect(ok(await dana.get('/api/owed')).map(({ state }: { state: string }) => state)).toEqual(['owed', 'owed']);
});

test('a repair is refused in its sentences, and nothing is written', async () => {
  ok(await dana.post(`/api/lessons/${benAt}/cancel`, {}));
  const { options } = ok(await find());
  const change = asCall(options[0].changes[0]);
  const rows = (await dana.get('/api/lessons')).text;
  for (const [changes, status, message] of [
    [[], 400, 'Choose one or two lessons to change.'],
    [[change, change, change], 400, 'Choose one or two lessons to change.'],
    [[change, change], 400, 'A lesson can be changed only once.'],
    [[{ ...change, startTime: '16:02' }], 400, 'Lessons start every 5 minutes.'],
    [[{ ...change, kind: 'swap' }], 400, 'A change is either a move or a fill.'],
    [[{ ...change, startTime: '18:15' }], 400, 'Cy Diaz begins at 6:15 PM already.'],
    [[{ ...change, kind: 'fill' }], 409, 'Cy Diaz has changed since. Look again.'],
    [[{ ...change, startTime: '15:30' }], 409, 'This time is taken: Ann Lee, 3:00 PM.'],
    [[{ ...change, startTime: '15:45' }], 409, 'Ann Lee to Cy Diaz would be short by'],
    [[{ ...change, startTime: '13:45' }], 409, 'Cy Diaz can move by at most 240 minutes.'],
    [[{ ...change, lessonId: crypto.randomUUID() }], 409, 'A lesson has changed since. Look again.'],
  ] as const)
    expect(plain(refused(await apply([...changes])))).toEqual([status, expect.stringContaining(message)]);
  expect(refused(await find(crypto.randomUUID()))).toEqual([404, 'There is no such lesson.']);
  for (const maxMove of ['14', '241', 'far'])
    expect(refused(await find(benAt, `&maxMove=${maxMove}`))).toEqual([
      400,
      expect.stringContaining('A lesson can move by 15 to 240 minutes.'),
    ]);
  expect((await dana.get('/api/lessons')).text).toBe(rows);
  ok(await dana.put(`/api/lessons/${cyAt}`, { originalDate: date, notes: 'Scales' }));
  expect(refused(await apply([change]))).toEqual([409, 'Cy Diaz has changed since. Look again.']);
  at('2026-12-01 17:50');
  expect(ok(await find())).toMatchObject({
    options: [],
    sentence: 'Leaving it is best: no change makes the day better.',
  });
  at('2026-12-02 09:00');
  expect(refused(await find())).toEqual([409, 'Only a cancelled lesson leaves time to use.']);
});
