import { seriesDates } from '@rondo/contracts/calendar/series.ts';
import { isOccurrence, isWeekly } from '@rondo/contracts/calendar/rows.ts';
import type { WeeklyLesson } from '@rondo/contracts/events/lesson.ts';
import { describe, expect, test } from 'vitest';
import { NotFound, RuleBroken } from '../errors/errors.ts';
import { specification } from '../testing/given.ts';
import { PlanOutdated } from './fixed.ts';
import { acceptPlan, rejectPlan, withdrawGenerated } from './plan-decision.ts';
import { optimizeSchedule, placedLesson } from './plan.ts';
import { scheduleAggregate } from './state.ts';
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
} from './testing/week.ts';

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

describe('accepting', () => {
  test('makes every pending lesson scheduled and ends the bases permanently', () => {
    const { state } = given(...history(acceptedWeek, optimizeSchedule(firstRun)))
      .when(acceptPlan({ reportId: 'P1', today }))
      .result();
    expect(weekFrom(state, today)).toEqual([
      'A4 Thu 15 scheduled optimized',
      'B1 Mon 16 scheduled optimized',
      'B2 Tue 16 scheduled optimized',
      'B3 Thu 16 scheduled optimized',
    ]);
    expect(state.plan).toBeNull();
    expect(state.reports.get('P1')).toBe('accepted');
  });

  test('is final, and so is rejecting', () => {
    const acceptedPlan = history(acceptedWeek, optimizeSchedule(firstRun), acceptPlan({ reportId: 'P1', today }));
    given(...acceptedPlan)
      .when(acceptPlan({ reportId: 'P1', today }))
      .thenRefused(RuleBroken, 'already been accepted');
    given(...acceptedPlan)
      .when(rejectPlan({ reportId: 'P1', today }))
      .thenRefused(RuleBroken, 'cannot be rejected');
    const rejectedPlan = history(acceptedWeek, optimizeSchedule(firstRun), rejectPlan({ reportId: 'P1', today }));
    given(...rejectedPlan)
      .when(acceptPlan({ reportId: 'P1', today }))
      .thenRefused(RuleBroken, 'already been rejected and cannot be accepted');
    given(...rejectedPlan)
      .when(rejectPlan({ reportId: 'P1', today }))
      .thenRefused(RuleBroken, 'already been rejected');
  });

  test('of a superseded or unknown report is rejected', () => {
    const events = history(acceptedWeek, optimizeSchedule(firstRun), optimizeSchedule(secondRun));
    given(...events)
      .when(acceptPlan({ reportId: 'P1', today }))
      .thenRefused(RuleBroken, 'This report was replaced by a newer one.');
    given(...events)
      .when(acceptPlan({ reportId: 'P9', today }))
      .thenRefused(NotFound, 'There is no such report.');
  });
});

describe('taking students over from another teacher', () => {
  const wednesday = '2026-11-25';
  const thereOn = (dayOfWeek: 1 | 2 | 4) => ({
    teacherId: 'U',
    series: placedLesson(slot('S', 'Eve', dayOfWeek, 15), { startsOn: '2026-09-07', reportId: null }),
  });
  const pending = history(acceptedWeek, optimizeSchedule(run('P1', [slot('B5', 'Eve', fri, 16)])));
  const accepted = (on: string, ...elsewhere: { teacherId: string; series: WeeklyLesson }[]) =>
    given(...pending)
      .when(acceptPlan({ reportId: 'P1', today: on, elsewhere }))
      .result();

  test('names their current optimized series there, each once', () => {
    const { events } = accepted(today, thereOn(1), {
      ...thereOn(1),
      series: { ...thereOn(1).series, studentId: 'Nobody' },
    });
    expect(events[0]).toMatchObject({
      data: { endsElsewhere: [{ teacherId: 'U', studentId: 'Eve', lessonId: 'S', from: today }] },
    });
  });

  test('leaves one lesson in the week of the change-over', () => {
    const kept = accepted(wednesday, thereOn(2));
    expect(kept.state.lessons.get('B5')?.skips).toEqual(['2026-11-27']);
    const missed = history(acceptedWeek, optimizeSchedule(run('P1', [slot('B5', 'Eve', mon, 16)])));
    const { events } = given(...missed)
      .when(acceptPlan({ reportId: 'P1', today: wednesday, elsewhere: [thereOn(4)] }))
      .result();
    expect(events[0]).toMatchObject({ data: { endsElsewhere: [{ from: '2026-11-27' }] } });
  });

  test('skips the dates that passed while the plan was pending: the student was with the other teacher', () => {
    const { state } = accepted('2026-12-07', thereOn(1));
    expect(state.lessons.get('B5')?.skips).toEqual(['2026-11-27', '2026-12-04']);
    expect(accepted('2026-12-07').state.lessons.get('B5')?.skips).toEqual([]);
  });
});

