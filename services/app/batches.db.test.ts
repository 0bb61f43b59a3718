import { allEndpoints } from '@rondo/contracts/api/all.ts';
import { addDays } from '@rondo/contracts/calendar/dates.ts';
import { expect, test } from 'vitest';
import { derivedId } from '../platform/commands/ids.ts';
import { dana, inOneStudio } from '../testing/own-studio.ts';
import { addStudent, addTeacher, everyDay } from '../testing/studio-fixture.ts';
import { endOfRestore, fileForm, type Answer } from '../testing/visitor.ts';

inOneStudio();

const monday = '2026-11-30';

type Send = (method: string, path: string, declared: string, body?: unknown) => Promise<Answer>;

const invoiceChanges = async (studentId: string, send: Send): Promise<void> => {
  const period = { billingPeriodStart: monday, billingPeriodEnd: addDays(monday, 6) };
  const wish = { teacherId: null, ...period, selectedStudentIds: [studentId] };
  const { json: invoices } = await send('POST', '/api/invoices/generate', '/api/invoices/generate', wish);
  const path = `/api/invoices/${invoices[0].id}`;
  await send('PUT', `${path}/status`, '/api/invoices/:id/status', { status: 'paid' });
  await send('PATCH', path, '/api/invoices/:id', { notes: 'Thank you.' });
  await send('POST', '/api/invoices/status', '/api/invoices/status', { ids: [invoices[0].id], status: 'overdue' });
  await send('DELETE', path, '/api/invoices/:id');
  const { json: again } = await send('POST', '/api/invoices/generate', '/api/invoices/generate', wish);
  await send('POST', '/api/invoices/delete', '/api/invoices/delete', { ids: [again[0].id] });
};

const accountChanges = async (payerId: string, send: Send): Promise<void> => {
  const account = `/api/accounts/${payerId}`;
  const opening = { date: '2026-01-01', side: 'owes', amount: 50 };
  const { json: debt } = await send(
    'POST',
    `${account}/opening-balances`,
    '/api/accounts/:payerId/opening-balances',
    opening,
  );
  await send('PATCH', `/api/opening-balances/${debt.id}`, '/api/opening-balances/:id', { amount: 60 });
  const payment = { payerId, date: '2026-01-02', amount: 70, method: 'cash' };
  const { json: paid } = await send('POST', '/api/payments', '/api/payments', payment);
  await send('PATCH', `/api/payments/${paid.id}`, '/api/payments/:id', { note: 'Thank you.' });
  const none = { from: paid.id, allocations: [] };
  await send('PUT', `${account}/allocations`, '/api/accounts/:payerId/allocations', none);
  await send('POST', `${account}/apply-credit`, '/api/accounts/:payerId/apply-credit', {});
  const back = { date: '2026-01-03', amount: 5, method: 'cash' };
  const { json: refund } = await send('POST', `${account}/refunds`, '/api/accounts/:payerId/refunds', back);
  await send('POST', `/api/refunds/${refund.id}/void`, '/api/refunds/:id/void', {});
  await send('POST', `/api/payments/${paid.id}/void`, '/api/payments/:id/void', {});
  await send('DELETE', `/api/opening-balances/${debt.id}`, '/api/opening-balances/:id');
};

const chargeChanges = async (studentId: string, send: Send): Promise<void> => {
  const charge = { studentId, date: monday, category: 'book', description: 'Scales', amount: 12 };
  const { json: waiting } = await send('POST', '/api/charges', '/api/charges', charge);
  await send('PATCH', `/api/charges/${waiting.id}`, '/api/charges/:id', { amount: 13 });
  const { json: invoices } = await send('POST', '/api/invoices/charges', '/api/invoices/charges', {
    chargeIds: [waiting.id],
  });
  await send('DELETE', `/api/invoices/${invoices[0].id}`, '/api/invoices/:id');
  await send('DELETE', `/api/charges/${waiting.id}`, '/api/charges/:id');
};

const branchChanges = async (teacherId: string, send: Send): Promise<void> => {
  const { json: opened } = await send('POST', '/api/branches', '/api/branches', { name: 'Mornings' });
  const path = `/api/branches/${opened.id}`;
  const change = { kind: 'home', teacherId, address: '2108 S Lamar Blvd, Austin, TX 78704' };
  const { json: made } = await send('POST', `${path}/changes`, '/api/branches/:id/changes', { change });
  await send('DELETE', `${path}/changes/${made.id}`, '/api/branches/:id/changes/:changeId');
  await send('PATCH', path, '/api/branches/:id', { name: 'Evenings' });
  const { json: planned } = await send('POST', `${path}/plan`, '/api/branches/:id/plan', { teacherIds: [teacherId] });
  const { revision } = planned.branch;
  await send('POST', `${path}/take-over`, '/api/branches/:id/take-over', { revision });
  const { json: other } = await send('POST', '/api/branches', '/api/branches', { name: 'Not this one' });
  await send('DELETE', `/api/branches/${other.id}`, '/api/branches/:id');
};

