import { rowsAt, textAt } from '../answers.ts';
import type { Chapter } from './cast.ts';

const aWeekFurther = '2026-11-30';

/** Runs of the optimizer: plans that are accepted, rejected, extended, withdrawn and undone, their reports, single students, streams. */
export const plans: Chapter = async (visit, cast) => {
  const { dana, stranger, teachers, students, lessons: ids } = cast;
  const { dana: whitfield = '', marcus = '', sofia = '' } = teachers;
  const { ann, ben, cy, dee, eve, fay, gus, hal } = students;
  visit.chapter('plans', '2026-11-24T20:00:00Z');
  const decide = (title: string, id: string, status: string) =>
    dana.patch(title, `/api/optimization-reports/${id}/status`, { status });
  await dana.get('no reports', '/api/optimization-reports');
  await dana.get('no newest one', '/api/optimization-reports/latest');
  await dana.get('when a plan begins', `/api/schedule/first-day?teacherId=${whitfield}`);
  await dana.get('of no one', '/api/schedule/first-day?teacherId=nobody');
  await dana.post('plans nothing', '/api/schedule/generate', {});
  await dana.post('for a student who does not exist', '/api/schedule/generate', {
    teacherIds: [whitfield],
    studentIds: ['nobody'],
  });
  await dana.post('for a teacher without hours', '/api/schedule/generate', { teacherIds: [sofia], studentIds: [dee] });
  await dana.post('for a student without hours', '/api/schedule/generate', {
    teacherIds: [whitfield],
    studentIds: [hal],
  });
  const generate = { teacherIds: [whitfield], studentIds: [ann, ben, cy, gus], startsOn: aWeekFurther };
  const first = await dana.post('plans four students', '/api/schedule/generate', generate);
  const report = textAt(first.json, 'optimizationReports', whitfield, 'reportId');
  cast.reports['first'] = report;
  await dana.post('repeats the call', '/api/schedule/generate', generate, { key: 'net plans-9', isBrief: true });
  await dana.get('the lessons while it is pending', '/api/lessons?from=2026-11-30&to=2026-12-13');
  await dana.get('reports', '/api/optimization-reports');
  await dana.get('the report', `/api/optimization-reports/${report}`);
  await dana.get('no report', '/api/optimization-reports/nothing');
  await dana.post('keeps what a family was asked', `/api/optimization-reports/${report}/wishes`, {
    studentId: ann,
    window: { dayOfWeek: 1, startTime: '16:00', endTime: '18:00' },
  });
  await decide('no decision', report, 'perhaps');
  const accepted = await decide('accepts it', report, 'accepted');
  await decide('accepts it again', report, 'accepted');
  await decide('rejects it now', report, 'rejected');
  await decide('decides on nothing', 'nothing', 'accepted');
  await dana.get('the lessons afterwards', '/api/lessons?from=2026-11-30&to=2026-12-13');
  await dana.post('undoes the decision', '/api/undo', { batchId: accepted.batch });
  const reopened = await dana.get('reports afterwards', '/api/optimization-reports');
  await decide('decides on the report that was undone', report, 'accepted');
  const open = rowsAt(reopened.json, 'reports').find((row) => textAt(row, 'status') === 'pending');
  await decide('accepts it after all', textAt(open, 'id'), 'accepted');

  const stream = { headers: { Accept: 'text/event-stream' } };
  const second = await dana.post(
    'streams a run of two teachers',
    '/api/schedule/generate',
    {
      teacherIds: [marcus, whitfield],
      studentIds: [eve, fay, dee],
      startsOn: '2026-12-07',
      lessonWorth: 30,
    },
    stream,
  );
  const newest = await dana.get('the newest run', '/api/optimization-reports/latest');
  const marcuss = textAt(newest.json, 'reportData', marcus, 'reportId');
  await dana.post('stops a run that has ended', '/api/schedule/generate/stop', {
    runId: textAt(newest.json, 'reportData', marcus, 'runId'),
  });
  await dana.post('stops nothing', '/api/schedule/generate/stop', {});
  await dana.post(
    'streams a run that is refused',
    '/api/schedule/generate',
    { teacherIds: [sofia], studentIds: [dee] },
    stream,
  );
  await decide('rejects one', marcuss, 'rejected');
  await dana.post('undoes the run', '/api/undo', { batchId: second.batch });
  const third = await dana.post('plans for Marcus again', '/api/schedule/generate', {
    teacherIds: [marcus],
    studentIds: [eve, fay, dee],
    startsOn: '2026-12-07',
  });
  const extended = await dana.post('extends the plan', '/api/schedule/generate', {
    teacherIds: [marcus],
    studentIds: [fay, cy],
    startsOn: '2026-12-07',
  });
  await decide('the one that was extended', textAt(third.json, 'optimizationReports', marcus, 'reportId'), 'accepted');
  await decide('accepts the extension', textAt(extended.json, 'optimizationReports', marcus, 'reportId'), 'accepted');

  await dana.post('adds one student', '/api/students/optimize', { studentId: hal, optimizationType: 'add-only' });
  await dana.post('adds one who is placed', '/api/students/optimize', { studentId: ann, optimizationType: 'add-only' });
  await dana.put('Hal gets a teacher', `/api/students/${hal}`, {
    availability: [{ dayOfWeek: 4, startTime: '14:00', endTime: '18:00' }],
  });
  await dana.put('namely Dana', `/api/students/${hal}/teacher`, { teacherId: whitfield });
  await dana.post('adds Hal', '/api/students/optimize', { studentId: hal, optimizationType: 'add-only' });
  const again = await dana.post('plans the week again', '/api/students/optimize', {
    studentId: hal,
    optimizationType: 'reoptimize',
  });
  await dana.post('nobody', '/api/students/optimize', { studentId: 'nobody', optimizationType: 'reoptimize' });
  await dana.post('no way to do it', '/api/students/optimize', { studentId: hal, optimizationType: 'better' });
  await dana.call('DELETE', 'withdraws the pending plan', '/api/schedule/generated', { teacherId: whitfield });
  await dana.post('undoes what is withdrawn', '/api/undo', { batchId: again.batch });
  await dana.call('DELETE', 'withdraws for no one', '/api/schedule/generated', { teacherId: 'nobody' });
  const deleted = await dana.delete('deletes a report', `/api/optimization-reports/${marcuss}`);
  await dana.delete('deletes it again', `/api/optimization-reports/${marcuss}`);
  await dana.post('undoes the deletion', '/api/undo', { batchId: deleted.batch });
  await dana.get('the history of a lesson that was planned', `/api/lessons/${ids['ann']}/history`);
  const all = rowsAt((await dana.get('all lessons', '/api/lessons')).json);
  const placed = all.find(
    (row) => row['source'] === 'optimized' && row['lessonDate'] === '' && row['validTo'] === null,
  );
  const lessonIds = [textAt(placed, 'id'), 'nothing'];
  await dana.post('pins a lesson', '/api/lessons/pins', { lessonIds, pinned: true, until: '2027-03-31' });
  await dana.post('pins it again', '/api/lessons/pins', { lessonIds, pinned: true, until: '2027-03-31' });
  await dana.post('pins it into the past', '/api/lessons/pins', { lessonIds, pinned: true, until: '2026-11-01' });
  await dana.post('pins none', '/api/lessons/pins', { lessonIds: [], pinned: true });
  await dana.get('the lessons with the pin', '/api/lessons?from=2026-12-14&to=2026-12-20');
  await dana.get('the history of the pin', '/api/history?limit=1');
  await dana.post('unpins it', '/api/lessons/pins', { lessonIds, pinned: false });

  const curve = { teacherIds: [whitfield], studentIds: [ann, ben, cy, gus], startsOn: '2026-12-14' };
  await dana.post('asks what calls to families are worth', '/api/schedule/curve', curve);
  await dana.post('the same, streamed', '/api/schedule/curve', { ...curve, tolerance: 15, callWorth: 30 }, stream);
  await dana.post('of two teachers', '/api/schedule/curve', { ...curve, teacherIds: [whitfield, marcus] });
  await dana.post('of a call worth nothing', '/api/schedule/curve', { ...curve, callWorth: 0 });

  const none = await dana.delete('deletes all reports', '/api/optimization-reports');
  await dana.post('undoes that', '/api/undo', { batchId: none.batch });
  await dana.get('the reports are back', '/api/optimization-reports');

  await stranger.post('a stranger loads the sample studio', '/api/sample-studio');
  await stranger.get('it is loaded', '/api/sample-studio');
  await stranger.post('again', '/api/sample-studio');
  await stranger.patch('plans for long', '/api/settings', { optimizerSeconds: 120 });
  await stopped(visit, cast);
  const address = '1100 S Lamar Blvd, Austin, TX 78704';
  await dana.post('where a pupil of an address would fit', '/api/students/fits', { address, duration: 45 });
  await dana.post('where Hal would fit', '/api/students/fits', { studentId: hal });
};

