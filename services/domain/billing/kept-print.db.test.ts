import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { mondayMorning } from '../../testing/settable-time.ts';
import { testRondo, type TestRondo } from '../../testing/test-rondo.ts';
import { batchOf, ok, type Visitor } from '../../testing/visitor.ts';
import { readPdf } from './pdf/testing/read-pdf.ts';
import { december, kimInDecember } from './testing/studio-of-kim.ts';

// Monday, November 23, 2026, 9 in the morning in Austin. Kim has a lesson every Tuesday from December 1 at 50.00.
let rondo: TestRondo;
let dana: Visitor;
let teacher: string;
let kim: string;
let id: string;

beforeAll(async () => {
  rondo = await testRondo(mondayMorning);
});
afterAll(() => rondo.stop());
beforeEach(async () => {
  ({ dana, teacher, kim } = await kimInDecember(rondo));
  ok(await dana.put(`/api/students/${kim}`, { address: '12 Oak St', city: 'Austin', zipCode: '78704' }));
  ok(await dana.patch('/api/settings', { studioName: 'Whitfield Strings', studioAddress: '1 First St' }));
  ok(await dana.patch('/api/settings', { paymentInstructions: 'By check.' }));
  const wish = { teacherId: null, ...december, selectedStudentIds: [kim] };
  ({ id } = ok(await dana.post('/api/invoices/generate', wish))[0]);
});

const pdf = async (): Promise<Buffer> =>
  Buffer.from(await (await fetch(`${rondo.url}/api/invoices/${id}/pdf`, { headers: dana.cookies })).arrayBuffer());
const text = async (): Promise<string> => (await readPdf(await pdf())).pages.flat().join('\n');
const setStatus = (status: string) => dana.put(`/api/invoices/${id}/status`, { status });
const changeEverything = async (): Promise<void> => {
  ok(
    await dana.put(`/api/students/${kim}`, { lastName: 'Young', address: '9 Elm St', city: 'Kyle', zipCode: '78640' }),
  );
  ok(await dana.put(`/api/teachers/${teacher}`, { name: 'Dana Young' }));
  const settings = {
    studioName: 'Young Strings',
    studioAddress: '2 Second St',
    studioPhone: '555-0199',
    studioEmail: 'young@example.com',
    paymentTermsDays: 3,
    paymentInstructions: 'By card.',
    timeZone: 'Pacific/Auckland',
  };
  ok(await dana.patch('/api/settings', settings));
  ok(await dana.patch(`/api/invoices/${id}`, { notes: 'A later note.' }));
};

test('a draft says what is true today, and from its first change away from draft on the same for good', async () => {
  ok(await dana.patch(`/api/invoices/${id}`, { notes: 'An early note.' }));
  ok(await setStatus('sent'));
  const sent = await pdf();
  expect(await text()).toContain('An early note.');
  expect(await text()).toContain('by Monday, December 7, 2026');
  await changeEverything();
  const renamed = { studentName: 'Kim Young', printedName: 'Kim Park' };
  expect(ok(await dana.get('/api/invoices'))).toMatchObject([renamed]);
  expect((await pdf()).equals(sent)).toBe(true);
  for (const status of ['overdue', 'paid']) {
    ok(await setStatus(status));
    expect((await pdf()).equals(sent)).toBe(true);
  }
  ok(await dana.delete(`/api/students/${kim}`));
  expect((await pdf()).equals(sent)).toBe(true);
});

test('undone back to draft it follows today’s data again, and redone it says what it said', async () => {
  const draft = await text();
  const marked = await setStatus('sent');
  const sent = await pdf();
  const undone = await dana.post('/api/undo', { batchId: batchOf(marked) });
  ok(undone);
  expect(await text()).toBe(draft);
  const settings = { studioName: 'Young Strings', paymentTermsDays: 3 };
  ok(await dana.patch('/api/settings', settings));
  expect(await text()).toContain('Young Strings');
  ok(await dana.post('/api/undo', { batchId: batchOf(undone) }));
  expect((await pdf()).equals(sent)).toBe(true);
});

