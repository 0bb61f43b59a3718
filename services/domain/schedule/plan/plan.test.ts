import { seriesDates } from '@rondo/contracts/calendar/series.ts';
import { isOccurrence } from '@rondo/contracts/calendar/rows.ts';
import { describe, expect, test } from 'vitest';
import { specification } from '../../../testing/given.ts';
import { PlanOutdated } from './fixed.ts';
import { rejectPlan } from './plan-decision.ts';
import { optimizeSchedule } from './plan.ts';
import { scheduleAggregate } from '../schedule-aggregate.ts';
import {
  basesOf,
  cancelled,
  entry,
  firstRun,
  fri,
  history,
  mon,
  run,
  secondRun,
  seriesIn,
  slot,
  acceptedWeek,
  weekFrom,
  stateOf,
  today,
} from '../testing/week.ts';

const { given } = specification(scheduleAggregate);

describe('generating', () => {
  test('replaces the selected students’ series from the first day on with pending ones, and leaves the others unchanged', () => {
    const { state, events } = given(...acceptedWeek)
      .when(optimizeSchedule(firstRun))
      .result();
    expect(events.map(({ type }) => type)).toEqual([
      'ScheduleOptimized',
      'LessonEnded',
      'LessonEnded',
      'LessonEnded',
      'LessonPlaced',
      'LessonPlaced',
      'LessonPlaced',
    ]);
    expect(weekFrom(state, today)).toEqual([
      'A4 Thu 15 scheduled optimized',
      'B1 Mon 16 optimized optimized',
      'B2 Tue 16 optimized optimized',
      'B3 Thu 16 optimized optimized',
    ]);
    expect(basesOf(state)).toEqual(['A1', 'A2', 'A3']);
    expect(state.reports.get('P1')).toBe('pending');
  });

  test('names the series that a student’s new lesson replaces in the order of the week', () => {
    const twice = [acceptedWeek[3], acceptedWeek[0]].flatMap((event) =>
      event?.type === 'LessonPlaced'
        ? [{ ...event, data: { ...event.data, lesson: { ...event.data.lesson, studentId: 'Ann' } } }]
        : [],
    );
    const [header] = optimizeSchedule(run('P1', [slot('B1', 'Ann', fri, 15)]))(stateOf(twice));
    expect(header).toMatchObject({ data: { students: [{ studentId: 'Ann', lessonId: 'B1', bases: ['A1', 'A4'] }] } });
  });

  test('keeps the lesson of the first day that has already been taught, and gives the student no second one that week', () => {
    const datesAfter = (overUntil: number): Record<string, string[]> => {
      const moved = { ...run('P1', [slot('B1', 'Ann', fri, 15)]), overUntil };
      const state = stateOf(history(acceptedWeek, optimizeSchedule(moved)));
      return Object.fromEntries(
        ['A1', 'B1'].map((id) => [id, seriesDates(seriesIn(state, id), '2026-11-16', '2026-12-06')]),
      );
    };
    expect(datesAfter(16 * 60)).toEqual({ A1: ['2026-11-16', '2026-11-23'], B1: ['2026-12-04'] });
    expect(datesAfter(15 * 60)).toEqual({ A1: ['2026-11-16'], B1: ['2026-11-27', '2026-12-04'] });
  });

  test('a run while one is pending extends the plan and supersedes its report', () => {
    const events = history(acceptedWeek, optimizeSchedule(firstRun), optimizeSchedule(secondRun));
    const state = stateOf(events);
    expect(weekFrom(state, today)).toEqual([
      'A4 Thu 15 scheduled optimized',
      'B2 Tue 16 optimized optimized',
      'C1 Mon 17 optimized optimized',
      'C3 Fri 15 optimized optimized',
    ]);
    expect(basesOf(state)).toEqual(['A1', 'A2', 'A3']);
    expect([state.reports.get('P1'), state.reports.get('P2')]).toEqual(['superseded', 'pending']);
  });

  test('moves a cancelled date to the new series, on its date of that week', () => {
    const before = history(acceptedWeek, optimizeSchedule(firstRun));
    const series = stateOf(before).lessons.get('B3');
    if (!series) throw new Error('B3 is not there');
    const state = stateOf(history([...before, cancelled('O', series, '2026-12-03')], optimizeSchedule(secondRun)));
    const occurrence = state.lessons.get('O');
    if (!occurrence || !isOccurrence(occurrence)) throw new Error('O is not there');
    expect(occurrence).toMatchObject({
      seriesId: 'C3',
      originalDate: '2026-12-04',
      date: '2026-12-04',
      status: 'cancelled',
    });
  });

  test('removes the series of a student without a placement only as part of the plan', () => {
    const before = history(acceptedWeek, optimizeSchedule(run('P1', ['Ann'])));
    expect(weekFrom(stateOf(before), today)).not.toContain('A1 Mon 15 scheduled optimized');
    const after = stateOf(history(before, rejectPlan({ reportId: 'P1', today })));
    expect(weekFrom(after, today)).toContain('A1 Mon 15 scheduled optimized');
  });

  test('makes the plan outdated if an entry was created in a placement’s time', () => {
    const dentist = entry('M', {
      entryType: 'appointment',
      studentId: null,
      eventTitle: 'Dentist',
      useInOptimization: false,
      start: 16 * 60 + 30,
      duration: 60,
      when: { kind: 'weekly', dayOfWeek: mon, validFrom: today },
    });
    given(...history(acceptedWeek, dentist))
      .when(optimizeSchedule(firstRun))
      .thenRefused(PlanOutdated, 'overlaps M');
  });

  test('starts no earlier than the student', () => {
    const later = { ...slot('B1', 'Ann', mon, 16), notBefore: '2027-01-04' };
    const { state } = given(...acceptedWeek)
      .when(optimizeSchedule(run('P1', [later])))
      .result();
    expect(state.lessons.get('B1')?.validFrom).toBe('2027-01-04');
  });
});
