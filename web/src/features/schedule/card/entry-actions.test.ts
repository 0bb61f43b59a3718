import type { CalendarLesson } from '@rondo/contracts/lessons/timing.ts';
import { expect, test } from 'vitest';
import { entryOf } from '../../../calendar/days/entry.ts';
import { aLesson } from '../../../calendar/days/testing.ts';
import { actionsOf, waysTo } from './entry-actions.ts';
import { successorOf } from './Missing.tsx';
import { navigateDay } from '../../../lib/ways.ts';

const nothing = (): void => undefined;
const labels = (overrides: Partial<CalendarLesson>, minute = 16 * 60): string[] => {
  const row = aLesson(overrides);
  const { first, changes, more } = actionsOf({
    entry: entryOf(row, false, '2026-11-24'),
    row,
    on: '2026-11-24',
    now: { today: '2026-11-24', minute },
    onAsk: nothing,
    onRestore: nothing,
  });
  return [...first, ...changes, ...more].map(({ label }) => label);
};
const apps = ['Google Maps', 'Apple Maps', 'Waze'];
const tell = 'Tell the Lees';

test('an entry has the actions of its kind', () => {
  const lesson = ['Edit Lesson', 'Move…', 'Cancel Lesson', ...apps, tell];
  expect(labels({})).toEqual([...lesson, 'Keep this time', 'History']);
  expect(labels({ pin: { until: null } })).toEqual([...lesson, 'Keep until…', 'Unpin', 'History']);
  expect(labels({ source: 'manual' })).toEqual([
    'Edit Lesson',
    'Move…',
    'Cancel Lesson',
    ...apps,
    tell,
    'History',
    'Delete',
  ]);
  expect(labels({ status: 'optimized' })).toEqual(labels({}));
  expect(labels({ source: 'actual' })).toEqual(['Cancel Lesson', ...apps, tell, 'History']);
  expect(labels({ status: 'recommended', source: 'manual' })).toEqual(['Confirm', ...labels({ source: 'manual' })]);
  expect(labels({ status: 'cancelled', source: 'manual', date: '2026-11-24' })).toEqual([
    'Restore',
    'Move…',
    tell,
    'History',
    'Delete',
  ]);
  // Until it would have ended, its time can be put to use.
  expect(labels({ status: 'cancelled', source: 'manual', date: '2026-11-24' }, 15 * 60 + 44)).toEqual([
    'Restore',
    'Use the time…',
    'Move…',
    tell,
    'History',
    'Delete',
  ]);
  // What is closed is kept, never restored.
  const closedBy = { closureId: 'break', reason: null, money: 'refund' } as const;
  expect(labels({ status: 'cancelled', source: 'manual', date: '2026-11-24', closedBy })).toEqual([
    'Keep this lesson',
    'Move…',
    tell,
    'History',
    'Delete',
  ]);
  expect(
    labels({ source: 'manual', entryType: 'appointment', studentId: null, student: null, eventTitle: 'Piano tuner' }),
  ).toEqual(['Edit Entry', 'Move…', 'Cancel Lesson', 'History', 'Delete']);
});

test('the ways to a family are those that it has', () => {
  const ways = (overrides: Partial<CalendarLesson>) => {
    const row = aLesson(overrides);
    return waysTo({ entry: entryOf(row, false, '2026-11-24'), row }).map(({ label, url }) => `${label} ${url}`);
  };
  const { student } = aLesson();
  const reachable = student && { ...student, phone: '+1 (512) 555-0147' };
  const [navigate, ...rest] = ways({ student: reachable });
  expect(navigate).toMatch(/^Navigate https:\/\/www\.google\.com\/maps\/dir\//);
  expect(rest).toEqual(['Call tel:+15125550147', 'Text sms:+15125550147']);
  expect(ways({})).toEqual([navigate]);
  expect(ways({ student: student && { ...student, phone: 'ask Mom' } })).toEqual([navigate]);
  expect(ways({ student: reachable, status: 'cancelled' })).toEqual(rest);
});

test('the rest of a day starts where the user is, at the next stop', () => {
  const parts = (url = ''): Record<string, string> => Object.fromEntries(new URL(url).searchParams);
  const [whole] = navigateDay(['A', 'B', 'C'], 'Home');
  expect(parts(whole?.url)).toMatchObject({ origin: 'Home', destination: 'Home', waypoints: 'A|B|C' });
  const [rest, apple, waze] = navigateDay(['B', 'C'], 'Home', 'here');
  expect(parts(rest?.url)).toEqual({ api: '1', destination: 'Home', waypoints: 'B|C', travelmode: 'driving' });
  expect(parts(apple?.url)).not.toHaveProperty('source');
  expect(parts(waze?.url)).toMatchObject({ q: 'B' });
  expect(parts(navigateDay(['C'], null, 'here')[0]?.url)).toMatchObject({ destination: 'C' });
  expect(navigateDay([], 'Home', 'here')).toEqual([]);
});

test('what became of a lesson is found: moved, replaced on its date, back in its series, or continued', () => {
  const on = '2026-11-24';
  const series = aLesson();
  const own = aLesson({ lessonId: 'own', seriesId: 'lesson-1', originalDate: on, date: on });
  const id = (rows: readonly CalendarLesson[], row: CalendarLesson): string | undefined =>
    successorOf(rows, { row, on })?.lessonId;
  expect(id([series, own], series)).toBe('own');
  expect(id([series], own)).toBe('lesson-1');
  const dated = aLesson({ lessonId: 'single', date: '2026-12-01' });
  expect(id([dated], aLesson({ lessonId: 'single', date: on }))).toBe('single');
  const ended = aLesson({ validTo: '2026-11-23' });
  const later = aLesson({ lessonId: 'later', continues: 'lesson-1', validFrom: on });
  expect(id([ended, later], series)).toBe('later');
  expect(id([aLesson({ skips: [on] })], series)).toBeUndefined();
  expect(id([], series)).toBeUndefined();
});
