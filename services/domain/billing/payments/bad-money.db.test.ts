import { beforeEach, expect, test } from 'vitest';
import { dana, email, inOwnStudio, rondo } from '../../../testing/own-studio.ts';
import { mondayMorning } from '../../../testing/settable-time.ts';
import { ok, refused, type Answer } from '../../../testing/visitor.ts';
import { savedMails } from '../../accounts/testing/mails.ts';
import { readPdf } from '../pdf/testing/read-pdf.ts';

// What calls about money refuse. Nothing is written then.

inOwnStudio();

const today = '2026-11-23';

type Studio = { who: typeof dana; student: string; invoices: readonly string[] };

const addStudent = async (who: typeof dana, name: string): Promise<string> => {
  const [firstName, lastName] = name.split(' ');
  const pays = { paymentType: 'monthly', monthlyRate: 100, startDate: '2026-09-01' };
  return ok(await who.post('/api/students', { firstName, lastName, address: '78704', ...pays })).id;
};

/** Invoices of 100.00 for some months. */
const bill = async (who: typeof dana, student: string, months: readonly string[]): Promise<string[]> => {
  const ids: string[] = [];
  for (const month of months) {
    const period = { billingPeriodStart: `${month}-01`, billingPeriodEnd: `${month}-28` };
    const made = await who.post('/api/invoices/generate', { ...period, selectedStudentIds: [student] });
    ids.push(ok(made)[0].id);
  }
  return ids;
};
const send = async (who: typeof dana, id: string | undefined): Promise<void> => {
  ok(await who.put(`/api/invoices/${id}/status`, { status: 'sent' }));
};

/** Ann Lee with a sent invoice, a draft, and one that is deleted. */
const studioOfLee = async (who = dana): Promise<Studio> => {
  ok(await who.patch('/api/settings', { studioName: 'Whitfield Strings' }));
  const student = await addStudent(who, 'Ann Lee');
  const invoices = await bill(who, student, ['2026-09', '2026-10', '2026-11']);
  await send(who, invoices[0]);
  ok(await who.delete(`/api/invoices/${invoices[2]}`));
  return { who, student, invoices };
};

/** How much the log has of accounts and families. */
const written = async (): Promise<number> => {
  const [row] = await rondo.query<{ count: number }>(
    "select count(*)::int as count from event_log.events where stream ~ '^(billing|household|student|studio)-'",
  );
  return row?.count ?? -1;
};
const expectRefused = async (attempts: readonly (readonly [string, () => Promise<Answer>, number, string])[]) => {
  const before = await written();
  for (const [what, attempt, status, sentence] of attempts)
    expect([what, ...refused(await attempt())]).toEqual([what, status, sentence]);
  expect(await written(), 'events').toBe(before);
};

beforeEach(() => {
  rondo.setNow(Date.parse(mondayMorning));
});

