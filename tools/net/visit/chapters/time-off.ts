import { feedServer, vcalendar, vevent } from '../feed-server.ts';
import type { Chapter } from './cast.ts';

/** Time off: closed days, what they cost, and the lessons that take place all the same. */
export const timeOff: Chapter = async (visit, { dana, stranger, nobody }) => {
  visit.chapter('time-off', '2027-01-05T11:00:00Z');
  const teacher = (
    await dana.post('a teacher', '/api/teachers', {
      name: 'Sam Hill',
      phone: '1',
      email: 's@example.com',
      availability: [],
    })
  ).id;
  const ann = (
    await dana.post('a student', '/api/students', {
      firstName: 'Ann',
      lastName: 'Ray',
      address: '78704',
      perLessonRate: 45,
    })
  ).id;
  const lesson = { teacherId: teacher, studentId: ann, dayOfWeek: 4, startTime: '16:00', duration: 45, lessonDate: '' };
  const weekly = (await dana.post('a weekly lesson', '/api/lessons', lesson)).id;
  await dana.get('no time off', '/api/closures');
  await nobody.get('without signing in', '/api/closures');
  const week = { from: '2027-01-18', to: '2027-01-24', kind: 'holiday', reason: 'Ski week', teacherIds: [teacher] };
  await dana.post('what it would close', '/api/closures/preview', week);
  await dana.post('nothing named', '/api/closures/preview', {});
  await dana.post('backwards', '/api/closures', { ...week, to: '2027-01-17' });
  await dana.post('a stranger’s teacher', '/api/closures', { ...week, teacherIds: ['nobody'] });
  const closed = await dana.post('closes a week', '/api/closures', week);
  const path = `/api/closures/${closed.id}`;
  await dana.get('the closed lesson', '/api/lessons?from=2027-01-18&to=2027-01-24');
  await dana.post('a lesson in it', '/api/lessons/check-conflicts', { ...lesson, id: weekly });
  await dana.get('what is billed', '/api/lessons/billing/studio?startDate=2027-01-01&endDate=2027-01-31');
  const kept = await dana.patch('keeps it', `/api/lessons/${weekly}_20270121`, { status: 'scheduled' });
  await dana.get('with one kept', '/api/closures');
  await dana.post('not kept after all', '/api/undo', { batchId: kept.batch });
  await dana.post('what a change would do', '/api/closures/preview', { id: closed.id, to: '2027-01-20' });
  await dana.patch('shorter', path, { to: '2027-01-20', revision: closed.revision });
  await dana.patch('an older page', path, { to: '2027-01-22', revision: closed.revision });
  await stranger.patch('a closure of another studio', path, { to: '2027-01-22' });
  await dana.post('several at once', '/api/closures/many', {
    closures: [
      { from: '2027-02-15', to: '2027-02-15', kind: 'holiday', reason: 'Presidents’ Day', uid: 'p@example.com' },
      { from: '2027-05-31', to: '2027-05-31', kind: 'holiday', reason: 'Memorial Day', fromTime: '12:00' },
    ],
  });
  await dana.get('in spring', '/api/closures?from=2027-02-01&to=2027-05-01');
  await dana.get('of before', '/api/closures?asOf=2027-01-06T02:01:00Z');
  await dana.get('what happened', '/api/history?kind=timeoff&limit=10');
  const removed = await dana.delete('opens the week', path);
  await dana.delete('no closure', '/api/closures/none');
  await dana.post('closes it again', '/api/undo', { batchId: removed.batch });
  const agreed = {
    from: '2027-01-05',
    tiers: [
      { hours: 48, outcome: { owed: true } },
      { dayBefore: '17:00', outcome: { charge: 50 } },
    ],
  };
  await dana.get('no policy', '/api/policy');
  await dana.post('a policy of yesterday', '/api/policy', { ...agreed, from: '2027-01-04' });
  await dana.post('half a percent', '/api/policy', { ...agreed, noShow: 99.5 });
  await dana.post('no deadlines', '/api/policy', { from: '2027-01-05' });
  const policy = await dana.post('a policy', '/api/policy', agreed);
  await dana.delete('a policy in force', `/api/policy/${policy.id}`);
  await stranger.delete('a policy of another studio', `/api/policy/${policy.id}`);
  const january = { lessonDate: '2027-01-14', by: 'family' };
  await dana.get('what a cancellation comes to', `/api/lessons/${weekly}/cancellation?lessonDate=2027-01-14`);
  await stranger.get('of another studio', `/api/lessons/${weekly}/cancellation?lessonDate=2027-01-14`);
  await dana.post('not as expected', `/api/lessons/${weekly}/cancel`, { ...january, expected: { charge: 100 } });
  await dana.post('without a reason', `/api/lessons/${weekly}/cancel`, { ...january, outcome: { charge: 0 } });
  const off = await dana.post('cancelled in time', `/api/lessons/${weekly}/cancel`, january);
  await dana.patch('waived', `/api/lessons/${off.id}/cancellation`, { outcome: { charge: 0 }, reason: 'Flu' });
  await dana.get('what is owed', '/api/owed?state=all');
  await dana.patch('nothing cancelled', `/api/lessons/${weekly}/cancellation`, { reason: 'Flu' });
  const ends = await dana.post('that ends in March', '/api/policy', { from: '2027-03-01', off: true });
  await dana.get('with its versions', '/api/policy');
  await dana.get('the policy of before', '/api/policy?asOf=2027-01-05T11:00:00Z');
  await dana.delete('and continues', `/api/policy/${ends.id}`);
  const fall = { name: 'Fall 2026', from: '2026-09-01', to: '2027-01-15' };
  await dana.get('no terms', '/api/terms');
  const term = await dana.post('a term', '/api/terms', fall);
  await dana.post('on the same days', '/api/terms', { ...fall, name: 'Winter' });
  await dana.post('a term that ends before', '/api/terms', { ...fall, to: '2026-08-01' });
  await dana.post('a term without a name', '/api/terms', { ...fall, name: ' ' });
  await dana.patch('a shorter one', `/api/terms/${term.id}`, { to: '2026-12-20', revision: term.revision });
  await dana.patch('an older page of it', `/api/terms/${term.id}`, { name: 'Autumn', revision: term.revision });
  await stranger.patch('a term of another studio', `/api/terms/${term.id}`, { name: 'Autumn' });
  await dana.get('one term', '/api/terms');
  await dana.get('the terms of before', '/api/terms?asOf=2027-01-05T11:00:00Z');
  const ended = await dana.delete('no term again', `/api/terms/${term.id}`);
  await dana.post('the term is back', '/api/undo', { batchId: ended.batch });
  await dana.delete('no such term', '/api/terms/none');
  const past = await dana.post('a lesson of yesterday', '/api/lessons', {
    teacherId: teacher,
    studentId: ann,
    startTime: '16:00',
    duration: 45,
    lessonDate: '2027-01-04',
  });
  const days = 'from=2027-01-01&to=2027-01-31';
  await dana.get('no one said who was there', `/api/attendance?${days}`);
  await dana.post('no one was at home, and one lesson ahead', '/api/attendance', {
    entries: [
      { lessonId: past.id, attendance: 'absent', charge: 50, reason: 'Locked out' },
      { lessonId: weekly, date: '2027-01-28', attendance: 'taught' },
    ],
  });
  await stranger.post('the lesson of another studio', '/api/attendance', {
    entries: [{ lessonId: past.id, attendance: 'taught' }],
  });
  await dana.get('who was there', `/api/attendance?${days}`);
  await dana.get('what an absence comes to', '/api/lessons/billing/studio?startDate=2027-01-01&endDate=2027-01-31');
  await dana.get('the report', `/api/attendance/report?${days}`);
  await dana.get('the report as a file', `/api/attendance.csv?${days}`);
  await dana.get('who was there before', `/api/attendance?${days}&asOf=2027-01-05T11:00:00Z`);
  const taught = await dana.post('taught after all', '/api/attendance', {
    entries: [{ lessonId: past.id, attendance: 'taught', minutesLate: 15 }],
  });
  await dana.post('no one was at home again', '/api/undo', { batchId: taught.batch });
  await dana.post('holidays of nowhere', '/api/closures/holidays', { url: 'holidays' });
  await dana.post('holidays of this computer', '/api/closures/holidays', { url: 'http://127.0.0.1/school.ics' });
  const school = await feedServer();
  visit.names.fix(school.host, 'school.test');
  school.says('/days.ics', {
    body: vcalendar(
      vevent({
        UID: 'spring',
        SUMMARY: 'Spring break',
        'DTSTART;VALUE=DATE': '20270315',
        'DTEND;VALUE=DATE': '20270320',
      }),
    ),
  });
  await dana.post('holidays of a school', '/api/closures/holidays', { url: `http://${school.host}/days.ics` });
  school.close();
  await dana.post('no policy any more', '/api/undo', { batchId: policy.batch });
  await dana.get('no drives are kept', `/api/mileage?teacherId=${teacher}&year=2026`);
  // From a day on that the visit does not reach: nothing is kept by itself.
  const mileage = { from: '2100-01-01', country: 'GB', rates: [] };
  await dana.patch('keeps drives', '/api/settings', { mileage, currency: 'GBP' });
  const drive = {
    from: { kind: 'home', id: null, name: 'Home', address: '' },
    to: { kind: 'student', id: ann, name: 'Ann Ray', address: '78704' },
    tenths: 52,
    kind: 'home',
  };
  const drives = `/api/mileage/days/${teacher}/2026-12-30`;
  const corrected = await dana.put('a day of drives', drives, { legs: [drive], reason: 'A concert' });
  await dana.put('without a reason', drives, { legs: [drive], reason: '' });
  await dana.put('a day ahead', `/api/mileage/days/${teacher}/2027-02-01`, { legs: [], reason: 'Nothing' });
  const of2026 = `/api/mileage/years/${teacher}/2026`;
  const year = await dana.put('drives home count', of2026, { homeDrivesCount: true, odometerStart: 61_240 });
  await dana.put('an odometer that runs backwards', of2026, { odometerEnd: 7 });
  await dana.get('the mileage of a year', `/api/mileage?teacherId=${teacher}&year=2026`);
  await dana.get('as a file', `/api/mileage.csv?teacherId=${teacher}&year=2026`);
  await dana.get('of an unknown teacher', '/api/mileage?teacherId=none&year=2026');
  const december = 'from=2026-12-01&to=2026-12-31';
  await dana.get('door to door', `/api/earnings?teacherId=${teacher}&${december}`);
  await dana.get('as a file', `/api/earnings.csv?teacherId=${teacher}&${december}`);
  await dana.get('of more than a year', `/api/earnings?teacherId=${teacher}&from=2026-01-01&to=2027-12-31`);
  await dana.get('of an unknown teacher', `/api/earnings?teacherId=none&${december}`);
  await stranger.put('a foreign day', drives, { legs: [], reason: 'Nothing' });
  await dana.post('no drives home', '/api/undo', { batchId: year.batch });
  await dana.post('no correction', '/api/undo', { batchId: corrected.batch });
  await dana.patch('keeps none', '/api/settings', { mileage: null, currency: 'USD' });
  await dana.delete('the lesson of yesterday goes', `/api/lessons/${past.id}`);
  await dana.delete('the lesson goes', `/api/lessons/${weekly}`);
  await dana.delete('and the student', `/api/students/${ann}`);
  await dana.delete('and the teacher', `/api/teachers/${teacher}`);
};