describe('an invoice that was mailed', () => {
  const send = () => dana.post(`/api/invoices/${id}/send`, { email: 'kim@example.com' });
  const arrived = async (): Promise<void> => {
    await expect.poll(async () => ok(await dana.get(`/api/invoices/${id}`)).mail).toBe('sent');
  };

  test('says the same when it is sent again, and its change of status can no longer be undone', async () => {
    const marked = await setStatus('sent');
    const sent = await pdf();
    ok(await send());
    await arrived();
    await changeEverything();
    ok(await send());
    await arrived();
    expect((await pdf()).equals(sent)).toBe(true);
    expect((await dana.post('/api/undo', { batchId: batchOf(marked) })).status).toBe(409);
    expect((await pdf()).equals(sent)).toBe(true);
    expect(ok(await dana.get('/api/invoices'))).toMatchObject([{ printedName: 'Kim Park' }]);
  });

  test('says the same after its deletion is undone', async () => {
    ok(await send());
    await arrived();
    const sent = await pdf();
    const deleted = await dana.delete(`/api/invoices/${id}`);
    ok(await dana.put(`/api/students/${kim}`, { lastName: 'Young', address: '9 Elm St' }));
    ok(await dana.patch('/api/settings', { studioName: 'Young Strings' }));
    ok(await dana.post('/api/undo', { batchId: batchOf(deleted) }));
    expect((await pdf()).equals(sent)).toBe(true);
  });

  test('says what was true when it was mailed, though it was sent before and that was undone', async () => {
    ok(await dana.post('/api/undo', { batchId: batchOf(await setStatus('sent')) }));
    ok(await dana.patch('/api/settings', { studioName: 'Young Strings' }));
    ok(await send());
    await arrived();
    const sent = await pdf();
    expect(await text()).toContain('Young Strings');
    ok(await dana.patch('/api/settings', { studioName: 'Whitfield Strings' }));
    expect((await pdf()).equals(sent)).toBe(true);
  });
});

test('the pay link of its sending stays on an invoice, and one that was kept without has none', async () => {
  ok(await setStatus('sent'));
  const without = await pdf();
  ok(await dana.patch('/api/settings', { payLink: 'https://pay.example/dana/{amount}?for={invoice}' }));
  expect((await pdf()).equals(without)).toBe(true);
  const wish = { teacherId: null, billingPeriodStart: '2027-01-01', billingPeriodEnd: '2027-01-31' };
  [{ id }] = ok(await dana.post('/api/invoices/generate', { ...wish, selectedStudentIds: [kim] }));
  const { total, print: draft } = ok(await dana.get(`/api/invoices/${id}`));
  const address = `https://pay.example/dana/${Number(total).toFixed(2)}?for=${draft.number}`;
  expect(draft).toMatchObject({ payOnline: address });
  ok(await dana.post(`/api/invoices/${id}/send`, { email: 'kim@example.com' }));
  await expect.poll(async () => ok(await dana.get(`/api/invoices/${id}`)).mail).toBe('sent');
  const linked = await pdf();
  expect(await text()).toContain(address);
  ok(await dana.patch('/api/settings', { payLink: null }));
  expect((await pdf()).equals(linked)).toBe(true);
  expect(ok(await dana.get(`/api/invoices/${id}`)).print).toMatchObject({ payOnline: address });
});

test('an invoice that is read alone says what its PDF file says, and since when that stays', async () => {
  const read = async () => ok(await dana.get(`/api/invoices/${id}`));
  expect(await read()).toMatchObject({
    keptAt: null,
    print: { studioName: 'Whitfield Strings', sections: [['How to pay', 'By check.']] },
  });
  ok(await setStatus('sent'));
  const { keptAt, print } = await read();
  expect(keptAt).toEqual(expect.any(String));
  await changeEverything();
  expect(await read()).toMatchObject({ keptAt, print, notes: 'A later note.' });
  const [studio, name] = [print.studioName, print.billedTo[0]];
  expect(await text()).toContain(studio);
  expect(await text()).toContain(name);
});
