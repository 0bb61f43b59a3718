import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mondayMorning } from '../../../testing/settable-time.ts';
import { testRondo, type TestRondo } from '../../../testing/test-rondo.ts';
import { batchOf, ok, refused, type Visitor } from '../../../testing/visitor.ts';
import { readPdf } from '../pdf/testing/read-pdf.ts';

let rondo: TestRondo;
beforeAll(async () => {
  rondo = await testRondo(mondayMorning);
});
afterAll(() => rondo.stop());

const student = { firstName: 'Ann', lastName: 'Lee', address: '78704', paymentType: 'monthly', monthlyRate: 100 };

/** A studio whose Ann Lee has invoices of 100.00 for some months. */
const studioOfLee = async (months: readonly string[] = ['2026-12']) => {
  const dana = await rondo.visitor().register(`${randomUUID()}@example.com`);
  ok(await dana.patch('/api/settings', { studioName: 'Whitfield Strings', timeZone: 'America/Chicago' }));
  const lee: string = ok(await dana.post('/api/students', { ...student, startDate: '2026-10-01' })).id;
  const invoices: string[] = [];
  for (const month of months) {
    const last = { '2026-10': '31', '2026-11': '30', '2026-12': '31' }[month];
    const period = { billingPeriodStart: `${month}-01`, billingPeriodEnd: `${month}-${last}` };
    const made = ok(
      await dana.post('/api/invoices/generate', { teacherId: null, ...period, selectedStudentIds: [lee] }),
    );
    invoices.push(made[0].id);
  }
  return { dana, lee, invoices };
};

const today = '2026-11-23';
const payment = (payerId: string, amount: number, more: object = {}) => ({
  payerId,
  date: today,
  amount,
  method: 'check',
  ...more,
});
const account = async (dana: Visitor, lee: string) => ok(await dana.get(`/api/accounts/${lee}`));
const invoice = async (dana: Visitor, id: string) => ok(await dana.get(`/api/invoices/${id}`));

test('a payment pays what is due first, and its undo leaves the account as it was', async () => {
  const { dana, lee, invoices } = await studioOfLee(['2026-11', '2026-12']);
  for (const id of invoices) ok(await dana.put(`/api/invoices/${id}/status`, { status: 'sent' }));
  const before = await account(dana, lee);
  expect(before).toMatchObject({ balance: 200, inWords: 'Owes $200.00', open: 200, credit: 0 });
  const preview = ok(await dana.post('/api/payments', payment(lee, 150, { preview: true })));
  expect(preview).toMatchObject({ id: '', allocations: [{ amount: 100 }, { amount: 50 }], unallocated: 0 });
  expect(await account(dana, lee)).toEqual(before);

  const asked = await dana.post('/api/payments', payment(lee, 150, { reference: '1042' }));
  expect(ok(asked)).toMatchObject({
    payer: { type: 'student', id: lee, name: 'Ann Lee' },
    amount: 150,
    createdBy: expect.any(String),
    warnings: [],
    allocations: [
      { to: invoices[0], amount: 100 },
      { to: invoices[1], amount: 50 },
    ],
  });
  expect(await invoice(dana, invoices[0] ?? '')).toMatchObject({
    status: 'paid',
    paidAmount: 100,
    openAmount: 0,
    paidOn: today,
    issuedOn: today,
    payer: { id: lee },
  });
  expect(await invoice(dana, invoices[1] ?? '')).toMatchObject({ status: 'sent', paidAmount: 50, openAmount: 50 });
  expect(await account(dana, lee)).toMatchObject({
    inWords: 'Owes $50.00',
    lastPayment: { date: today, amount: 150 },
    documents: [{ id: invoices[1], open: 50, total: 100 }],
    lines: [
      { kind: 'invoice' },
      { kind: 'invoice' },
      { kind: 'payment', amount: -150, balance: 50, text: 'Payment, check 1042' },
    ],
  });
  const again = ok(await dana.post('/api/payments', payment(lee, 150, { preview: true })));
  expect(again.warnings).toEqual(['A payment of $150.00 on Nov 23, 2026 from Ann Lee is already recorded.']);
  const [entry] = ok(await dana.get(`/api/history?payerId=${lee}`)).entries;
  expect(entry.sentence).toBe('Recorded $150.00 from Ann Lee: INV-2026-0001 and part of INV-2026-0002');

  ok(await dana.post('/api/undo', { batchId: batchOf(asked) }));
  expect(await account(dana, lee)).toEqual(before);
  expect(ok(await dana.get(`/api/payments?payerId=${lee}`))).toEqual([]);
  expect(await invoice(dana, invoices[0] ?? '')).toMatchObject({ status: 'sent', paidAt: null });
});

