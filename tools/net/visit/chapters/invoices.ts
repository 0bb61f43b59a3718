import { rowsAt, textAt } from '../answers.ts';
import type { Chapter } from './cast.ts';

/** What can be billed, invoices, their printing and mailing, and what later changes of lessons do to them. */
export const invoices: Chapter = async (visit, cast) => {
  const { dana, students, teachers, invoices: ids } = cast;
  const november = { billingPeriodStart: '2026-11-01', billingPeriodEnd: '2026-11-30' };
  const december = { billingPeriodStart: '2026-12-01', billingPeriodEnd: '2026-12-31' };
  const everyone = { selectedStudentIds: Object.values(students) };
  visit.chapter('invoices', '2026-12-01T15:00:00Z');
  await dana.get('no invoices', '/api/invoices');
  await dana.put('Cy pays', `/api/students/${students['cy']}`, { perLessonRate: 40, startDate: '2026-11-23' });
  await dana.put('Gus does not', `/api/students/${students['gus']}`, { perLessonRate: '' });
  await dana.patch('how to pay', '/api/settings', { paymentInstructions: 'By check,\nto Dana Whitfield.' });
  await dana.get('what can be billed', '/api/lessons/billing/studio?startDate=2026-11-01&endDate=2026-12-31');
  await dana.get(
    'of one teacher',
    `/api/lessons/billing/${teachers['marcus']}?startDate=2026-12-01&endDate=2026-12-31`,
  );
  await dana.get('of no one', '/api/lessons/billing/nobody?startDate=2026-12-01&endDate=2026-12-31');
  await dana.get('in no period', '/api/lessons/billing/studio?startDate=2026-12-31&endDate=2026-12-01');
  await dana.post('a preview', '/api/invoices/generate', { ...november, ...everyone, preview: true });
  await dana.post('no period', '/api/invoices/generate', { selectedStudentIds: [] });
  await dana.post('for a student who does not exist', '/api/invoices/generate', {
    ...november,
    selectedStudentIds: ['nobody'],
  });
  await dana.post('bills November', '/api/invoices/generate', { ...november, ...everyone });
  await dana.post('bills it again', '/api/invoices/generate', { ...november, ...everyone });
  const made = await dana.post('bills December', '/api/invoices/generate', {
    ...december,
    ...everyone,
    includeRefundsSinceLastInvoice: true,
  });
  for (const [at, row] of rowsAt(made.json).entries()) ids[String(at)] = textAt(row, 'id');
  const { '0': first = '', '1': second = '', '2': third = '' } = ids;
  await dana.get('all invoices', '/api/invoices');
  await dana.get('of one teacher', `/api/invoices?teacherId=${teachers['dana']}`);
  await dana.get('an invoice', `/api/invoices/${first}`);
  await dana.get('no invoice', '/api/invoices/nothing');
  await dana.get('an invoice as a file', `/api/invoices/${first}/pdf`);
  await dana.get('no file', '/api/invoices/nothing/pdf');
  await dana.get('two as one file', `/api/invoices.pdf?ids=${first},${second}`);
  await dana.get('none as one file', '/api/invoices.pdf?ids=');
  await dana.get('invoices for spreadsheets', '/api/invoices.csv');
  const noted = await dana.patch('a note', `/api/invoices/${first}`, { notes: 'Thank you!' });
  await dana.patch('a note on an older page', `/api/invoices/${first}`, { notes: 'Thanks.', revision: '0' });
  await dana.patch('a longer note', `/api/invoices/${first}`, {
    notes: 'Thank you\nfor December!',
    revision: noted.revision,
  });
  await dana.patch('a note on nothing', '/api/invoices/nothing', { notes: '' });
  await dana.post('sends it nowhere', `/api/invoices/${first}/send`, { email: 'lee' });
  await dana.patch('takes the name away', '/api/settings', { studioName: null });
  await dana.post('sends it under no name', `/api/invoices/${first}/send`, { email: 'lee@example.com' });
  await dana.patch('a name', '/api/settings', { studioName: 'Whitfield Strings' });
  const send = await dana.post('sends it', `/api/invoices/${first}/send`, { email: 'lee@example.com' });
  await visit.until('the mail to be sent', "select from event_log.events where type = 'InvoiceMailSent'");
  await dana.get('it is sent', `/api/invoices/${first}`);
  await dana.post('undoes the sending', '/api/undo', { batchId: send.batch });
  await dana.post('sends nothing', '/api/invoices/nothing/send', { email: 'lee@example.com' });
  const status = (title: string, id: string, to: string) =>
    dana.put(title, `/api/invoices/${id}/status`, { status: to });
  await dana.get('figures', '/api/invoices/figures');
  await dana.post('marks several', '/api/invoices/status', { ids: [first, second, 'nothing'], status: 'overdue' });
  await dana.post('sends several', '/api/invoices/send', {
    invoices: [{ id: third, to: 'lee' }, { id: 'nothing' }],
  });
  await dana.post('deletes several', '/api/invoices/delete', { ids: ['nothing'] });
  const sent = await status('marks one sent', second, 'sent');
  await status('again', second, 'sent');
  await status('marks it overdue', second, 'overdue');
  const paid = await status('marks it paid', second, 'paid');
  await dana.post('undoes that', '/api/undo', { batchId: paid.batch });
  await dana.post('undoes what came before', '/api/undo', { batchId: sent.batch });
  await status('no status', second, 'draft');
  await status('of nothing', 'nothing', 'paid');
  const deleted = await dana.delete('deletes one', `/api/invoices/${third}`);
  await dana.delete('again', `/api/invoices/${third}`);
  await dana.post('undoes the deletion', '/api/undo', { batchId: deleted.batch });
  await dana.delete('deletes one that was sent', `/api/invoices/${first}`);

  const rows = rowsAt(
    (await dana.get('the lessons that are billed', '/api/lessons?from=2026-12-07&to=2026-12-27')).json,
  );
  const series = rows.find((row) => textAt(row, 'lessonDate') === '' && textAt(row, 'studentId') === students['cy']);
  const date = [4, 5, 6, 7, 8, 9, 10]
    .map((day) => `2026-12-${String(day + 7).padStart(2, '0')}`)
    .find((day) => new Date(day).getUTCDay() === series?.['dayOfWeek']);
  await dana.post('cancels one of them', `/api/lessons/${textAt(series, 'id')}/cancel`, { lessonDate: date });
  await dana.delete('deletes a series of them', `/api/lessons/${textAt(series, 'id')}`);
  await dana.get(
    'what can be refunded',
    '/api/lessons/billing/studio?startDate=2026-12-01&endDate=2027-01-31&includeRefundsSinceLastInvoice=true&includeBilled=true',
  );
  await visit.passTo('2027-01-04T15:00:00Z');
  await dana.get('a session that was not used for a month', '/api/user');
  await dana.post('signs in', '/api/login', { email: 'dana@example.com', password: 'six-strings' });
  await dana.post('bills January', '/api/invoices/generate', {
    billingPeriodStart: '2027-01-01',
    billingPeriodEnd: '2027-01-31',
    ...everyone,
    includeRefundsSinceLastInvoice: true,
  });
  await dana.post('for one teacher', '/api/invoices/generate', {
    billingPeriodStart: '2027-02-01',
    billingPeriodEnd: '2027-02-28',
    ...everyone,
    teacherId: teachers['dana'],
  });
  await dana.get('invoices past their due date', '/api/invoices');
  await dana.get('invoices of December', '/api/invoices?asOf=2026-12-01T15:30:00Z');
  await dana.patch('another currency', '/api/settings', { currency: 'EUR' });
};
