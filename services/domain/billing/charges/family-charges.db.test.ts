import { beforeEach, expect, test } from 'vitest';
import { dana, inOwnStudio, rondo } from '../../../testing/own-studio.ts';
import { addStudent, addTeacher, everyDay } from '../../../testing/studio-fixture.ts';
import { batchOf, ok, refused } from '../../../testing/visitor.ts';

inOwnStudio();

let mia: string;
let theo: string;
let park: string;
let miasLesson: string;

const book = { date: '2026-11-12', category: 'book', description: 'Piano Adventures 3A', amount: 18.5 };
const november = { billingPeriodStart: '2026-11-01', billingPeriodEnd: '2026-11-30' };

/** Mia and Theo Park have a lesson on Mondays of November 2026, at 40.00. */
beforeEach(async () => {
  rondo.setNow(Date.parse('2026-10-30T15:00:00Z'));
  const teacher = await addTeacher(dana, 'Dana Whitfield', everyDay);
  const add = async (name: string, startTime: string): Promise<[string, string]> => {
    const id = await addStudent(dana, name, everyDay, { teacherId: teacher });
    ok(await dana.put(`/api/students/${id}`, { perLessonRate: 40 }));
    const lesson = { teacherId: teacher, studentId: id, startTime, duration: 45, lessonDate: '', dayOfWeek: 1 };
    return [id, ok(await dana.post('/api/lessons', lesson)).id];
  };
  [mia, miasLesson] = await add('Mia Park', '15:00');
  [theo] = await add('Theo Park', '16:00');
  park = ok(await dana.post('/api/households', { studentIds: [theo, mia] })).id;
});

const charge = async (studentId: string, more: object = {}) =>
  ok(await dana.post('/api/charges', { studentId, ...book, ...more }));
const account = async (id: string) => ok(await dana.get(`/api/accounts/${id}`));
const chargesOf = async (id: string): Promise<string[]> =>
  ok(await dana.get(`/api/charges?payerId=${id}`)).map((one: { id: string }) => one.id);
const generate = async (selectedStudentIds: readonly string[]) =>
  ok(
    await dana.post('/api/invoices/generate', {
      ...november,
      selectedStudentIds,
      includeRefundsSinceLastInvoice: true,
    }),
  );

test('a family gets one invoice of its children’s lessons, a charge and a refund', async () => {
  ok(await dana.post(`/api/lessons/${miasLesson}/cancel`, { lessonDate: '2026-11-09' }));
  await charge(mia);
  const made = await generate([theo, mia]);
  expect(made).toMatchObject([
    {
      payer: { type: 'household', id: park, name: 'Park family' },
      subtotal: 418.5,
      refunds: 40,
      total: 378.5,
      students: [
        { studentId: mia, name: 'Mia Park', subtotal: 218.5, charges: 18.5, refunds: 40, total: 178.5 },
        { studentId: theo, name: 'Theo Park', subtotal: 200, charges: 0, refunds: 0, total: 200 },
      ],
    },
  ]);
  ok(await dana.delete(`/api/invoices/${made[0].id}`));
  expect(await generate([theo])).toMatchObject([{ total: 200 }]);
  const [ofMia, ...others] = await generate([mia, theo]);
  expect([ofMia.total, others]).toEqual([178.5, []]);

  ok(await dana.put(`/api/students/${mia}/household`, { householdId: null }));
  ok(await dana.post(`/api/lessons/${miasLesson}/cancel`, { lessonDate: '2026-11-16' }));
  const december = { billingPeriodStart: '2026-12-01', billingPeriodEnd: '2026-12-31', selectedStudentIds: [mia] };
  const after = ok(await dana.post('/api/invoices/generate', { ...december, includeRefundsSinceLastInvoice: true }));
  expect(after).toHaveLength(2);
  expect(after).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ payer: { type: 'household', id: park, name: 'Park family' }, total: -40 }),
      expect.objectContaining({ payer: { type: 'student', id: mia, name: 'Mia Park' }, total: 160 }),
    ]),
  );
});

test('the charges of its students wait on the account of a family, and go along with a student who leaves', async () => {
  const ofMia = await charge(mia);
  const ofTheo = await charge(theo, { amount: 20, date: '2026-11-13' });
  for (const id of [park, mia, theo])
    expect(await account(id)).toMatchObject({
      payer: { type: 'household', id: park },
      balance: 0,
      waiting: 38.5,
      charges: [ofTheo, ofMia],
    });
  expect(ok(await dana.get('/api/accounts'))).toMatchObject([{ payer: { id: park }, waiting: 38.5 }]);
  for (const id of [park, mia, theo]) expect(await chargesOf(id)).toEqual([ofTheo.id, ofMia.id]);
  ok(await dana.put(`/api/students/${mia}/household`, { householdId: null }));
  expect(await account(park)).toMatchObject({ waiting: 20, charges: [ofTheo] });
  expect(await account(mia)).toMatchObject({ payer: { id: mia }, waiting: 18.5, charges: [ofMia] });
  expect([await chargesOf(park), await chargesOf(mia)]).toEqual([[ofTheo.id], [ofMia.id]]);
});

