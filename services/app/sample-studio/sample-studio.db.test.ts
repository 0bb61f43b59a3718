import { afterAll, beforeAll, expect, test } from 'vitest';
import { testRondo, type TestRondo } from '../../testing/test-rondo.ts';
import { batchOf, ok } from '../../testing/visitor.ts';

let rondo: TestRondo;
beforeAll(async () => {
  rondo = await testRondo('2026-11-23T15:00:00Z');
});
afterAll(() => rondo.stop());

const whole = { loaded: true, teachers: 2, students: 34 };

test('a sample studio requested three times concurrently is loaded once, and complete in every response', async () => {
  const dana = await rondo.visitor().register('dana@example.com');
  const answers = await Promise.all([1, 2, 3].map(() => dana.post('/api/sample-studio')));
  expect(answers.map(({ json }) => json)).toEqual([whole, whole, whole]);
  expect((await dana.get('/api/lessons')).json.length).toBeGreaterThan(0);
});

test('after removal, it can be loaded again', async () => {
  const erin = await rondo.visitor().register('erin@example.com');
  await erin.post('/api/sample-studio');
  await erin.delete('/api/sample-studio');
  expect((await erin.get('/api/sample-studio')).json).toEqual({ loaded: false, teachers: 0, students: 0 });
  expect((await erin.post('/api/sample-studio')).json).toEqual(whole);
});

test('its invoices for last month are in every state, and leave no numbers behind when it is removed', async () => {
  const kim = await rondo.visitor().register('kim@example.com');
  /** Without their revisions, which grow with every undo. */
  const invoices = async () =>
    ok(await kim.get('/api/invoices')).map(({ revision: _, ...invoice }: Record<string, unknown>) => invoice);
  const load = await kim.post('/api/sample-studio');
  const listed = await invoices();
  const period = { billingPeriodStart: '2026-10-01', billingPeriodEnd: '2026-10-31' };
  expect(listed).toMatchObject([
    {
      invoiceNumber: 'INV-2026-0004',
      studentName: 'Harper Liu',
      status: 'draft',
      total: 230,
      dueDate: null,
      ...period,
    },
    {
      studentName: 'Margaret Sinclair',
      status: 'overdue',
      total: 400,
      dueDate: '2026-10-15',
      pastDue: true,
      ...period,
    },
    { studentName: 'Eli Ramos', status: 'sent', total: 220, dueDate: '2026-12-07', pastDue: false, ...period },
    { invoiceNumber: 'INV-2026-0001', studentName: 'Priya Venkataraman', status: 'paid', total: 220, ...period },
  ]);
  ok(await kim.post('/api/sample-studio'));
  expect(await invoices()).toEqual(listed);

  const removed = await kim.delete('/api/sample-studio');
  expect(await invoices()).toEqual([]);
  ok(await kim.post('/api/undo', { batchId: batchOf(removed) }));
  expect(await invoices()).toEqual(listed);
  ok(await kim.post('/api/undo', { batchId: batchOf(load) }));
  expect(await invoices()).toEqual([]);
  ok(await kim.post('/api/sample-studio'));
  expect((await invoices()).map(({ invoiceNumber }: { invoiceNumber: string }) => invoiceNumber)).toEqual(
    listed.map(({ invoiceNumber }: { invoiceNumber: string }) => invoiceNumber),
  );
});

test('its students pay per lesson or by the month, and one has no rate', async () => {
  const lee = await rondo.visitor().register('lee@example.com');
  ok(await lee.post('/api/sample-studio'));
  const students: { paymentType: string; perLessonRate: number | null; monthlyRate: number | null }[] = ok(
    await lee.get('/api/students'),
  );
  const ways = Map.groupBy(students, ({ paymentType, perLessonRate, monthlyRate }) =>
    perLessonRate === null && monthlyRate === null ? 'none' : paymentType,
  );
  expect(new Map([...ways].map(([way, all]) => [way, all.length]))).toEqual(
    new Map([
      ['per_lesson', 29],
      ['monthly', 4],
      ['none', 1],
    ]),
  );
});