/**
 * Stops a run that waits for its turn: as soon as the run before it has left, it ends with the first plan that it finds. A run that is stopped while it
 * is being solved would end with the plan of that moment.
 */
const stopped: Chapter = async (visit, { dana, stranger, teachers, students }) => {
  const { database, url } = visit.world;
  const [teacherList, studentList] = [await stranger.peek('/api/teachers'), await stranger.peek('/api/students')];
  const long = {
    teacherIds: Object.keys(Object(teacherList)).map((at) => textAt(teacherList, at, 'id')),
    studentIds: Object.keys(Object(studentList)).map((at) => textAt(studentList, at, 'id')),
  };
  const user = textAt(await dana.peek('/api/user'), 'id');
  const leave = new AbortController();
  const before = fetch(`${url}/api/schedule/generate`, {
    method: 'POST',
    signal: leave.signal,
    headers: { Cookie: stranger.caller.cookie ?? '', 'Content-Type': 'application/json', Accept: 'text/event-stream' },
    body: JSON.stringify(long),
  });
  await (await before).body?.getReader().read();
  const body = {
    teacherIds: [teachers['sofia'], teachers['dana']],
    studentIds: [students['dee'], students['cy']],
    startsOn: '2026-12-14',
  };
  const waiting = dana.post('streams a run that waits', '/api/schedule/generate', body, {
    headers: { Accept: 'text/event-stream' },
  });
  const runs = 'select run_id from planner.runs where studio_id = $1';
  await visit.until('the run to wait', runs, [user]);
  const { rows } = await database.client.query<{ run_id: string }>(runs, [user]);
  await dana.post('stops it', '/api/schedule/generate/stop', { runId: rows[0]?.run_id }, { isUnderWay: true });
  leave.abort();
  await waiting;
};