/** Every call that changes what screens list, sent one after the other, each with an effect. */
const allChanges = async (
  send: (method: string, path: string, declared: string, body?: unknown) => Promise<Answer>,
) => {
  const teacherId = await addTeacher(dana, 'Marcus Bell', everyDay);
  const [ann, ben, cy] = [
    await addStudent(dana, 'Ann Lee', everyDay, { teacherId }),
    await addStudent(dana, 'Ben Ito', everyDay, { teacherId }),
    await addStudent(dana, 'Cy Moss', everyDay),
  ];
  const post = (path: string, body: unknown, declared = path) => send('POST', path, declared, body);
  await post('/api/sample-studio', {});
  await post('/api/students/import-vcards', fileForm('BEGIN:VCARD\nFN:Fay Dunn\nADR:;;;Austin;;78704;\nEND:VCARD'));
  await post('/api/import/families', fileForm('Name,Owes\nEve Park,80\n'));
  await send('DELETE', '/api/sample-studio', '/api/sample-studio');
  await send('PATCH', '/api/settings', '/api/settings', { studioName: 'Whitfield Strings' });
  const student = await post('/api/students', { firstName: 'Di', lastName: 'Ray', address: '78704' });
  await send('PUT', `/api/students/${student.json.id}`, '/api/students/:id', { phone: '1' });
  await send('PUT', `/api/students/${student.json.id}/teacher`, '/api/students/:id/teacher', { teacherId });
  await send('DELETE', `/api/students/${student.json.id}`, '/api/students/:id');
  const { json: family } = await post('/api/households', { studentIds: [ann] });
  await send('PATCH', `/api/households/${family.id}`, '/api/households/:id', { name: 'Lee family of Austin' });
  await send('PUT', `/api/students/${cy}/household`, '/api/students/:id/household', { householdId: family.id });
  await send('DELETE', `/api/households/${family.id}`, '/api/households/:id');
  await post('/api/households/suggestions/dismiss', { studentIds: [ann, cy] });
  await post('/api/assignments', { studentId: cy, teacherId });
  const tie = { teacherId, name: 'Make-up for AL', studentId: ann };
  await send('PUT', '/api/calendar/names', '/api/calendar/names', tie);
  const eve = { name: 'Eve Stone', phone: '1', email: 'eve@example.com', availability: [] };
  const teacher = await post('/api/teachers', eve);
  await send('PUT', `/api/teachers/${teacher.json.id}`, '/api/teachers/:id', { phone: '2' });
  await send('DELETE', `/api/teachers/${teacher.json.id}`, '/api/teachers/:id');

  const gil = await addStudent(dana, 'Gil Fox', everyDay);
  const hal = await addTeacher(dana, 'Hal Webb', everyDay);
  await post('/api/assignments/bulk', { studentIds: [gil], teacherIds: [teacherId, hal] });
  await post('/api/students/assign-random-availability', { studentIds: [gil] });
  await post('/api/students/assign-standard-availability', { studentIds: [gil] });
  await post('/api/students/clear-availability', { studentIds: [gil] });
  await post('/api/students/set-rate', { studentIds: [gil], paymentType: 'per_lesson', rate: 50 });
  await post('/api/students/set-length', { studentIds: [gil], lessonDuration: 60 });
  await post('/api/teachers/clear-availability', { teacherIds: [hal] });
  await post('/api/teachers/delete', { teacherIds: [hal] });
  await post('/api/students/delete', { studentIds: [gil] });

  const entry = { teacherId, studentId: ann, startTime: '16:00', duration: 45 };
  const { json: weekly } = await post('/api/lessons', { ...entry, lessonDate: '', dayOfWeek: 1 });
  await post(`/api/lessons/${weekly.id}/cancel`, { lessonDate: monday }, '/api/lessons/:id/cancel');
  await post('/api/changes/told', { studentIds: [ann], until: new Date().toISOString() });
  const { json: dated } = await post('/api/lessons/create-recommended', { ...entry, lessonDate: addDays(monday, 1) });
  await send('PATCH', `/api/lessons/${dated.id}`, '/api/lessons/:id', { status: 'scheduled' });
  await send('PUT', `/api/lessons/${dated.id}`, '/api/lessons/:id', { startTime: '17:00' });
  await send('PATCH', `/api/lessons/${dated.id}/edit`, '/api/lessons/:id/edit', {
    editScope: 'single',
    startTime: '18:00',
  });
  const to = { lessonDate: addDays(monday, 2), startTime: '15:00', endTime: '15:45', status: 'scheduled' };
  await send('PATCH', `/api/lessons/${dated.id}/reschedule`, '/api/lessons/:id/reschedule', to);
  await send('DELETE', `/api/lessons/${dated.id}`, '/api/lessons/:id');
  await send('DELETE', '/api/lessons/series', '/api/lessons/series', { studentId: ann, teacherId });
  await post('/api/lessons', { ...entry, lessonDate: addDays(monday, 3) });
  const { json: single } = await post('/api/lessons', { ...entry, lessonDate: addDays(monday, 4) });
  await post(`/api/lessons/${single.id}/cancel`, {}, '/api/lessons/:id/cancel');
  const change = { reason: 'Flu', outcome: { charge: 50 } };
  await send('PATCH', `/api/lessons/${single.id}/cancellation`, '/api/lessons/:id/cancellation', change);
  const { json: later } = await post('/api/lessons', { ...entry, startTime: '18:00', lessonDate: addDays(monday, 4) });
  const repair = { kind: 'move', lessonId: later.id, originalDate: later.lessonDate, revision: later.revision };
  await post(
    `/api/lessons/${single.id}/repairs`,
    { lessonDate: later.lessonDate, changes: [{ ...repair, startTime: '17:00' }] },
    '/api/lessons/:id/repairs',
  );
  const { json: past } = await post('/api/lessons', { ...entry, lessonDate: addDays(monday, -14) });
  await post('/api/attendance', { entries: [{ lessonId: past.id, attendance: 'absent' }] });
  const today = addDays(monday, -7);
  const { json: late } = await post('/api/lessons', { ...entry, lessonDate: today });
  const onRoad = { lessonId: late.id, date: today };
  await post('/api/day/stamps', { ...onRoad, kind: 'arrived', at: '2026-11-23T14:00:00Z' });
  await post('/api/day/delays', { ...onRoad, teacherId, minutes: 10 });
  await post('/api/day/delays/told', { teacherId, date: today, told: [{ studentId: ann, minutes: 10 }] });
  await send('PATCH', '/api/settings', '/api/settings', {
    mileage: { from: '2100-01-01', country: 'US', rates: [] },
  });
  await send('PUT', `/api/mileage/days/${teacherId}/${addDays(monday, -30)}`, '/api/mileage/days/:teacherId/:date', {
    legs: [],
    reason: 'A concert',
  });
  await send('PUT', `/api/mileage/years/${teacherId}/2026`, '/api/mileage/years/:teacherId/:year', {
    odometerStart: 61_240,
  });
  for (const kind of ['family', 'private'])
    await send('PUT', `/api/students/${ann}/${kind}-notes/${today}`, `/api/students/:id/${kind}-notes/:date`, {
      text: 'Scales',
    });
  const days = { from: addDays(monday, 7), to: addDays(monday, 8), kind: 'away' };
  const { json: closure } = await post('/api/closures', days);
  await send('PATCH', `/api/closures/${closure.id}`, '/api/closures/:id', { reason: 'Concert tour' });
  await post('/api/closures/many', { closures: [days] });
  await send('DELETE', `/api/closures/${closure.id}`, '/api/closures/:id');
  const { json: policy } = await post('/api/policy', { from: days.to, tiers: [] });
  await send('DELETE', `/api/policy/${policy.id}`, '/api/policy/:id');
  const { json: term } = await post('/api/terms', { name: 'Fall', from: '2027-09-01', to: '2027-12-20' });
  await send('PATCH', `/api/terms/${term.id}`, '/api/terms/:id', { name: 'Autumn' });
  await send('DELETE', `/api/terms/${term.id}`, '/api/terms/:id');
  await invoiceChanges(ann, send);
  await accountChanges(ann, send);
  await chargeChanges(ann, send);
  const clear = { selectedTeachers: [teacherId], manual: true, preScheduled: true };
  await send('DELETE', '/api/lessons/clear', '/api/lessons/clear', clear);

  const generate = async (studentIds: string[]): Promise<string> => {
    const { json } = await post('/api/schedule/generate', { teacherIds: [teacherId], studentIds });
    return json.optimizationReports[teacherId].reportId;
  };
  await generate([ben]);
  await send('DELETE', '/api/schedule/generated', '/api/schedule/generated', {});
  const status = (id: string, to: string) =>
    send('PATCH', `/api/optimization-reports/${id}/status`, '/api/optimization-reports/:id/status', { status: to });
  await status(await generate([ben]), 'accepted');
  const { json: rows } = await dana.get('/api/lessons');
  const lessonIds = rows
    .filter((row: { isManual: boolean; studentId: string }) => !row.isManual && row.studentId === ben)
    .map(({ id }: { id: string }) => id);
  for (const pinned of [true, false]) await post('/api/lessons/pins', { lessonIds, pinned });
  const asked = { studentId: ben, window: { dayOfWeek: 1, startTime: '16:00', endTime: '18:00' } };
  const wished = await generate([ben]);
  await post(`/api/optimization-reports/${wished}/wishes`, asked, '/api/optimization-reports/:id/wishes');
  await status(wished, 'rejected');
  const optimize = { studentId: cy, optimizationType: 'add-only' };
  await post('/api/students/optimize', optimize);
  await send('DELETE', `/api/optimization-reports/${await generate([ben])}`, '/api/optimization-reports/:id');
  await generate([ben]);
  await send('DELETE', '/api/optimization-reports', '/api/optimization-reports');
  await branchChanges(teacherId, send);

  const { json: backup } = await post('/api/backups', { name: 'Fall' });
  await send('PUT', `/api/students/${cy}`, '/api/students/:id', { phone: '2' });
  await endOfRestore(dana, await post(`/api/backups/${backup.id}/restore`, {}, '/api/backups/:id/restore'));
  await endOfRestore(dana, await post('/api/restore', { asOf: new Date().toISOString() }));
  await send('DELETE', `/api/backups/${backup.id}`, '/api/backups/:id');
};

