import { neverClosed } from '@rondo/contracts/calendar/closures/closures.ts';
import { cancelledOn } from '../testing/rows.ts';
import { describe, expect, test } from 'vitest';
import { feedDate, imported, optimizedSeries, manualOn, rowsOf } from '../testing/rows.ts';
import { analyze, type ToCompare } from './analyze.ts';

const students = [
  { studentId: 'ann', firstName: 'Ann', lastName: 'Lee' },
  { studentId: 'ben', firstName: 'Ben', lastName: 'Moss' },
  { studentId: 'ben 2', firstName: 'Ben', lastName: 'Moss' },
];
const tuesday = '2026-11-24';
const compare = (more: Partial<ToCompare>) =>
  analyze({
    lessons: new Map(),
    dates: [],
    isWhole: true,
    unread: [],
    remembered: new Map<string, string>(),
    students,
    ties: new Map(),
    closedOn: neverClosed,
    from: '2026-11-23',
    to: '2027-05-24',
    idOf: (key) => `imported ${key}`,
    ...more,
  });
/** "lesson-1 Ann Lee: add of ann", "lesson-1 Ann Lee: cancel B1". */
const shown = (more: Partial<ToCompare>): string[] =>
  compare(more).compared.map(
    ({ event, effect, match, named }) =>
      `${event.key} ${event.title}: ${effect}${match ? ` ${match.lessonId}` : named.studentId === null ? '' : ` of ${named.studentId}`}`,
  );
const series = optimizedSeries('B1', 'ann', 2, 16 * 60);

describe('an event is matched', () => {
  test.each([
    ['at the same time', 16 * 60, 'none B1'],
    ['15 minutes later', 16 * 60 + 15, 'none B1'],
    ['15 minutes earlier', 16 * 60 - 15, 'none B1'],
    ['16 minutes later', 16 * 60 + 16, 'add of ann'],
  ])('with the lesson of the student that its title names, %s', (_, start, expected) =>
    expect(shown({ lessons: rowsOf(series), dates: [feedDate({ start })] })).toEqual([`lesson-1 Ann Lee: ${expected}`]),
  );

  test('with the closest of several, and each lesson once', () => {
    const lessons = rowsOf(manualOn('M1', 'ann', tuesday, 16 * 60), manualOn('M2', 'ann', tuesday, 16 * 60 + 10));
    const dates = [feedDate({ key: 'a', start: 16 * 60 + 10 }), feedDate({ key: 'b' }), feedDate({ key: 'c' })];
    expect(shown({ lessons, dates })).toEqual(['a Ann Lee: none M2', 'b Ann Lee: none M1', 'c Ann Lee: add of ann']);
  });

  test('never with another date, another student or a name that two students have', () => {
    const lessons = rowsOf(series, manualOn('M1', 'ben', tuesday, 17 * 60));
    expect(shown({ lessons, dates: [feedDate({ date: '2026-11-25' })] })).toEqual(['lesson-1 Ann Lee: add of ann']);
    const ben = feedDate({ title: 'Ben Moss', start: 17 * 60 });
    expect(shown({ lessons, dates: [ben] })).toEqual(['lesson-1 Ben Moss: unknown-name']);
    expect(compare({ lessons, dates: [ben] }).compared[0]?.named.candidates).toEqual(['ben', 'ben 2']);
    expect(shown({ lessons, dates: [ben], ties: new Map([['ben moss', 'ben']]) })).toEqual([
      'lesson-1 Ben Moss: none M1',
    ]);
  });

  test('with the row that was imported from it, wherever that is now', () => {
    const lessons = rowsOf(imported('lesson-1', 'ann', '2026-11-26', 10 * 60));
    expect(shown({ lessons, dates: [feedDate({})] })).toEqual(['lesson-1 Ann Lee: move imported lesson-1']);
    expect(shown({ lessons, dates: [feedDate({ title: 'Renamed' })] })).toEqual([
      'lesson-1 Renamed: unknown-name imported lesson-1',
    ]);
  });
});

