import type { ReportItem } from '@rondo/contracts/api/planner.ts';
import type { Home } from '../../../calendar/days/legs.ts';
import { describe, expect, test } from 'vitest';
import { drivingSentence } from '../review/ReportHead.tsx';
import { boundSentence, stoppedSentence } from './proof.ts';
import { madeAtText } from '../components/StatusBadge.tsx';
import { utilizationText, utilizationTone } from '../review/VacantTime.tsx';
import { dueText } from '../components/WaitingPlan.tsx';
import { firstWeekOf, losers, reviewedWith, slotText, type PlannedStop } from './plan.ts';
import { entryOf, plannedLegs, stopsOn } from './planned-week.ts';
import { teacherDays } from '../generate/RunOptions.tsx';

const stop = (given: Partial<PlannedStop>): PlannedStop => ({
  lessonId: given.startTime ?? 'lesson',
  studentId: 'ann',
  title: 'Ann Lee',
  address: null,
  day: 'Tue',
  startTime: '15:00',
  endTime: '15:45',
  source: 'optimized',
  driveTime: 10,
  driveHome: null,
  ...given,
});

const item = (id: string, given: Partial<ReportItem> = {}): ReportItem => ({
  id,
  title: id,
  teacherId: `teacher of ${id}`,
  runId: `run of ${id}`,
  status: 'pending',
  withdrawn: false,
  startsOn: '2026-11-23',
  createdAt: '2026-11-21T15:00:00Z',
  processedAt: null,
  lessonsCount: 3,
  teachersCount: 1,
  totalDriveTime: 60,
  reopens: null,
  ...given,
});

describe('the reports reviewed together', () => {
  const ids = (items: readonly ReportItem[], id: string) => reviewedWith(items, id).map((one) => one.id);

  test('are those of a run, the opened one first', () => {
    expect(
      ids([item('a', { runId: 'r', status: 'accepted' }), item('b', { runId: 'r', status: 'accepted' })], 'b'),
    ).toEqual(['b', 'a']);
  });

  test('include every pending plan while the report is pending', () => {
    expect(ids([item('a'), item('b'), item('c', { withdrawn: true }), item('d', { status: 'rejected' })], 'a')).toEqual(
      ['a', 'b'],
    );
  });

  test('are at most one per teacher', () => {
    expect(ids([item('new', { teacherId: 't' }), item('old', { teacherId: 't', runId: 'run of new' })], 'new')).toEqual(
      ['new'],
    );
  });

  test('are none if the report is gone', () => {
    expect(ids([item('a')], 'gone')).toEqual([]);
  });
});

test('the calendar opens on the first week that has a lesson of the plan', () => {
  expect(firstWeekOf({ startsOn: '2026-11-21', week: [stop({ day: 'Tue' }), stop({ day: 'Wed' })] })).toBe(
    '2026-11-23',
  );
  expect(firstWeekOf({ startsOn: '2026-11-21', week: [stop({ day: 'Tue' }), stop({ day: 'Sat' })] })).toBe(
    '2026-11-16',
  );
  // A manual lesson stays where it is.
  expect(firstWeekOf({ startsOn: '2026-11-21', week: [stop({ day: 'Sat', source: 'manual' }), stop({})] })).toBe(
    '2026-11-23',
  );
});

describe('a planned day', () => {
  const stops = [
    stop({ startTime: '17:00', endTime: '17:45', driveTime: 8, driveHome: 9 }),
    stop({ startTime: '15:00', endTime: '15:45', driveHome: 12 }),
    stop({ day: 'Wed' }),
  ];
  const ofTuesday = stopsOn({ week: stops }, 'Tue');
  const entries = ofTuesday.map((one) => entryOf(one, [], true));
  const legsFrom = (home: Home | null) =>
    plannedLegs(ofTuesday, entries, home, { minutesBetween: 0, approximateDriving: false });

  test('has its stops by start, pending while the plan is', () => {
    expect(entries.map(({ start, state }) => [start, state])).toEqual([
      [900, 'pending'],
      [1020, 'pending'],
    ]);
    expect(entryOf(stop({ source: 'manual' }), [], true)).toMatchObject({ kind: 'manual', state: 'current' });
  });

  test('has a drive from and to home for each of its tours', () => {
    expect(legsFrom({ address: 'home' }).map(({ role, minutes }) => [role, minutes])).toEqual([
      ['out', 10],
      ['back', 12],
      ['out', 8],
      ['back', 9],
    ]);
    expect(legsFrom(null)).toEqual([]);
  });
});

test('an entry without a student is drawn as an appointment, whoever created it', () => {
  expect(entryOf(stop({ studentId: null, source: 'manual' }), [], false).kind).toBe('appointment');
  expect(entryOf(stop({ studentId: null, source: 'actual' }), [], false).kind).toBe('appointment');
  expect(entryOf(stop({ source: 'actual' }), [], false).kind).toBe('imported');
});

test('the use of a day names lessons, driving and free time, which add up to its hours', () => {
  const day = { dayName: 'Tue', utilizationPercentage: 56, availableMinutes: 375, scheduledMinutes: 210 } as const;
  const plain = (vacantMinutes: number, hasBlocks = false, hasAppointments = false) =>
    utilizationText({ ...day, vacantMinutes, betweenMinutes: 0 }, { hasBlocks, hasAppointments }).replaceAll(
      '\u00a0',
      ' ',
    );
  expect(plain(128)).toBe('3 h 30 lessons + 37 min driving + 2 h 08 free = 6 h 15');
  expect(plain(128, true)).toBe('3 h 30 lessons + 37 min driving and blocked + 2 h 08 free = 6 h 15');
  expect(plain(128, false, true)).toBe('3 h 30 lessons and appointments + 37 min driving + 2 h 08 free = 6 h 15');
  expect(plain(165)).toBe('3 h 30 lessons + 2 h 45 free = 6 h 15');
});

