import { rowsAt, textAt } from '../answers.ts';
import { noteId, type Chapter } from './cast.ts';

/** Removals, what families are told, backups, restores, and undoing them. */
export const history: Chapter = async (visit, cast) => {
  const { dana, students, teachers, backups } = cast;
  visit.chapter('history', '2027-01-05T15:00:00Z');
  const since = 'since=2026-11-24T14:00:00Z';
  await dana.get('what changed for families', '/api/changes');
  await dana.get('how many families to tell', '/api/changes/count');
  await dana.get('since a moment', `/api/changes?${since}&until=2026-12-01T00:00:00Z`);
  await dana.get('until before it began', `/api/changes?${since}&until=2026-11-01T00:00:00Z`);
  await dana.get('since no moment', '/api/changes?since=x');
  await dana.post('has told two families', '/api/changes/told', {
    studentIds: [students['ann'], students['ben']],
    until: '2026-12-01T00:00:00Z',
  });
  await dana.post('has told no one', '/api/changes/told', { studentIds: [], until: 'x' });
  await dana.post('has told somebody who does not exist', '/api/changes/told', {
    studentIds: ['nobody'],
    until: '2026-12-01T00:00:00Z',
  });
  await dana.get('what has changed since then', '/api/changes');

  await dana.post('a backup without a name', '/api/backups', { name: ' ' });
  noteId(
    backups,
    'first',
    await dana.post('a backup', '/api/backups', { name: 'Before the\nnew year', description: 'All is well.' }),
  );
  noteId(backups, 'second', await dana.post('another one', '/api/backups', { name: 'To delete' }));
  const removed = await dana.delete('deletes a backup', `/api/backups/${backups['second']}`);
  await dana.delete('again', `/api/backups/${backups['second']}`);
  await dana.post('what undoing the deletion would change', '/api/undo/preview', { batchId: removed.batch });
  await dana.post('of nothing', '/api/undo/preview', { batchId: 'nothing' });
  await dana.post('undoes the deletion', '/api/undo', { batchId: removed.batch });
  await dana.get('backups', '/api/backups');

  const dee = await dana.delete('removes a student', `/api/students/${students['dee']}`);
  await dana.delete('again', `/api/students/${students['dee']}`);
  await dana.get('a history without the student', '/api/students', { isBrief: true });
  await dana.get('no one of that name', '/api/search?q=dee');
  await dana.post('what undoing the removal would change', '/api/undo/preview', { batchId: dee.batch });
  await dana.post('undoes the removal', '/api/undo', { batchId: dee.batch });
  await dana.get('the student is found again', '/api/search?q=dee');
  await dana.get('of an invoice', '/api/search?q=inv-');
  await dana.get('of signs alone', '/api/search?q=%25');
  await dana.get('of nothing', '/api/search?q=%20%20');
  const marcus = await dana.delete('removes a teacher', `/api/teachers/${teachers['marcus']}`);
  await dana.delete('nobody', '/api/teachers/nobody');
  await dana.get('the lessons without the teacher', '/api/lessons?from=2027-01-04&to=2027-01-24');
  await dana.post('undoes that removal', '/api/undo', { batchId: marcus.batch });
  await dana.post('removes two students', '/api/students/delete', { studentIds: [students['gus'], students['hal']] });
  await dana.post('removes no one', '/api/students/delete', { studentIds: [] });
  await dana.post('removes two teachers', '/api/teachers/delete', {
    teacherIds: [teachers['sofia'], teachers['tess']],
  });
  await dana.post('removes somebody who does not exist', '/api/teachers/delete', { teacherIds: ['nobody'] });
  const lists = await dana.get('backups, those before large changes too', '/api/backups');
  const automatic = rowsAt(lists.json).find((row) => row['isAutomatic'] === true);

  await dana.get('what a restore would change', `/api/restore/preview?backupId=${backups['first']}`);
  await dana.get('of one teacher', `/api/restore/preview?asOf=2026-12-01T14:00:00Z&teacherId=${teachers['marcus']}`);
  await dana.get('to the future', '/api/restore/preview?asOf=2028-01-01T00:00:00Z');
  await dana.get('to nothing', '/api/restore/preview');
  await dana.get('to no backup', '/api/restore/preview?backupId=nothing');
  await dana.get('no restore is running', '/api/restores');
  await dana.get('the studio’s history', '/api/history?limit=100');
  await dana.get('of a student', `/api/history?studentId=${students['dee']}&limit=5`);
  await dana.get('of restores', '/api/history?kind=restores');
  await dana.get('of no one', '/api/history?studentId=11111111-1111-4111-8111-111111111111');
  await dana.get('of an unknown kind', '/api/history?kind=weather');
  const restored = await dana.post('restores a backup', `/api/backups/${backups['first']}/restore`);
  const restore = textAt(restored.json, 'restoreId');
  await dana.get('it has ended', `/api/restores/${restore}`);
  await dana.get('as a stream', `/api/restores/${restore}`, { headers: { Accept: 'text/event-stream' } });
  await dana.get('no restore', '/api/restores/nothing');
  await dana.post('restores no backup', '/api/backups/nothing/restore');
  await dana.get('students afterwards', '/api/students');
  await dana.post('undoes the restore', '/api/undo', {
    batchId: textAt(await dana.peek(`/api/restores/${restore}`), 'batchId'),
  });
  await dana.get('students after that', '/api/students', { isBrief: true });
  await dana.post('restores an automatic one', `/api/backups/${textAt(automatic, 'id')}/restore`);
  await dana.post('restores one schedule', '/api/restore', {
    asOf: '2026-12-01T14:00:00Z',
    teacherId: teachers['marcus'],
  });
  await dana.post('restores to the future', '/api/restore', { asOf: '2028-01-01T00:00:00Z' });
  await dana.post('restores to nothing', '/api/restore', {});
  await dana.get('lessons after everything', '/api/lessons');
  await dana.get('what has changed for families at last', '/api/changes');
  await dana.get('rows as the log says', '/api/data-integrity/read-models');
  await dana.get('no lessons of no one', '/api/data-integrity');
};
