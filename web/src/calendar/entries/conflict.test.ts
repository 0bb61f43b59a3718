import { addDays } from '@rondo/contracts/calendar/dates.ts';
import { expect, test, describe } from 'vitest';
import { conflictWords, entriesOf, requestFor, outsideOf, timeThere } from './conflict.ts';
import { aLesson, aTeacher } from '../days/testing.ts';

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

const tuesday = '2026-11-24';
// Teaches on Tuesdays from 14:00 to 20:00.
const teacher = aTeacher();
const ann = aLesson();

describe('another time for one date of a lesson', () => {
  const there = (start: number, rows = [ann], date = tuesday, row = ann) =>
    timeThere({ row, on: tuesday }, { date, start }, { rows, teacher });

  test('is outside the availability before, across and after its windows, and on other days', () => {
    expect([799, 840, 1155, 1156].map((start) => there(start).outside)).toEqual([true, false, false, true]);
    expect(there(900, [ann], '2026-11-25').outside).toBe(true);
  });

  test('overlaps entries of the same teacher or student, but not the date that moves', () => {
    const ben = aLesson({ lessonId: 'b', studentId: 'ben', start: 960, student: null, eventTitle: 'Ben' });
    const elsewhere = aLesson({ lessonId: 'c', teacherId: 'marcus', start: 1020 });
    const other = aLesson({ lessonId: 'd', teacherId: 'marcus', studentId: 'cy', start: 1080 });
    const rows = [ann, ben, elsewhere, other];
    const overlapped = (start: number) => there(start, rows).overlaps;
    expect([910, 930, 1020, 1080].map(overlapped)).toEqual([[], ['Ben'], ['Ann Lee'], []]);
  });

  test('overlaps another date of its own series, and nothing that was cancelled', () => {
    expect(there(910, [ann], '2026-12-01').overlaps).toEqual(['Ann Lee']);
    expect(there(970, [ann, aLesson({ lessonId: 'b', start: 960, status: 'cancelled' })]).overlaps).toEqual([]);
  });

  test('of a dated lesson does not overlap itself', () => {
    const dated = aLesson({ date: tuesday, validFrom: null });
    expect(there(910, [dated], tuesday, dated).overlaps).toEqual([]);
  });
});

test('a requested entry names the teacher whose availability it leaves, by date or by weekday', () => {
  const at = (startTime: string, scope: 'this' | 'following') =>
    outsideOf(requestFor({ row: ann, on: tuesday }, { date: tuesday, startTime, scope }), [teacher])?.name ?? null;
  expect([at('15:00', 'this'), at('22:30', 'this')]).toEqual([null, 'Dana Whitfield']);
  expect([at('15:00', 'following'), at('22:30', 'following')]).toEqual([null, 'Dana Whitfield']);
  expect(at('', 'this')).toBeNull();
});

test('only one date of a series is named as the date that moves', () => {
  const wanted = (scope: 'this' | 'following') =>
    requestFor({ row: ann, on: tuesday }, { date: '2026-12-01', startTime: '15:00', scope });
  expect(wanted('this')).toMatchObject({ lessonDate: '2026-12-01', originalDate: tuesday });
  expect(wanted('following')).not.toHaveProperty('originalDate');
});
