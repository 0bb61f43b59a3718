import type { FamilyChanges, LessonChange } from '@rondo/contracts/api/history/changes.ts';
import { expect, test } from 'vitest';
import { calendarText, familiesOf, lineOf, soonText, untilOf } from './families.ts';

const place = { timeZone: 'America/Chicago', today: '2026-11-29' };
const dana = { id: 'dana', name: 'Dana Whitfield' };
const marcus = { id: 'marcus', name: 'Marcus Hill' };

const dated = {
  date: '2026-12-01',
  dayOfWeek: 2,
  startTime: '15:15',
  endTime: '16:00',
  duration: 45,
  teacher: dana,
  address: null,
} as const;
const weekly = { ...dated, date: null, dayOfWeek: 3 } as const;
const change = (one: Partial<LessonChange>): LessonChange => ({
  kind: 'moved',
  lessonId: 'lesson',
  date: '2026-12-01',
  weekly: null,
  closure: null,
  before: null,
  after: null,
  text: '',
  ...one,
});
const ofWeeks = { date: null, weekly: { from: '2026-12-02', to: null } };

test.each<[Partial<LessonChange>, string | null, string]>([
  [{ kind: 'cancelled', before: dated }, null, 'Tue, Dec 1, 3:15\u00a0PM, cancelled'],
  [{ kind: 'restored', after: dated }, null, 'Tue, Dec 1, 3:15\u00a0PM, takes place after all'],
  [{ kind: 'added', ...ofWeeks, after: weekly }, null, 'Wednesdays 3:15\u00a0PM, new, from Dec 2'],
  [
    { kind: 'ended', date: null, weekly: { from: '2026-12-02', to: '2026-12-30' }, before: weekly },
    null,
    'Wednesdays 3:15\u00a0PM, none, from Dec 2 to Dec 30',
  ],
  [
    { before: dated, after: { ...dated, date: '2026-12-04', dayOfWeek: 5, startTime: '14:45' } },
    'Tue, Dec 1, 3:15\u00a0PM',
    ', now Fri, Dec 4, 2:45\u00a0PM',
  ],
  [
    { ...ofWeeks, before: weekly, after: { ...weekly, startTime: '18:00' } },
    'Wednesdays 3:15\u00a0PM',
    ', now 6:00\u00a0PM, from Dec 2',
  ],
  [
    { kind: 'edited', before: dated, after: { ...dated, duration: 60, teacher: marcus, address: '1 Main St' } },
    null,
    'Tue, Dec 1, 3:15\u00a0PM, now 60\u00a0min, with Marcus Hill, at 1 Main St',
  ],
])('a change in short: %o', (one, left, text) => {
  expect(lineOf(change(one))).toEqual({ left, text });
});

const row = (name: string, one: Partial<FamilyChanges> = {}): FamilyChanges => ({
  studentId: name,
  name,
  phone: null,
  email: null,
  toldUntil: null,
  calendar: null,
  until: '2026-11-29T12:00:00.000000Z',
  message: '',
  family: { id: name, message: `to ${name}` },
  changes: [change({ kind: 'cancelled', before: dated })],
  ...one,
});

test('students of one family stand together, and the soonest change comes first', () => {
  const parks = { id: 'Mia Park', message: 'to the Parks' };
  const late = [change({ kind: 'cancelled', date: '2026-12-14', before: dated })];
  const listed = [
    row('Leo Vance', { changes: late, until: '2026-11-29T12:00:01.000000Z' }),
    row('Mia Park', { family: parks, changes: late }),
    row('Theo Park', { family: parks }),
  ];
  expect(familiesOf(listed).map(({ name, soonest, message }) => [name, soonest, message])).toEqual([
    ['Mia Park and Theo Park', '2026-12-01', 'to the Parks'],
    ['Leo Vance', '2026-12-14', 'to Leo Vance'],
  ]);
  expect(untilOf(listed)).toBe('2026-11-29T12:00:01.000000Z');
});

test.each([
  ['2026-11-29', 'Today'],
  ['2026-11-30', 'Tomorrow'],
  ['2026-12-02', 'In 3 days'],
  ['2026-12-03', null],
])('a change on %s is soon: %s', (date, text) => {
  expect(soonText(date, place.today)).toBe(text);
});

test('the calendar of a family says whether it has the changes', () => {
  const read = { lastFetchedAt: '2026-11-30T01:20:00.000Z', lastFetchedBy: 'Apple', changedSince: false } as const;
  const [told, never] = [{ toldUntil: '2026-11-12T18:00:00Z' }, { ...read, lastFetchedAt: null, lastFetchedBy: null }];
  expect(calendarText([row('Leo')], place)).toBe('No calendar shared. Never told');
  expect(calendarText([row('Leo', told)], place)).toBe('No calendar shared. Told up to Nov 12');
  expect(calendarText([row('Leo', { calendar: never })], place)).toBe(
    'The calendar is shared and was not read yet. Never told',
  );
  expect(calendarText([row('Leo', { calendar: read })], place)).toBe(
    'Apple read the calendar today at 7:20\u00a0PM, after the change',
  );
  const behind = { ...read, lastFetchedAt: '2026-11-27T18:00:00Z', lastFetchedBy: null, changedSince: true };
  expect(calendarText([row('Mia', { calendar: read }), row('Theo', { calendar: behind })], place)).toBe(
    'An app read the calendar on Nov 27 at 12:00\u00a0PM, before the change',
  );
});
