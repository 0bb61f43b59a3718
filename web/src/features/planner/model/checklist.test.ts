import type { Assignment } from '@rondo/contracts/api/people/students.ts';
import { describe, expect, test } from 'vitest';
import { aLesson, aStudent } from '../../../calendar/days/testing.ts';
import { candidatesOf, nameList, selections, unassignedStudents, usualFirstDay } from './checklist.ts';

const today = '2026-11-21';

const student = (id: string) => aStudent(id, { firstName: 'Kim', lastName: id, name: id });

const assigned = (studentId: string, teacherId = 'dana'): Assignment => ({
  id: `${studentId}-${teacherId}`,
  studentId,
  teacherId,
  preferenceRank: 0,
  createdAt: '2026-09-01T00:00:00Z',
});

const students = ['ann', 'ben', 'cy', 'di'].map(student);
const rowsOf = (...rows: Parameters<typeof aLesson>[0][]) =>
  rows.map((row, i) => aLesson({ lessonId: `lesson-${i}`, ...row }));
const candidates = (...rows: Parameters<typeof aLesson>[0][]) =>
  candidatesOf({
    teacherId: 'dana',
    students,
    assignments: [assigned('ann'), assigned('ben'), assigned('cy'), assigned('di', 'marcus')],
    rows: rowsOf(...rows),
    today,
  });
const flags = (...rows: Parameters<typeof aLesson>[0][]) => {
  const [first] = candidates(...rows);
  return first && { manual: first.manual, optimized: first.optimized, scheduled: first.scheduled };
};

test('lists only the teacher’s own students, by name', () => {
  expect(candidates().map(({ student: { name } }) => name)).toEqual(['ann', 'ben', 'cy']);
});

describe('a student’s existing lessons', () => {
  test('are none without rows', () => {
    expect(flags()).toEqual({ manual: false, optimized: false, scheduled: false });
  });

  test('an accepted optimized lesson is marked as optimized', () => {
    expect(flags({})).toEqual({ manual: false, optimized: true, scheduled: true });
  });

  test('a pending one counts as scheduled, too', () => {
    expect(flags({ status: 'optimized' })).toEqual({
      manual: false,
      optimized: true,
      scheduled: true,
    });
  });

  test('a manual lesson is marked as manual', () => {
    expect(flags({ source: 'manual' })).toEqual({ manual: true, optimized: false, scheduled: true });
  });

  test('count from the next whole week on: a series that has ended by then does not count, one that begins later does', () => {
    expect(flags({ validTo: '2026-11-22' })?.scheduled).toBe(false);
    expect(flags({ validFrom: '2026-11-23' })?.scheduled).toBe(true);
    expect(flags({ validFrom: '2026-11-30' })?.scheduled).toBe(true);
    expect(flags({ status: 'recommended' })?.scheduled).toBe(true);
  });

  test('a single occurrence is not a weekly lesson', () => {
    expect(flags({ date: '2026-11-24', validFrom: null })?.scheduled).toBe(false);
  });
});

test('the buttons select the students they name', () => {
  const offered = candidates({ source: 'manual' }, { studentId: 'ben' });
  const taken = selections.map(({ label, takes }) => [label, offered.filter(takes).map(({ student: { id } }) => id)]);
  expect(taken).toEqual([
    ['Select All', ['ann', 'ben', 'cy']],
    ['Unscheduled Only', ['cy']],
    ['No Manual Entries', ['ben', 'cy']],
    ['Deselect All', []],
  ]);
});

test('a plan begins today unless an accepted lesson of a selected student would move or the day is nearly over', () => {
  const facts = { dayIsOver: false, acceptedStudentIds: [] };
  expect(usualFirstDay(candidates(), facts, today)).toBe('2026-11-21');
  expect(usualFirstDay(candidates(), { ...facts, acceptedStudentIds: ['di'] }, today)).toBe('2026-11-21');
  expect(usualFirstDay(candidates(), { ...facts, acceptedStudentIds: ['ben'] }, today)).toBe('2026-11-23');
  expect(usualFirstDay(candidates(), { ...facts, dayIsOver: true }, today)).toBe('2026-11-23');
});

test('students without a teacher are found', () => {
  expect(unassignedStudents(students, [assigned('ann'), assigned('di', 'marcus')]).map(({ id }) => id)).toEqual([
    'ben',
    'cy',
  ]);
});

test('up to five names are listed', () => {
  expect(nameList(['Ann'])).toBe('Ann');
  expect(nameList(['Ann', 'Ben', 'Cy'])).toBe('Ann, Ben and Cy');
  expect(nameList(['a', 'b', 'c', 'd', 'e', 'f'])).toBe('6 students');
});
