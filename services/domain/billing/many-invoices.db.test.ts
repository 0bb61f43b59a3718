import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { confirmAddress } from '../accounts/testing/confirmed.ts';
import { smtpInbox } from '../../platform/mail/testing/smtp-inbox.ts';
import { mondayMorning } from '../../testing/settable-time.ts';
import { testRondo, type TestRondo } from '../../testing/test-rondo.ts';
import { batchOf, ok, refused, type Visitor } from '../../testing/visitor.ts';
import { stranger, studioOfKim } from './testing/studio-of-kim.ts';

let rondo: TestRondo;
let inbox: Awaited<ReturnType<typeof smtpInbox>>;
beforeAll(async () => {
  inbox = await smtpInbox();
  rondo = await testRondo(mondayMorning, { SMTP_URL: inbox.url, MAILS_PER_DAY_OF_NEW_STUDIOS: '90' });
});
afterAll(async () => {
  await rondo.stop();
  await inbox.stop();
});

const noInvoice = 'There is no such invoice.';

/** A confirmed account whose families are charged 80.00 for December, each with an invoice. */
const invoiced = async (count: number, account?: Visitor) => {
  const email = `${randomUUID()}@example.com`;
  const dana = account ?? (await rondo.visitor().register(email));
  if (!account) await confirmAddress(dana, email, inbox);
  ok(await dana.patch('/api/settings', { studioName: 'Whitfield Strings' }));
  const families = Array.from({ length: count }, (_, i) => ({
    firstName: 'Kim',
    lastName: `Park${i}`,
    address: '78704',
    email: `park${i}@example.com`,
    paymentType: 'monthly',
    monthlyRate: 80,
    startDate: '2026-12-01',
  }));
  const students: string[] = [];
  for (const family of families) students.push(ok(await dana.post('/api/students', family)).id);
  const period = { billingPeriodStart: '2026-12-01', billingPeriodEnd: '2026-12-31' };
  const made: { id: string }[] = ok(
    await dana.post('/api/invoices/generate', { teacherId: null, ...period, selectedStudentIds: students }),
  );
  return { dana, students, ids: made.map(({ id }) => id) };
};

type Listed = { readonly id: string; readonly status: string; readonly mail: string | null; readonly mailTo: string };
const list = async (dana: Visitor): Promise<Listed[]> => ok(await dana.get('/api/invoices'));
const statuses = async (dana: Visitor) => (await list(dana)).map(({ status }) => status);

/** Has the process die, for the log, at an append to this studio's invoices after some that succeed. */
const diesAfter = async (appends: number, type: string): Promise<void> => {
  await rondo.query(`create sequence event_log.appends`);
  await rondo.query(`create function event_log.die() returns trigger language plpgsql as $$ begin
    if nextval('event_log.appends') > ${appends * 50} then raise exception 'Killed.'; end if; return new; end $$`);
  await rondo.query(`create trigger die before insert on event_log.events for each row
    when (new.type = '${type}') execute function event_log.die()`);
};
const livesAgain = async (): Promise<void> => {
  await rondo.query('drop trigger die on event_log.events');
  await rondo.query('drop function event_log.die');
  await rondo.query('drop sequence event_log.appends');
};