test('payments that cannot be', async () => {
  const { student, invoices } = await studioOfLee();
  const [sent, draft, deleted] = invoices;
  const other = await studioOfLee(await rondo.visitor().register(`other-${email}`));
  const ben = await addStudent(dana, 'Ben Ito');
  const [ofBen] = await bill(dana, ben, ['2026-11']);
  await send(dana, ofBen);
  const pay = (body: object | string) => () =>
    dana.post(
      '/api/payments',
      typeof body === 'string' ? body : { payerId: student, date: today, amount: 100, method: 'cash', ...body },
    );
  const form = '"date" must be a date in the form YYYY-MM-DD.';
  const number = 'The amount must be a number.';
  const noInvoice = 'There is no such invoice.';
  const noPayer = 'There is no such student or family.';
  const card = 'This looks like a card number. Rondo does not store card numbers.';
  await expectRefused([
    ['nothing', pay({ amount: 0 }), 400, 'The amount must be greater than 0.'],
    ['less', pay({ amount: -1 }), 400, 'The amount must be greater than 0.'],
    ['half a cent', pay({ amount: 0.005 }), 400, 'The amount must have at most two decimals.'],
    ['too much', pay({ amount: 1e9 }), 400, 'The amount must be at most 1,000,000.'],
    ['text', pay({ amount: '12' }), 400, number],
    ['no amount', pay({ amount: null }), 400, number],
    ['no number', pay(`{"payerId":"${student}","amount":NaN}`), 400, 'The request body is not valid JSON.'],
    ['infinite', pay(`{"payerId":"${student}","date":"${today}","amount":1e999,"method":"cash"}`), 400, number],
    ['29 February of no leap year', pay({ date: '2026-02-29' }), 400, form],
    ['no day', pay({ date: '2026-11-31' }), 400, form],
    ['nobody', pay({ payerId: 'nobody' }), 404, noPayer],
    ['a student of another studio', pay({ payerId: other.student }), 404, noPayer],
    ['no invoice', pay({ invoiceIds: ['none'] }), 404, noInvoice],
    ['an invoice of another studio', pay({ invoiceIds: [other.invoices[0]] }), 404, noInvoice],
    ['an invoice of another payer', pay({ invoiceIds: [ofBen] }), 404, noInvoice],
    ['a deleted invoice', pay({ invoiceIds: [deleted] }), 404, noInvoice],
    ['a draft', pay({ invoiceIds: [draft] }), 409, 'INV-2026-0002 is a draft. Send it first.'],
    [
      'part of a draft',
      pay({ allocations: [{ to: draft, amount: 1 }] }),
      409,
      'INV-2026-0002 is a draft. Send it first.',
    ],
    ['part of another payer’s', pay({ allocations: [{ to: ofBen, amount: 1 }] }), 404, noInvoice],
    ['part of a deleted one', pay({ allocations: [{ to: deleted, amount: 1 }] }), 404, noInvoice],
    ['a part of nothing', pay({ allocations: [{ to: sent, amount: 0 }] }), 400, 'The amount must be greater than 0.'],
    [
      'parts over the sum',
      pay({ amount: 30, allocations: [{ to: sent, amount: 31 }] }),
      400,
      'The allocations add up to $31.00, more than the payment of $30.00.',
    ],
    [
      'twice to one invoice, more than is open',
      pay({ amount: 120, allocations: [1, 2].map(() => ({ to: sent, amount: 60 })) }),
      409,
      'INV-2026-0001 has only $100.00 open.',
    ],
    ['a currency in which nothing is open', pay({ currency: 'JPY' }), 400, 'Ann Lee has nothing open in JPY.'],
    ['a long reference', pay({ reference: 'x'.repeat(500) }), 400, '"reference" must be at most 80 characters long.'],
    ['a long note', pay({ note: 'x'.repeat(501) }), 400, '"note" must be at most 500 characters long.'],
    ['a card as reference', pay({ reference: '4111-1111-1111-1111' }), 400, card],
    ['a card in a note', pay({ note: 'Visa 4111 1111 1111 1111, March' }), 400, card],
    ['no such method', pay({ method: 'gold' }), 400, 'Please choose how it was paid.'],
  ]);
  const twice = await pay({ allocations: [1, 2].map(() => ({ to: sent, amount: 40 })) })();
  expect(ok(twice)).toMatchObject({ allocations: [{ to: sent, amount: 80 }], unallocated: 20 });
  expect(ok(await pay({ date: '2024-02-29', amount: 1 })()), '29 February').toMatchObject({ date: '2024-02-29' });
  ok(await dana.delete(`/api/students/${student}`));
  expect(ok(await pay({ amount: 20 })()), 'a removed student keeps the account').toMatchObject({
    allocations: [{ to: sent, amount: 19 }],
  });
});

