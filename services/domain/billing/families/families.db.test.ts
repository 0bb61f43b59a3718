import { beforeEach, expect, test } from 'vitest';
import { dana, inOwnStudio, rondo } from '../../../testing/own-studio.ts';
import { mondayMorning } from '../../../testing/settable-time.ts';
import { addStudent, addTeacher, everyDay } from '../../../testing/studio-fixture.ts';
import { batchOf, ok } from '../../../testing/visitor.ts';

inOwnStudio();

let mia: string;
let theo: string;

/** Mia and Theo Park have a lesson on Mondays of December 2026, at 40.00. */
beforeEach(async () => {
  rondo.setNow(Date.parse(mondayMorning));
  const teacher = await addTeacher(dana, 'Dana Whitfield', everyDay);
  const add = async (name: string, startTime: string): Promise<string> => {
    const id = await addStudent(dana, name, everyDay, { teacherId: teacher });
    ok(await dana.put(`/api/students/${id}`, { perLessonRate: 40, email: `${name.split(' ')[0]}@example.com` }));
    const lesson = { teacherId: teacher, studentId: id, startTime, duration: 45, lessonDate: '', dayOfWeek: 1 };
    ok(await dana.post('/api/lessons', lesson));
    return id;
  };
  mia = await add('Mia Park', '15:00');
  theo = await add('Theo Park', '16:00');
});

const december = { billingPeriodStart: '2026-12-01', billingPeriodEnd: '2026-12-31' };
const generate = async (selectedStudentIds: readonly string[], more: object = {}) =>
  ok(await dana.post('/api/invoices/generate', { ...december, selectedStudentIds, ...more }));
const family = async (studentIds: readonly string[]) => ok(await dana.post('/api/households', { studentIds }));
const account = async (id: string) => ok(await dana.get(`/api/accounts/${id}`));

test('a family gets one invoice with a block for each child, and pays it under its own id or a child’s', async () => {
  const park = await family([theo, mia]);
  const contacts = [
    { name: 'Ruth Park', email: 'ruth@example.com', phone: null, gets: 'both' },
    { name: 'Joe Park', email: 'joe@example.com', phone: null, gets: 'schedule' },
  ];
  ok(await dana.patch(`/api/households/${park.id}`, { contacts, revision: park.revision }));
  const rows = ok(await dana.get('/api/lessons/billing/studio?startDate=2026-12-01&endDate=2026-12-31'));
  expect(rows).toMatchObject([
    { studentId: mia, householdId: park.id, amount: 160 },
    { studentId: theo, householdId: park.id, amount: 160 },
  ]);
  const alone = await generate([theo], { preview: true });
  expect(alone).toMatchObject([{ total: 160, warnings: ['Mia of this family is not selected.'] }]);
  const made = await generate([theo, mia]);
  expect(made).toMatchObject([
    {
      payer: { type: 'household', id: park.id, name: 'Park family' },
      studentId: mia,
      studentName: 'Mia Park',
      total: 320,
      students: [
        { studentId: mia, name: 'Mia Park', subtotal: 160, refunds: 0, charges: 0, total: 160 },
        { studentId: theo, name: 'Theo Park', subtotal: 160, refunds: 0, charges: 0, total: 160 },
      ],
    },
  ]);
  const [{ id }] = made;
  const detail = ok(await dana.get(`/api/invoices/${id}`));
  expect(detail.suggestedEmail).toBe('ruth@example.com');
  expect(detail.print.billedTo.slice(0, 2)).toEqual(['Park family', 'Ruth Park']);
  expect(detail.print.children).toEqual([
    { name: 'Mia Park', lines: 1, total: ['Total for Mia Park', '160.00'] },
    { name: 'Theo Park', lines: 1, total: ['Total for Theo Park', '160.00'] },
  ]);
  expect((await dana.get(`/api/invoices/${id}/pdf`)).status).toBe(200);
  const [, line = ''] = (await dana.get('/api/invoices.csv')).text.split('\r\n');
  expect(line).toContain(',"Mia Park, Theo Park",');
  const lessons = (await dana.get('/api/invoices.csv?rows=lessons')).text.trim().split('\r\n').slice(1);
  expect(lessons.map((one) => one.split(',').slice(1, 4).join(' ')).slice(3, 5)).toEqual([
    'Mia Park lesson 2026-12-28',
    'Theo Park lesson 2026-12-07',
  ]);
  expect(ok(await dana.get('/api/search?q=inv')).invoices).toMatchObject([
    { studentName: 'Mia Park', payer: 'Park family (Mia Park, Theo Park)' },
  ]);
  ok(await dana.put(`/api/invoices/${id}/status`, { status: 'sent' }));
  const payment = { payerId: theo, date: '2026-11-23', amount: 300, method: 'check' };
  expect(ok(await dana.post('/api/payments', payment))).toMatchObject({
    payer: { type: 'household', id: park.id, name: 'Park family' },
    allocations: [{ to: id, amount: 300 }],
  });
  const shown = await account(mia);
  expect(shown).toMatchObject({
    payer: { type: 'household', id: park.id },
    inWords: 'Owes $20.00',
    students: [
      { id: mia, name: 'Mia Park' },
      { id: theo, name: 'Theo Park' },
    ],
  });
  expect(await account(park.id)).toEqual(shown);
  expect(ok(await dana.get('/api/accounts'))).toMatchObject([{ payer: { id: park.id }, balance: 20 }]);
  expect(ok(await dana.get(`/api/payments?payerId=${mia}`))).toHaveLength(1);
});