test('several invoices are marked as one batch, each as one is, and undone together', async () => {
  const { dana, ids } = await invoiced(4);
  const [first = '', second = '', third = '', fourth = ''] = ids;
  const before = await list(dana);
  ok(await dana.delete(`/api/invoices/${fourth}`));
  ok(await dana.put(`/api/invoices/${third}/status`, { status: 'paid' }));
  const other = await stranger(rondo);
  const mark = (body: object) => dana.post('/api/invoices/status', body);
  const marked = await mark({ ids: [second, first, third, first, fourth, 'no id at all'], status: 'paid' });
  expect(ok(marked)).toEqual({
    done: [second, first, third],
    failed: [
      { id: fourth, message: noInvoice },
      { id: 'no id at all', message: noInvoice },
    ],
  });
  expect(await statuses(dana)).toEqual(['paid', 'paid', 'paid']);
  const [entry] = ok(await dana.get('/api/history')).entries;
  expect(entry.sentence).toBe('Marked 2 invoices as paid');
  const foreign = await other.post('/api/invoices/status', { ids, status: 'paid' });
  expect(ok(foreign)).toEqual({ done: [], failed: ids.map((id) => ({ id, message: noInvoice })) });
  expect(batchOf(foreign)).toBe('');
  // Each of the two once, whatever the mark recorded of it.
  const preview = async (batchId: string) => ok(await dana.post('/api/undo/preview', { batchId }));
  const undo = await preview(batchOf(marked));
  expect(undo.counts.invoices).toBe(2);
  expect(undo.first.filter((one: string) => !one.endsWith('is as before'))).toEqual(
    expect.arrayContaining(['INV-2026-0001 is no longer paid', 'INV-2026-0002 is no longer paid']),
  );
  const undone = await dana.post('/api/undo', { batchId: batchOf(marked) });
  expect(await statuses(dana)).toEqual(['paid', 'draft', 'draft']);
  const redo = await preview(batchOf(undone));
  expect(redo.counts.invoices).toBe(2);
  expect(redo.first).toContain('INV-2026-0001 is paid again');
  expect(before).toHaveLength(4);
});

test('the whole call is refused without ids, with too many, and for no status', async () => {
  const { dana, ids } = await invoiced(1);
  const many = Array.from({ length: 401 }, (_, i) => `invoice-${i}`);
  const post = async (path: string, body: object) => refused(await dana.post(path, body));
  for (const path of ['/api/invoices/status', '/api/invoices/delete']) {
    expect(await post(path, { ids: [], status: 'paid' })).toEqual([400, 'Please select at least one invoice.']);
    expect(await post(path, { status: 'paid' })).toEqual([400, 'Please select at least one invoice.']);
    expect(await post(path, { ids: many, status: 'paid' })).toEqual([
      400,
      'At most 400 invoices can be changed at once.',
    ]);
    expect((await dana.post(path, { ids: many.slice(1), status: 'paid' })).status).toBe(200);
  }
  expect(await post('/api/invoices/status', { ids, status: 'draft' })).toEqual([
    400,
    'The status must be sent, paid or overdue.',
  ]);
  const mails = many.slice(0, 301).map((id) => ({ id }));
  expect(await post('/api/invoices/send', { invoices: [] })).toEqual([400, 'Please select at least one invoice.']);
  expect(await post('/api/invoices/send', { invoices: mails })).toEqual([
    400,
    'At most 300 invoices can be sent at once.',
  ]);
  expect(await statuses(dana)).toEqual(['draft']);
});

test('several are deleted newest first, one that is refunded by another stays, and all come back', async () => {
  const { dana, ids } = await invoiced(3);
  const removed = await dana.post('/api/invoices/delete', { ids: [...ids, 'nothing'] });
  expect(ok(removed)).toEqual({ done: ids, failed: [{ id: 'nothing', message: noInvoice }] });
  expect(await list(dana)).toEqual([]);
  ok(await dana.post('/api/undo', { batchId: batchOf(removed) }));
  expect(await statuses(dana)).toEqual(['draft', 'draft', 'draft']);
  expect(ok(await dana.get('/api/history')).entries[0].sentence).toBe('Undid: deleted 3 invoices');
});

test('of two that depend on each other both go together, or the one that is refunded stays', async () => {
  const { dana, kim, weekly } = await studioOfKim(rondo);
  const bill = async (from: string, to: string): Promise<string> => {
    const period = { billingPeriodStart: from, billingPeriodEnd: to, includeRefundsSinceLastInvoice: true };
    const [{ id }] = ok(
      await dana.post('/api/invoices/generate', { teacherId: null, ...period, selectedStudentIds: [kim] }),
    );
    return id;
  };
  const december = await bill('2026-12-01', '2026-12-31');
  ok(await dana.post(`/api/lessons/${weekly}/cancel`, { lessonDate: '2026-12-22' }));
  const january = await bill('2027-01-01', '2027-01-31');
  const [message] = ok(await dana.post('/api/invoices/delete', { ids: [december] })).failed;
  expect(message).toEqual({
    id: december,
    message: 'INV-2026-0002 refunds a lesson of this invoice. Delete that one first.',
  });
  expect(ok(await dana.post('/api/invoices/delete', { ids: [december, january] })).done).toEqual([december, january]);
});

