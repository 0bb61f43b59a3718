import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTeacher, everyDay } from '../../../testing/studio-fixture.ts';
import { testRondo, type TestRondo } from '../../../testing/test-rondo.ts';
import { ok, refused, type Visitor } from '../../../testing/visitor.ts';
import { feedServer, type FeedServer } from '../../calendars/in/testing/feed-server.ts';

let winterEnds = '20270104';
const winterOnly = (): string =>
  [
    'BEGIN:VCALENDAR',
    'X-WR-CALNAME:Austin ISD',
    'BEGIN:VEVENT',
    'UID:winter',
    'SUMMARY:Winter Break',
    'DTSTART;VALUE=DATE:20261221',
    `DTEND;VALUE=DATE:${winterEnds}`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n');
let file = winterOnly;
let rondo: TestRondo;
let dana: Visitor;
let school: FeedServer;
beforeAll(async () => {
  rondo = await testRondo('2026-11-10T15:00:00Z', { FEEDS_ALLOW_PRIVATE: 'true' });
  dana = await rondo.visitor().register('dana@example.com');
  school = await feedServer((_, response) => {
    response.setHeader('Content-Type', 'text/calendar').end(file());
  });
});
afterAll(async () => {
  await school.close();
  await rondo.stop();
});

test('a school’s holidays are read with what they close, known by their UID once closed, and kept nowhere', async () => {
  const teacherId = await addTeacher(dana, 'Dana Whitfield', everyDay);
  const ann = ok(
    await dana.post('/api/students', { firstName: 'Ann', lastName: 'Lee', address: '1905 S 5th St', zipCode: '78704' }),
  ).id;
  ok(await dana.post('/api/lessons', { teacherId, studentId: ann, dayOfWeek: 4, startTime: '16:00', duration: 45 }));
  const read = async () => ok(await dana.post('/api/closures/holidays', { url: `${school.url}/school.ics` }));
  const winter = {
    uid: 'winter',
    title: 'Winter Break',
    from: '2026-12-21',
    to: '2027-01-03',
    timed: false,
    lessons: 2,
  };
  expect(await read()).toEqual({
    name: 'Austin ISD',
    leftOut: 0,
    days: [{ ...winter, closureId: null, changed: false, closed: null }],
  });
  expect(ok(await dana.get('/api/closures'))).toEqual([]);
  const { from, to, uid } = winter;
  const [closure] = ok(await dana.post('/api/closures/many', { closures: [{ from, to, uid, kind: 'holiday' }] }));
  expect((await read()).days).toMatchObject([{ ...winter, closureId: closure.id, changed: false }]);
  winterEnds = '20270105';
  expect((await read()).days).toMatchObject([{ to: '2027-01-04', changed: true, closed: { from, to }, lessons: 2 }]);
  expect(refused(await dana.post('/api/closures/holidays', { url: 'school' }))[0]).toBe(400);
});

test('what is no calendar is refused, and entries that no closure can be are left out and counted', async () => {
  const before = ok(await dana.get('/api/closures'));
  const url = `${school.url}/school.ics`;
  const read = () => dana.post('/api/closures/holidays', { url });
  const event = (uid: string, ...lines: string[]) => ['BEGIN:VEVENT', `UID:${uid}`, ...lines, 'END:VEVENT'];
  const calendar = (...events: readonly string[][]) =>
    ['BEGIN:VCALENDAR', ...events.flat(), 'END:VCALENDAR', ''].join('\r\n');
  for (const address of ['school', 'ftp://school.example/days.ics', `${school.url} x`, 'http://[::1]:22/days.ics'])
    expect((await dana.post('/api/closures/holidays', { url: address })).status, address).toBe(400);
  file = () => '<!doctype html><p>Not here</p>';
  expect(refused(await read())).toEqual([
    400,
    'This address leads to a web page, not to a calendar. Copy the address of the calendar feed.',
  ]);
  file = () =>
    calendar(
      event('backwards', 'DTSTART;VALUE=DATE:20270110', 'DTEND;VALUE=DATE:20270101'),
      event('decades', 'DTSTART;VALUE=DATE:20261201', 'DTEND;VALUE=DATE:20461201'),
      event('one day', 'SUMMARY:Staff day', 'DTSTART;VALUE=DATE:20270115'),
    );
  expect(ok(await read())).toMatchObject({ days: [{ uid: 'one day', to: '2027-01-15' }], leftOut: 2 });
  file = () => calendar(event('endless', 'DTSTART;VALUE=DATE:20261110', 'RRULE:FREQ=DAILY'));
  expect(ok(await read()).days).toHaveLength(400);
  file = () => calendar(...Array.from({ length: 10_000 }, (_, i) => event(`day ${i}`, 'DTSTART;VALUE=DATE:20270301')));
  const many = ok(await read());
  expect([many.days.length, many.leftOut]).toEqual([400, 9600]);
  expect(ok(await dana.get('/api/closures'))).toEqual(before);
}, 60_000);
