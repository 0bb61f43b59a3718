import { textAt } from '../answers.ts';
import { noteId, type Chapter } from './cast.ts';

/** Lessons and appointments by hand: adding, conflicts, changing dates and series, cancelling, moving, deleting, their history. */
export const lessons: Chapter = async (visit, cast) => {
  const { dana, teachers, students, lessons: ids } = cast;
  const { dana: whitfield, marcus, sofia } = teachers;
  const { ann, ben, cy, dee, eve, fay } = students;
  visit.chapter('lessons', '2026-11-24T14:00:00Z');
  await dana.get('no lessons', '/api/lessons');
  await dana.post('nothing', '/api/lessons', {});
  const weekly = {
    teacherId: whitfield,
    studentId: ann,
    lessonDate: '',
    dayOfWeek: 2,
    startTime: '16:00',
    duration: 45,
  };
  noteId(ids, 'ann', await dana.post('a weekly lesson', '/api/lessons', { ...weekly, notes: 'Brings her cello.' }));
  noteId(
    ids,
    'ben',
    await dana.post('right after it', '/api/lessons', { ...weekly, studentId: ben, startTime: '16:45', duration: 30 }),
  );
  await dana.post('at a time that is taken', '/api/lessons', { ...weekly, studentId: cy, ifFree: true });
  const over = await dana.post('all the same', '/api/lessons', {
    ...weekly,
    studentId: cy,
    lessonDate: '2026-12-01',
    ifFree: false,
  });
  noteId(ids, 'over', over);
  await dana.post('a student who is elsewhere', '/api/lessons', {
    ...weekly,
    teacherId: marcus,
    startTime: '16:15',
    ifFree: true,
  });
  noteId(
    ids,
    'eve',
    await dana.post('with another teacher', '/api/lessons', {
      teacherId: marcus,
      studentId: eve,
      lessonDate: '',
      dayOfWeek: 3,
      startTime: '15:00',
      duration: 60,
      customAddress: '600 Congress Ave, Austin, TX 78701',
    }),
  );
  noteId(
    ids,
    'dee',
    await dana.post('a lesson on one date', '/api/lessons', {
      teacherId: sofia,
      studentId: dee,
      lessonDate: '2026-11-27',
      startTime: '10:00',
      duration: 45,
      useInOptimization: false,
    }),
  );
  const appointment = {
    entryType: 'appointment',
    teacherId: whitfield,
    eventTitle: 'Dentist',
    startTime: '09:00',
    duration: 60,
  };
  noteId(
    ids,
    'dentist',
    await dana.post('an appointment', '/api/lessons', { ...appointment, lessonDate: '2026-11-25' }),
  );
  noteId(
    ids,
    'orchestra',
    await dana.post('a weekly appointment with a place', '/api/lessons', {
      ...appointment,
      eventTitle: 'Orchestra',
      lessonDate: '',
      dayOfWeek: 5,
      startTime: '19:00',
      useInOptimization: true,
      customAddress: '701 W Riverside Dr, Austin, TX 78704',
    }),
  );
  await dana.post('an appointment without a title', '/api/lessons', {
    ...appointment,
    eventTitle: '',
    lessonDate: '2026-11-25',
  });
  await dana.post('a lesson without a student', '/api/lessons', { ...weekly, studentId: '' });
  await dana.post('of a student who does not exist', '/api/lessons', { ...weekly, studentId: 'nobody' });
  await dana.post('with a teacher who does not exist', '/api/lessons', { ...weekly, teacherId: 'nobody' });
  await dana.post('over midnight', '/api/lessons', {
    ...weekly,
    lessonDate: '2026-12-02',
    startTime: '23:30',
    duration: 60,
  });
  await dana.post('in the past', '/api/lessons', {
    ...weekly,
    studentId: fay,
    lessonDate: '2026-11-17',
    startTime: '17:30',
  });
  await dana.post('at a suggested time', '/api/lessons/create-recommended', {
    ...weekly,
    studentId: fay,
    teacherId: marcus,
    lessonDate: '2026-11-30',
    startTime: '17:00',
  });
  await dana.post('at a suggested time that is taken', '/api/lessons/create-recommended', { ...weekly, ifFree: true });

  await dana.post('a conflict', '/api/lessons/check-conflicts', { ...weekly, studentId: cy });
  await dana.post('none, but a drive', '/api/lessons/check-conflicts', {
    ...weekly,
    studentId: cy,
    startTime: '17:20',
    customAddress: '8405 Burnet Rd, Austin, TX 78757',
  });
  await dana.post('none for the lesson itself', '/api/lessons/check-conflicts', {
    ...weekly,
    id: ids['ann'],
    startTime: '15:50',
  });
  await dana.post('no question', '/api/lessons/check-conflicts', { startTime: '25:00' });
  await dana.post('other times', '/api/lessons/generate-alternatives', { ...weekly, studentId: cy });
  await dana.post('other times for one date', '/api/lessons/generate-alternatives', {
    ...weekly,
    id: ids['ann'],
    lessonDate: '2026-12-08',
    originalDate: '2026-12-08',
  });
  await dana.post('no times on a day off', '/api/lessons/generate-alternatives', {
    ...weekly,
    teacherId: marcus,
    studentId: eve,
    lessonDate: '2026-11-29',
  });
  await dana.get(
    'times for a lesson',
    `/api/lessons/${ids['eve']}/reschedule-suggestions?startDate=2026-12-07&endDate=2026-12-11`,
  );
  await dana.get('times without a range', `/api/lessons/${ids['dee']}/reschedule-suggestions`);
  await dana.get(
    'times in a wrong range',
    `/api/lessons/${ids['dee']}/reschedule-suggestions?startDate=2026-12-07&endDate=2026-12-01`,
  );
  await dana.get('times for nothing', '/api/lessons/nothing/reschedule-suggestions');

  const { ann: anns = '', ben: bens = '', eve: eves = '', dee: dees = '' } = ids;
  await dana.patch('edits one date', `/api/lessons/${anns}/edit`, {
    editScope: 'single',
    originalDate: '2026-12-08',
    lessonDate: '2026-12-09',
    startTime: '15:30',
  });
  await dana.patch('edits one date in place', `/api/lessons/${bens}/edit`, {
    originalDate: '2026-12-08',
    notes: 'Recital pieces',
  });
  await dana.patch('edits a date that it does not have', `/api/lessons/${bens}/edit`, {
    originalDate: '2026-12-09',
    notes: 'x',
  });
  await dana.patch('edits to a time that is taken', `/api/lessons/${bens}/edit`, {
    originalDate: '2026-12-15',
    startTime: '16:15',
    ifFree: true,
  });
  const series = await dana.patch('edits the series from a day on', `/api/lessons/${bens}/edit`, {
    editScope: 'series',
    originalDate: '2026-12-15',
    startTime: '17:00',
    duration: 45,
  });
  noteId(ids, 'ben later', series);
  await dana.patch('edits nothing', '/api/lessons/nothing/edit', { notes: 'x' });
  const before = await dana.patch('edits on an older page', `/api/lessons/${anns}/edit`, {
    originalDate: '2026-12-22',
    notes: 'x',
    revision: '1',
  });
  await dana.patch('edits wrongly', `/api/lessons/${anns}/edit`, {
    editScope: 'all',
    duration: 3,
    startTime: 'noon',
    revision: 'x',
  });
  await dana.put('updates an entry', `/api/lessons/${ids['dentist']}`, {
    startTime: '09:30',
    eventTitle: 'Dentist, Dr. Kay',
    revision: before.revision || undefined,
  });
  const transferred = await dana.put('gives a lesson to another teacher', `/api/lessons/${dees}`, {
    teacherId: marcus,
    startTime: '16:30',
  });
  await dana.put('gives it to a time that is taken', `/api/lessons/${transferred.id}`, {
    teacherId: whitfield,
    lessonDate: '2026-12-01',
    startTime: '16:00',
    ifFree: true,
  });
  const back = await dana.post('takes the lesson back', '/api/undo', { batchId: transferred.batch });
  await dana.get('where it is now', '/api/lessons?from=2026-11-27&to=2026-11-27');
  await dana.post('gives it after all', '/api/undo', { batchId: back.batch });
  await dana.put('updates nothing', '/api/lessons/nothing', { startTime: '10:00' });
  await dana.post('cancels a date', `/api/lessons/${anns}/cancel`, { lessonDate: '2026-12-01' });
  await dana.post('cancels it again', `/api/lessons/${anns}/cancel`, { lessonDate: '2026-12-01' });
  const cancelled = await dana.post('cancels another date', `/api/lessons/${eves}/cancel`, {
    lessonDate: '2026-12-02',
  });
  noteId(ids, 'cancelled', cancelled);
  await dana.post('cancels no date of a series', `/api/lessons/${anns}/cancel`, {});
  await dana.post('cancels nothing', '/api/lessons/nothing/cancel', { lessonDate: '2026-12-01' });
  await dana.patch('restores it', `/api/lessons/${cancelled.id}`, {
    status: 'scheduled',
    revision: cancelled.revision,
  });
  await dana.patch('restores nothing', '/api/lessons/nothing', { status: 'scheduled' });
  await dana.patch('no status', `/api/lessons/${cancelled.id}`, { status: 'done' });
  await dana.patch('moves a lesson', `/api/lessons/${ids['over']}/reschedule`, {
    startTime: '18:00',
    lessonDate: '2026-12-03',
  });
  await dana.patch('moves a series', `/api/lessons/${eves}/reschedule`, {
    startTime: '15:30',
    endTime: '16:30',
    dayOfWeek: 1,
  });
  await dana.patch('moves to a time that is taken', `/api/lessons/${ids['over']}/reschedule`, {
    startTime: '16:10',
    lessonDate: '2026-12-15',
    ifFree: true,
  });
  await dana.patch('moves nothing', '/api/lessons/nothing/reschedule', { startTime: '10:00' });
  await dana.patch('moves wrongly', `/api/lessons/${eves}/reschedule`, { startTime: '16:00', endTime: '15:00' });
  await dana.delete('deletes one date', `/api/lessons/${anns}?lessonDate=2026-12-29`);
  await dana.delete('deletes on an older page', `/api/lessons/${anns}?lessonDate=2026-12-15&revision=0`);
  const deleted = await dana.delete('deletes a lesson', `/api/lessons/${ids['dentist']}`);
  await dana.delete('deletes nothing', '/api/lessons/nothing');
  await dana.get('all lessons', '/api/lessons');
  await dana.get('those of two weeks', '/api/lessons?from=2026-11-30&to=2026-12-13');
  await dana.get('of no weeks', '/api/lessons?from=2026-13-30');
  await dana.get('lessons of an hour ago', '/api/lessons?asOf=2026-11-24T14:10:00Z');
  await dana.get('lessons as a file', '/api/lessons.csv?from=2026-11-23&to=2026-12-13');
  await dana.get('of one teacher', `/api/lessons.csv?from=2026-11-23&to=2026-12-13&teacherId=${marcus}`);
  await dana.get('of ten years', '/api/lessons.csv?from=2026-11-23&to=2036-12-13');
  await dana.get('a day on the road', `/api/day?teacherId=${whitfield}&date=2026-12-01`);
  const today = '2026-11-24';
  await dana.post('arrives', '/api/day/stamps', { lessonId: anns, date: today, kind: 'arrived', at: null });
  await dana.post('is done nowhere', '/api/day/stamps', { lessonId: 'none', date: today, kind: 'done', at: null });
  const late = { teacherId: whitfield, date: today, lessonId: anns };
  const delayed = await dana.post('runs late', '/api/day/delays', { ...late, minutes: 10 });
  await dana.post('runs late without a time', '/api/day/delays', late);
  await dana.post('tells a family', '/api/day/delays/told', {
    teacherId: whitfield,
    date: today,
    told: [{ studentId: ann, minutes: 10 }],
  });
  const repairs = `/api/lessons/${cancelled.id}/repairs`;
  await dana.get('uses a cancelled hour', `${repairs}?lessonDate=2026-12-01`);
  const thursday = { teacherId: whitfield, studentId: ben, lessonDate: '2026-12-03', duration: 30 };
  const early = await dana.post('one on a Thursday', '/api/lessons', { ...thursday, startTime: '14:30' });
  const between = await dana.post('one after it', '/api/lessons', { ...thursday, startTime: '15:30' });
  const last = await dana.post('one later', '/api/lessons', { ...thursday, studentId: cy, startTime: '17:00' });
  await dana.post('cancels the one between', `/api/lessons/${between.id}/cancel`, {});
  const hour = `/api/lessons/${between.id}/repairs`;
  await dana.get('uses its time', `${hour}?lessonDate=2026-12-03`);
  const move = { kind: 'move', lessonId: last.id, originalDate: '2026-12-03', revision: last.revision };
  const changes = [{ ...move, startTime: '16:00' }];
  const ask = (title: string, body: object) => dana.post(title, `${hour}/ask`, { lessonDate: '2026-12-03', ...body });
  const question = textAt((await ask('asks first', { changes })).json, 'repairId');
  await ask('asks for the same time', { changes });
  await ask('asks until a time that is over', { changes, until: '2026-11-24T12:00:00Z' });
  await ask('asks about nothing', { changes: [] });
  await dana.get('what is asked', `/api/repairs?teacherId=${whitfield}`);
  await dana.get('what no one asks', '/api/repairs?teacherId=nobody');
  const answers = `/api/repairs/${question}/answers`;
  await dana.post('of who was not asked', answers, { studentId: ben, answer: 'yes' });
  await dana.post('neither yes nor no', answers, { studentId: cy, answer: 'perhaps' });
  await dana.post('they said no', answers, { studentId: cy, answer: 'no' });
  await dana.post('they said yes after that', answers, { studentId: cy, answer: 'yes' });
  const second = textAt((await ask('asks again', { changes })).json, 'repairId');
  await dana.delete('withdraws the question', `/api/repairs/${second}`);
  await dana.delete('withdraws it again', `/api/repairs/${second}`);
  await dana.delete('withdraws none', '/api/repairs/nothing');
  const repair = await dana.post('moves the later one', hour, { lessonDate: '2026-12-03', changes });
  await dana.post('moves it again', hour, { lessonDate: '2026-12-03', changes });
  await dana.post('moves it back', '/api/undo', { batchId: repair.batch });
  for (const { id } of [early, between, last]) await dana.delete('deletes it', `/api/lessons/${id}`);
  await dana.get('uses one of no lesson', `/api/lessons/nothing/repairs?lessonDate=2026-12-01`);
  await dana.post('repairs nothing', repairs, { lessonDate: '2026-12-01', changes: [] });
  await dana.post('takes the delay back', '/api/undo', { batchId: delayed.batch });
  await dana.get('the history of a series', `/api/lessons/${anns}/history`);
  await dana.get('of a lesson of one date', `/api/lessons/${cancelled.id}/history`);
  await dana.get('of nothing', '/api/lessons/nothing/history');
  await dana.post('undoes the deletion', '/api/undo', { batchId: deleted.batch });
  await dana.post('undoes it again', '/api/undo', { batchId: deleted.batch });
  await dana.post('undoes nothing', '/api/undo', { batchId: 'nothing' });
  await dana.post('undoes what has changed since', '/api/undo', { batchId: series.batch });
  const ended = await dana.call('DELETE', 'ends every series of a student', '/api/lessons/series', {
    studentId: ben,
    teacherId: whitfield,
  });
  await dana.post('takes that back', '/api/undo', { batchId: ended.batch });
  await dana.call('DELETE', 'ends series of no one', '/api/lessons/series', {
    studentId: 'nobody',
    teacherId: whitfield,
  });
  await dana.call('DELETE', 'clears what Sofia has', '/api/lessons/clear', { manual: true, selectedTeachers: [sofia] });
  await dana.call('DELETE', 'clears nothing', '/api/lessons/clear', {});
  const cleared = await dana.call('DELETE', 'clears what Marcus has', '/api/lessons/clear', {
    manual: true,
    optimized: true,
    preScheduled: true,
    myMusicStaff: true,
    selectedTeachers: [marcus],
  });
  await dana.get('the lessons that are left', '/api/lessons');
  await dana.post('takes it back', '/api/undo', { batchId: cleared.batch });
};