test('marking as paid records a payment, and marking as sent voids it', async () => {
  const { dana, lee, invoices } = await studioOfLee();
  const [id = ''] = invoices;
  expect(ok(await dana.put(`/api/invoices/${id}/status`, { status: 'paid' }))).toMatchObject({
    status: 'paid',
    openAmount: 0,
    paidOn: today,
    sentAt: null,
  });
  const [marked] = ok(await dana.get(`/api/payments?payerId=${lee}`));
  expect(marked).toMatchObject({ byStatus: true, method: 'other', amount: 100, allocations: [{ to: id }] });
  expect(await account(dana, lee)).toMatchObject({ balance: 0, inWords: 'Settled' });
  const voided = await dana.post(`/api/payments/${marked.id}/void`, { reason: 'Bounced.' });
  expect(ok(voided)).toMatchObject({ voidedAt: expect.any(String), allocations: [] });
  expect(await invoice(dana, id)).toMatchObject({ status: 'sent', openAmount: 100, dueDate: '2026-12-07' });
  ok(await dana.post('/api/undo', { batchId: batchOf(voided) }));
  expect(await invoice(dana, id)).toMatchObject({ status: 'paid', openAmount: 0, sentAt: null, dueDate: null });
  ok(await dana.put(`/api/invoices/${id}/status`, { status: 'sent' }));
  expect(await invoice(dana, id)).toMatchObject({ status: 'sent', openAmount: 100 });
  expect(ok(await dana.get(`/api/payments?payerId=${lee}`))).toMatchObject([{ voidedAt: expect.any(String) }]);
});

test('credit is applied when the next invoice is sent, is on its PDF, and is refunded and taken back', async () => {
  const { dana, lee, invoices } = await studioOfLee(['2026-11', '2026-12']);
  const [first = '', second = ''] = invoices;
  ok(await dana.patch('/api/settings', { payLink: 'https://pay.example/{amount}' }));
  ok(await dana.put(`/api/invoices/${first}/status`, { status: 'sent' }));
  const paid = ok(await dana.post('/api/payments', payment(lee, 130)));
  expect(paid).toMatchObject({ unallocated: 30 });
  const sent = ok(await dana.put(`/api/invoices/${second}/status`, { status: 'sent' }));
  expect(sent).toMatchObject({ creditApplied: 30, toPay: 70, openAmount: 70, paidAmount: 30 });
  const pdf = await fetch(`${rondo.url}/api/invoices/${second}/pdf`, { headers: dana.cookies });
  const text = (await readPdf(Buffer.from(await pdf.arrayBuffer()))).pages.flat().join('\n');
  expect(text).toContain('Credit applied');
  expect(text).toContain('−$30.00');
  expect(text).toContain('$70.00');
  expect(text).toContain('https://pay.example/70.00');
  expect(refused(await dana.post(`/api/accounts/${lee}/refunds`, { date: today, amount: 5, method: 'cash' }))[0]).toBe(
    409,
  );
  const refund = ok(
    await dana.post(`/api/accounts/${lee}/refunds`, { date: today, amount: 50, method: 'cash', paymentId: paid.id }),
  );
  expect(refund.taken).toEqual([
    { from: paid.id, to: second, amount: 30 },
    { from: paid.id, to: first, amount: 20 },
  ]);
  expect(await account(dana, lee)).toMatchObject({ inWords: 'Owes $120.00' });
  expect(refused(await dana.post(`/api/payments/${paid.id}/void`, {}))).toEqual([
    409,
    '$50.00 of this payment was refunded. Void the refund first.',
  ]);
  ok(await dana.post(`/api/refunds/${refund.id}/void`, {}));
  expect(await account(dana, lee)).toMatchObject({ inWords: 'Owes $70.00', credit: 0 });
});

