import { closedOn, type Closure } from '@rondo/contracts/calendar/closures/closures.ts';
import type { Lesson } from '@rondo/contracts/events/schedule/lesson.ts';
import { expect, test } from 'vitest';
import { analyze } from './analysis/analyze.ts';
import { believedMissing, nextRead } from './applied.ts';
import { automaticChanges } from './auto-sync.ts';
import type { Applied } from './feed-states.ts';
import type { FeedDate } from './reading/read-feed.ts';
import { statusChanges } from './sync-commands.ts';
import { cancelledOn, feedDate, imported, optimizedSeries, rowsOf } from './testing/rows.ts';

const [from, to, tuesday, thursday] = ['2026-11-23', '2027-05-24', '2026-11-24', '2026-11-26'];
const closure = { from: tuesday, to: thursday, fromTime: null, toTime: null, teacherIds: null };
const closed: Closure[] = [
  {
    closureId: 'break',
    states: [
      {
        at: '2026-11-01T00:00',
        recordedAt: '2026-11-01T00:00:00Z',
        closure: { ...closure, reason: null, money: 'refund' },
      },
    ],
  },
];
const series = optimizedSeries('B1', 'ann', 2, 16 * 60);
const event = feedDate({});
const other = feedDate({ key: 'other', uid: 'other', title: 'Ben Moss', date: thursday });
const otherRow = imported('other', 'ben', thursday, 16 * 60);
const students = [
  { studentId: 'ann', firstName: 'Ann', lastName: 'Lee' },
  { studentId: 'ben', firstName: 'Ben', lastName: 'Moss' },
];
const idOf = (key: string): string => `imported ${key}`;
const ids = { importedAs: idOf, idOf: (lessonId: string, date: string) => `${lessonId} ${date}` };

/** What a reading of a feed changes, automatically or by hand, and what is remembered of it. */
const read = (
  dates: readonly FeedDate[],
  {
    known,
    closures = [],
    rows = [series, otherRow],
  }: { known: Applied; closures?: Closure[]; rows?: readonly Lesson[] },
) => {
  const analysis = analyze({
    lessons: rowsOf(...rows),
    dates,
    isWhole: true,
    unread: [],
    remembered: known.baseline ?? new Map<string, string>(),
    students,
    ties: new Map(),
    closedOn: closedOn(closures, () => 'dana'),
    from,
    to,
    idOf,
  });
  const validators = { etag: '"1"', lastModified: null };
  const content = {
    dates,
    ignored: [],
    ignoredCount: 0,
    unreadCount: 0,
    unread: [],
    isWhole: true,
    hash: '',
    ...validators,
  };
  const inShort = (changes: readonly { lessonId: string; effect: string }[]): string[] =>
    changes.map(({ lessonId, effect }) => `${lessonId} ${effect}`);
  const { baseline, trustedCount, unrelated, etag } = nextRead('', { content, analysis, known });
  return {
    automatic: inShort(automaticChanges({ content, analysis, known }, ids)),
    byHand: inShort(statusChanges(analysis, believedMissing(content, analysis, known), ids.idOf)),
    known: { baseline, trusted_count: trustedCount, unrelated: [...unrelated] },
    etag,
  };
};
const first = read([event, other], { known: { baseline: null, trusted_count: null, unrelated: null } });
const cancelled = { ...event, isCancelled: true };

test('an event that is cancelled while its date is closed has no effect until the date stands again', () => {
  const meanwhile = read([cancelled, other], { known: first.known, closures: closed });
  expect([meanwhile.automatic, meanwhile.byHand]).toEqual([[], []]);
  expect(meanwhile.known.baseline?.get(event.key), 'is not recorded as applied').toBe(
    first.known.baseline?.get(event.key),
  );
  expect(meanwhile.etag, 'the same feed is read again').toBeNull();
  const later = read([cancelled, other], { known: meanwhile.known });
  expect([later.automatic, later.byHand]).toEqual([['B1 cancelled'], ['B1 cancelled']]);
  expect(later.etag).toBe('"1"');
  expect(read([cancelled, other], { known: later.known }).automatic, 'once').toEqual([]);
});

test('one that is restored, and an imported one that vanishes, wait as well', () => {
  const rows = [series, cancelledOn(series, tuesday, 'C'), otherRow];
  const off = read([cancelled, other], { known: first.known, rows });
  const meanwhile = read([event], { known: off.known, closures: closed, rows });
  expect([meanwhile.automatic, meanwhile.byHand]).toEqual([[], []]);
  const later = read([event], { known: meanwhile.known, rows });
  expect(later.automatic).toEqual(['C restored', 'imported other cancelled']);
  expect(read([event], { known: later.known, rows }).automatic, 'once').toEqual([]);
});

test('what is kept in closed time follows the calendar', () => {
  const kept = { ...otherRow, keptIn: ['break'] };
  const now = read([event, { ...other, isCancelled: true }], {
    known: first.known,
    closures: closed,
    rows: [series, kept],
  });
  expect(now.automatic).toEqual(['imported other cancelled']);
});
