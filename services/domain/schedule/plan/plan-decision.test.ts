import { seriesDates } from '@rondo/contracts/calendar/series.ts';
import { isWeekly } from '@rondo/contracts/calendar/rows.ts';
import type { WeeklyLesson } from '@rondo/contracts/events/schedule/lesson.ts';
import { describe, expect, test } from 'vitest';
import { NotFound, RuleBroken } from '../../../platform/kit/errors.ts';
import { specification } from '../../../testing/given.ts';
import { acceptPlan, rejectPlan, withdrawGenerated } from './plan-decision.ts';
import { optimizeSchedule, placedLesson } from './plan.ts';
import { scheduleAggregate } from '../schedule-aggregate.ts';
import {
  cancelled,
  firstRun,
  fri,
  history,
  mon,
  run,
  secondRun,
  slot,
  acceptedWeek,
  weekFrom,
  stateOf,
  today,
} from '../testing/week.ts';

const { given } = specification(scheduleAggregate);

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