describe('sending several', () => {
  const send = (dana: Visitor, invoices: object[], key: string = randomUUID()) =>
    dana.post('/api/invoices/send', { invoices }, { 'Idempotency-Key': key });

  test('mails each to the address that its dialog proposes or that is typed, and is undone in no part', async () => {
    const { dana, ids, students } = await invoiced(3);
    const [first = '', second = '', third = ''] = ids;
    ok(await dana.put(`/api/students/${students[2]}`, { email: '' }));
    const sent = await send(dana, [
      { id: first },
      { id: second, to: 'grandma@example.com' },
      { id: third },
      { id: first, to: 'twice@example.com' },
      { id: 'nothing', to: 'a@example.com' },
    ]);
    expect(ok(sent)).toEqual({
      done: [first, second],
      failed: [
        { id: third, message: 'Enter an email address.' },
        { id: 'nothing', message: noInvoice },
      ],
    });
    await expect.poll(async () => (await list(dana)).map(({ mail }) => mail)).toEqual([null, 'sent', 'sent']);
    expect((await list(dana)).map(({ mailTo }) => mailTo)).toEqual([null, 'grandma@example.com', 'park0@example.com']);
    expect(refused(await dana.post('/api/undo', { batchId: batchOf(sent) }))).toEqual([
      409,
      'An email that was sent cannot be taken back.',
    ]);
    const wrong = ['lee', ' ', 'a@example.com, b@example.com', `${'x'.repeat(250)}@example.com`];
    for (const to of wrong) {
      const single = await dana.post(`/api/invoices/${third}/send`, { email: to });
      expect(ok(await send(dana, [{ id: third, to }])).failed).toEqual([{ id: third, message: single.text }]);
    }
    // The next proposal of the second one is where it went.
    expect(ok(await dana.get(`/api/invoices/${second}`)).suggestedEmail).toBe('grandma@example.com');
  });

  test('under no name sends nothing', async () => {
    const { dana, ids } = await invoiced(1);
    const [id = ''] = ids;
    ok(await dana.patch('/api/settings', { studioName: null }));
    const sentence = "Enter your name or your studio's name first: it stands on the invoice.";
    expect(refused(await dana.post(`/api/invoices/${id}/send`, { email: 'kim@example.com' }))).toEqual([409, sentence]);
    expect(ok(await send(dana, [{ id }]))).toEqual({ done: [], failed: [{ id, message: sentence }] });
    expect((await list(dana))[0]?.mail).toBeNull();
  });

  test('counts every one, fails those that are over the limit, and is completed by the same call when it was killed', async () => {
    const { dana, ids } = await invoiced(120);
    const key = randomUUID();
    const invoices = ids.map((id) => ({ id }));
    await diesAfter(1, 'InvoiceSendRequested');
    expect((await send(dana, invoices, key)).status).toBe(503);
    await livesAgain();
    expect((await list(dana)).filter(({ mail }) => mail !== null)).toHaveLength(50);
    const sent = ok(await send(dana, invoices, key));
    expect(sent.done).toEqual(ids.slice(0, 90));
    expect(sent.failed).toEqual(
      ids.slice(90).map((id) => ({ id, message: 'You have sent many emails. Please try again later.' })),
    );
    await expect
      .poll(async () => (await list(dana)).filter(({ mail }) => mail === 'sent').length, { timeout: 60_000 })
      .toBe(90);
    const own = await list(dana);
    for (const { id, mailTo } of own.filter(({ mail }) => mail === 'sent'))
      expect(inbox.received.filter(({ to }) => to === mailTo).length, id).toBeGreaterThan(0);
    const requests = await rondo.query(
      `select metadata ->> 'batchId' as batch, count(*)::int as count from event_log.events
       where type = 'InvoiceSendRequested' and data ->> 'invoiceId' = any($1) group by 1`,
      [ids],
    );
    expect(requests).toEqual([{ batch: expect.any(String), count: 90 }]);
  });

  test('of guests and unconfirmed accounts fails with their sentence', async () => {
    const guest = rondo.visitor();
    ok(await guest.post('/api/guest-login'));
    const unconfirmed = await rondo.visitor().register(`${randomUUID()}@example.com`);
    for (const [account, message] of [
      [guest, 'Create an account to send email.'],
      [unconfirmed, 'Confirm your email address first. We have sent you a link.'],
    ] as const) {
      const { dana, ids } = await invoiced(1, account);
      const [id = ''] = ids;
      expect(ok(await send(dana, [{ id }]))).toEqual({ done: [], failed: [{ id, message }] });
    }
  });
});