test('joining brings the account along, leaving does not, and undoing the joining returns it', async () => {
  const [own] = await generate([mia]);
  ok(await dana.put(`/api/invoices/${own.id}/status`, { status: 'sent' }));
  const park = await family([theo]);
  const joined = await dana.put(`/api/students/${mia}/household`, { householdId: park.id });
  ok(joined);
  const together = await account(mia);
  expect(together).toMatchObject({
    payer: { id: park.id },
    balance: 160,
    household: { id: park.id, name: 'Park family' },
  });
  const kinds = together.lines.map((line: { kind: string; amount: number | null; balance: number }) => [
    line.kind,
    line.amount,
    line.balance,
  ]);
  expect(kinds).toEqual([
    ['invoice', 160, 160],
    ['joined', null, 160],
  ]);
  expect(ok(await dana.get('/api/invoices'))).toMatchObject([{ payer: { id: park.id, name: 'Park family' } }]);
  ok(await dana.post('/api/undo', { batchId: batchOf(joined) }));
  expect(await account(mia)).toMatchObject({ payer: { type: 'student', id: mia }, balance: 160 });
  expect(await account(park.id)).toMatchObject({ balance: 0 });

  const again = await dana.put(`/api/students/${mia}/household`, { householdId: park.id });
  const payment = { payerId: park.id, date: '2026-11-23', amount: 100, method: 'cash' };
  const paid = ok(await dana.post('/api/payments', payment));
  const refused = await dana.post('/api/undo', { batchId: batchOf(again) });
  expect([refused.status, refused.text]).toEqual([
    409,
    `This can no longer be undone: a payment of the Park family pays ${own.invoiceNumber}.`,
  ]);
  ok(await dana.post(`/api/payments/${paid.id}/void`, {}));
  ok(await dana.put(`/api/students/${mia}/household`, { householdId: null }));
  expect(await account(mia)).toMatchObject({ payer: { id: mia }, balance: 0 });
  expect(await account(park.id)).toMatchObject({ balance: 160 });
});

test('making a family cannot be undone once an invoice is addressed to it', async () => {
  const made = await dana.post('/api/households', { studentIds: [mia, theo] });
  const [invoice] = await generate([mia]);
  const refused = await dana.post('/api/undo', { batchId: batchOf(made) });
  expect([refused.status, refused.text]).toEqual([
    409,
    `This can no longer be undone: ${invoice.invoiceNumber} is addressed to the Park family.`,
  ]);
  ok(await dana.delete(`/api/invoices/${invoice.id}`));
  ok(await dana.post('/api/undo', { batchId: batchOf(made) }));
  expect(ok(await dana.get('/api/households'))).toEqual([]);
  expect(await account(mia)).toMatchObject({ payer: { type: 'student', id: mia } });
});
