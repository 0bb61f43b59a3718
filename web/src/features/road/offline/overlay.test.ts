import type { RoadDay, Stop } from '@rondo/contracts/api/road/day.ts';
import { expect, test } from 'vitest';
import type { Entry, WaitingCall } from './entries.ts';
import { waitsText, withAttendance, withDelay, withEntries } from './overlay.ts';

const stop = (name: string, startTime: string, endTime: string, drive: number): Stop => ({
  lessonId: name,
  originalDate: '2026-12-01',
  revision: '1',
  entryType: 'lesson',
  status: 'manual',
  closedReason: null,
  studentId: `student ${name}`,
  familyId: `student ${name}`,
  title: name,
  startTime,
  endTime,
  duration: 45,
  address: null,
  latitude: null,
  longitude: null,
  precision: null,
  drive: { minutes: drive, source: 'map', map: drive, own: null, notice: null },
  leaveBy: null,
  contact: null,
  doorNote: null,
  notes: null,
  lastNote: null,
  attendance: null,
  stamps: { arrived: null, done: null },
  estimate: null,
  told: null,
});

// Home 12 Ann 10 Ben 15 Cy 20 home.
const day: RoadDay = {
  teacherId: 'dana',
  teacherName: 'Dana Whitfield',
  date: '2026-12-01',
  timeZone: 'America/Chicago',
  asOf: '2026-12-01T18:00:00Z',
  home: { address: 'Home', latitude: 1, longitude: 1 },
  minutesBetween: 0,
  leaveHomeBy: '14:48',
  homeAt: '18:20',
  figures: { lessons: 3, driving: 57, waiting: 35 },
  stops: [stop('Ann', '15:00', '15:45', 12), stop('Ben', '16:00', '16:45', 10), stop('Cy', '17:15', '18:00', 15)],
  delay: null,
  asked: [],
};

let ids = 0;
const entryOf = (call: WaitingCall, refused: string | null = null): Entry => {
  ids += 1;
  const rest = { key: `${ids}`, at: 0, title: '', timeZone: day.timeZone, isTried: false, isTooOld: false };
  return { id: ids, call, refused, ...rest };
};

/** A stamp at a time of that day in Chicago. */
const stamp = (lessonId: string, kind: 'arrived' | 'done', time: string | null): WaitingCall => ({
  name: 'POST /api/day/stamps',
  input: { body: { lessonId, date: day.date, kind, at: time === null ? null : `2026-12-01T${time}:00-06:00` } },
});

const estimates = ({ stops }: RoadDay) => stops.map(({ estimate }) => estimate);

test('a stamp that waits moves the day as the server would', () => {
  const late = withEntries(day, [entryOf(stamp('Ann', 'arrived', '15:17'))]);
  expect(estimates(late)).toEqual([
    { startTime: '15:17', endTime: '16:02', late: 17 },
    { startTime: '16:12', endTime: '16:57', late: 12 },
    null,
  ]);
  expect(late.homeAt).toBe('18:20');
  expect(late.stops[1]?.leaveBy).toBe('16:02');
  const done = withEntries(day, [entryOf(stamp('Ann', 'arrived', '15:17')), entryOf(stamp('Ann', 'done', '15:58'))]);
  expect(estimates(done)[1]).toEqual({ startTime: '16:08', endTime: '16:53', late: 8 });
});

test('the newest stamp counts, one that is taken back is none, and what is refused is not shown', () => {
  const back = withEntries(day, [entryOf(stamp('Ann', 'arrived', '15:17')), entryOf(stamp('Ann', 'arrived', null))]);
  expect(back.stops[0]?.stamps.arrived).toBeNull();
  expect(estimates(back)).toEqual([null, null, null]);
  expect(withEntries(day, [entryOf(stamp('Ann', 'arrived', '15:17'), 'No.')])).toBe(day);
  const tomorrow = { ...day, date: '2026-12-02' };
  expect(withEntries(tomorrow, [entryOf(stamp('Ann', 'arrived', '15:17'))]).stops[0]?.stamps.arrived).toBeNull();
});

test('a report without a network moves the day, its end too, and on time again is the plan', () => {
  const [, ben] = day.stops;
  if (!ben) throw new Error('No stop.');
  const late = withDelay(day, ben, 30);
  expect(estimates(late)).toEqual([
    null,
    { startTime: '16:30', endTime: '17:15', late: 30 },
    { startTime: '17:30', endTime: '18:15', late: 15 },
  ]);
  expect(late.homeAt).toBe('18:35');
  expect(late.delay).toMatchObject({ lessonId: 'Ben', minutes: 30, startTime: '16:30' });
  const again = withDelay(late, ben, 0);
  expect(estimates(again)).toEqual([null, null, null]);
  expect(again.homeAt).toBe('18:20');
});

test('of one day the private note is shown', () => {
  const note = (kind: 'family' | 'private', text: string): WaitingCall => ({
    name: `PUT /api/students/:id/${kind}-notes/:date`,
    input: { params: { id: 'student Ann', date: day.date }, body: { text, revision: '0' } },
  });
  const family = entryOf(note('family', 'Well done.'));
  expect(withEntries(day, [family]).stops[0]?.lastNote).toEqual({ date: day.date, kind: 'family', text: 'Well done.' });
  const both = withEntries(day, [entryOf(note('private', 'Scales.')), family]);
  expect(both.stops[0]?.lastNote).toEqual({ date: day.date, kind: 'private', text: 'Scales.' });
});

test('attendance that waits is shown as set', () => {
  const lesson = {
    lessonId: 'Ann',
    title: 'Ann',
    studentId: 'student Ann',
    attendance: null,
    minutesLate: 0,
    charge: 50,
    reason: null,
    text: null,
    sentence: '',
  };
  const call: WaitingCall = {
    name: 'POST /api/attendance',
    input: { body: { entries: [{ lessonId: 'Ann', date: day.date, attendance: 'absent' }] } },
  };
  const attended = { date: day.date, lessons: [lesson], isLoaded: true };
  expect(withAttendance(attended, [entryOf(call)]).lessons).toEqual([
    { ...lesson, attendance: 'absent', text: waitsText },
  ]);
});