test('charges alone make one invoice for each payer, which keeps them when a student leaves', async () => {
  const ann = ok(await dana.post('/api/students', { firstName: 'Ann', lastName: 'Lee', address: '78704' })).id;
  const ofMia = await charge(mia);
  const ofTheo = await charge(theo, { amount: 20, date: '2026-11-13' });
  const ofAnn = await charge(ann, { category: 'discount', amount: -5 });
  const made = ok(await dana.post('/api/invoices/charges', { chargeIds: [ofTheo.id, ofAnn.id, ofMia.id] }));
  const ofPark = made.find(({ payer }: { payer: { id: string } }) => payer.id === park);
  expect(made).toHaveLength(2);
  expect(ofPark).toMatchObject({
    billingPeriodStart: '2026-11-12',
    billingPeriodEnd: '2026-11-13',
    total: 38.5,
    students: [
      { studentId: mia, charges: 18.5, total: 18.5 },
      { studentId: theo, charges: 20, total: 20 },
    ],
  });
  expect(refused(await dana.post('/api/invoices/charges', { chargeIds: [ofMia.id] }))).toEqual([
    409,
    `This charge is on ${ofPark.invoiceNumber}. Delete the invoice first.`,
  ]);
  expect((await account(park)).waiting).toBe(0);
  ok(await dana.put(`/api/students/${mia}/household`, { householdId: null }));
  expect(await chargesOf(mia)).toEqual([]);
  expect(await chargesOf(park)).toEqual([ofTheo.id, ofMia.id]);
  ok(await dana.delete(`/api/invoices/${ofPark.id}`));
  expect([await chargesOf(park), await chargesOf(mia)]).toEqual([[ofTheo.id], [ofMia.id]]);
  expect(await account(mia)).toMatchObject({ waiting: 18.5, charges: [{ id: ofMia.id }] });
});

test('an account that has lines keeps its family, and a deleted family leaves none', async () => {
  const [invoice] = await generate([mia]);
  const refusal = [409, 'The Park family has invoices or payments. Take its students out instead; its account stays.'];
  expect(refused(await dana.delete(`/api/households/${park}`))).toEqual(refusal);
  ok(await dana.delete(`/api/invoices/${invoice.id}`));
  const ofMia = await charge(mia);
  const payment = { payerId: mia, date: '2026-10-30', amount: 10, method: 'cash' };
  const paid = await dana.post('/api/payments', payment);
  ok(paid);
  expect(refused(await dana.delete(`/api/households/${park}`))).toEqual(refusal);
  ok(await dana.post('/api/undo', { batchId: batchOf(paid) }));
  ok(await dana.delete(`/api/households/${park}`));
  const rows: { payer: { id: string }; waiting: number }[] = ok(await dana.get('/api/accounts'));
  expect(rows.map(({ payer, waiting }) => [payer.id, waiting])).toEqual([
    [mia, 18.5],
    [theo, 0],
  ]);
  expect((await account(mia)).charges).toEqual([ofMia]);
});

test('lists of accounts show who pays right after each change of a family', async () => {
  const payers = async () => {
    const rows: { payer: { id: string }; balance: number }[] = ok(await dana.get('/api/accounts'));
    return rows.map(({ payer, balance }) => [payer.id, balance]);
  };
  const debt = { date: '2026-10-01', side: 'owes', amount: 80 };
  const leave = await dana.put(`/api/students/${mia}/household`, { householdId: null });
  ok(leave);
  ok(await dana.post(`/api/accounts/${mia}/opening-balances`, debt));
  const apart = [
    [mia, 80],
    [park, 0],
  ];
  expect(await payers()).toEqual(apart);
  const joined = await dana.put(`/api/students/${mia}/household`, { householdId: park });
  ok(joined);
  expect(await payers()).toEqual([[park, 80]]);
  ok(await dana.post('/api/undo', { batchId: batchOf(joined) }));
  expect(await payers()).toEqual(apart);
  ok(await dana.delete(`/api/households/${park}`));
  expect(await payers()).toEqual([
    [mia, 80],
    [theo, 0],
  ]);
  const made = ok(await dana.post('/api/households', { studentIds: [mia, theo] }));
  expect(await payers()).toEqual([[made.id, 80]]);
});
