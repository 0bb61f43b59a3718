import type { Fit, FitWithMove } from '@rondo/contracts/api/fits.ts';
import { toMinutes } from '@rondo/contracts/calendar/times.ts';
import { beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { dana, inOwnStudio, rondo } from '../../../testing/own-studio.ts';
import { addStudent, addTeacher, everyDay } from '../../../testing/studio-fixture.ts';
import { mondayMorning } from '../../../testing/settable-time.ts';
import { batchOf, ok } from '../../../testing/visitor.ts';

inOwnStudio();

let teacher: string;
beforeEach(async () => {
  rondo.setNow(Date.parse(mondayMorning));
  teacher = await addTeacher(dana, 'Dana Whitfield', everyDay);
});

const home = '2210 Bluebonnet Ln, Austin, TX 78704';
const north = '8900 N Lamar Blvd, Austin, TX 78753';

type Found = { times: Fit[]; others: FitWithMove[]; message: string | null };
const fits = async (body: object): Promise<Found> => ok(await dana.post('/api/students/fits', body));
const weekly = async (studentId: string, dayOfWeek: number, startTime: string, duration = 45): Promise<string> =>
  ok(await dana.post('/api/lessons', { teacherId: teacher, studentId, dayOfWeek, startTime, duration })).id;
const student = (name: string, windows: Parameters<typeof addStudent>[2] = everyDay, address = home) =>
  addStudent(dana, name, windows, { teacherId: teacher, address });
const addAt = (
  studentId: string,
  { teacherId, dayOfWeek, startTime, from }: Pick<Fit, 'teacherId' | 'dayOfWeek' | 'startTime'> & { from?: string },
) =>
  dana.post('/api/students/optimize', {
    studentId,
    optimizationType: 'add-only',
    time: { teacherId, dayOfWeek, startTime, from },
  });
const plain = (text: string): string => text.replaceAll('\u00A0', ' ');

test('a time is free for both, best first, with its drive and buffer, and nothing is written', async () => {
  await weekly(await student('Nora North', everyDay, north), 2, '16:00');
  const before: unknown = ok(await dana.get('/api/lessons'));
  const { times, others, message } = await fits({
    address: north,
    duration: 45,
    availability: [
      { dayOfWeek: 2, startTime: '15:00', endTime: '19:00' },
      { dayOfWeek: 3, startTime: '15:00', endTime: '19:00' },
    ],
  });
  expect(message).toBeNull();
  expect(times.length).toBeGreaterThanOrEqual(3);
  expect(times.length).toBeLessThanOrEqual(5);
  // Beside the neighbor first: that adds no driving.
  expect(times[0]).toMatchObject({ teacherId: teacher, dayOfWeek: 2, addedDrive: 0 });
  expect(plain(times[0]?.text ?? '')).toMatch(/^no more driving; buffer \d+ min (before|after) Nora North/);
  const drives = times.map(({ addedDrive }) => addedDrive);
  expect(drives).toEqual(drives.toSorted((a, b) => a - b));
  for (const { dayOfWeek, startTime, endTime, firstDate } of times) {
    expect([2, 3]).toContain(dayOfWeek);
    expect(toMinutes(endTime) - toMinutes(startTime)).toBe(45);
    expect(toMinutes(startTime)).toBeGreaterThanOrEqual(15 * 60);
    expect(new Date(`${firstDate}T12:00:00Z`).getUTCDay()).toBe(dayOfWeek);
    if (dayOfWeek === 2) expect(toMinutes(startTime) >= 16 * 60 + 45 || toMinutes(endTime) <= 16 * 60).toBe(true);
  }
  expect(others).toEqual([]);
  expect(ok(await dana.get('/api/lessons'))).toEqual(before);
});

test('every time of the list can be chosen, and is what is then in the schedule; one that is taken since is refused', async () => {
  await weekly(await student('Nora North', everyDay, north), 2, '16:00');
  const nina = await addStudent(dana, 'Nina New', everyDay, { address: north });
  const { times } = await fits({ studentId: nina });
  expect(times).toHaveLength(5);
  for (const time of times) {
    const added = await addAt(nina, time);
    expect(ok(added)).toMatchObject({ success: true, lessonsAdded: 1, optimizationType: 'add-only' });
    expect(plain(ok(added).message)).toBe(
      plain(
        `Nina New was added: ${['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'][time.dayOfWeek]} ${clock(time.startTime)} with Dana Whitfield, ${time.text}.`,
      ),
    );
    const rows: { studentId: string }[] = ok(await dana.get('/api/lessons'));
    expect(rows.filter(({ studentId }) => studentId === nina)).toEqual([
      expect.objectContaining({
        dayOfWeek: time.dayOfWeek,
        startTime: time.startTime,
        endTime: time.endTime,
        source: 'optimized',
        status: 'scheduled',
      }),
    ]);
    // A student who had no teacher has this one now; all of it is one batch.
    expect(ok(await dana.get(`/api/assignments/student/${nina}`))).toMatchObject([{ teacherId: teacher }]);
    ok(await dana.post('/api/undo', { batchId: batchOf(added) }));
    expect(ok(await dana.get(`/api/assignments/student/${nina}`))).toEqual([]);
  }
  const [first] = times;
  if (!first) throw new Error('There is no time.');
  await weekly(await student('Otto Other'), first.dayOfWeek, first.startTime);
  const refused = await addAt(nina, first);
  expect([refused.status, plain(refused.text)]).toEqual([
    409,
    `Tue ${clock(first.startTime)} has been taken since. Choose another time.`,
  ]);
});

const clock = (time: string): string => {
  const minutes = toMinutes(time);
  const hour = Math.floor(minutes / 60);
  return `${hour > 12 ? hour - 12 : hour}:${String(minutes % 60).padStart(2, '0')} PM`;
};

test('where nothing is free, a time that one other family can make free is offered, with their new time', async () => {
  const busy = await student('Zoe Adeyemi', [
    { day: 4, from: '15:00', to: '16:00' },
    { day: 1, from: '15:00', to: '16:00' },
  ]);
  const lessonId = await weekly(busy, 4, '15:00', 60);
  const nina = await student('Nina New', [{ day: 4, from: '15:00', to: '15:45' }]);
  const { times, others, message } = await fits({ studentId: nina });
  expect(times).toEqual([]);
  expect(message).toBe('No weekly time is free for Nina New and Dana Whitfield.');
  expect(others).toHaveLength(1);
  expect(others[0]).toMatchObject({
    dayOfWeek: 4,
    startTime: '15:00',
    moves: { studentId: busy, lessonId, dayOfWeek: 1 },
  });
  expect(plain(others[0]?.moves.text ?? '')).toBe('Zoe Adeyemi would move from Thu 3:00 PM to Mon 3:00 PM.');
  // What it says can be done.
  const { dayOfWeek, startTime } = others[0]?.moves ?? {};
  ok(await dana.patch(`/api/lessons/${lessonId}/reschedule`, { dayOfWeek, startTime, ifFree: true }));
  expect((await fits({ studentId: nina })).times[0]).toMatchObject({ dayOfWeek: 4, startTime: '15:00' });
});

test('on every day of the week the other family moves as it says, the time is free from then on, and undoing both leaves nothing', async () => {
  const zoe = await student('Zoe Adeyemi', [
    { day: 4, from: '15:00', to: '16:00' },
    { day: 2, from: '15:00', to: '16:00' },
  ]);
  const lessonId = await weekly(zoe, 4, '15:00', 60);
  const nina = await student('Nina New', [{ day: 4, from: '15:00', to: '15:45' }]);
  for (let day = 0; day < 7; day += 1) {
    rondo.setNow(Date.parse(mondayMorning) + day * 86_400_000);
    const before: unknown = ok(await dana.get('/api/lessons'));
    const [other] = (await fits({ studentId: nina })).others;
    if (!other) throw new Error('Nobody would move.');
    expect(other.moves).toMatchObject({ name: 'Zoe Adeyemi', lessonId, dayOfWeek: 2, startTime: '15:00' });
    const { from, dayOfWeek, startTime } = other.moves;
    const moved = await dana.patch(`/api/lessons/${lessonId}/edit`, {
      editScope: 'series',
      originalDate: from,
      dayOfWeek,
      startTime,
      ifFree: true,
    });
    ok(moved);
    const placed = await addAt(nina, { ...other, from });
    expect(ok(placed), `day ${day}`).toMatchObject({ success: true, lessonsAdded: 1 });
    const rows: { studentId: string; validFrom: string; dayOfWeek: number }[] = ok(await dana.get('/api/lessons'));
    const own = rows.filter(({ studentId }) => studentId === nina);
    expect(own).toHaveLength(1);
    expect([own[0]?.dayOfWeek, own[0]?.validFrom]).toEqual([4, from]);
    expect(other.firstDate >= from).toBe(true);
    for (const batch of [placed, moved]) ok(await dana.post('/api/undo', { batchId: batchOf(batch) }));
    expect(untouched(ok(await dana.get('/api/lessons')))).toEqual(untouched(before));
  }
});

const untouched = (rows: unknown) =>
  z
    .array(
      z.object({ studentId: z.string(), dayOfWeek: z.number(), startTime: z.string(), validTo: z.string().nullable() }),
    )
    .parse(rows);

test('a series that moves is not in its own way, and its present time is no alternative', async () => {
  const noah = await student('Noah Becker', [{ day: 5, from: '16:30', to: '18:15' }]);
  const lessonId = await weekly(noah, 5, '17:00');
  const { times } = await fits({ studentId: noah, lessonId });
  expect(times.map(({ startTime }) => startTime)).toContain('16:30');
  expect(times.map(({ startTime }) => startTime)).not.toContain('17:00');
  expect(times.every(({ dayOfWeek }) => dayOfWeek === 5)).toBe(true);
});

test('what cannot be searched is said', async () => {
  const unknown = await dana.post('/api/students/fits', { address: 'nowhere at all' });
  expect([unknown.status, unknown.text]).toEqual([
    400,
    'The map does not know this address. Check the street and the ZIP code, or add the student first and place the home on the map.',
  ]);
  expect((await dana.post('/api/students/fits', {})).status).toBe(400);
  expect((await dana.post('/api/students/fits', { studentId: 'nobody' })).status).toBe(404);
  expect((await dana.post('/api/students/fits', { address: home, teacherId: 'nobody' })).status).toBe(404);
  const idle = await addTeacher(dana, 'Ida Idle', []);
  expect((await fits({ address: home, teacherId: idle })).message).toBe(
    'Ida Idle has no teaching times. Add them on the Teachers page first.',
  );
  expect((await fits({ address: '78704' })).times).toHaveLength(5);
});
