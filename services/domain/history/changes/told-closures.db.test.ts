import { beforeEach, expect, test } from 'vitest';
import { dana, inOwnStudio, rondo } from '../../../testing/own-studio.ts';
import { mondayMorning } from '../../../testing/settable-time.ts';
import { addStudent, addTeacher, everyDay } from '../../../testing/studio-fixture.ts';
import { batchOf, ok } from '../../../testing/visitor.ts';

inOwnStudio();

let teacher: string;
let theo: string;
let mia: string;
const address = '2210 Bluebonnet Ln, Austin, TX 78704';
const weekly = async (studentId: string, startTime: string): Promise<string> =>
  ok(await dana.post('/api/lessons', { teacherId: teacher, studentId, dayOfWeek: 1, startTime, duration: 30 })).id;

/** Theo and Mia Park have lessons on Mondays, and their family knows of them. */
beforeEach(async () => {
  rondo.setNow(Date.parse(mondayMorning));
  teacher = await addTeacher(dana, 'Dana Whitfield', everyDay);
  theo = await addStudent(dana, 'Theo Park', everyDay, { teacherId: teacher, address });
  mia = await addStudent(dana, 'Mia Park', everyDay, { teacherId: teacher, address });
  await weekly(theo, '16:15');
  await weekly(mia, '16:45');
  await told();
});

type Row = {
  studentId: string;
  until: string;
  message: string;
  family: { message: string };
  changes: { kind: string; date: string; text: string; closure: { days: unknown; dates: string[] } | null }[];
};
const changes = async (): Promise<Row[]> => ok(await dana.get('/api/changes'));
const told = async (): Promise<void> => {
  const rows = await changes();
  const until = rows
    .map((row) => row.until)
    .toSorted()
    .at(-1);
  if (rows.length > 0)
    ok(await dana.post('/api/changes/told', { studentIds: rows.map(({ studentId }) => studentId), until }));
};
const plain = (text: string): string => text.replaceAll('\u00A0', ' ');
const message = async (): Promise<string | null> => plain((await changes())[0]?.family.message ?? '');
const families = async (): Promise<number> => ok(await dana.get('/api/changes/count')).families;
const winter = { from: '2026-12-21', to: '2027-01-03', kind: 'holiday', reason: 'Winter break' };
const close = async (more: object = {}) => ok(await dana.post('/api/closures', { ...winter, ...more }));

test('a family is told of a closure in one text, once', async () => {
  expect(await families()).toBe(0);
  await close();
  expect(await families()).toBe(1);
  const rows = await changes();
  const own = rows.find(({ studentId }) => studentId === theo);
  expect(own?.changes).toMatchObject([
    {
      kind: 'cancelled',
      date: '2026-12-21',
      closure: { days: [{ from: '2026-12-21', to: '2027-01-03' }], dates: ['2026-12-21', '2026-12-28'] },
    },
  ]);
  const text =
    'No lessons from Monday, December 21, to Sunday, January 3 (Winter break). Theo’s next lesson is on Monday, January 4, at 4:15 PM.';
  expect(plain(own?.changes[0]?.text ?? '')).toBe(text);
  expect(plain(own?.message ?? '')).toBe(text);
  expect(await message()).toBe(
    'No lessons from Monday, December 21, to Sunday, January 3 (Winter break). Theo’s and Mia’s next lessons are on Monday, January 4, at 4:15 PM and 4:45 PM.',
  );
  await told();
  expect(await families()).toBe(0);
  expect(await changes()).toEqual([]);
});

test('a changed closure tells the difference, and so does its end', async () => {
  const { id } = await close();
  await told();
  ok(await dana.patch(`/api/closures/${id}`, { to: '2027-01-10' }));
  expect(await message()).toBe(
    'No lessons from Monday, January 4, to Sunday, January 10 (Winter break). Theo’s and Mia’s next lessons are on Monday, January 11, at 4:15 PM and 4:45 PM.',
  );
  await told();
  ok(await dana.patch(`/api/closures/${id}`, { from: '2026-12-28', to: '2027-01-03' }));
  expect(await message()).toBe(
    'Lessons from Monday, December 21, to Sunday, December 27 and from Monday, January 4, to Sunday, January 10 take place after all (Winter break). Theo’s and Mia’s next lessons are on Monday, December 21, at 4:15 PM and 4:45 PM.',
  );
  await told();
  const removed = await dana.delete(`/api/closures/${id}`);
  expect(await message()).toBe(
    'Lessons from Monday, December 28, to Sunday, January 3 take place after all (Winter break). Theo’s and Mia’s next lessons are on Monday, December 28, at 4:15 PM and 4:45 PM.',
  );
  ok(await dana.post('/api/undo', { batchId: batchOf(removed) }));
  expect(await changes()).toEqual([]);
});

test('a kept lesson takes place after all, and nothing is said of what was always closed', async () => {
  await close();
  await told();
  const rows = ok(await dana.get('/api/lessons?from=2026-12-21&to=2026-12-28'));
  const closed = (studentId: string, date: string): { id: string } =>
    rows.find(
      (row: { studentId: string; lessonDate: string }) => row.studentId === studentId && row.lessonDate === date,
    );
  ok(
    await dana.patch(`/api/lessons/${closed(theo, '2026-12-21').id}`, {
      status: 'scheduled',
      originalDate: '2026-12-21',
    }),
  );
  expect(await message()).toBe(
    'Theo’s lesson on Monday, December 21 at 4:15 PM takes place after all. The next lesson is on Monday, November 23 at 4:15 PM.',
  );
  await told();
  const leo = await addStudent(dana, 'Leo Roe', everyDay, { teacherId: teacher });
  await weekly(leo, '15:00');
  const [born] = await changes();
  expect(born?.changes.map(({ kind, closure }) => [kind, closure])).toEqual([['added', null]]);
  const dated = { teacherId: teacher, studentId: mia, startTime: '18:00', duration: 30, lessonDate: '2026-12-22' };
  ok(await dana.post('/api/lessons', dated));
  expect((await changes()).map(({ studentId }) => studentId)).toEqual([leo]);
});

test('a closure of one teacher says that there are no lessons only where none with another is left', async () => {
  const mark = await addTeacher(dana, 'Mark Bell', everyDay);
  const withMark = { teacherId: mark, studentId: theo, startTime: '10:00', duration: 30, lessonDate: '2026-12-22' };
  const { id } = ok(await dana.post('/api/lessons', withMark));
  await told();
  await close({ to: '2026-12-27', teacherIds: [teacher] });
  const textOf = async (studentId: string): Promise<string> =>
    plain((await changes()).find((row) => row.studentId === studentId)?.changes[0]?.text ?? '');
  expect(await textOf(theo)).toBe('Theo’s lesson on Monday, December 21 at 4:15 PM is cancelled.');
  expect(await textOf(mia)).toContain('No lessons from Monday, December 21, to Sunday, December 27 (Winter break).');
  // One text goes to both: it says whose lessons these are.
  expect(await message()).toContain(
    'No lessons for Mia from Monday, December 21, to Sunday, December 27 (Winter break).',
  );
  ok(await dana.delete(`/api/lessons/${id}`));
  expect(
    (await changes()).find(({ studentId }) => studentId === theo)?.changes.map(({ text }) => plain(text)),
  ).toContain(
    'No lessons from Monday, December 21, to Sunday, December 27 (Winter break). Theo’s next lesson is on Monday, December 28, at 4:15 PM.',
  );
});