test('what another studio has, and what was changed in the meantime', async () => {
  const { student } = await studioOfLee();
  const other = await studioOfLee(await rondo.visitor().register(`other-${email}`));
  const make = async (who: typeof dana, id: string) => {
    const payment = ok(await who.post('/api/payments', { payerId: id, date: today, amount: 150, method: 'cash' }));
    const refund = { date: today, amount: 20, method: 'cash' };
    const charge = { studentId: id, date: today, category: 'book', description: 'Scales', amount: 5 };
    const opening = { date: today, side: 'owes', amount: 80 };
    return {
      payment,
      refund: ok(await who.post(`/api/accounts/${id}/refunds`, refund)),
      charge: ok(await who.post('/api/charges', charge)),
      opening: ok(await who.post(`/api/accounts/${id}/opening-balances`, opening)),
      family: ok(
        await who.post('/api/households', { studentIds: [id], contacts: [{ name: 'Kim', gets: 'both', phone: '1' }] }),
      ),
    };
  };
  const own = await make(dana, student);
  const foreign = await make(other.who, other.student);
  const noPayment = 'There is no such payment.';
  const noOpening = 'There is no such opening balance.';
  const noCharge = 'There is no such charge.';
  const noFamily = 'There is no such family.';
  const noPayer = 'There is no such student or family.';
  const money = { date: today, amount: 1, method: 'cash' };
  const accounts = `/api/accounts/${student}`;
  await expectRefused([
    ['a payment', () => dana.patch(`/api/payments/${foreign.payment.id}`, { amount: 1 }), 404, noPayment],
    ['voiding one', () => dana.post(`/api/payments/${foreign.payment.id}/void`, {}), 404, noPayment],
    [
      'a refund of one',
      () => dana.post(`${accounts}/refunds`, { ...money, paymentId: foreign.payment.id }),
      404,
      noPayment,
    ],
    ['a refund', () => dana.post(`/api/refunds/${foreign.refund.id}/void`, {}), 404, 'There is no such refund.'],
    [
      'what one pays',
      () => dana.put(`${accounts}/allocations`, { from: foreign.payment.id, allocations: [] }),
      404,
      noPayment,
    ],
    [
      'an opening balance',
      () => dana.patch(`/api/opening-balances/${foreign.opening.id}`, { amount: 1 }),
      404,
      noOpening,
    ],
    ['deleting one', () => dana.delete(`/api/opening-balances/${foreign.opening.id}`), 404, noOpening],
    ['a charge', () => dana.patch(`/api/charges/${foreign.charge.id}`, { amount: 1 }), 404, noCharge],
    ['deleting one', () => dana.delete(`/api/charges/${foreign.charge.id}`), 404, noCharge],
    ['billing one', () => dana.post('/api/invoices/charges', { chargeIds: [foreign.charge.id] }), 404, noCharge],
    ['an account', () => dana.get(`/api/accounts/${foreign.family.id}`), 404, noPayer],
    ['its credit', () => dana.post(`/api/accounts/${foreign.family.id}/apply-credit`, {}), 404, noPayer],
    ['a family', () => dana.patch(`/api/households/${foreign.family.id}`, { name: 'X' }), 404, noFamily],
    [
      'joining one',
      () => dana.put(`/api/students/${student}/household`, { householdId: foreign.family.id }),
      404,
      noFamily,
    ],
    [
      'its student',
      () => dana.post('/api/households', { studentIds: [other.student] }),
      404,
      'There is no such student.',
    ],
  ]);
  const [contact] = foreign.family.contacts;
  const changed = ok(await dana.patch(`/api/households/${own.family.id}`, { contacts: [contact] }));
  expect(changed.contacts[0].id, 'the contact of another studio').not.toBe(contact.id);

  const seen = { revision: own.payment.revision };
  ok(await dana.patch(`/api/payments/${own.payment.id}`, { note: 'Late.' }));
  ok(await dana.patch(`/api/charges/${own.charge.id}`, { amount: 6 }));
  ok(await dana.patch(`/api/opening-balances/${own.opening.id}`, { amount: 90 }));
  const stale = (what: string) => `This ${what} was changed somewhere else in the meantime.`;
  await expectRefused([
    ['a payment', () => dana.patch(`/api/payments/${own.payment.id}`, { note: 'x', ...seen }), 412, stale('payment')],
    [
      'what it pays',
      () => dana.put(`${accounts}/allocations`, { from: own.payment.id, allocations: [], ...seen }),
      412,
      stale('payment'),
    ],
    [
      'a charge',
      () => dana.patch(`/api/charges/${own.charge.id}`, { amount: 7, revision: own.charge.revision }),
      412,
      stale('charge'),
    ],
    [
      'an opening balance',
      () => dana.patch(`/api/opening-balances/${own.opening.id}`, { amount: 7, revision: own.opening.revision }),
      412,
      stale('opening balance'),
    ],
    [
      'a family',
      () => dana.patch(`/api/households/${own.family.id}`, { name: 'X', revision: own.family.revision }),
      412,
      stale('family'),
    ],
  ]);
});

