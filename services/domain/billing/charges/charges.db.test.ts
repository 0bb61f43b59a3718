import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mondayMorning } from '../../../testing/settable-time.ts';
import { testRondo, type TestRondo } from '../../../testing/test-rondo.ts';
import { batchOf, ok, refused, type Visitor } from '../../../testing/visitor.ts';

let rondo: TestRondo;
beforeAll(async () => {
  rondo = await testRondo(mondayMorning);
});
afterAll(() => rondo.stop());

const today = '2026-11-23';
const [first, last] = ['2026-12-01', '2026-12-31'];
const book = { date: today, category: 'book', description: 'Piano Adventures 3A', amount: 18.5 };

/** A studio with Ann Lee, who pays 100.00 a month. */
const studioOfLee = async () => {
  const dana = await rondo.visitor().register(`${randomUUID()}@example.com`);
  ok(await dana.patch('/api/settings', { studioName: 'Whitfield Strings', timeZone: 'America/Chicago' }));
  const student = { firstName: 'Ann', lastName: 'Lee', address: '78704', paymentType: 'monthly', monthlyRate: 100 };
  const lee: string = ok(await dana.post('/api/students', { ...student, startDate: '2026-10-01' })).id;
  return { dana, lee };
};
const bill = (dana: Visitor, studentIds: readonly string[], more: object = {}) =>
  dana.post('/api/invoices/generate', {
    billingPeriodStart: first,
    billingPeriodEnd: last,
    selectedStudentIds: studentIds,
    ...more,
  });
const billable = async (dana: Visitor) =>
  ok(await dana.get(`/api/lessons/billing/studio?startDate=${first}&endDate=${last}`));
const account = async (dana: Visitor, lee: string) => ok(await dana.get(`/api/accounts/${lee}`));

test('a charge waits in the account until an invoice takes it along, and waits again without the invoice', async () => {
  const { dana, lee } = await studioOfLee();
  const charge = ok(await dana.post('/api/charges', { studentId: lee, ...book }));
  expect(charge).toMatchObject({ ...book, studentId: lee, currency: 'USD', invoiceId: null });
  expect(await account(dana, lee)).toMatchObject({ waiting: 18.5, charges: [charge], balance: 0, inWords: 'Settled' });
  expect(await billable(dana)).toMatchObject([{ studentId: lee, charges: 1, chargeAmount: 18.5, amount: 118.5 }]);

  const [preview] = ok(await bill(dana, [lee], { preview: true }));
  const [invoice] = ok(await bill(dana, [lee]));
  for (const one of [preview, invoice])
    expect(one).toMatchObject({
      subtotal: 118.5,
      total: 118.5,
      items: [
        { itemType: 'monthly', amount: 100 },
        { itemType: 'charge', description: 'Piano Adventures 3A', quantity: 1, rate: 18.5, amount: 18.5 },
      ],
    });
  expect(await account(dana, lee)).toMatchObject({ waiting: 0, charges: [] });
  expect(ok(await dana.get(`/api/charges?payerId=${lee}`))).toMatchObject([{ id: charge.id, invoiceId: invoice.id }]);
  expect(ok(await dana.get('/api/charges?waiting=true'))).toEqual([]);
  const on = [409, `This charge is on ${invoice.invoiceNumber}. Delete the invoice first.`];
  expect(refused(await dana.patch(`/api/charges/${charge.id}`, { amount: 1 }))).toEqual(on);
  expect(refused(await dana.delete(`/api/charges/${charge.id}`))).toEqual(on);
  expect(refused(await dana.post('/api/invoices/charges', { chargeIds: [charge.id] }))).toEqual(on);
  expect(ok(await dana.get(`/api/invoices/${invoice.id}`)).print.lines).toMatchObject([
    { text: 'Monthly rate, December 2026' },
    { text: 'Piano Adventures 3A', detail: 'November 23, 2026', rate: '1 × 18.50', amount: '18.50' },
  ]);

  const deletion = await dana.delete(`/api/invoices/${invoice.id}`);
  expect(await account(dana, lee)).toMatchObject({ waiting: 18.5 });
  ok(await dana.post('/api/undo', { batchId: batchOf(deletion) }));
  expect(await account(dana, lee)).toMatchObject({ waiting: 0 });
});

