import { addDays } from '@rondo/contracts/calendar/dates.ts';
import { wallClock } from '@rondo/contracts/calendar/zones.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { mondayMorning } from '../../../testing/settable-time.ts';
import { addTeacher, everyDay } from '../../../testing/studio-fixture.ts';
import { testRondo, type TestRondo } from '../../../testing/test-rondo.ts';
import { batchOf, ok, refused, type Answer, type Visitor } from '../../../testing/visitor.ts';
import { studioOfKim } from '../testing/studio-of-kim.ts';

// Entered on Monday, November 23, 2026: a lesson on Tuesdays, and one on Friday, November 27. Now it is Wednesday, December 9, and
// everything up to December 8 is on an invoice.
let rondo: TestRondo;
let dana: Visitor;
let teacher: string;
let kim: string;
let weekly: string;
let single: string;
let invoice: string;

beforeAll(async () => {
  rondo = await testRondo(mondayMorning);
});
afterAll(() => rondo.stop());
beforeEach(async () => {
  ({ dana, teacher, kim, weekly } = await studioOfKim(rondo));
  const body = { teacherId: teacher, studentId: kim, startTime: '16:00', duration: 45, lessonDate: '2026-11-27' };
  single = ok(await dana.post('/api/lessons', body)).id;
  rondo.setNow(Date.parse('2026-12-09T15:00:00Z'));
  const period = { billingPeriodStart: '2026-11-23', billingPeriodEnd: '2026-12-08' };
  const made = ok(await dana.post('/api/invoices/generate', { teacherId: null, ...period, selectedStudentIds: [kim] }));
  invoice = made[0].id;
  expect(made[0].items).toMatchObject([{ quantity: 4 }]);
});

const sentence = 'This lesson is on invoice INV-2026-0001. Delete the invoice first.';
const edit = (id: string, more: object) =>
  dana.patch(`/api/lessons/${id}/edit`, { editScope: 'single', startTime: '17:00', duration: 45, ...more });
const transfer = async () => {
  const marcus = await addTeacher(dana, 'Marcus Bell', everyDay);
  return dana.put(`/api/lessons/${single}`, { teacherId: marcus });
};
const changes: readonly (readonly [string, () => Promise<Answer>])[] = [
  ['edit', () => edit(single, { lessonDate: '2026-11-27' })],
  ['edit of one date of a series', () => edit(weekly, { originalDate: '2026-12-01', lessonDate: '2026-12-01' })],
  ['move', () => dana.patch(`/api/lessons/${single}/reschedule`, { startTime: '16:00', lessonDate: '2026-12-11' })],
  ['transfer', transfer],
  ['deletion', () => dana.delete(`/api/lessons/${single}`)],
  ['deletion of one date of a series', () => dana.delete(`/api/lessons/${weekly}?lessonDate=2026-12-01`)],
];

describe('a billed lesson of the past', () => {
  test.each(changes)('refuses a change until its invoice is deleted: %s', async (_, change) => {
    const before = ok(await dana.get('/api/lessons'));
    expect(refused(await change())).toEqual([409, sentence]);
    expect(ok(await dana.get('/api/lessons'))).toEqual(before);
    ok(await dana.delete(`/api/invoices/${invoice}`));
    ok(await change());
  });

  test('is cancelled and restored', async () => {
    const { id } = ok(await dana.post(`/api/lessons/${weekly}/cancel`, { lessonDate: '2026-12-01' }));
    expect(ok(await dana.patch(`/api/lessons/${id}`, { status: 'scheduled' })).id).toBe(weekly);
  });

  test('refuses the undo of its entry, and allows that of its cancellation', async () => {
    // Undo compares the studio's day with the day on which the log recorded the batch.
    rondo.setNow(Date.now());
    const yesterday = addDays(wallClock(Date.now(), 'America/Chicago').date, -1);
    const body = { teacherId: teacher, studentId: kim, startTime: '10:00', duration: 45, lessonDate: yesterday };
    const added = await dana.post('/api/lessons', body);
    const period = { billingPeriodStart: yesterday, billingPeriodEnd: yesterday };
    const wish = { teacherId: null, ...period, selectedStudentIds: [kim] };
    const [made] = ok(await dana.post('/api/invoices/generate', wish));
    const undone = () => dana.post('/api/undo', { batchId: batchOf(added) });
    expect(refused(await undone())).toEqual([
      409,
      `This lesson is on invoice ${made.invoiceNumber}. Delete the invoice first.`,
    ]);
    const cancelled = await dana.post(`/api/lessons/${ok(added).id}/cancel`, { lessonDate: yesterday });
    ok(await dana.post('/api/undo', { batchId: batchOf(cancelled) }));
    ok(await dana.delete(`/api/invoices/${made.id}`));
    ok(await undone());
  });

  test('that is cancelled is made up for on another day, without being billed again', async () => {
    ok(await dana.post(`/api/lessons/${single}/cancel`, { lessonDate: '2026-11-27' }));
    const move = (lessonDate: string) =>
      dana.patch(`/api/lessons/${single}/reschedule`, { startTime: '16:00', lessonDate });
    expect(refused(await move('2026-11-26'))).toEqual([409, sentence]);
    expect(ok(await move('2026-12-11'))).toMatchObject({ status: 'scheduled', lessonDate: '2026-12-11' });
    const december = 'startDate=2026-12-09&endDate=2026-12-13&includeRefundsSinceLastInvoice=true';
    expect(ok(await dana.get(`/api/lessons/billing/studio?${december}`))).toEqual([]);
  });

  test('keeps its series free to change from today on', async () => {
    const changed = ok(await edit(weekly, { editScope: 'series', dayOfWeek: 4 }));
    expect(changed).toMatchObject({ continues: weekly, dayOfWeek: 4 });
    expect(ok(await dana.delete(`/api/lessons/${changed.id}`))).toEqual({ success: true });
  });
});

test('a lesson of the past that no invoice bills can be changed', async () => {
  const body = { teacherId: teacher, studentId: kim, startTime: '10:00', duration: 45, lessonDate: '2026-12-04' };
  const { id } = ok(await dana.post('/api/lessons', body));
  expect(ok(await edit(id, { lessonDate: '2026-12-04' })).startTime).toBe('17:00');
  expect(ok(await dana.delete(`/api/lessons/${id}`))).toEqual({ success: true });
});
