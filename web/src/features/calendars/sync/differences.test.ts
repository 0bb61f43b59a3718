import type { CalendarAnalysis, CalendarEvent, ReadFeed } from '@rondo/contracts/api/calendars/calendar-sync.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  byFeed,
  countsOf,
  differsText,
  isEmptied,
  isRefused,
  isSame,
  kinds,
  namesToLink,
  replacementOf,
  statusesOf,
  statusesText,
} from './differences.ts';

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
  ignoredCount: 0,
  unreadCount: 0,
  stays: 0,
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
  replacing: 'none',
  studentId: null,
  before: null,
  past: null,
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

test('imported rows that are gone are listed apart from cancelled events, by time', () => {
  const [a] = byFeed(
    analysis({
      calendarEvents: [event('cancelled', 'cancel', { match: 'lesson' })],
      vanished: [row('later', '2026-11-24', '17:00'), row('before', '2026-11-24', '09:00')],
    }),
  );
  expect(a?.lists.cancelled.map(({ lessonId }) => lessonId)).toEqual(['lesson']);
  expect(a?.lists.gone.map(({ lessonId }) => lessonId)).toEqual(['before', 'later']);
});

const unknownName = { teacherId: 'a', name: 'Park, trial', events: 2, candidates: [] };

test('an unknown name is counted once, and has its first date', () => {
  const feeds = byFeed(
    analysis({
      calendarEvents: [
        event('first', 'unknown-name', { title: 'Park, trial', date: '2026-12-12' }),
        event('second', 'unknown-name', { title: 'Park, trial', date: '2026-12-19' }),
        event('added', 'add', { date: '2026-12-20' }),
      ],
      unknownNames: [unknownName],
    }),
  );
  const [a] = feeds;
  expect(countsOf(feeds)).toMatchObject({ unknown: 1, added: 1, untouched: 0 });
  expect(a?.lists.unknown[0]?.first?.date).toBe('2026-12-12');
  expect(namesToLink(feeds)).toBe(1);
});

test('an unknown name that was imported is still listed, but is no difference', () => {
  const feeds = byFeed(
    analysis({
      calendarEvents: [
        event('first', 'unknown-name', { title: 'Park, trial', match: 'imported' }),
        event('second', 'unknown-name', { title: 'Park, trial', match: 'imported too' }),
      ],
      unknownNames: [unknownName],
    }),
  );
  expect(countsOf(feeds).unknown).toBe(1);
  expect(feeds[0]?.lists.unknown[0]?.isImported).toBe(true);
  expect(namesToLink(feeds)).toBe(0);
  expect(feeds.every(isSame)).toBe(true);
});

test('an imported appointment without a student that moves is listed among what changes, too', () => {
  const before = { date: '2026-12-12', startTime: '12:00', endTime: '13:00' };
  const feeds = byFeed(
    analysis({
      calendarEvents: [
        event('moved', 'unknown-name', { title: 'Park, trial', match: 'imported', replacing: 'change', before }),
      ],
      unknownNames: [unknownName],
    }),
  );
  expect(countsOf(feeds)).toMatchObject({ unknown: 1, moved: 1 });
  expect(feeds[0]?.lists.moved[0]?.before).toEqual(before);
  expect(feeds[0]?.lists.unknown[0]?.first?.before).toBeNull();
  expect(feeds.every(isSame)).toBe(false);
});

test('what replacing does is listed as the server says, whatever the effect on the schedule', () => {
  const [a] = byFeed(
    analysis({
      calendarEvents: [
        event('new', 'unknown-name', { replacing: 'add' }),
        event('new id', 'none', { match: 'imported', replacing: 'add' }),
        event('restored', 'restore', { match: 'imported', replacing: 'change' }),
        event('kept', 'unknown-name', { match: 'imported', replacing: 'keep' }),
      ],
    }),
  );
  expect(a?.adds.map(({ key }) => key)).toEqual(['new', 'new id']);
  expect(a?.changes.map(({ key }) => key)).toEqual(['restored']);
});

test('a feed that differs but replaces nothing is recognized, and one that suddenly has no events', () => {
  const vanished = [row('lesson', '2026-11-24', '17:00')];
  const feeds = byFeed(
    analysis({
      vanished,
      calendarEvents: [event('1', 'add', { teacherId: 'b' })],
      feeds: [feed('a'), feed('b', { events: 2001 }), feed('c'), feed('d', { ok: false })],
    }),
  );
  const by = Object.fromEntries(feeds.map((of) => [of.feed.teacherId, [isRefused(of), isEmptied(of)]]));
  expect(by).toEqual({ a: [true, true], b: [true, false], c: [false, false], d: [false, false] });
});

const anyEvent = fc
  .record({
    teacherId: fc.constantFrom('a', 'b'),
    effect: fc.constantFrom('none', 'cancel', 'restore', 'add', 'move', 'unknown-name'),
    match: fc.constantFrom(null, 'lesson'),
    status: fc.constantFrom('confirmed', 'cancelled'),
    replacing: fc.constantFrom('none', 'add', 'change', 'keep', 'remove'),
  })
  .map(({ effect, ...more }) => event(`${effect} ${more.teacherId}`, effect, more));

test('each count is the number of rows in its lists, and every date is in one unless only its name is unknown', () =>
  fc.assert(
    fc.property(fc.array(anyEvent), fc.nat(5), (calendarEvents, vanished) => {
      const feeds = byFeed(
        analysis({
          calendarEvents,
          vanished: Array.from({ length: vanished }, (_, i) => row(`row ${i}`, '2026-11-24', '17:00')),
          unknownNames: [unknownName],
        }),
      );
      const counts = countsOf(feeds);
      for (const kind of kinds)
        expect(counts[kind]).toBe(feeds.flatMap(({ lists }): readonly unknown[] => lists[kind]).length);
      const { unknown: _, gone, ...ofDates } = counts;
      const nameless = calendarEvents.filter(
        ({ effect, replacing }) => effect === 'unknown-name' && replacing !== 'change',
      ).length;
      expect(gone).toBe(vanished);
      expect(Object.values(ofDates).reduce((all, one) => all + one, nameless)).toBe(calendarEvents.length);
    }),
  ));

test('what the actions do to all feeds is added up', () => {
  const feeds = byFeed(
    analysis({
      feeds: [
        feed('a', {
          statuses: { cancels: 3, restores: 0 },
          replacement: { adds: 1, changes: 2, removes: 3, keeps: 4 },
        }),
        feed('b', {
          statuses: { cancels: 1, restores: 1 },
          replacement: { adds: 10, changes: 0, removes: 0, keeps: 0 },
        }),
      ],
    }),
  );
  expect(replacementOf(feeds)).toEqual({ adds: 11, changes: 2, removes: 3, keeps: 4 });
  expect(statusesText(statusesOf(feeds))).toBe('Cancels 4 and restores 1.');
});

test('a feed says how far it is from the schedule', () => {
  const calendarEvents = [event('1', 'cancel'), event('2', 'none'), event('3', 'none', { teacherId: 'b' })];
  const feeds = byFeed(analysis({ calendarEvents }));
  expect(feeds.map(differsText)).toEqual(['1\u00a0difference', 'no differences']);
  expect(statusesText({ cancels: 0, restores: 0 })).toBe('Nothing is cancelled or restored.');
  expect(statusesText({ cancels: 0, restores: 2 })).toBe('Restores 2.');
});
