import type { CalendarAnalysis, CalendarEvent, ReadFeed } from '@rondo/contracts/api/calendar-sync.ts';
import { expect, test } from 'vitest';
import { byFeed, differsText, isSame, replacementOf, statusesOf, statusesText, totalOf } from './differences.ts';

const none = { added: 0, moved: 0, cancelled: 0, restored: 0, unknownNames: 0, untouched: 0, vanished: 0 };

const feed = (teacherId: string, more: Partial<ReadFeed> = {}): ReadFeed => ({
  teacherId,
  teacherName: `Teacher ${teacherId}`,
  ok: true,
  detail: 'Read.',
  events: 0,
  counts: none,
  statuses: { cancels: 0, restores: 0 },
  replacement: { adds: 0, changes: 0, removes: 0, keeps: 0 },
  ignored: [],
  ...more,
});

const event = (key: string, effect: CalendarEvent['effect'], more: Partial<CalendarEvent> = {}): CalendarEvent => ({
  key,
  uid: key,
  title: 'Ann Lee',
  status: 'confirmed',
  date: '2026-11-24',
  startTime: '16:00',
  endTime: '16:45',
  teacherId: 'a',
  match: null,
  effect,
  studentId: null,
  before: null,
  ...more,
});

const row = (lessonId: string, date: string, startTime: string) => ({
  lessonId,
  teacherId: 'a',
  title: 'Recital',
  date,
  startTime,
  endTime: '20:00',
});

const analysis = (more: Partial<CalendarAnalysis>): CalendarAnalysis => ({
  success: true,
  message: '',
  calendarEvents: [],
  vanished: [],
  removed: [],
  unknownNames: [],
  tiedNames: [],
  feeds: [feed('a'), feed('b')],
  ...more,
});

test('differences are listed by teacher and kind', () => {
  const [a, b] = byFeed(
    analysis({
      calendarEvents: [
        event('1', 'add'),
        event('2', 'none'),
        event('3', 'move', { before: { date: '2026-11-23', startTime: '16:00', endTime: '16:45' } }),
        event('4', 'add', { teacherId: 'b' }),
      ],
    }),
  );
  expect(a?.lists.added.map(({ key }) => key)).toEqual(['1']);
  expect(a?.lists.untouched.map(({ key }) => key)).toEqual(['2']);
  expect(a?.lists.moved[0]?.before?.date).toBe('2026-11-23');
  expect(b?.lists.added.map(({ key }) => key)).toEqual(['4']);
  expect(b?.lists.moved).toEqual([]);
});

test('feeds that could not be read come first', () => {
  const feeds = byFeed(analysis({ feeds: [feed('a'), feed('b', { ok: false, detail: 'No.' }), feed('c')] }));
  expect(feeds.map(({ feed: { teacherId } }) => teacherId)).toEqual(['b', 'a', 'c']);
});

test('imported rows that are gone are listed among the cancelled events, by time', () => {
  const [a] = byFeed(
    analysis({
      calendarEvents: [event('cancelled', 'cancel', { match: 'lesson' })],
      vanished: [row('later', '2026-11-24', '17:00'), row('before', '2026-11-24', '09:00')],
    }),
  );
  expect(a?.lists.cancelled.map(({ lessonId, gone }) => [lessonId, gone])).toEqual([
    ['before', true],
    ['lesson', false],
    ['later', true],
  ]);
});

test('an unknown name has its first date, and is added as an appointment', () => {
  const [a] = byFeed(
    analysis({
      calendarEvents: [
        event('late', 'unknown-name', { title: 'Park, trial', date: '2026-12-12' }),
        event('added', 'add', { date: '2026-12-20' }),
      ],
      unknownNames: [{ teacherId: 'a', name: 'Park, trial', events: 1, candidates: [] }],
    }),
  );
  expect(a?.unknown[0]?.first?.date).toBe('2026-12-12');
  expect(a?.adds.map(({ key }) => key)).toEqual(['late', 'added']);
});

test('the counts of all feeds are added up', () => {
  const feeds = byFeed(
    analysis({
      feeds: [
        feed('a', {
          counts: { ...none, cancelled: 2, vanished: 1, untouched: 5 },
          statuses: { cancels: 3, restores: 0 },
          replacement: { adds: 1, changes: 2, removes: 3, keeps: 4 },
        }),
        feed('b', {
          counts: { ...none, cancelled: 1, restored: 1 },
          statuses: { cancels: 1, restores: 1 },
          replacement: { adds: 10, changes: 0, removes: 0, keeps: 0 },
        }),
      ],
    }),
  );
  const counts = totalOf(feeds);
  expect(counts).toEqual({ unknown: 0, cancelled: 4, restored: 1, moved: 0, added: 0, untouched: 5 });
  expect(replacementOf(feeds)).toEqual({ adds: 11, changes: 2, removes: 3, keeps: 4 });
  expect(differsText(counts)).toBe('5\u00a0differences');
  expect(statusesText(statusesOf(feeds))).toBe('Cancels 4 and restores 1.');
});

test('a feed without differences changes no status', () => {
  const counts = { unknown: 0, cancelled: 0, restored: 0, moved: 0, added: 0, untouched: 7 };
  expect(isSame(counts)).toBe(true);
  expect(statusesText({ cancels: 0, restores: 0 })).toBe('No lesson is cancelled or restored in the calendar.');
  expect(statusesText({ cancels: 0, restores: 2 })).toBe('Restores 2.');
});
