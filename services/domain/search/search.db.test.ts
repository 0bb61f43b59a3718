import { beforeEach, describe, expect, test } from 'vitest';
import { dana, email, inOwnStudio, rondo } from '../../testing/own-studio.ts';
import { addStudent, addTeacher, everyDay } from '../../testing/studio-fixture.ts';
import { batchOf, ok, refused } from '../../testing/visitor.ts';

inOwnStudio();

type Answer = Record<'students' | 'teachers' | 'families' | 'invoices', Record<string, unknown>[]>;
const searched = async (q: string): Promise<Answer> =>
  ok(await dana.get(`/api/search?${new URLSearchParams({ q }).toString()}`));
const students = async (q: string): Promise<unknown[]> => (await searched(q)).students.map(({ name }) => name);
const nothing: Answer = { students: [], teachers: [], families: [], invoices: [] };

let marcus: string;
let leo: string;
beforeEach(async () => {
  marcus = await addTeacher(dana, 'Marcus Bell', everyDay);
  leo = await addStudent(dana, 'Leo Vance', everyDay, { teacherId: marcus });
  ok(
    await dana.put(`/api/students/${leo}`, {
      phone: '(512) 555-0148',
      address: '1104 Congress Ave',
      city: 'Austin',
      zipCode: '99501',
    }),
  );
  await addStudent(dana, 'Leonor Núñez', everyDay);
  await addStudent(dana, 'Ann Vance', everyDay);
});

describe('people', () => {
  test('are found by the beginnings of their names in any order, whole words first', async () => {
    expect(await students('leo')).toEqual(['Leo Vance', 'Leonor Núñez']);
    expect(await students('VAN le')).toEqual(['Leo Vance']);
    expect(await students('nunez')).toEqual(['Leonor Núñez']);
    expect(await students('NÚÑ')).toEqual(['Leonor Núñez']);
    expect(await students('ance')).toEqual([]);
    expect((await searched('bell')).teachers).toMatchObject([{ id: marcus, name: 'Marcus Bell' }]);
  });

  test('are found by address, and by three or more digits of the phone', async () => {
    for (const q of ['congress', '1104 cong', '99501', '995', '555-0148', '5550148', '(512) 555 01', 'leo 0148'])
      expect(await students(q), q).toEqual(['Leo Vance']);
    expect(await students('48')).toEqual([]);
    expect(await searched('0149')).toEqual(nothing);
  });

  test('come with what tells two of them apart', async () => {
    expect((await searched('leo vance')).students).toEqual([
      {
        id: leo,
        name: 'Leo Vance',
        address: '1104 Congress Ave',
        city: 'Austin',
        zipCode: '99501',
        phone: '(512) 555-0148',
        teachers: ['Marcus Bell'],
      },
    ]);
  });

  test('are not found once they are removed, and again when that is undone', async () => {
    const removed = await dana.delete(`/api/students/${leo}`);
    ok(removed);
    expect(await students('leo')).toEqual(['Leonor Núñez']);
    ok(await dana.post('/api/undo', { batchId: batchOf(removed) }));
    expect(await students('leo')).toEqual(['Leo Vance', 'Leonor Núñez']);
  });

  test('are eight at most, and those of another studio are not among them', async () => {
    for (const letter of 'abcdefghij') await addStudent(dana, `Zed ${letter}son`, everyDay);
    expect(await students('zed')).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((letter) => `Zed ${letter}son`));
    const other = await rondo.visitor().register(`other.${email}`);
    expect(ok(await other.get('/api/search?q=zed'))).toEqual(nothing);
  });
});

test('invoices are found by number, the exact one first and then the newest', async () => {
  ok(await dana.put(`/api/students/${leo}`, { perLessonRate: 50 }));
  for (const day of ['2027-03-01', '2027-04-05'])
    ok(
      await dana.post('/api/lessons', {
        teacherId: marcus,
        studentId: leo,
        lessonDate: day,
        startTime: '16:00',
        duration: 30,
      }),
    );
  for (const month of ['03', '04'])
    ok(
      await dana.post('/api/invoices/generate', {
        teacherId: null,
        selectedStudentIds: [leo],
        billingPeriodStart: `2027-${month}-01`,
        billingPeriodEnd: `2027-${month}-30`,
      }),
    );
  const numbers = async (q: string): Promise<unknown[]> =>
    (await searched(q)).invoices.map(({ invoiceNumber }) => invoiceNumber);
  const [newest, oldest] = await numbers('inv');
  expect(newest).toMatch(/^INV-\d{4}-0002$/);
  expect(oldest).toMatch(/^INV-\d{4}-0001$/);
  expect(await numbers(String(oldest).toLowerCase())).toEqual([oldest]);
  expect(await numbers('1')).toEqual([oldest]);
  expect(await numbers('000')).toEqual([newest, oldest]);
  expect(await numbers('inv 9')).toEqual([]);
  // The year begins with it as well, but the number is exactly that.
  expect((await searched('inv 2')).invoices).toMatchObject([
    { studentId: leo, studentName: 'Leo Vance', payer: 'Leo Vance', total: 50, currency: 'USD', status: 'draft' },
    { invoiceNumber: oldest },
  ]);
  const [{ id } = {}] = (await searched('inv 2')).invoices;
  ok(await dana.delete(`/api/invoices/${String(id)}`));
  expect(await numbers('inv')).toEqual([oldest]);
});

test.each(['%', '_', "'", '<>', '%%% __', '¿?'])('%j has no letter or digit and finds nothing', async (q) => {
  expect(await searched(q)).toEqual(nothing);
});

test('any other text is searched for as it is', async () => {
  for (const q of ['<script>', "' or 1=1 --", 'x'.repeat(80), 'le%', '(((', String.raw`\d+`])
    expect((await dana.get(`/api/search?${new URLSearchParams({ q }).toString()}`)).status, q).toBe(200);
  expect(await searched('<script>alert(1)</script>')).toEqual(nothing);
});

test('a search has between 1 and 80 characters', async () => {
  const tooLong = [400, 'A search can have at most 80 characters.'];
  expect(refused(await dana.get(`/api/search?q=${'x'.repeat(81)}`))).toEqual(tooLong);
  for (const q of ['', '   ', '\t']) {
    const missing = [400, 'Please enter what to search for.'];
    expect(refused(await dana.get(`/api/search?${new URLSearchParams({ q }).toString()}`)), q).toEqual(missing);
  }
  expect((await dana.get('/api/search')).status).toBe(400);
  expect((await rondo.visitor().get('/api/search?q=leo')).status).toBe(401);
});