test('a key that was used for something else', async () => {
  const { student } = await studioOfLee();
  const ben = await addStudent(dana, 'Ben Ito');
  const reused = 'This Idempotency-Key was already used for another request.';
  const bodies: readonly (readonly [string, object, object])[] = [
    ['/api/payments', { payerId: student, date: today, amount: 120, method: 'cash' }, { amount: 121 }],
    [`/api/accounts/${student}/refunds`, { date: today, amount: 10, method: 'cash' }, { amount: 11 }],
    [`/api/accounts/${ben}/opening-balances`, { date: today, side: 'owes', amount: 5 }, { side: 'credit' }],
    ['/api/charges', { studentId: ben, date: today, category: 'book', description: 'A', amount: 5 }, { amount: 6 }],
    ['/api/households', { studentIds: [ben] }, { studentIds: [student] }],
  ];
  for (const [address, body, other] of bodies) {
    const key = { 'Idempotency-Key': `once ${address}` };
    const first = ok(await dana.post(address, body, key));
    expect(ok(await dana.post(address, body, key)), address).toEqual(first);
    await expectRefused([[address, () => dana.post(address, { ...body, ...other }, key), 422, reused]]);
  }
});

test.each([
  ['late in the evening', '2026-11-24T03:00:00Z', 'America/Chicago', '2026-11-23', '2026-11-24'],
  ['early in the morning', '2026-11-23T15:00:00Z', 'Pacific/Auckland', '2026-11-24', '2026-11-25'],
  ['before clocks go back', '2026-11-01T04:59:00Z', 'America/Chicago', '2026-10-31', '2026-11-01'],
  ['on the day of 25 hours', '2026-11-02T05:59:00Z', 'America/Chicago', '2026-11-01', '2026-11-02'],
  ['on 29 February', '2028-03-01T04:00:00Z', 'America/Chicago', '2028-02-29', '2028-03-01'],
])('the day is the studio’s: %s', async (_, now, timeZone, day, tomorrow) => {
  const student = await addStudent(dana, 'Ann Lee');
  ok(await dana.patch('/api/settings', { timeZone }));
  rondo.setNow(Date.parse(now));
  const money = { amount: 1, method: 'cash' };
  const opening = { side: 'owes', amount: 1 };
  const future = (what: string) => `The date of ${what} must not be in the future.`;
  await expectRefused([
    [
      'a payment',
      () => dana.post('/api/payments', { payerId: student, date: tomorrow, ...money }),
      400,
      future('a payment'),
    ],
    [
      'a refund',
      () => dana.post(`/api/accounts/${student}/refunds`, { date: tomorrow, ...money }),
      400,
      future('a refund'),
    ],
    [
      'an opening balance',
      () => dana.post(`/api/accounts/${student}/opening-balances`, { date: tomorrow, ...opening }),
      400,
      future('an opening balance'),
    ],
  ]);
  const paid = ok(await dana.post('/api/payments', { payerId: student, date: day, ...money }));
  expect(paid.date).toBe(day);
  ok(await dana.patch('/api/settings', { timeZone: 'Pacific/Kiritimati' }));
  expect(ok(await dana.get(`/api/payments?payerId=${student}`))[0].date, 'in another zone').toBe(day);
});