test('marking many that is killed is completed by the same call', async () => {
  const { dana, ids } = await invoiced(60);
  const key = { 'Idempotency-Key': randomUUID() };
  await diesAfter(1, 'InvoiceStatusSet');
  expect((await dana.post('/api/invoices/status', { ids, status: 'paid' }, key)).status).toBe(503);
  await livesAgain();
  expect((await statuses(dana)).filter((status) => status === 'paid')).toHaveLength(50);
  const whole = await dana.post('/api/invoices/status', { ids, status: 'paid' }, key);
  expect(ok(whole)).toEqual({ done: ids, failed: [] });
  expect(new Set(await statuses(dana))).toEqual(new Set(['paid']));
  ok(await dana.post('/api/undo', { batchId: batchOf(whole) }));
  expect(new Set(await statuses(dana))).toEqual(new Set(['draft']));
});

test('the figures count drafts too, by currency, the studio’s first', async () => {
  const { dana, ids } = await invoiced(3);
  const nothing = { count: 0, amount: 0 };
  const figures = async () => ok(await dana.get('/api/invoices/figures'));
  ok(await dana.post('/api/invoices/status', { ids: ids.slice(0, 2), status: 'sent' }));
  ok(await dana.post('/api/invoices/status', { ids: ids.slice(0, 1), status: 'paid' }));
  const usd = {
    currency: 'USD',
    drafts: { count: 1, amount: 80 },
    billed: { count: 2, amount: 160 },
    paid: { count: 1, amount: 80 },
    outstanding: { count: 1, amount: 80 },
    pastDue: nothing,
    credit: 0,
  };
  expect(await figures()).toEqual([usd]);
  ok(await dana.patch('/api/settings', { currency: 'EUR' }));
  const eur = { drafts: nothing, billed: nothing, paid: nothing, outstanding: nothing, pastDue: nothing, credit: 0 };
  expect(await figures()).toEqual([{ currency: 'EUR', ...eur }, usd]);
});

test('a student’s email is one address, or none', async () => {
  const { dana, students } = await invoiced(1);
  const path = `/api/students/${students[0]}`;
  const put = (email: unknown) => dana.put(path, { email });
  expect(ok(await put(' kim@example.com '))).toMatchObject({ email: 'kim@example.com' });
  for (const wrong of [
    'kim',
    'a@example.com b@example.com',
    'a@example.com,b@example.com',
    'a@example.com\n',
    'a@\nb.com',
  ])
    expect(refused(await put(wrong))).toEqual([400, 'Please enter a valid email address.']);
  expect(refused(await put(`${'x'.repeat(290)}@example.com`))).toEqual([
    400,
    'Email address must be at most 254 characters long.',
  ]);
  const cleared = await put('');
  expect(ok(cleared)).toMatchObject({ email: null });
  ok(await dana.post('/api/undo', { batchId: batchOf(cleared) }));
  expect(ok(await dana.get('/api/students'))[0]).toMatchObject({ email: 'kim@example.com' });
  expect(ok(await put(null))).toMatchObject({ email: null });
});
