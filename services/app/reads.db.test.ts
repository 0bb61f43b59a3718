import { allEndpoints } from '@rondo/contracts/api/all.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sourcesIn, undeclaredReads } from '../testing/recorded-reads.ts';
import { testRondo, type TestRondo } from '../testing/test-rondo.ts';
import { ok } from '../testing/visitor.ts';

let rondo: TestRondo;
beforeAll(async () => {
  rondo = await testRondo('2026-10-06T15:00:00-05:00');
});
afterAll(async () => rondo.stop());

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
  const [lesson] = ok(await visitor.get('/api/lessons'));
  const [invoice] = ok(await visitor.get('/api/invoices'));
  const [report] = ok(await visitor.get('/api/optimization-reports')).reports;
  const month = 'startDate=2026-09-01&endDate=2026-09-30';
  const billing = `${month}&includeRefundsSinceLastInvoice=true&includeBilled=true`;
  const addresses: Readonly<Record<string, string>> = {
    '/api/accounts/:payerId': `/api/accounts/${students[0]?.id}`,
    '/api/accounts/:payerId/statement': `/api/accounts/${students[0]?.id}/statement?from=2026-09-01&to=2026-09-30`,
    '/api/accounts/:payerId/statement.csv': `/api/accounts/${students[0]?.id}/statement.csv?from=2026-09-01&to=2026-09-30`,
    '/api/payments': '/api/payments?from=2026-09-01&to=2026-09-30',
    '/api/payments.csv': '/api/payments.csv?from=2026-09-01&to=2026-09-30',
    '/api/search': '/api/search?q=ann',
    '/api/address-suggestions': '/api/address-suggestions?q=1905 S 5th',
    '/api/assignments/student/:id': `/api/assignments/student/${students[0]?.id}`,
    '/api/invoices.pdf': `/api/invoices.pdf?ids=${invoice.id}`,
    '/api/invoices/:id': `/api/invoices/${invoice.id}`,
    '/api/invoices/:id/pdf': `/api/invoices/${invoice.id}/pdf`,
    '/api/lessons.csv': '/api/lessons.csv?from=2026-10-05&to=2026-10-11',
    '/api/lessons/billing/studio': `/api/lessons/billing/studio?${billing}`,
    '/api/lessons/billing/:teacherId': `/api/lessons/billing/${teacher.id}?${billing}`,
    '/api/lessons/:id/history': `/api/lessons/${lesson.id}/history`,
    '/api/lessons/:id/reschedule-suggestions': `/api/lessons/${lesson.id}/reschedule-suggestions?startDate=2026-10-08&endDate=2026-10-20`,
    '/api/changes': '/api/changes?since=2026-10-06T00:00:00Z',
    '/api/optimization-reports/:id': `/api/optimization-reports/${report.id}`,
    '/api/schedule/first-day': `/api/schedule/first-day?teacherId=${teacher.id}`,
    '/api/teachers/:id/availability': `/api/teachers/${teacher.id}/availability`,
  };
  const unanswered: string[] = [];
  for (const { method, path } of allEndpoints) {
    if (method !== 'GET') continue;
    const { status } = await visitor.get(addresses[path] ?? path);
    if (status !== 200) unanswered.push(`${path}: ${status}`);
  }
  // A restore, and the moment before one, are read from the log alone.
  expect(unanswered).toEqual(['/api/restore/preview: 400', '/api/restores/:id: 400']);
  expect(undeclaredReads()).toEqual([]);
});
