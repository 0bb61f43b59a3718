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

test('it has two families, an opening balance, a partial payment, a credit and a charge that waits, which come and go with it', async () => {
  const lee = await rondo.visitor().register('park@example.com');
  /** Without revisions, which grow with every undo. */
  const shown = async () => {
    const paths = ['households', 'accounts', 'charges', 'payments?from=2026-01-01&to=2026-12-31', 'invoices'];
    const lists = await Promise.all(paths.map(async (path) => ok(await lee.get(`/api/${path}`))));
    return JSON.parse(JSON.stringify(lists, (key, value: unknown) => (key === 'revision' ? undefined : value)));
  };
  const none = [[], [], [], [], []];
  expect(await shown()).toEqual(none);
  ok(await lee.post('/api/sample-studio'));
  const [households, accounts, charges, payments] = await shown();
  expect(households).toMatchObject([
    { name: 'Jensen and Olsen family', studentIds: [expect.any(String), expect.any(String)] },
    { name: 'Park family', contacts: [{ name: 'Grace Park' }, { name: 'Joon Park', gets: 'schedule' }] },
  ]);
  const inWords = accounts.flatMap(({ payer, inWords: words }: { payer: { name: string }; inWords: string }) =>
    words === 'Settled' ? [] : [[payer.name, words]],
  );
  expect(inWords).toEqual([
    ['Eli Ramos', 'Owes $220.00'],
    ['Jensen and Olsen family', 'Credit $60.00'],
    ['Margaret Sinclair', 'Owes $250.00'],
    ['Park family', 'Owes $80.00'],
  ]);
  expect(charges).toMatchObject([{ description: 'Piano Adventures 3A', amount: 18, invoiceId: null }]);
  expect(payments).toMatchObject([
    { payer: { name: 'Margaret Sinclair' }, amount: 150, allocations: [{ amount: 150 }] },
    { payer: { name: 'Jensen and Olsen family' }, amount: 60, unallocated: 60 },
    { payer: { name: 'Priya Venkataraman' }, byStatus: true },
  ]);

  const kept = { firstName: 'Ann', lastName: 'Lee', address: '78704' };
  const own: string = ok(await lee.post('/api/students', kept)).id;
  const ofPark = { payerId: households[1].id, date: '2026-11-23', amount: 100, method: 'cash' };
  ok(await lee.post('/api/payments', ofPark));
  ok(await lee.post('/api/payments', { ...ofPark, payerId: own }));
  const before = await shown();
  const removed = await lee.delete('/api/sample-studio');
  ok(removed);
  const [, [account, ...others], , [payment, ...more]] = await shown();
  expect([account.inWords, payment.payer.name, others, more]).toEqual(['Credit $100.00', 'Ann Lee', [], []]);
  ok(await lee.post('/api/undo', { batchId: batchOf(removed) }));
  expect(await shown()).toEqual(before);
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

test('its two weeks before this one were taught by a policy, with two owed lessons, and leave nothing behind', async () => {
  const max = await rondo.visitor().register('max@example.com');
  const shown = async () => {
    const period = 'from=2026-11-09&to=2026-11-29';
    const paths = [
      'lessons',
      'closures',
      'policy',
      'terms',
      'owed',
      `attendance?${period}`,
      `attendance/report?${period}`,
    ];
    const lists = await Promise.all(paths.map(async (path) => ok(await max.get(`/api/${path}`))));
    const passing = new Set(['revision', 'createdAt']);
    return JSON.parse(JSON.stringify(lists, (key, value: unknown) => (passing.has(key) ? undefined : value)));
  };
  const none = [[], [], { current: null, versions: [] }, [], [], [], []];
  expect(await shown()).toEqual(none);
  const load = await max.post('/api/sample-studio');
  const before = await shown();
  const [lessons, closures, policy, terms, owed, attendance, report] = before;
  // A closed date of a series is a row of its own.
  const closed = lessons.filter(({ closedBy }: { closedBy: unknown }) => closedBy !== null);
  const startOfRow = (row: { lessonDate: string; startTime: string }) => `${row.lessonDate} ${row.startTime}`;
  expect(closed.map(startOfRow).toSorted()).toEqual(['2026-11-12 14:30', '2026-11-12 17:00']);
  expect(closures).toMatchObject([
    { from: '2026-11-12', kind: 'sick', reason: null, lessons: 2, families: 2, over: true },
    { from: '2026-12-31', to: '2027-01-03', kind: 'holiday', reason: 'Long weekend', lessons: 0, over: false },
  ]);
  expect(policy).toMatchObject({ current: { from: '2026-10-01', late: 100 }, versions: [{}] });
  expect(terms).toMatchObject([{ name: 'Fall 2026', from: '2026-08-15', to: '2026-12-31' }]);
  expect(owed).toMatchObject([
    { studentName: 'Aiden Murphy', date: '2026-11-10', until: '2026-12-10', by: 'family', state: 'owed', amount: 58 },
    { studentName: 'Ava Lindqvist', date: '2026-11-16', until: '2026-12-16', by: 'family', state: 'owed', amount: 55 },
  ]);
  const absent = attendance.filter((row: { attendance: string }) => row.attendance === 'absent');
  expect([attendance.length, absent.map(({ date }: { date: string }) => date)]).toEqual([
    10,
    ['2026-11-18', '2026-11-20'],
  ]);
  type Counts = { taught: number; absent: number; inTime: number; closed: number; begunLate: number };
  const total = (name: keyof Counts) => report.reduce((sum: number, row: Counts) => sum + row[name], 0);
  expect([total('taught'), total('absent'), total('inTime'), total('closed'), total('begunLate')]).toEqual([
    16, 2, 2, 2, 1,
  ]);

  ok(await max.post('/api/sample-studio'));
  expect(await shown()).toEqual(before);
  const removed = await max.delete('/api/sample-studio');
  expect(await shown()).toEqual(none);
  ok(await max.post('/api/undo', { batchId: batchOf(removed) }));
  expect(await shown()).toEqual(before);
  ok(await max.post('/api/undo', { batchId: batchOf(load) }));
  expect(await shown()).toEqual(none);
});

test('it leaves a policy and terms that the studio has entered as they are', async () => {
  const own = await rondo.visitor().register('own@example.com');
  ok(await own.post('/api/policy', { from: '2026-11-23', tiers: [{ hours: 12, outcome: { charge: 20 } }] }));
  ok(await own.post('/api/terms', { name: 'Autumn', from: '2026-09-01', to: '2026-12-24' }));
  const shown = async () => [ok(await own.get('/api/policy')), ok(await own.get('/api/terms'))];
  const before = await shown();
  ok(await own.post('/api/sample-studio'));
  expect([await shown(), ok(await own.get('/api/owed'))]).toEqual([before, []]);
  ok(await own.delete('/api/sample-studio'));
  expect(await shown()).toEqual(before);
});