/** A restore may take longer than its call waits: the answer once it has ended. */
const ended = async (answer: Answer): Promise<Answer> => {
  if (answer.status !== 202) return answer;
  const restoreId = derivedId(answer.headers.get('rondo-batch') ?? '', 'restore');
  const { status } = await dana.call('GET', `/api/restores/${restoreId}`, undefined, { Accept: 'text/event-stream' });
  return { ...answer, status };
};

test('every call that changes what screens list names its batch, which can be undone', async () => {
  const sent = new Set<string>();
  const batches: { what: string; batchId: string }[] = [];
  await allChanges(async (method, path, declared, body) => {
    const answer = await ended(await dana.call(method, path, body));
    expect(answer.status, `${method} ${path}: ${answer.text}`).toBe(200);
    const batchId = answer.headers.get('rondo-batch') ?? '';
    expect(batchId, `${method} ${path}`).toMatch(/^[0-9a-f-]{36}$/);
    sent.add(`${method} ${declared}`);
    batches.push({ what: `${method} ${declared}`, batchId });
    return answer;
  });
  // Sending emails and reading notifications cannot be undone. Orphaned lessons are imported, which no call does. What a
  // calendar feed changes is undone by the tests that serve one.
  const others = new Set([
    '/api/undo',
    '/api/invoices/:id/send',
    '/api/invoices/send',
    '/api/families/links/send',
    '/api/messages/changes',
    '/api/accounts/:payerId/statement/send',
    '/api/notifications/:id/read',
    '/api/notifications/read',
    '/api/data-integrity/orphaned-lessons',
    '/api/calendar/replace-all-appointments',
    '/api/calendar/sync-cancellations',
    // By the page of a family, which answers no batch.
    '/api/family/lessons/:ref/cancel',
    '/api/family/lessons/:ref/requests',
    '/api/family/requests/:ref/withdraw',
    '/api/family/requests/:ref/take',
    '/api/family/mail',
    '/api/family/asked/:ref',
    // What ended a question is not taken back; that an undo withdraws one, and takes its moves back, tests of questions say.
    '/api/lessons/:id/repairs/ask',
    '/api/repairs/:id',
    '/api/repairs/:id/answers',
    // What is forgotten cannot be brought back; that the closing of a question is undone tests of questions say: no call makes one.
    '/api/inquiries/:id',
    '/api/inquiries/:id/close',
    '/api/inquiries/:id/add',
    '/api/inquiries/:id/hold',
    '/api/inquiries/:id/release',
    // Answers what a family asks on that page.
    '/api/requests/:id/answer',
  ]);
  const shown = allEndpoints
    .filter(({ method, updates, path }) => method !== 'GET' && updates !== undefined && !others.has(path))
    .map(({ method, path }) => `${method} ${path}`);
  expect([...sent].toSorted()).toEqual(shown.toSorted());
  for (const { what, batchId } of batches.toReversed()) {
    const { status, text } = await ended(await dana.post('/api/undo', { batchId }));
    expect(status, `undo of ${what}: ${text}`).toBe(200);
  }
  const lessons = await dana.get('/api/lessons');
  expect(lessons.json).toEqual([]);
});
