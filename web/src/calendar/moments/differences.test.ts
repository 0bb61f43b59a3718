import { expect, test } from 'vitest';
import { differencesOf } from './differences.ts';
import { emptyDay, type Day } from '../days/day.ts';
import { anEntry } from '../days/testing.ts';

const day = (date: string, entries: Day['entries']): Day => ({ ...emptyDay(date), entries });
const monday = '2026-11-30';
const thursday = '2026-12-03';

test('a lesson that is the same then and now is no difference', () => {
  const days = [day(monday, [anEntry({ id: 'a', studentId: 'ann', start: 900, end: 945 })])];
  const renamed = [day(monday, [anEntry({ id: 'b', studentId: 'ann', start: 900, end: 945 })])];
  expect(differencesOf(days, renamed)).toEqual([]);
});

test('lessons are gone, cancelled, new or moved, in the order of their times', () => {
  const then = [
    day(monday, [
      anEntry({ id: 'a', studentId: 'ann', title: 'Ann', start: 900, end: 945 }),
      anEntry({ id: 'b', studentId: 'ben', title: 'Ben', start: 960, end: 990 }),
      anEntry({ id: 'c', studentId: 'cleo', title: 'Cleo', start: 1020, end: 1050 }),
    ]),
    day(thursday, []),
  ];
  const now = [
    day(monday, [anEntry({ id: 'b', studentId: 'ben', title: 'Ben', start: 960, end: 990, state: 'cancelled' })]),
    day(thursday, [
      anEntry({ id: 'a', studentId: 'ann', title: 'Ann', start: 910, end: 955 }),
      anEntry({ id: 'd', studentId: null, title: 'Orchestra', start: 1170, end: 1200 }),
    ]),
  ];
  const plain = differencesOf(then, now).map(({ kind, title, before: was, now: is }) =>
    [kind, title, was, is].map((text) => text?.replaceAll('\u00a0', ' ') ?? null),
  );
  expect(plain).toEqual([
    ['moved', 'Ann', 'Mon, Nov 30, 3:00 PM', 'Thu, Dec 3, 3:10 PM'],
    ['cancelled', 'Ben', 'Mon, Nov 30, 4:00 PM', null],
    ['gone', 'Cleo', 'Mon, Nov 30, 5:00 PM', null],
    ['new', 'Orchestra', null, 'Thu, Dec 3, 7:30 PM'],
  ]);
});