test('charges alone are invoiced at once, and of a removed student too', async () => {
  const { dana, lee } = await studioOfLee();
  const first = ok(await dana.post('/api/charges', { studentId: lee, ...book, date: '2026-11-20' }));
  const second = ok(
    await dana.post('/api/charges', { studentId: lee, ...book, category: 'discount', amount: -8, date: '2026-12-02' }),
  );
  const [made] = ok(await dana.post('/api/invoices/charges', { chargeIds: [second.id, first.id] }));
  expect(made).toMatchObject({ billingPeriodStart: '2026-11-20', billingPeriodEnd: '2026-12-02', total: 10.5 });
  ok(await dana.post('/api/charges', { studentId: lee, ...book }));
  ok(await dana.delete(`/api/students/${lee}`));
  expect(await billable(dana)).toMatchObject([{ studentId: lee, charges: 1 }]);
  expect(ok(await bill(dana, [lee]))).toMatchObject([{ items: [{ itemType: 'charge' }], total: 18.5 }]);
});

test('adding, changing and removing a charge are undone, and told in the history', async () => {
  const { dana, lee } = await studioOfLee();
  const empty = ok(await dana.get('/api/charges'));
  const added = await dana.post('/api/charges', { studentId: lee, ...book });
  const charge = ok(added);
  const changed = await dana.patch(`/api/charges/${charge.id}`, { amount: 20, revision: charge.revision });
  expect((await dana.patch(`/api/charges/${charge.id}`, { amount: 21, revision: charge.revision })).status).toBe(412);
  const removed = await dana.delete(`/api/charges/${charge.id}`);
  const history = ok(await dana.get('/api/history'));
  const sentences = history.entries.slice(0, 3).map(({ sentence }: { sentence: string }) => sentence);
  expect(sentences).toEqual([
    'Removed a charge of Ann Lee',
    'Changed a charge of Ann Lee',
    'Added a charge of $18.50 for Ann Lee',
  ]);
  ok(await dana.post('/api/undo', { batchId: batchOf(removed) }));
  expect(ok(await dana.get('/api/charges'))).toMatchObject([{ id: charge.id, amount: 20 }]);
  ok(await dana.post('/api/undo', { batchId: batchOf(changed) }));
  expect(ok(await dana.get('/api/charges'))).toMatchObject([{ id: charge.id, amount: 18.5 }]);
  const [invoice] = ok(await dana.post('/api/invoices/charges', { chargeIds: [charge.id] }));
  expect(refused(await dana.post('/api/undo', { batchId: batchOf(added) }))).toEqual([
    409,
    `This can no longer be undone: this charge is on ${invoice.invoiceNumber}.`,
  ]);
  ok(await dana.delete(`/api/invoices/${invoice.id}`));
  ok(await dana.post('/api/undo', { batchId: batchOf(added) }));
  expect(ok(await dana.get('/api/charges'))).toEqual(empty);
});

test('refusals are sentences, and nothing is written', async () => {
  const { dana, lee } = await studioOfLee();
  const refusalOf = async (more: object) =>
    refused(await dana.post('/api/charges', { studentId: lee, ...book, ...more }));
  const far = 'The date of a charge must be within 366 days of today.';
  expect(await refusalOf({ date: '2027-11-25' })).toEqual([400, far]);
  expect(await refusalOf({ date: '2025-11-21' })).toEqual([400, far]);
  expect(await refusalOf({ amount: 0 })).toEqual([400, 'The amount must be greater than 0.']);
  expect(await refusalOf({ category: 'discount' })).toEqual([400, 'A discount must be less than 0.']);
  expect(await refusalOf({ studentId: 'nobody' })).toEqual([404, 'There is no such student.']);
  expect(refused(await dana.patch('/api/charges/nothing', { amount: 1 }))).toEqual([404, 'There is no such charge.']);
  expect(refused(await dana.get('/api/charges?payerId=nobody'))).toEqual([404, 'There is no such student or family.']);
  expect(ok(await dana.get('/api/charges'))).toEqual([]);
  const other = await studioOfLee();
  const charge = ok(await other.dana.post('/api/charges', { studentId: other.lee, ...book }));
  for (const answer of [
    await dana.delete(`/api/charges/${charge.id}`),
    await dana.post('/api/invoices/charges', { chargeIds: [charge.id] }),
  ])
    expect(refused(answer)).toEqual([404, 'There is no such charge.']);
});