test('amounts of a currency without smaller units, and charges', async () => {
  const student = await addStudent(dana, 'Ann Lee');
  ok(await dana.patch('/api/settings', { currency: 'JPY' }));
  const charge = { studentId: student, date: today, category: 'book', description: 'Scales', amount: 500 };
  const add = (more: object) => () => dana.post('/api/charges', { ...charge, ...more });
  const whole = 'The amount must be a whole number.';
  await expectRefused([
    [
      'paid',
      () => dana.post('/api/payments', { payerId: student, date: today, amount: 10.5, method: 'cash' }),
      400,
      whole,
    ],
    [
      'refunded',
      () => dana.post(`/api/accounts/${student}/refunds`, { date: today, amount: 10.5, method: 'cash' }),
      400,
      whole,
    ],
    [
      'owed before',
      () => dana.post(`/api/accounts/${student}/opening-balances`, { date: today, side: 'owes', amount: 10.5 }),
      400,
      whole,
    ],
    ['charged', add({ amount: 10.5 }), 400, whole],
    ['nothing', add({ amount: 0 }), 400, 'The amount must be greater than 0.'],
    ['a discount above zero', add({ category: 'discount' }), 400, 'A discount must be less than 0.'],
    ['too much', add({ amount: 100_001 }), 400, 'The amount must be at most 100,000.'],
    ['a day in two years', add({ date: '2028-11-23' }), 400, 'The date of a charge must be within 366 days of today.'],
    ['no description', add({ description: ' ' }), 400, 'Please enter a description.'],
    ['a long one', add({ description: 'x'.repeat(201) }), 400, '"description" must be at most 200 characters long.'],
    ['of nobody', add({ studentId: 'nobody' }), 404, 'There is no such student.'],
  ]);
  expect(ok(await add({})())).toMatchObject({ amount: 500, currency: 'JPY' });
});

test('what is typed stays text in files, pages and mails', async () => {
  const { student, invoices } = await studioOfLee();
  const line = 'Bank\r\nBcc: all@example.com <b>&amp;';
  const payment = { payerId: student, date: today, method: 'check' };
  ok(await dana.post('/api/payments', { ...payment, amount: 30, reference: '=HYPERLINK("x")' }));
  expect(ok(await dana.post('/api/payments', { ...payment, amount: 20, reference: line })).reference).toBe(
    'Bank Bcc: all@example.com <b>&amp;',
  );
  const family = ok(
    await dana.post('/api/households', { studentIds: [student], name: '<i>Lee</i>\r\nBcc: x@example.com' }),
  );
  expect(family.name).toBe('<i>Lee</i> Bcc: x@example.com');
  const csv = await dana.get(`/api/payments.csv?payerId=${family.id}`);
  expect(csv.text).toContain(`"'=HYPERLINK(""x"")"`);
  const period = 'from=2026-11-01&to=2026-11-30';
  expect((await dana.get(`/api/accounts/${family.id}/statement.csv?${period}`)).text).toContain('<b>&amp;');
  const pdf = await fetch(`${rondo.url}/api/accounts/${family.id}/statement.pdf?${period}`, { headers: dana.cookies });
  const words = (await readPdf(Buffer.from(await pdf.arrayBuffer()))).pages.flat().join(' ');
  expect(words).toContain('<b>&amp;');
  expect(words).toContain('<i>Lee</i>');
  const mail = { from: '2026-11-01', to: '2026-11-30', email: 'lee@example.com' };
  ok(await dana.post(`/api/accounts/${family.id}/statement/send`, mail));
  ok(await dana.post(`/api/invoices/${invoices[1]}/send`, { email: 'lee@example.com' }));
  const mails = () => savedMails(rondo.dataDir, 'lee@example.com');
  await expect.poll(mails).toHaveLength(2);
  for (const mail of await mails()) {
    const [head = ''] = mail.split('\r\n\r\n');
    expect(head).not.toMatch(/^Bcc/im);
  }
});
