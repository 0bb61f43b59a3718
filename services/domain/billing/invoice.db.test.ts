import { wallClock } from '@rondo/contracts/calendar/zones.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { mondayMorning } from '../../testing/settable-time.ts';
import { addStudent, addTeacher, everyDay } from '../../testing/studio-fixture.ts';
import { testRondo, type TestRondo } from '../../testing/test-rondo.ts';
import { batchOf, ok, refused, type Visitor } from '../../testing/visitor.ts';
import { readPdf } from './pdf/testing/read-pdf.ts';
import { december, kimInDecember, stranger } from './testing/studio-of-kim.ts';

// Monday, November 23, 2026, 9 in the morning in Austin. Kim has a lesson every Tuesday from December 1 at 50.00.
let rondo: TestRondo;
let dana: Visitor;
let teacher: string;
let kim: string;
let weekly: string;

beforeAll(async () => {
  rondo = await testRondo(mondayMorning);
});
afterAll(() => rondo.stop());
beforeEach(async () => {
  ({ dana, teacher, kim, weekly } = await kimInDecember(rondo));
});

const generate = () => dana.post('/api/invoices/generate', { teacherId: null, ...december, selectedStudentIds: [kim] });
const billing = () => dana.get('/api/lessons/billing/studio?startDate=2026-12-01&endDate=2026-12-31');
const undo = (batchId: string) => dana.post('/api/undo', { batchId });
const setStatus = (id: string, status: string) => dana.put(`/api/invoices/${id}/status`, { status });
/** The day of an instant, which the log's clock says, in the studio's time zone. */
const dayOf = (instant: string): string => wallClock(Date.parse(instant), 'America/Chicago').date;
const list = async (query = '') => ok(await dana.get(`/api/invoices${query}`));