describe('rejecting', () => {
  test('restores every base under its old id', () => {
    const { state } = given(...history(acceptedWeek, optimizeSchedule(firstRun)))
      .when(rejectPlan({ reportId: 'P1', today }))
      .result();
    expect(weekFrom(state, today)).toEqual([
      'A1 Mon 15 scheduled optimized',
      'A2 Tue 15 scheduled optimized',
      'A3 Wed 15 scheduled optimized',
      'A4 Thu 15 scheduled optimized',
    ]);
    expect(state.lessons.get('A1')?.skips).toEqual([]);
    expect(state.lessons.has('B1')).toBe(false);
  });

  test('of an extended plan restores the last accepted schedule', () => {
    const events = history(
      acceptedWeek,
      optimizeSchedule(firstRun),
      optimizeSchedule(secondRun),
      rejectPlan({ reportId: 'P2', today }),
    );
    expect(weekFrom(stateOf(events), today)).toEqual([
      'A1 Mon 15 scheduled optimized',
      'A2 Tue 15 scheduled optimized',
      'A3 Wed 15 scheduled optimized',
      'A4 Thu 15 scheduled optimized',
    ]);
  });

  test('later keeps what took place since, and the base skips those dates', () => {
    const aWeekLater = '2026-11-30';
    const { state } = given(...history(acceptedWeek, optimizeSchedule(firstRun)))
      .when(rejectPlan({ reportId: 'P1', today: aWeekLater }))
      .result();
    expect(state.lessons.get('B1')).toMatchObject({ validFrom: today, validTo: '2026-11-29', status: 'scheduled' });
    expect(state.lessons.get('A1')).toMatchObject({ skips: ['2026-11-23'], validTo: null });
    expect(weekFrom(state, aWeekLater)).toContain('A1 Mon 15 scheduled optimized');
  });

  test('drops a one-date change on a pending lesson and names it', () => {
    const before = history(acceptedWeek, optimizeSchedule(firstRun));
    const series = stateOf(before).lessons.get('B3');
    if (!series) throw new Error('B3 is not there');
    const { events, state } = given(...before, cancelled('O', series, '2026-12-03'))
      .when(rejectPlan({ reportId: 'P1', today }))
      .result();
    expect(events[0]).toEqual({
      type: 'ScheduleRejected',
      data: { reportId: 'P1', withdrawn: false, fellAway: ['O'] },
    });
    expect(state.lessons.has('O')).toBe(false);
  });

  test('restores an exception of the base', () => {
    const series = stateOf(acceptedWeek).lessons.get('A1');
    if (!series) throw new Error('A1 is not there');
    const before = [...acceptedWeek, cancelled('O', series, '2026-12-07')];
    const pending = history(before, optimizeSchedule(firstRun));
    expect(stateOf(pending).lessons.get('O')).toMatchObject({ seriesId: 'B1', start: 16 * 60 });
    const state = stateOf(history(pending, rejectPlan({ reportId: 'P1', today })));
    expect(state.lessons.get('O')).toMatchObject({ seriesId: 'A1', originalDate: '2026-12-07', start: 15 * 60 });
  });
});

