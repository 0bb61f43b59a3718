import { beforeEach, expect, test } from 'vitest';
import { addDays } from '@rondo/contracts/calendar/dates.ts';
import { addTeacher, everyDay } from '../../../testing/studio-fixture.ts';
import { dana, inOwnStudio, rondo } from '../../../testing/own-studio.ts';
import { ok, refused } from '../../../testing/visitor.ts';

inOwnStudio();

const day = { from: '2026-12-08', to: '2026-12-08', kind: 'away' };
let teacher: string;
let ann: string;

/** Dana teaches Ann; today is November 10, 2026. */
beforeEach(async () => {
  rondo.setNow(Date.parse('2026-11-10T15:00:00Z'));
  teacher = await addTeacher(dana, 'Dana Whitfield', everyDay);
  const person = { firstName: 'Ann', lastName: 'Lee', address: '1905 S 5th St', zipCode: '78704' };
  ann = ok(await dana.post('/api/students', { ...person, paymentType: 'per_lesson', perLessonRate: 45 })).id;
});

const add = async (lessonDate: string, startTime: string): Promise<string> =>
  ok(await dana.post('/api/lessons', { teacherId: teacher, studentId: ann, lessonDate, startTime, duration: 45 })).id;
const close = (more: object = {}) => dana.post('/api/closures', { ...day, ...more });
const closures = async () => ok(await dana.get('/api/closures'));
const statuses = async (from: string, to: string, ids: readonly string[]): Promise<(string | undefined)[]> => {
  const rows: { id: string; status: string }[] = ok(await dana.get(`/api/lessons?from=${from}&to=${to}`));
  return ids.map((id) => rows.find((row) => row.id === id)?.status);
};

test('the first time counts on the first day and the last on the last, whole days between and without times', async () => {
  const ids = [
    await add('2026-11-27', '13:00'),
    await add('2026-11-27', '14:00'),
    await add('2026-11-28', '08:00'),
    await add('2026-11-29', '19:00'),
    await add('2026-11-30', '08:00'),
  ];
  ok(await close({ from: '2026-11-27', fromTime: '14:00', to: '2026-11-29' }));
  expect(await statuses('2026-11-27', '2026-11-30', ids)).toEqual([
    'scheduled',
    'cancelled',
    'cancelled',
    'cancelled',
    'scheduled',
  ]);
});

test('days of 23 and of 25 hours are closed by their own clock', async () => {
  rondo.setNow(Date.parse('2026-10-20T15:00:00Z'));
  const [long, before, after] = [
    await add('2026-11-01', '10:00'),
    await add('2026-11-01', '13:00'),
    await add('2026-11-01', '15:00'),
  ];
  ok(await close({ from: '2026-11-01', to: '2026-11-01', toTime: '13:00' }));
  expect(await statuses('2026-11-01', '2026-11-01', [long, before, after])).toEqual([
    'cancelled',
    'scheduled',
    'scheduled',
  ]);
  const short = [await add('2027-03-14', '10:00'), await add('2027-03-15', '10:00')];
  ok(await close({ from: '2027-03-14', to: '2027-03-14' }));
  expect(await statuses('2027-03-14', '2027-03-15', short)).toEqual(['cancelled', 'scheduled']);
});