describe('an invoice', () => {
  let id: string;
  let generated: string;
  beforeEach(async () => {
    const answer = await generate();
    generated = batchOf(answer);
    ({ id } = ok(answer)[0]);
  });

  test('is sent, paid and overdue, and never a draft again', async () => {
    const sent = ok(await setStatus(id, 'sent'));
    expect(sent).toMatchObject({ status: 'sent', sentAt: expect.any(String), dueDate: '2026-12-07', pastDue: false });
    const again = await setStatus(id, 'sent');
    expect(ok(again)).toEqual(sent);
    expect(batchOf(again)).toBe('');
    rondo.setNow(Date.parse('2026-12-08T15:00:00Z'));
    expect(await list()).toMatchObject([{ status: 'sent', pastDue: true }]);
    const paid = ok(await setStatus(id, 'paid'));
    expect(paid).toMatchObject({ status: 'paid', paidAt: expect.any(String), sentAt: sent.sentAt, pastDue: false });
    expect(ok(await setStatus(id, 'overdue'))).toMatchObject({ status: 'overdue', paidAt: null });
    expect(refused(await setStatus(id, 'draft'))).toEqual([400, 'The status must be sent, paid or overdue.']);
  });

  test('has notes, which null clears', async () => {
    const note = (notes: unknown) => dana.patch(`/api/invoices/${id}`, { notes });
    expect(ok(await note('  Thank you.  ')).notes).toBe('Thank you.');
    expect(ok(await note(undefined)).notes).toBe('Thank you.');
    const { revision } = ok(await note(null));
    expect(ok(await dana.patch(`/api/invoices/${id}`, { notes: 'Hello.', revision })).notes).toBe('Hello.');
    expect(refused(await dana.patch(`/api/invoices/${id}`, { notes: 'Goodbye.', revision }))).toEqual([
      412,
      'This invoice was changed somewhere else in the meantime.',
    ]);
    expect(refused(await note('x'.repeat(2001)))[0]).toBe(400);
  });

  test('is deleted, which bills its lessons again under its number', async () => {
    expect(ok(await dana.delete(`/api/invoices/${id}`))).toEqual({ success: true });
    expect(await list()).toEqual([]);
    expect(refused(await dana.delete(`/api/invoices/${id}`))).toEqual([404, 'There is no such invoice.']);
    expect(ok(await generate())).toMatchObject([{ invoiceNumber: 'INV-2026-0001' }]);
  });

  test('that was sent keeps its number when it is deleted', async () => {
    ok(await setStatus(id, 'sent'));
    ok(await dana.delete(`/api/invoices/${id}`));
    expect(ok(await generate())).toMatchObject([{ invoiceNumber: 'INV-2026-0002' }]);
  });

  test('comes back when its deletion is undone, unless its lessons are billed again', async () => {
    const [before] = await list();
    const gone = batchOf(await dana.delete(`/api/invoices/${id}`));
    const back = await undo(gone);
    expect(ok(back).success).toBe(true);
    expect(await list()).toEqual([{ ...before, revision: expect.any(String) }]);
    const goneAgain = batchOf(await dana.delete(`/api/invoices/${id}`));
    ok(await generate());
    expect(refused(await undo(goneAgain))).toEqual([
      409,
      'This can no longer be undone: INV-2026-0001 is the number of another invoice now.',
    ]);
  });

  test('goes when its generation is undone, and a change of status is undone', async () => {
    ok(await undo(batchOf(await setStatus(id, 'paid'))));
    expect(await list()).toMatchObject([{ id, status: 'draft', paidAt: null }]);
    ok(await undo(generated));
    expect(await list()).toEqual([]);
    expect(ok(await billing())).toMatchObject([{ lessonCount: 5 }]);
  });

  test('shows where each amount comes from', async () => {
    const { entries } = ok(await dana.get(`/api/invoices/${id}`));
    expect(entries).toHaveLength(5);
    expect(entries[0]).toEqual({
      studentId: kim,
      lessonId: weekly,
      kind: 'lesson',
      billedOn: null,
      date: '2026-12-01',
      originalDate: '2026-12-01',
      movedTo: null,
      startTime: '16:00',
      duration: 45,
      teacherId: teacher,
      rate: 50,
      refund: null,
      refundedOn: null,
      status: 'scheduled',
      cancelledAt: null,
      cancelledBy: null,
      noticeHours: null,
      corrected: null,
      correctedOn: null,
      toRefund: 0,
      cancellation: null,
      closure: null,
      policyFrom: null,
      attendance: null,
      minutesLate: 0,
      absenceCharge: null,
    });
  });

  test('shows what became of its lessons since, and which later invoice refunds one', async () => {
    const entries = async () => ok(await dana.get(`/api/invoices/${id}`)).entries;
    ok(await dana.post(`/api/lessons/${weekly}/cancel`, { lessonDate: '2026-12-08' }));
    const later = { editScope: 'single', originalDate: '2026-12-15', lessonDate: '2026-12-17', startTime: '16:00' };
    ok(await dana.patch(`/api/lessons/${weekly}/edit`, { ...later, duration: 45 }));
    ok(await dana.delete(`/api/lessons/${weekly}?lessonDate=2026-12-29`));
    const gone = { refund: null, refundedOn: null };
    expect(await entries()).toMatchObject([
      { date: '2026-12-01', status: 'scheduled', movedTo: null },
      { date: '2026-12-08', status: 'cancelled', cancelledBy: 'Dana', noticeHours: expect.any(Number), ...gone },
      { date: '2026-12-15', status: 'scheduled', movedTo: '2026-12-17' },
      { date: '2026-12-22', status: 'scheduled' },
      { date: '2026-12-29', status: 'deleted', cancelledAt: null, ...gone },
    ]);
    const january = { billingPeriodStart: '2027-01-01', billingPeriodEnd: '2027-01-31' };
    const wish = { teacherId: null, ...january, selectedStudentIds: [kim], includeRefundsSinceLastInvoice: true };
    const [second] = ok(await dana.post('/api/invoices/generate', wish));
    const refundedBy = second.invoiceNumber;
    expect(await entries()).toMatchObject([
      { refundedOn: null },
      { status: 'cancelled', cancelledBy: 'Dana', refundedOn: refundedBy },
      { refundedOn: null },
      { refundedOn: null },
      { status: 'deleted', refundedOn: refundedBy },
    ]);
    ok(await dana.delete(`/api/invoices/${second.id}`));
    expect(await entries()).toMatchObject([{}, { status: 'cancelled', refundedOn: null }, {}, {}, {}]);
  });

  test('shows a cancellation as the lesson was to be then, also once it is refunded and takes place again', async () => {
    const entry = async () => ok(await dana.get(`/api/invoices/${id}`)).entries[1];
    const move = { editScope: 'single', originalDate: '2026-12-08', lessonDate: '2027-01-07', startTime: '16:00' };
    const { id: moved } = ok(await dana.patch(`/api/lessons/${weekly}/edit`, { ...move, duration: 45 }));
    ok(await dana.post(`/api/lessons/${moved}/cancel`, { lessonDate: '2027-01-07' }));
    const { cancelledAt, noticeHours } = await entry();
    expect(noticeHours).toBe(Math.round((Date.parse('2027-01-07T22:00:00Z') - Date.parse(cancelledAt)) / 360_000) / 10);
    const february = { billingPeriodStart: '2027-02-01', billingPeriodEnd: '2027-02-28' };
    const wish = { teacherId: null, ...february, selectedStudentIds: [kim], includeRefundsSinceLastInvoice: true };
    const [second] = ok(await dana.post('/api/invoices/generate', wish));
    ok(await dana.patch(`/api/lessons/${moved}`, { status: 'scheduled' }));
    const kept = { cancelledAt, cancelledBy: 'Dana', noticeHours, movedTo: '2027-01-07' };
    expect(await entry()).toMatchObject({ ...kept, refundedOn: second.invoiceNumber });
    expect(ok(await dana.get(`/api/invoices/${second.id}`)).entries.at(-1)).toMatchObject(kept);
  });

  test('is for a period before the year 2101', async () => {
    const period = { billingPeriodStart: '2199-12-01', billingPeriodEnd: '2199-12-31' };
    const answer = await dana.post('/api/invoices/generate', { teacherId: null, ...period, selectedStudentIds: [kim] });
    expect(answer.status).toBe(400);
  });

  test('is listed with its teacher only', async () => {
    const marcus = await addTeacher(dana, 'Marcus Bell', everyDay);
    expect(await list(`?teacherId=${teacher}`)).toHaveLength(1);
    expect(await list(`?teacherId=${marcus}`)).toEqual([]);
  });

  test('of another studio is not found', async () => {
    const other = await stranger(rondo);
    expect(ok(await other.get('/api/invoices'))).toEqual([]);
    for (const answer of [
      await other.get(`/api/invoices/${id}`),
      await other.put(`/api/invoices/${id}/status`, { status: 'paid' }),
      await other.patch(`/api/invoices/${id}`, { notes: 'x' }),
      await other.delete(`/api/invoices/${id}`),
      await other.get(`/api/invoices/${id}/pdf`),
      await other.get(`/api/invoices.pdf?ids=${id}`),
    ])
      expect(refused(answer)).toEqual([404, 'There is no such invoice.']);
  });

  test('is a line of the CSV file, in which no text is a formula', async () => {
    ok(await dana.put(`/api/students/${kim}`, { firstName: '=HYPERLINK("x")', lastName: 'Park, Jr.' }));
    ok(await dana.patch(`/api/invoices/${id}`, { notes: '+1\n-2' }));
    const { headers, text } = await dana.get('/api/invoices.csv');
    const [invoice] = await list();
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    // Read as text, the byte order mark is left out.
    expect(text).toBe(
      'Number,Student,Teacher,From,To,Status,Subtotal,Refunds,Total,Currency,Created,Sent,Due,Paid,Notes,Payer,Paid amount,Open\r\n' +
        `INV-2026-0001,"'=HYPERLINK(""x"") Park, Jr.",Dana Whitfield,2026-12-01,2026-12-31,draft,250.00,0.00,250.00,USD,${dayOf(invoice.createdAt)},,,,"'+1\n-2","'=HYPERLINK(""x"") Park, Jr.",0.00,0.00\r\n`,
    );
  });

  test('is a line per lesson of the other CSV file, whose amounts add up to it', async () => {
    ok(await dana.post(`/api/lessons/${weekly}/cancel`, { lessonDate: '2026-12-08' }));
    ok(await dana.put(`/api/invoices/${id}/status`, { status: 'paid' }));
    const january = { billingPeriodStart: '2027-01-01', billingPeriodEnd: '2027-01-31' };
    const wish = { teacherId: null, ...january, selectedStudentIds: [kim], includeRefundsSinceLastInvoice: true };
    ok(await dana.post('/api/invoices/generate', wish));
    const { text, headers } = await dana.get('/api/invoices.csv?rows=lessons');
    expect(headers.get('content-disposition')).toBe('attachment; filename="invoiced-lessons.csv"');
    const [titles = '', ...lines] = text.trim().split('\r\n');
    expect(titles).toBe('Number,Student,What,Date,Start,Minutes,Teacher,Amount,Currency,Status,Created,Sent,Due,Paid');
    const [second, first] = await list();
    expect(lines).toHaveLength(4 + 1 + 5);
    expect(lines).toContain(
      `INV-2026-0002,Kim Park,refund,2026-12-08,16:00,45,Dana Whitfield,-50.00,USD,draft,${dayOf(second.createdAt)},,,`,
    );
    expect(lines).toContain(
      `INV-2026-0001,Kim Park,lesson,2026-12-01,16:00,45,Dana Whitfield,50.00,USD,paid,${dayOf(first.createdAt)},,,${dayOf(first.paidAt)}`,
    );
    const sums = Map.groupBy(lines, (line) => line.split(',')[0] ?? '');
    for (const { invoiceNumber, total } of await list()) {
      const amounts = sums.get(invoiceNumber)?.map((line) => Number(line.split(',')[7])) ?? [];
      expect(amounts.reduce((sum, one) => sum + one, 0)).toBe(total);
    }
  });

  test('is a PDF file, alone and with others, with the studio’s letterhead and terms', async () => {
    ok(await dana.patch('/api/settings', { studioName: 'Whitfield Strings', paymentTermsDays: 30, currency: 'EUR' }));
    const [{ pdfUrl, currency }] = await list();
    expect([pdfUrl, currency]).toEqual([`/api/invoices/${id}/pdf`, 'USD']);
    const one = await fetch(`${rondo.url}${pdfUrl}`, { headers: dana.cookies });
    expect(one.headers.get('content-type')).toBe('application/pdf');
    expect(one.headers.get('content-disposition')).toBe('inline; filename="INV-2026-0001.pdf"');
    const { pages } = await readPdf(await one.bytes());
    expect(pages).toHaveLength(1);
    const text = pages.flat().join('\n');
    for (const part of ['Whitfield Strings', 'Kim Park', '1905 S 5th St', '5 × 50.00', '$250.00', 'within 30 days'])
      expect(text).toContain(part);
    const ben = await addStudent(dana, 'Ben Ito', everyDay, { teacherId: teacher });
    ok(await dana.put(`/api/students/${ben}`, { paymentType: 'monthly', monthlyRate: 80, startDate: '2026-12-01' }));
    const wish = { teacherId: null, ...december, selectedStudentIds: [ben] };
    const [other] = ok(await dana.post('/api/invoices/generate', wish));
    const both = await fetch(`${rondo.url}/api/invoices.pdf?ids=${other.id},${id}`, { headers: dana.cookies });
    const { pages: pagesOfBoth } = await readPdf(await both.bytes());
    expect(pagesOfBoth.map((page) => page.some((line) => line.includes('€80.00')))).toEqual([true, false]);
  });

  test('is in no file without ids, with too many or with one that does not exist', async () => {
    const read = async (query: string) => refused(await dana.get(`/api/invoices.pdf${query}`));
    const many = Array.from({ length: 101 }, (_, i) => `i${i}`).join();
    expect(await read('')).toEqual([400, 'Please name at least one invoice.']);
    expect(await read('?ids=')).toEqual([400, 'Please name at least one invoice.']);
    expect(await read(`?ids=${many}`)).toEqual([400, 'One file holds at most 100 invoices.']);
    expect(await read(`?ids=${id},nobody`)).toEqual([404, 'There is no such invoice.']);
  });
});