test('slots are formatted like on a clock; a single time counts an hour', () => {
  expect(slotText('Wed', '19:15-20:00')).toBe('Wed 7:15 – 8:00\u00a0PM');
  expect(slotText('Wed', '11:30')).toBe('Wed 11:30\u00a0AM – 12:30\u00a0PM');
});

test('students who lose a lesson are listed by name', () => {
  const left = {
    studentId: 'a',
    availabilityHours: 1,
    reason: '',
    conflictDetails: '',
    wouldFit: null,
    change: null,
    wouldFitAll: [],
    changes: [],
  };
  expect(
    losers({
      unscheduledAnalysis: [
        { ...left, studentName: 'Ann', hadLesson: true },
        { ...left, studentName: 'Ben', hadLesson: false },
      ],
    }),
  ).toEqual(['Ann']);
});

describe('the report text', () => {
  const stats = {
    totalStudents: 34,
    totalStudentsScheduled: 31,
    totalStudentsUnscheduled: 3,
    preferredSlots: 22,
    preferredPossible: 27,
    totalDriveTime: 380,
    driveTimeBefore: 450,
    idleMinutes: 165,
    bound: 31,
    proven: true,
    provenGoals: { placed: true, preferred: true, driving: true, idle: true },
    dearestMinutes: 58,
    seed: 1,
    seconds: 1,
    stopped: false,
  };

  const nothing = { placed: false, preferred: false, driving: false, idle: false };

  test('says how many more students could be placed at most', () => {
    expect(boundSentence(stats)).toBe('31 is the most that can be placed in these hours.');
    expect(boundSentence({ ...stats, bound: 33, provenGoals: nothing })).toBe(
      'At most 2 more can be placed: no plan has more than 33.',
    );
    expect(boundSentence({ ...stats, totalStudentsScheduled: 34 })).toBe('Every selected student is placed.');
  });

  test('says after how long a run was stopped', () => {
    expect(stoppedSentence({ seconds: 2.2, stopped: true })).toBe('Stopped after 2 s.');
    expect(stoppedSentence({ seconds: 0.3, stopped: true })).toBe('Stopped after 1 s.');
    expect(stoppedSentence({ seconds: 3, stopped: false })).toBeNull();
  });

  test('compares the driving with the current schedule', () => {
    expect(drivingSentence({ ...stats, driveTimeBefore: 346 }, [])).toBe('34\u00a0min more than now.');
    expect(drivingSentence({ ...stats, driveTimeBefore: 0 }, [])).toBe('');
  });

  test('names the student who adds the most driving', () => {
    const decisions = [
      { studentName: 'Ben Ito', marginalDrive: 12 },
      { studentName: 'Margaret Sinclair', marginalDrive: 58 },
    ];
    expect(drivingSentence(stats, decisions)).toBe(
      '1\u00a0h\u00a010 less than now. Reaching Margaret Sinclair adds the most: 58\u00a0min a week.',
    );
    expect(drivingSentence(stats, [{ studentName: 'Ben Ito', marginalDrive: 0 }])).toBe(
      '1\u00a0h\u00a010 less than now.',
    );
  });

  test('says when it was made, in the studio’s time zone', () => {
    const report = { createdAt: '2026-10-06T19:14:00Z', startsOn: '2026-10-12' };
    expect(madeAtText(report, 'America/Chicago', '2026-10-06')).toBe('Made today at 2:14\u00a0PM, starts Mon, Oct 12');
    expect(madeAtText(report, 'America/Chicago', '2026-10-07')).toBe(
      'Made yesterday at 2:14\u00a0PM, starts Mon, Oct 12',
    );
    expect(madeAtText(report, 'America/Chicago', '2026-10-20')).toBe(
      'Made Oct 6, 2026 at 2:14\u00a0PM, started Mon, Oct 12',
    );
  });

  test('a day counts as full from 80 percent, and as fair from 60', () => {
    expect([80, 79.9, 60, 59.9].map(utilizationTone)).toEqual(['filled', 'tint', 'tint', 'outline']);
  });

  test('a decision is due before the first day', () => {
    expect(dueText('2026-11-23', '2026-11-21')).toBe('Decide before Monday, November 23');
    expect(dueText('2026-11-21', '2026-11-21')).toBe('Decide today: it starts on Saturday, November 21');
  });
});

test('a teacher’s consecutive days are named as a range', () => {
  const on = (...days: (0 | 1 | 2 | 3 | 4 | 5 | 6)[]) =>
    teacherDays(
      days.map((dayOfWeek) => ({
        id: `${dayOfWeek}`,
        entityId: 'dana',
        entityType: 'teacher',
        dayOfWeek,
        startTime: '14:00',
        endTime: '20:00',
        enabled: true,
        isPreferred: false,
      })),
    );
  expect(on(1, 2, 3, 4, 5, 6)).toBe('Mon – Sat');
  expect(on(2, 4, 5)).toBe('Tue, Thu, Fri');
  expect(on(0, 1)).toBe('Mon, Sun');
  expect(on()).toBe('no hours yet');
});