test('a payment is changed, replaced and given other invoices', async () => {
  const { dana, lee, invoices } = await studioOfLee(['2026-11', '2026-12']);
  for (const id of invoices) ok(await dana.put(`/api/invoices/${id}/status`, { status: 'sent' }));
  const paid = ok(await dana.post('/api/payments', payment(lee, 80)));
  const dated = ok(await dana.patch(`/api/payments/${paid.id}`, { date: '2026-11-20', revision: paid.revision }));
  expect(dated).toMatchObject({ id: paid.id, date: '2026-11-20', amount: 80 });
  expect((await dana.patch(`/api/payments/${paid.id}`, { note: 'Late.', revision: paid.revision })).status).toBe(412);
  const replaced = ok(await dana.patch(`/api/payments/${paid.id}`, { amount: 120 }));
  expect(replaced).toMatchObject({ replaces: paid.id, amount: 120, allocations: [{ amount: 100 }, { amount: 20 }] });
  const [entry] = ok(await dana.get(`/api/history?payerId=${lee}`)).entries;
  expect(entry.sentence).toMatch(/^Changed a payment of .* to \$120\.00: /);
  const moved = ok(
    await dana.put(`/api/accounts/${lee}/allocations`, {
      from: replaced.id,
      allocations: [{ to: invoices[1], amount: 90 }],
    }),
  );
  expect(moved).toMatchObject({ allocations: [{ to: invoices[1], amount: 90 }], unallocated: 30 });
  expect(ok(await dana.post(`/api/accounts/${lee}/apply-credit`, {}))).toMatchObject({
    applied: 30,
    allocations: [{ to: invoices[0], amount: 30 }],
  });
  const csv = (await dana.get(`/api/payments.csv?payerId=${lee}`)).text ?? '';
  expect(csv).toContain('2026-11-20,Ann Lee,check,,120.00,USD,"INV-2026-0002, INV-2026-0001"');
});

test('an opening balance is a debt or a credit, and a statement adds up', async () => {
  const { dana, lee, invoices } = await studioOfLee(['2026-11']);
  ok(await dana.put(`/api/invoices/${invoices[0]}/status`, { status: 'sent' }));
  const opening = { date: '2026-10-01', side: 'owes', amount: 80 };
  const set = ok(await dana.post(`/api/accounts/${lee}/opening-balances`, opening));
  expect(refused(await dana.post(`/api/accounts/${lee}/opening-balances`, opening))).toEqual([
    409,
    'Ann Lee has an opening balance already: Owes $80.00. Change it instead.',
  ]);
  const paid = ok(await dana.post('/api/payments', payment(lee, 100)));
  expect(paid.allocations).toMatchObject([
    { to: set.id, number: 'Opening balance', amount: 80 },
    { to: invoices[0], amount: 20 },
  ]);
  const statement = ok(await dana.get(`/api/accounts/${lee}/statement?from=2026-11-01&to=2026-11-30`));
  expect(statement).toMatchObject({ opening: 80, closing: 80, aging: { notDue: 80 } });
  const { lines } = await account(dana, lee);
  const line = lines.find(({ id }: { readonly id: string }) => id === set.id);
  expect(line).toMatchObject({ kind: 'opening', note: null, refunded: 0 });
  ok(await dana.patch(`/api/opening-balances/${set.id}`, { note: 'By phone.', revision: line.revision }));
  const stale = await dana.patch(`/api/opening-balances/${set.id}`, { amount: 50, revision: line.revision });
  expect(stale.status).toBe(412);
  const lowered = await dana.patch(`/api/opening-balances/${set.id}`, { amount: 50 });
  expect(ok(lowered)).toMatchObject({ amount: 50 });
  expect(await account(dana, lee)).toMatchObject({ inWords: 'Owes $50.00', credit: 30 });
  ok(await dana.post('/api/undo', { batchId: batchOf(lowered) }));
  expect(await account(dana, lee)).toMatchObject({ inWords: 'Owes $80.00', credit: 0 });
  ok(await dana.delete(`/api/opening-balances/${set.id}`));
  expect(await account(dana, lee)).toMatchObject({ balance: 0, credit: 80 });
  expect(ok(await dana.get('/api/accounts'))).toMatchObject([{ payer: { id: lee }, inWords: 'Settled' }]);
});