describe('the effect of an event is', () => {
  test('to cancel and to restore the lesson', () => {
    const isCancelled = true;
    expect(shown({ lessons: rowsOf(series), dates: [feedDate({ isCancelled })] })).toEqual([
      'lesson-1 Ann Lee: cancel B1',
    ]);
    const cancelled = rowsOf(series, cancelledOn(series, tuesday, 'O'));
    expect(shown({ lessons: cancelled, dates: [feedDate({ isCancelled })] })).toEqual(['lesson-1 Ann Lee: none O']);
    expect(shown({ lessons: cancelled, dates: [feedDate({})] })).toEqual(['lesson-1 Ann Lee: restore O']);
  });

  test('none for a cancelled event without a lesson, or whose lesson was entered again', () => {
    const cancelled = feedDate({ key: 'old', isCancelled: true });
    expect(shown({ dates: [cancelled] })).toEqual(['old Ann Lee: none of ann']);
    expect(shown({ lessons: rowsOf(series), dates: [cancelled, feedDate({ key: 'new' })] })).toEqual([
      'old Ann Lee: none of ann',
      'new Ann Lee: none B1',
    ]);
  });

  test('to add a lesson, or to ask for an unknown name', () =>
    expect(shown({ dates: [feedDate({}), feedDate({ key: 'staff', title: 'Staff meeting' })] })).toEqual([
      'lesson-1 Ann Lee: add of ann',
      'staff Staff meeting: unknown-name',
    ]));

  test('to ask for an unknown name also when it is imported, and to change the row once it is tied', () => {
    const staff = { ...imported('lesson-1', null, tuesday, 16 * 60), eventTitle: 'Make-up for AL' };
    const dates = [feedDate({ title: 'Make-up for AL' })];
    const [unknown] = compare({ lessons: rowsOf(staff), dates }).compared;
    expect(unknown).toMatchObject({ effect: 'unknown-name', replacing: 'keep', match: { lessonId: staff.lessonId } });
    const ties = new Map([['make up for al', 'ann']]);
    const [tied] = compare({ lessons: rowsOf(staff), dates, ties }).compared;
    expect(tied).toMatchObject({ effect: 'move', replacing: 'change', named: { studentId: 'ann' } });
  });

  test('to change an imported row whose title is another one in the feed', () => {
    const row = imported('lesson-1', 'ben', tuesday, 16 * 60);
    expect(compare({ lessons: rowsOf(row), dates: [feedDate({})] }).compared).toMatchObject([
      { effect: 'move', replacing: 'change' },
    ]);
  });

  test('to restore an imported row that takes place again at another time', () => {
    const row = { ...imported('lesson-1', 'ann', tuesday, 9 * 60), status: 'cancelled' as const };
    expect(compare({ lessons: rowsOf(row), dates: [feedDate({})] }).compared).toMatchObject([
      { effect: 'restore', replacing: 'change' },
    ]);
  });

  test('none on the status of a past row, or on one that a person has made an own lesson', () => {
    const past = imported('lesson-1', 'ann', '2026-11-20', 16 * 60);
    expect(shown({ lessons: rowsOf(past), dates: [feedDate({ isCancelled: true })] })).toEqual([
      'lesson-1 Ann Lee: none of ann',
    ]);
    const own = { ...imported('lesson-1', 'ann', tuesday, 9 * 60), source: 'manual' as const };
    expect(compare({ lessons: rowsOf(own), dates: [feedDate({})] }).compared).toMatchObject([
      { effect: 'none', replacing: 'none' },
    ]);
  });

  test('not considered outside the days that are compared', () =>
    expect(shown({ dates: [feedDate({ date: '2026-11-22' }), feedDate({ date: '2027-05-25' })] })).toEqual([]));
});

describe('imported rows', () => {
  const rows = rowsOf(
    imported('gone', 'ann', tuesday, 9 * 60),
    imported('here', 'ann', tuesday, 10 * 60),
    imported('past', 'ann', '2026-11-20', 9 * 60),
    manualOn('M1', 'ann', tuesday, 11 * 60),
  );

  test('have vanished when a feed that was read whole no longer has them', () => {
    const dates = [feedDate({ key: 'here', start: 10 * 60 })];
    expect(compare({ lessons: rows, dates }).vanished.map(({ lessonId }) => lessonId)).toEqual(['imported gone']);
    expect(compare({ lessons: rows, dates, isWhole: false }).vanished).toEqual([]);
  });

  test('become what the feed has besides other lessons and what is cancelled', () => {
    const dates = [
      feedDate({ key: 'here', start: 10 * 60 }),
      feedDate({ key: 'manual', start: 11 * 60 }),
      feedDate({ key: 'off', start: 12 * 60, isCancelled: true }),
      feedDate({ key: 'staff', title: 'Staff meeting', start: 13 * 60 }),
    ];
    expect(compare({ lessons: rows, dates }).entries).toEqual([
      { lessonId: 'imported here', studentId: 'ann', title: 'Ann Lee', date: tuesday, start: 600, duration: 45 },
      { lessonId: 'imported staff', studentId: null, title: 'Staff meeting', date: tuesday, start: 780, duration: 45 },
    ]);
  });
});
