import { addDays } from '@rondo/contracts/calendar/dates.ts';
import { expect, test } from 'vitest';
import { conflictWords, entriesOf } from './conflict.ts';

const ben = { id: 'b', title: 'Ben Ito', date: '2026-11-24', startTime: '15:45', endTime: '16:15' };
const weeks = (...numbers: readonly number[]) => numbers.map((week) => ({ ...ben, date: addDays(ben.date, 7 * week) }));
const plain = (text: string): string => text.replaceAll('\u00a0', ' ');

test('a conflict on one date names the date', () => {
  expect(entriesOf([ben]).map(conflictWords).map(plain)).toEqual(['Tue, Nov 24, 3:45 – 4:15 PM']);
});

test('a weekly entry is one conflict, however many of its dates overlap', () => {
  const ann = { ...ben, id: 'a', title: 'Ann Lee', date: '2026-12-01' };
  const entries = entriesOf([...weeks(0, 1), ann, ...weeks(2)]);
  expect(entries.map(({ first }) => first.title)).toEqual(['Ben Ito', 'Ann Lee']);
  expect(entries.map(conflictWords).map(plain)).toEqual([
    'Tuesdays, 3:45 – 4:15 PM (every week)',
    'Tue, Dec 1, 3:45 – 4:15 PM',
  ]);
});

test('a weekly entry that overlaps on some weeks only says on how many dates', () => {
  expect(
    entriesOf(weeks(0, 2, 3))
      .map(conflictWords)
      .map(plain),
  ).toEqual(['Tuesdays, 3:45 – 4:15 PM (3 dates)']);
});
