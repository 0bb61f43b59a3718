import { allEndpoints } from '@rondo/contracts/api/all.ts';
import { callerOf } from '../visit.ts';
import type { Chapter } from './cast.ts';

const filled = (path: string, id: string): string => path.replaceAll(/:\w+/g, id);

/** What every declared call answers to those who may not make it. */
export const sweeps: Chapter = async (visit, { stranger, students, teachers, lessons, invoices, reports, backups }) => {
  visit.chapter('strangers', '2027-01-10T15:00:00Z');
  const idFor = (path: string): string =>
    [
      [/^.api.(students|assignments)/, students['ann']],
      [/^.api.(teachers|calendar|lessons.billing)/, teachers['dana']],
      [/^.api.lessons/, lessons['ann']],
      [/^.api.invoices/, invoices['0']],
      [/^.api.optimization/, reports['first']],
      [/^.api.backups/, backups['first']],
    ].flatMap(([pattern, id]) => (pattern instanceof RegExp && pattern.test(path) ? String(id) : []))[0] ?? 'nothing';
  const bodies: Readonly<Record<string, unknown>> = {
    'PUT /api/lessons/:id': { startTime: '10:00' },
    'PATCH /api/lessons/:id': { status: 'scheduled' },
    'PATCH /api/lessons/:id/edit': { startTime: '10:00' },
    'PATCH /api/lessons/:id/reschedule': { startTime: '10:00' },
    'POST /api/lessons/:id/cancel': { lessonDate: '2027-01-12' },
    'PUT /api/students/:id': { phone: '1' },
    'PUT /api/students/:id/teacher': { teacherId: null },
    'PUT /api/teachers/:id': { phone: '1' },
    'PATCH /api/calendar/sync-state/:id': { syncEnabled: true },
    'PUT /api/invoices/:id/status': { status: 'paid' },
    'PATCH /api/invoices/:id': { notes: 'x' },
    'POST /api/invoices/:id/send': { email: 'a@example.com' },
    'PATCH /api/optimization-reports/:id/status': { status: 'accepted' },
  };
  const period = '?startDate=2026-12-01&endDate=2026-12-31';
  for (const { method, path } of allEndpoints.filter((one) => one.params !== undefined))
    await stranger.call(
      method,
      'with an id of Dana’s studio',
      filled(path, idFor(path)) + (path.includes('billing') ? period : ''),
      bodies[`${method} ${path}`],
    );
  await stranger.post('assigns another studio’s people', '/api/assignments', {
    studentId: students['ann'],
    teacherId: teachers['dana'],
  });
  await stranger.post('undoes another studio’s batch', '/api/undo', { batchId: lessons['ann'] });

  visit.chapter('nobody', '2027-01-11T15:00:00Z');
  const nobody = callerOf(visit, 'nobody');
  for (const { method, path } of allEndpoints.filter(({ access }) => access !== 'anyone'))
    await nobody.call(method, 'without a session', filled(path, 'nothing'), undefined, { headers: { Accept: '*/*' } });

  visit.chapter('wrong', '2027-01-12T15:00:00Z');
  for (const { method, path } of allEndpoints.filter(({ params, body }) => params !== undefined || body !== undefined))
    await stranger.call(method, 'with everything wrong', filled(path, 'no%20id'), method === 'GET' ? undefined : []);
};