describe('withdrawing', () => {
  const withdrawn = history(acceptedWeek, optimizeSchedule(firstRun), withdrawGenerated({ today }));

  test('restores the bases and leaves the report open for a rejection', () => {
    const state = stateOf(withdrawn);
    expect(weekFrom(state, today)).toContain('A1 Mon 15 scheduled optimized');
    expect(state.reports.get('P1')).toBe('withdrawn');
    const after = stateOf(history(withdrawn, rejectPlan({ reportId: 'P1', today })));
    expect(after.reports.get('P1')).toBe('rejected');
    expect(weekFrom(after, today)).toEqual(weekFrom(state, today));
  });

  test('cannot be followed by an acceptance, and a second withdrawal removes nothing more', () => {
    given(...withdrawn)
      .when(acceptPlan({ reportId: 'P1', today }))
      .thenRefused(RuleBroken, 'withdrawn');
    given(...withdrawn)
      .when(withdrawGenerated({ today }))
      .thenNothing();
    given(...history(withdrawn, rejectPlan({ reportId: 'P1', today })))
      .when(withdrawGenerated({ today }))
      .thenNothing();
  });

  test('without a pending plan ends the optimized series from today', () => {
    const state = stateOf(
      history(
        acceptedWeek,
        optimizeSchedule(firstRun),
        acceptPlan({ reportId: 'P1', today }),
        withdrawGenerated({ today }),
      ),
    );
    expect(weekFrom(state, today)).toEqual([]);
    expect(state.lessons.get('A1')?.validTo).toBe('2026-11-22');
  });

  test('a withdrawn report becomes rejected at the next run', () => {
    const state = stateOf(history(withdrawn, optimizeSchedule(secondRun)));
    expect([state.reports.get('P1'), state.reports.get('P2')]).toEqual(['rejected', 'pending']);
  });
});

describe('in the week of a change-over', () => {
  const wednesday = '2026-11-25';

  test('the new series skips the week if its lesson is past', () => {
    const { state } = given(...acceptedWeek)
      .when(optimizeSchedule(run('P1', [slot('B1', 'Ann', fri, 16)], wednesday)))
      .result();
    const coming = state.lessons.get('B1');
    if (!coming || !isWeekly(coming)) throw new Error('B1 is not there');
    expect(seriesDates(coming, wednesday, '2026-12-06')).toEqual(['2026-12-04']);
    expect(state.lessons.get('A1')?.validTo).toBe('2026-11-24');
  });

  test('the ending series keeps its date if the new one would have had it earlier today', () => {
    const late = { ...slot('B4', 'Di', mon, 9), notBefore: '2026-11-30' };
    const { state } = given(...acceptedWeek)
      .when(optimizeSchedule(run('P1', [late])))
      .result();
    const ending = state.lessons.get('A4');
    if (!ending || !isWeekly(ending)) throw new Error('A4 is not there');
    expect(seriesDates(ending, today, '2026-12-06')).toEqual(['2026-11-26']);
    const back = stateOf(
      history(acceptedWeek, optimizeSchedule(run('P1', [late])), rejectPlan({ reportId: 'P1', today })),
    );
    expect(back.lessons.get('A4')).toMatchObject({ validTo: null, skips: [] });
  });

  test('the ending series keeps its date if the new one’s is past', () => {
    const { state } = given(...acceptedWeek)
      .when(optimizeSchedule(run('P1', [slot('B4', 'Di', mon, 16)], wednesday)))
      .result();
    const ending = state.lessons.get('A4');
    const coming = state.lessons.get('B4');
    if (!ending || !isWeekly(ending) || !coming || !isWeekly(coming)) throw new Error('the series are not there');
    expect(seriesDates(ending, wednesday, '2026-12-06')).toEqual(['2026-11-26']);
    expect(seriesDates(coming, wednesday, '2026-12-06')).toEqual(['2026-11-30']);
  });
});
