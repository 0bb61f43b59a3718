import { allEndpoints } from '@rondo/contracts/api/all.ts';
import { addDays } from '@rondo/contracts/calendar/dates.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { smtpInbox } from '../platform/mail/testing/smtp-inbox.ts';
import { sourcesIn, undeclaredReads } from '../testing/recorded-reads.ts';
import { testRondo, type TestRondo } from '../testing/test-rondo.ts';
import { ok } from '../testing/visitor.ts';

let inbox: Awaited<ReturnType<typeof smtpInbox>>;
let rondo: TestRondo;
beforeAll(async () => {
  inbox = await smtpInbox();
  // The question form needs a mail server.
  const mail = { SMTP_URL: inbox.url, MAIL_FROM: 'post@rondo.example' };
  rondo = await testRondo('2026-10-06T15:00:00-05:00', mail);
});
afterAll(async () => {
  await rondo.stop();
  await inbox.stop();
});

test('a statement reads the models and tables that it names', () => {
  const statement = 'select * from "lessons_12_1"."lessons" inner join "accounts"."feed_tokens" on true';
  expect(sourcesIn(statement)).toEqual(['lessons', 'calendarAddresses']);
  expect(sourcesIn('select * from "maps"."drives"')).toEqual([]);
});

// Every other test of the whole server checks the GETs that it makes, too: see testRondo.
test('every GET declares what its answer is read from', async () => {
  const visitor = await rondo.visitor().register('dana@example.com');
  ok(await visitor.post('/api/sample-studio'));
  const [teacher] = ok(await visitor.get('/api/teachers'));
  const students: readonly { id: string }[] = ok(await visitor.get('/api/students'));
  ok(await visitor.post('/api/user-preferences', { defaultTeacherId: teacher.id }));
  ok(await visitor.post('/api/backups', { name: 'Before', description: '' }));
  const studentIds = students.slice(0, 5).map(({ id }) => id);
  ok(await visitor.post('/api/schedule/generate', { teacherIds: [teacher.id], studentIds, startsOn: '2026-10-07' }));
  // From a day on that is far ahead: no drives are kept by themselves meanwhile.
  ok(await visitor.patch('/api/settings', { mileage: { from: '2100-01-01', country: 'US' } }));
  await rondo.query('update accounts.users set email_confirmed_at = now()');
  const askForm = { slug: 'whitfield', teacherIds: [teacher.id], lengths: [45], note: null };
  ok(await visitor.patch('/api/settings', { studioName: 'Whitfield Music', askForm }));
  ok(await visitor.put(`/api/mileage/days/${teacher.id}/2026-09-01`, { legs: [], reason: 'A concert' }));
  const [lesson] = ok(await visitor.get('/api/lessons'));
  const [invoice] = ok(await visitor.get('/api/invoices'));
  const { id: branch } = ok(await visitor.post('/api/branches', { name: 'Mornings' }));
  const [report] = ok(await visitor.get('/api/optimization-reports')).reports;
  const family = ok(await visitor.get('/api/families')).find(
    ({ recipients }: { recipients: readonly unknown[] }) => recipients.length > 0,
  );
  const date = lesson.lessonDate || addDays('2026-10-12', (lesson.dayOfWeek + 6) % 7);
  const missed = ok(await visitor.post(`/api/lessons/${lesson.id}/cancel`, { lessonDate: date }));
  const month = 'startDate=2026-09-01&endDate=2026-09-30';
  const billing = `${month}&includeRefundsSinceLastInvoice=true&includeBilled=true`;
  const addresses: Readonly<Record<string, string>> = {
    '/api/accounts/:payerId': `/api/accounts/${students[0]?.id}`,
    '/api/accounts/:payerId/statement': `/api/accounts/${students[0]?.id}/statement?from=2026-09-01&to=2026-09-30`,
    '/api/accounts/:payerId/statement.csv': `/api/accounts/${students[0]?.id}/statement.csv?from=2026-09-01&to=2026-09-30`,
    '/api/accounts/:payerId/statement.pdf': `/api/accounts/${students[0]?.id}/statement.pdf?from=2026-09-01&to=2026-09-30`,
    '/api/payments': '/api/payments?from=2026-09-01&to=2026-09-30',
    '/api/payments.csv': '/api/payments.csv?from=2026-09-01&to=2026-09-30',
    '/api/search': '/api/search?q=ann',
    '/api/branches/:id': `/api/branches/${branch}`,
    '/api/branch-comparison': `/api/branch-comparison?ids=${branch}`,
    '/api/ask/:slug': `/api/ask/${askForm.slug}`,
    '/api/attendance': '/api/attendance?from=2026-10-01&to=2026-10-31',
    '/api/attendance.csv': '/api/attendance.csv?from=2026-10-01&to=2026-10-31',
    '/api/attendance/report': '/api/attendance/report?from=2026-10-01&to=2026-10-31',
    '/api/repairs': `/api/repairs?teacherId=${teacher.id}`,
    '/api/day': `/api/day?teacherId=${teacher.id}&date=2026-10-12`,
    '/api/earnings': `/api/earnings?teacherId=${teacher.id}&from=2026-09-01&to=2026-10-31`,
    '/api/earnings.csv': `/api/earnings.csv?teacherId=${teacher.id}&from=2026-09-01&to=2026-10-31`,
    '/api/mileage': `/api/mileage?teacherId=${teacher.id}&year=2026`,
    '/api/mileage.csv': `/api/mileage.csv?teacherId=${teacher.id}&year=2026`,
    '/api/address-suggestions': '/api/address-suggestions?q=1905 S 5th',
    '/api/assignments/student/:id': `/api/assignments/student/${students[0]?.id}`,
    '/api/invoices.pdf': `/api/invoices.pdf?ids=${invoice.id}`,
    '/api/invoices/:id': `/api/invoices/${invoice.id}`,
    '/api/invoices/:id/pdf': `/api/invoices/${invoice.id}/pdf`,
    '/api/lessons.csv': '/api/lessons.csv?from=2026-10-05&to=2026-10-11',
    '/api/lessons/billing/studio': `/api/lessons/billing/studio?${billing}`,
    '/api/lessons/billing/:teacherId': `/api/lessons/billing/${teacher.id}?${billing}`,
    '/api/lessons/:id/cancellation': `/api/lessons/${lesson.id}/cancellation?lessonDate=${date}`,
    '/api/lessons/:id/repairs': `/api/lessons/${missed.id}/repairs?lessonDate=${missed.lessonDate}`,
    '/api/lessons/:id/history': `/api/lessons/${lesson.id}/history`,
    '/api/lessons/:id/reschedule-suggestions': `/api/lessons/${lesson.id}/reschedule-suggestions?startDate=2026-10-08&endDate=2026-10-20`,
    '/api/students/:id/family-notes': `/api/students/${students[0]?.id}/family-notes`,
    '/api/students/:id/private-notes': `/api/students/${students[0]?.id}/private-notes`,
    '/api/families/:id/preview': `/api/families/${family.id}/preview?recipientId=${family.recipients[0].id}`,
    '/api/messages/preview': '/api/messages/preview?kind=reminder',
    '/api/changes': '/api/changes?since=2026-10-06T00:00:00Z',
    '/api/optimization-reports/:id': `/api/optimization-reports/${report.id}`,
    '/api/schedule/first-day': `/api/schedule/first-day?teacherId=${teacher.id}`,
    '/api/teachers/:id/availability': `/api/teachers/${teacher.id}/availability`,
  };
  const unanswered: string[] = [];
  for (const { method, path, access } of allEndpoints) {
    // A family's page is read without a session.
    if (method !== 'GET' || access === 'family') continue;
    const { status } = await visitor.get(addresses[path] ?? path);
    if (status !== 200) unanswered.push(`${path}: ${status}`);
  }
  // A restore, and the moment before one, are read from the log alone; a question comes from a family's mail, and no call makes one.
  expect(unanswered).toEqual(['/api/inquiries/:id/times: 400', '/api/restore/preview: 400', '/api/restores/:id: 400']);
  expect(undeclaredReads()).toEqual([]);
});