test('what cannot be a closure is refused with a sentence, and nothing is written', async () => {
  const marcus = await addTeacher(dana, 'Marcus Bell', everyDay);
  ok(await dana.delete(`/api/teachers/${marcus}`));
  const other = await rondo.visitor().register(`other-${marcus}@example.com`);
  const stranger = await addTeacher(other, 'Sam Hill', everyDay);
  for (const [more, status] of [
    [{ from: '2027-02-29', to: '2027-03-01' }, 400],
    [{ kind: 'party' }, 400],
    [{ reason: 'x'.repeat(81) }, 400],
    [{ fromTime: '24:00' }, 400],
    [{ money: 'half' }, 400],
    [{ teacherIds: [marcus] }, 404],
    [{ teacherIds: [stranger] }, 404],
  ] as const) {
    const [answered, sentence] = refused(await close(more));
    expect([answered, JSON.stringify(more)]).toEqual([status, JSON.stringify(more)]);
    expect(sentence).toMatch(/^["A-Z].*\.$/);
    expect(sentence).not.toMatch(/zod|undefined|invalid input/i);
  }
  expect(await closures()).toEqual([]);
  // Words are shown as they are, in one line.
  expect(ok(await close({ reason: 'Winter\nbreak' })).reason).toBe('Winter break');
  for (const reason of ['<b>Winter</b>', '=1+1', 'x'.repeat(80)])
    expect(ok(await close({ reason })).reason).toBe(reason);
});

test('the same closure twice at once closes each lesson once, and both are removed one by one', async () => {
  const id = await add('2026-12-08', '16:00');
  const [one, two] = (await Promise.all([close(), close()])).map((answer) => ok(answer).id);
  expect(one).not.toBe(two);
  const now = async () => statuses('2026-12-08', '2026-12-08', [id]);
  expect(await now()).toEqual(['cancelled']);
  ok(await dana.delete(`/api/closures/${one}`));
  await expect.poll(now).toEqual(['cancelled']);
  ok(await dana.delete(`/api/closures/${two}`));
  await expect.poll(now).toEqual(['scheduled']);
});

test('a studio has at most 500 closures that are not over', async () => {
  const many = (count: number, first: string) =>
    dana.post('/api/closures/many', {
      closures: Array.from({ length: count }, (_, i) => {
        const date = addDays(first, i);
        return { ...day, from: date, to: date };
      }),
    });
  for (let nth = 0; nth < 8; nth += 1) ok(await many(60, addDays('2026-12-01', nth * 60)));
  ok(await many(20, '2028-06-01'));
  const full = [409, 'A studio can have at most 500 closures.'];
  expect(refused(await close())).toEqual(full);
  expect(refused(await many(2, '2028-09-01'))).toEqual(full);
  expect(refused(await many(61, '2028-09-01'))).toEqual([400, 'At most 60 times can be closed at once.']);
  expect(await closures()).toHaveLength(500);
  // What is over does not count.
  rondo.setNow(Date.parse('2026-12-02T15:00:00Z'));
  ok(await close());
});

test('a closed lesson is kept where nothing else is by then, and only by its own studio', async () => {
  const id = await add('2026-12-08', '16:00');
  const { id: closureId } = ok(await close());
  const keep = (visitor = dana, more: object = {}) =>
    visitor.patch(`/api/lessons/${id}`, { status: 'scheduled', ...more });
  const other = await rondo.visitor().register(`keeper-${id}@example.com`);
  expect((await keep(other)).status).toBe(404);
  const tuner = { teacherId: teacher, entryType: 'appointment', eventTitle: 'Tuner', lessonDate: '2026-12-08' };
  ok(await dana.post('/api/lessons', { ...tuner, startTime: '16:15', duration: 60 }));
  const [status, sentence] = refused(await keep());
  expect([status, sentence]).toEqual([409, expect.stringContaining('Tuner')]);
  expect(await statuses('2026-12-08', '2026-12-08', [id])).toEqual(['cancelled']);
  expect(ok(await keep(dana, { force: true }))).toMatchObject({ status: 'scheduled', keptIn: [closureId] });
});

test('a lesson that is not closed is not kept, one of a day that is over is', async () => {
  const [open, over] = [await add('2026-12-01', '16:00'), await add('2026-12-08', '16:00')];
  const { id: closureId } = ok(await close());
  const keep = (id: string) => dana.patch(`/api/lessons/${id}`, { status: 'scheduled' });
  expect(ok(await keep(open))).toMatchObject({ status: 'scheduled', keptIn: [] });
  rondo.setNow(Date.parse('2026-12-10T15:00:00Z'));
  expect(ok(await keep(over))).toMatchObject({ status: 'scheduled', keptIn: [closureId] });
});
