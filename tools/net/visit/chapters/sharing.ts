import { rowsAt, textAt } from '../answers.ts';
import { callerOf } from '../visit.ts';
import type { Chapter } from './cast.ts';

/** Calendars that families and teachers subscribe to. */
export const sharing: Chapter = async (visit, cast) => {
  const { dana, nobody, students, teachers } = cast;
  visit.chapter('sharing', '2026-11-25T14:00:00Z');
  const addressOf = (json: unknown): string => new URL(textAt(json, 'subscribableUrl') || 'http://none/').pathname;
  const share = (title: string, path: string) => dana.post(title, `/api/${path}/generate-calendar-url`);
  const family = addressOf((await share('shares with a family', `students/${students['ann']}`)).json);
  await share('again', `students/${students['ann']}`);
  await share('with no one', 'students/nobody');
  const schedule = addressOf((await share('shares with a teacher', `teachers/${teachers['dana']}`)).json);
  await share('with a teacher without planned lessons', `teachers/${teachers['sofia']}`);
  await share('with no teacher', 'teachers/nobody');
  await dana.get('students with their address', '/api/students');
  const google = callerOf(visit, 'Google', 'Google-Calendar-Importer');
  const first = await google.get('the family’s calendar', family);
  await google.get('the teacher’s calendar', schedule, { isBrief: true });
  await google.get('nothing new', family, { headers: { 'If-None-Match': first.headers.get('etag') ?? '' } });
  await google.get('nothing newer', family, {
    headers: { 'If-Modified-Since': first.headers.get('last-modified') ?? '' },
  });
  await google.call('HEAD', 'the head alone', family);
  await google.call('POST', 'a calendar is only read', family, {}, { key: null });
  await nobody.get('an address that no one has', `/feeds/${'a'.repeat(43)}.ics`);
  await nobody.get('an incomplete address', '/feeds/nothing.ics');
  const rows = rowsAt((await dana.get('lessons of a week', '/api/lessons?from=2026-12-07&to=2026-12-13')).json);
  const anns = rows.find((row) => textAt(row, 'studentId') === students['ann']);
  const guss = rows.find((row) => textAt(row, 'studentId') === students['gus']);
  const date = ['07', '08', '09', '10', '11']
    .map((day) => `2026-12-${day}`)
    .find((day) => new Date(day).getUTCDay() === guss?.['dayOfWeek']);
  await dana.post('cancels a lesson', `/api/lessons/${textAt(guss, 'id')}/cancel`, { lessonDate: date });
  await dana.patch('moves a lesson', `/api/lessons/${textAt(anns, 'id')}/edit`, {
    originalDate: textAt(anns, 'originalDate') || '2026-12-08',
    startTime: '14:30',
  });
  await dana.put('changes a name', `/api/students/${students['ann']}`, { lastName: 'Lee-Park' });
  await google.get('the family’s calendar afterwards', family);
  await google.get('the teacher’s calendar afterwards', schedule);
  await visit.passTo('2026-11-25T16:00:00Z');
  visit.endWaits();
  await visit.until(
    'the reads to be counted',
    "select from accounts.feed_tokens where kind = 'teacher' and fetches > 1",
  );
  await share('when it was read', `students/${students['ann']}`);
  await dana.delete('revokes an address', `/api/teachers/${teachers['dana']}/calendar-url`);
  await google.get('an address that was revoked', schedule);
  await share('shares again', `teachers/${teachers['dana']}`);
  await dana.delete('revokes a family’s', `/api/students/${students['ann']}/calendar-url`);
  await dana.delete('again', `/api/students/${students['ann']}/calendar-url`);
  await dana.delete('nobody’s', '/api/students/nobody/calendar-url');
  await dana.delete('no teacher’s', '/api/teachers/nobody/calendar-url');
};
