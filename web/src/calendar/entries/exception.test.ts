import { describe, expect, test } from 'vitest';
import { aLesson, aTeacher } from '../days/testing.ts';
import { requestFor } from './conflict.ts';
import { outsideOf, timeThere } from './exception.ts';

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
