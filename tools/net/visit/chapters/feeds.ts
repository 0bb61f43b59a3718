import { textAt } from '../answers.ts';
import { feedServer, vcalendar, vevent } from '../feed-server.ts';
import { noteId, weekdays, type Chapter } from './cast.ts';

const ann = (lines: Readonly<Record<string, string>> = {}): string =>
  vevent({
    UID: 'ann',
    DTSTART: '20261201T100000',
    DURATION: 'PT45M',
    SUMMARY: 'Ann Lee-Park',
    RRULE: 'FREQ=WEEKLY;COUNT=4',
    ...lines,
  });
const annCancelled = (date: string): string =>
  vevent({
    UID: 'ann',
    'RECURRENCE-ID': `${date}T100000`,
    DTSTART: `${date}T100000`,
    DURATION: 'PT45M',
    SUMMARY: 'Ann Lee-Park',
    STATUS: 'CANCELLED',
  });
const meeting = vevent({ UID: 'staff', SUMMARY: 'Staff meeting', DTSTART: '20261203T100000', DURATION: 'PT1H' });
const ito = vevent({ UID: 'ito', SUMMARY: 'B. Ito', DTSTART: '20261204T110000', DURATION: 'PT30M' });
const night = vevent({ UID: 'night', SUMMARY: 'Concert', DTSTART: '20261204T233000', DURATION: 'PT2H' });
const timeless = vevent({ UID: 'free', SUMMARY: 'Day off', 'DTSTART;VALUE=DATE': '20261205' });

/** Calendars of teachers that Rondo reads: comparing, importing, names, statuses, and what it does by itself. */
export const feeds: Chapter = async (visit, cast) => {
  const { dana, teachers, students, lessons } = cast;
  const server = await feedServer();
  visit.names.fix(server.host, 'feeds.test');
  const address = `http://${server.host}/tess`;
  visit.chapter('feeds', '2026-11-26T15:00:00Z');
  try {
    const added = await dana.post('a teacher with a calendar', '/api/teachers', {
      name: 'Tess Moss',
      phone: '1',
      email: 'tess@example.com',
      address: '3200 Jones Rd, Austin, TX 78745',
      availability: weekdays('09:00', '18:00'),
    });
    const tess = noteId(teachers, 'tess', added);
    const later = (title: string, syncEnabled: boolean) =>
      dana.patch(title, `/api/calendar/sync-state/${tess}`, { syncEnabled });
    await later('no calendar to read', false);
    await dana.put('has a calendar', `/api/teachers/${tess}`, { calendarUrl: address });
    await later('is not read by itself', false);
    await dana.patch('no one’s calendar', '/api/calendar/sync-state/nobody', { syncEnabled: true });
    const state = () => dana.get('how calendars were read', '/api/calendar/sync-state');
    await state();
    await dana.post('a calendar that is not there', '/api/calendar/sync-all');
    server.says('/tess', { body: '<html>No calendar</html>' });
    await dana.post('a page instead of a calendar', '/api/calendar/sync-all');
    server.says('/tess', { body: vcalendar(ann(), annCancelled('20261208'), meeting, ito, night, timeless) });
    await dana.post('compares', '/api/calendar/sync-all');
    await dana.put('a name means a student', '/api/calendar/names', {
      teacherId: tess,
      name: 'B. Ito',
      studentId: students['ben'],
    });
    await dana.put('a name of no one', '/api/calendar/names', { teacherId: tess, name: 'B. Ito', studentId: 'nobody' });
    await dana.put('no name', '/api/calendar/names', { teacherId: 'nobody', name: '', studentId: null });
    const weekly = {
      teacherId: tess,
      studentId: students['dee'],
      lessonDate: '',
      dayOfWeek: 2,
      startTime: '10:00',
      duration: 45,
    };
    noteId(
      lessons,
      'tess',
      await dana.post('a lesson of Rondo’s own', '/api/lessons', { ...weekly, studentId: students['ann'] }),
    );
    await dana.post('compares again', '/api/calendar/sync-all');
    await dana.post('syncs statuses', '/api/calendar/sync-cancellations');
    await dana.post('imports', '/api/calendar/replace-all-appointments');
    await dana.get('the lessons of the weeks', '/api/lessons?from=2026-12-01&to=2026-12-20');
    server.says('/tess', { body: vcalendar(ann({ DURATION: 'PT60M' }), annCancelled('20261215'), ito) });
    const replaced = await dana.post('imports what has changed', '/api/calendar/replace-all-appointments');
    await dana.post('undoes the import', '/api/undo', { batchId: replaced.batch });
    await state();

    const read = 'select from calendar_feeds.states where last_sync_at = (select at from fixed.clock)';
    const sync = async (at: string): Promise<void> => {
      await visit.passTo(at);
      visit.endWaits();
      await visit.until('the calendar to be read', read);
    };
    await later('is read by itself from now on', true);
    await sync('2026-11-26T18:00:00Z');
    server.says('/tess', {
      body: vcalendar(ann({ DURATION: 'PT50M' }), annCancelled('20261201'), annCancelled('20261208'), ito),
      tag: '"2"',
    });
    await sync('2026-11-26T18:10:00Z');
    await later('is no longer read by itself', false);
    await state();
    const notes = await dana.get('what was done', '/api/notifications');
    const note = textAt(notes.json, '0', 'id');
    await dana.post('has read it', `/api/notifications/${note}/read`);
    await dana.post('has read nothing', '/api/notifications/nothing/read');
    await dana.post('undoes what was done', '/api/undo', { batchId: textAt(notes.json, '0', 'metadata', 'batchId') });
    await dana.post('has read everything', '/api/notifications/read');
    await dana.get('everything is read', '/api/notifications');
    await dana.put('forgets the name', '/api/calendar/names', { teacherId: tess, name: 'B. Ito', studentId: null });
    await dana.put('has no calendar any more', `/api/teachers/${tess}`, { calendarUrl: '' });
  } finally {
    server.close();
  }
};