test('what cannot be recorded is refused, and nothing is written', async () => {
  const { dana, lee, invoices } = await studioOfLee();
  const [draft = ''] = invoices;
  const attempt = async (body: object) => refused(await dana.post('/api/payments', { ...payment(lee, 10), ...body }));
  expect(await attempt({ amount: 0 })).toEqual([400, 'The amount must be greater than 0.']);
  expect(await attempt({ amount: -1 })).toEqual([400, 'The amount must be greater than 0.']);
  expect(await attempt({ amount: 0.005 })).toEqual([400, 'The amount must have at most two decimals.']);
  expect(await attempt({ amount: 1e9 })).toEqual([400, 'The amount must be at most 1,000,000.']);
  expect(await attempt({ amount: '12' })).toEqual([400, 'The amount must be a number.']);
  expect(await attempt({ date: '2026-11-24' })).toEqual([400, 'The date of a payment must not be in the future.']);
  expect(await attempt({ payerId: 'nobody' })).toEqual([404, 'There is no such student or family.']);
  expect(await attempt({ invoiceIds: ['none'] })).toEqual([404, 'There is no such invoice.']);
  expect(await attempt({ invoiceIds: [draft] })).toEqual([409, 'INV-2026-0001 is a draft. Send it first.']);
  expect(await attempt({ currency: 'EUR' })).toEqual([400, 'Ann Lee has nothing open in EUR.']);
  expect(await attempt({ note: 'Card 4111 1111 1111 1111' })).toEqual([
    400,
    'This looks like a card number. Rondo does not store card numbers.',
  ]);
  ok(await dana.put(`/api/invoices/${draft}/status`, { status: 'sent' }));
  expect(await attempt({ allocations: [{ to: draft, amount: 11 }] })).toEqual([
    400,
    'The allocations add up to $11.00, more than the payment of $10.00.',
  ]);
  expect(await attempt({ amount: 300, allocations: [{ to: draft, amount: 101 }] })).toEqual([
    409,
    'INV-2026-0001 has only $100.00 open.',
  ]);
  expect(ok(await dana.get(`/api/payments?payerId=${lee}`))).toEqual([]);
  expect(refused(await dana.get('/api/payments'))[0]).toBe(400);
});

test('an undo that would take back what has been used since says what, and so does its preview', async () => {
  const { dana, lee, invoices } = await studioOfLee(['2026-10', '2026-11', '2026-12']);
  const send = (id: string | undefined) => dana.put(`/api/invoices/${id}/status`, { status: 'sent' });
  const why = async (answer: Parameters<typeof batchOf>[0]): Promise<string> => {
    const [, sentence] = refused(await dana.post('/api/undo', { batchId: batchOf(answer) }));
    expect(ok(await dana.post('/api/undo/preview', { batchId: batchOf(answer) })).refusal).toBe(sentence);
    return sentence;
  };
  ok(await send(invoices[0]));
  const paid = await dana.post('/api/payments', payment(lee, 130));
  const sent = await send(invoices[1]);
  expect(await why(paid)).toBe('This can no longer be undone: $30.00 of it pays INV-2026-0002 since.');
  ok(await dana.post('/api/payments', payment(lee, 20)));
  expect(await why(sent)).toBe('This can no longer be undone: INV-2026-0002 has a payment since.');
  const deleted = await dana.delete(`/api/invoices/${invoices[0]}`);
  ok(await send(invoices[2]));
  expect(await why(deleted)).toBe('This can no longer be undone: $100.00 of its payments was used since.');
});

test.each(['eur', 'Z1!', 'EURO'])('%s is no currency', async (currency) => {
  const { dana, lee } = await studioOfLee([]);
  for (const file of ['statement', 'statement.csv', 'statement.pdf'])
    expect(
      (await dana.get(`/api/accounts/${lee}/${file}?from=2026-11-01&to=2026-11-30&currency=${currency}`)).status,
    ).toBe(400);
});
