import type { ReportItem } from '@rondo/contracts/api/planner.ts';
import type { Assignment } from '@rondo/contracts/api/people/students.ts';
import { describe, expect, test } from 'vitest';
import { aLesson, aStudent } from '../../calendar/days/testing.ts';
import { nextStepOf } from './next-step.ts';

const today = '2026-11-25'; // a Wednesday

const tuesday = {
  id: 'tuesday',
  entityId: 'ann',
  entityType: 'student',
  dayOfWeek: 2,
  startTime: '15:00',
  endTime: '18:00',
  enabled: true,
  isPreferred: false,
} as const;
const student = (id: string, isFree = true) => aStudent(id, { availability: isFree ? [tuesday] : [] });

const withDana = (studentId: string): Assignment => ({
  id: studentId,
  studentId,
  teacherId: 'dana',
  preferenceRank: 1,
  createdAt: '',
});

const report = (given: Partial<ReportItem> = {}): ReportItem => ({
  id: 'report',
  title: 'Dana',
  teacherId: 'dana',
  runId: 'run',
  status: 'rejected',
  withdrawn: false,
  startsOn: today,
  createdAt: '',
  processedAt: null,
  lessonsCount: 1,
  teachersCount: 1,
  totalDriveTime: 0,
  reopens: null,
  ...given,
});

const stepOf = (given: Partial<Parameters<typeof nextStepOf>[0]> = {}) =>
  nextStepOf({
    teacher: { id: 'dana' },
    students: [student('ann'), student('ben'), student('cy')],
    assignments: [withDana('ann'), withDana('ben')],
    rows: [],
    reports: [],
    today,
    monday: '2026-11-23',
    lessons: 0,
    ...given,
  });

describe('a week without lessons', () => {
  test('offers to generate a schedule for the students who are ready, and names those without a teacher', () => {
    expect(stepOf()).toEqual({
      kind: 'generate',
      ready: 2,
      unassigned: [expect.objectContaining({ id: 'cy' })],
      on: null,
    });
    expect(stepOf({ reports: [report()] })?.kind).toBe('generate');
    expect(stepOf({ students: [student('ann'), student('ben', false)] })).toMatchObject({ ready: 1 });
  });

  test('asks for availability or for students if nobody is ready', () => {
    expect(stepOf({ students: [student('ann', false)] })).toEqual({ kind: 'availability' });
    expect(stepOf({ assignments: [] })).toEqual({ kind: 'assign' });
  });

  const reports = [report()];

  test('names the next date on which this teacher has a lesson', () => {
    const later = aLesson({ validFrom: '2026-12-02' });
    expect(stepOf({ reports, rows: [later] })).toEqual({ kind: 'later', on: '2026-12-08' });
    expect(stepOf({ reports, rows: [{ ...later, teacherId: 'marcus' }] })?.kind).toBe('generate');
    expect(stepOf({ reports, rows: [{ ...later, entryType: 'appointment' }] })?.kind).toBe('generate');
    // The first date was moved.
    const moved = aLesson({
      lessonId: 'moved',
      date: '2026-12-10',
      validFrom: null,
      seriesId: 'lesson-1',
      originalDate: '2026-12-08',
    });
    expect(stepOf({ reports, rows: [later, moved] })).toEqual({ kind: 'later', on: '2026-12-10' });
  });

  test('of a studio that was never planned offers both, while students are left to schedule', () => {
    const rows = [aLesson({ validFrom: '2026-12-02' })];
    expect(stepOf({ rows })).toMatchObject({ kind: 'generate', ready: 1, on: '2026-12-08' });
    expect(stepOf({ rows, students: [student('ann')] })).toEqual({ kind: 'later', on: '2026-12-08' });
  });

  test('looks after the shown week, and after today for a past one', () => {
    const rows = [aLesson({ validFrom: '2026-11-24' })];
    expect(stepOf({ reports, rows, monday: '2026-11-30' })).toEqual({ kind: 'later', on: '2026-12-08' });
    expect(stepOf({ reports, rows, monday: '2026-10-05' })).toEqual({ kind: 'later', on: '2026-12-01' });
  });

  test('says nothing while a plan awaits a decision, which has its own line', () => {
    expect(stepOf({ reports: [report({ status: 'pending' })] })).toBeNull();
    expect(stepOf({ reports: [report({ status: 'pending', teacherId: 'marcus' })] })?.kind).toBe('generate');
  });
});

test('a week with lessons suggests a schedule only in a studio that was never planned', () => {
  expect(stepOf({ lessons: 2, rows: [aLesson()] })).toMatchObject({ kind: 'generate', ready: 1 });
  expect(stepOf({ lessons: 2, reports: [report()] })).toBeNull();
  expect(stepOf({ lessons: 2, students: [student('ann', false)] })).toBeNull();
});
