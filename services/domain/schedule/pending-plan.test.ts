import type { ScheduleEvent } from '@rondo/contracts/events/schedule/schedule.ts';
import { describe, expect, test } from 'vitest';
import { RuleBroken } from '../../platform/kit/errors.ts';
import { specification } from '../../testing/given.ts';
import { clearSchedule, deleteSeriesOf } from './edit/deletion.ts';
import { acceptPlan, rejectPlan, withdrawGenerated } from './plan/plan-decision.ts';
import { optimizeSchedule } from './plan/plan.ts';
import { scheduleAggregate } from './schedule-aggregate.ts';
import { Log, undo } from './testing/batches.ts';
import { cancel, edit, move, remove, restore } from './testing/commands.ts';
import {
  basesOf,
  firstRun,
  mon,
  rowIn,
  run,
  secondRun,
  seriesIn,
  slot,
  acceptedWeek,
  weekFrom,
  today,
  tue,
} from './testing/week.ts';

const { given } = specification(scheduleAggregate);
const named = (events: readonly ScheduleEvent[]) =>
  events.map((event) => {
    if ('lessonId' in event.data) return `${event.type} ${event.data.lessonId}`;
    return 'lesson' in event.data ? `${event.type} ${event.data.lesson.lessonId}` : event.type;
  });

const series = (
  lessonId: string,
  changes: { dayOfWeek?: typeof tue; start?: number },
  originalDate: string | null = null,
) => edit(lessonId, { newId: `${lessonId}+`, scope: 'series', changes, originalDate });
const accept = (reportId: string) => acceptPlan({ reportId, today });
const reject = (reportId: string) => rejectPlan({ reportId, today });

const pending = Log.of(acceptedWeek).after(optimizeSchedule(firstRun));
const nextMonday = '2026-11-30';
const laterRun = { ...firstRun, startsOn: nextMonday };

describe('the worked example', () => {
  const edited = pending.after(series('B2', { dayOfWeek: tue, start: 17 * 60 }));
  const off = edited.after(cancel('B3', '2026-12-03'));
  const extended = off.after(optimizeSchedule(secondRun));
  const rejected = extended.after(reject('P2'));
  const reopened = rejected.after(undo(rejected.last, 'P3'));

  test('generate Ann, Ben, Cy', () => {
    expect(named(pending.last.events)).toEqual([
      'ScheduleOptimized',
      'LessonEnded A1',
      'LessonEnded A2',
      'LessonEnded A3',
      'LessonPlaced B1',
      'LessonPlaced B2',
      'LessonPlaced B3',
    ]);
    expect(basesOf(pending.state)).toEqual(['A1', 'A2', 'A3']);
  });

  test('edit series B2 to Tuesday 17:00', () => {
    expect(named(edited.last.events)).toEqual(['LessonEdited B2', 'LessonKept B2']);
    expect(weekFrom(edited.state, today)).toEqual([
      'A4 Thu 15 scheduled optimized',
      'B1 Mon 16 optimized optimized',
      'B2 Tue 17 scheduled manual',
      'B3 Thu 16 optimized optimized',
    ]);
    expect(basesOf(edited.state)).toEqual(['A1', 'A3']);
    expect(edited.state.reports.get('P1')).toBe('pending');
  });

  test('cancel B3 on 3 December', () => {
    expect(named(off.last.events)).toEqual(['LessonCancelled O']);
    expect(rowIn(off.state, 'O')).toMatchObject({ status: 'cancelled', seriesId: 'B3', date: '2026-12-03' });
    expect(basesOf(off.state)).toEqual(['A1', 'A3']);
  });

  test('generate Ann, Cy', () => {
    expect(named(extended.last.events)).toEqual([
      'ScheduleOptimized',
      'LessonEnded B1',
      'LessonEnded B3',
      'LessonPlaced C1',
      'LessonPlaced C3',
    ]);
    expect(weekFrom(extended.state, today)).toEqual([
      'A4 Thu 15 scheduled optimized',
      'B2 Tue 17 scheduled manual',
      'C1 Mon 17 optimized optimized',
      'C3 Fri 15 optimized optimized',
    ]);
    expect(rowIn(extended.state, 'O')).toMatchObject({ seriesId: 'C3', date: '2026-12-04', status: 'cancelled' });
    expect(basesOf(extended.state)).toEqual(['A1', 'A3']);
    expect([...extended.state.reports]).toEqual([
      ['P1', 'superseded'],
      ['P2', 'pending'],
    ]);
  });

  test('reject P2', () => {
    expect(named(rejected.last.events)).toEqual([
      'ScheduleRejected',
      'LessonEnded C1',
      'LessonEnded C3',
      'LessonReinstated A1',
      'LessonReinstated A3',
    ]);
    expect(rejected.last.events[0]).toMatchObject({ data: { fellAway: ['O'] } });
    expect(weekFrom(rejected.state, today)).toEqual([
      'A1 Mon 15 scheduled optimized',
      'A3 Wed 15 scheduled optimized',
      'A4 Thu 15 scheduled optimized',
      'B2 Tue 17 scheduled manual',
    ]);
    expect(basesOf(rejected.state)).toEqual([]);
    expect(rejected.state.reports.get('P2')).toBe('rejected');
  });

  test('undo the reject', () => {
    expect(reopened.last.events).toContainEqual({
      type: 'ScheduleReopened',
      data: expect.objectContaining({ reportId: 'P3', reopens: 'P2' }),
    });
    expect(weekFrom(reopened.state, today)).toEqual(weekFrom(extended.state, today));
    expect(rowIn(reopened.state, 'O')).toEqual(rowIn(extended.state, 'O'));
    expect(basesOf(reopened.state)).toEqual(['A1', 'A3']);
    expect([reopened.state.reports.get('P2'), reopened.state.reports.get('P3')]).toEqual(['rejected', 'pending']);
    expect(weekFrom(reopened.after(accept('P3')).state, today)).toContain('C1 Mon 17 scheduled optimized');
  });
});

describe('the base of a pending plan', () => {
  const later = Log.of(acceptedWeek).after(optimizeSchedule(laterRun));

  test('stays in effect until the plan’s first day, and single dates may change', () => {
    const { state } = later.after(cancel('A1', today));
    expect(rowIn(state, 'O')).toMatchObject({ seriesId: 'A1', status: 'cancelled' });
    expect(rowIn(later.after(cancel('A1', today), reject('P1')).state, 'O').status).toBe('cancelled');
    expect(rowIn(later.after(cancel('A1', today), accept('P1')).state, 'O').status).toBe('cancelled');
  });

  test('cannot be changed or deleted as a whole', () => {
    const sentence = 'A pending plan replaces this lesson from Monday, November 30. Accept or reject it first.';
    const refused = [series('A1', { start: 960 }), remove('A1'), move('A1')];
    for (const command of refused)
      given(...later.events)
        .when(command)
        .thenRefused(RuleBroken, sentence);
  });

  test('ends permanently, with the pending series, when the student’s series are deleted', () => {
    const { state } = later.after(deleteSeriesOf({ studentId: 'Ann', today }));
    expect(state.plan?.entries.has('Ann')).toBe(false);
    const lines = weekFrom(
      Log.of(later.events).after(deleteSeriesOf({ studentId: 'Ann', today }), reject('P1')).state,
      today,
    );
    expect(lines.some((line) => line.startsWith('A1') || line.startsWith('B1'))).toBe(false);
  });
});

describe('a pending plan', () => {
  test('(a) is scheduled around what is still in effect on its first day', () => {
    const { state } = Log.of(acceptedWeek).after(optimizeSchedule(laterRun));
    expect(seriesIn(state, 'A1').validTo).toBe('2026-11-29');
    expect(seriesIn(state, 'B1').validFrom).toBe(nextMonday);
  });

  test('(b) keeps its base when one of its students is planned again', () => {
    const twice = pending.after(optimizeSchedule(run('P2', [slot('C1', 'Ann', mon, 17)])));
    expect(basesOf(twice.state)).toEqual(['A1', 'A2', 'A3']);
    expect(weekFrom(twice.state, today)).toContain('B2 Tue 16 optimized optimized');
    given(...twice.events)
      .when(accept('P1'))
      .thenRefused(RuleBroken, 'This report was replaced by a newer one.');
  });

  test('(c) loses a series that is moved or divided by hand: both parts become manual and scheduled', () => {
    const divided = pending.after(series('B1', { start: 18 * 60 }, '2026-12-14'));
    expect(weekFrom(divided.state, today)).toEqual([
      'A4 Thu 15 scheduled optimized',
      'B1 Mon 16 scheduled manual',
      'B1+ Mon 18 scheduled manual',
      'B2 Tue 16 optimized optimized',
      'B3 Thu 16 optimized optimized',
    ]);
    const after = divided.after(reject('P1')).state;
    expect(weekFrom(after, today)).toContain('B1+ Mon 18 scheduled manual');
    expect(weekFrom(after, today).some((line) => line.startsWith('A1'))).toBe(false);
  });

  test('(c) keeps a student whose pending series is deleted, without a placement', () => {
    const without = pending.after(remove('B1'));
    expect(without.state.plan?.entries.get('Ann')).toMatchObject({ lessonId: null });
    expect(basesOf(without.state)).toEqual(['A1', 'A2', 'A3']);
    expect(weekFrom(without.after(reject('P1')).state, today)).toContain('A1 Mon 15 scheduled optimized');
  });

  test('(c) loses no student to a change of one date', () => {
    const { state } = pending.after(cancel('B1', nextMonday));
    expect(basesOf(state)).toEqual(['A1', 'A2', 'A3']);
    expect(weekFrom(state, today)).toContain('B1 Mon 16 optimized optimized');
  });

  test('(d) once accepted is final and its bases are not restored', () => {
    const { state } = pending.after(accept('P1'), withdrawGenerated({ today }));
    expect(weekFrom(state, today)).toEqual([]);
  });

  test('(e) once rejected keeps what took place and restores the earlier exceptions', () => {
    const before = Log.of(acceptedWeek).after(cancel('A1', '2026-12-07'), optimizeSchedule(firstRun));
    expect(rowIn(before.state, 'O').seriesId).toBe('B1');
    const { state } = before.after(rejectPlan({ reportId: 'P1', today: nextMonday }));
    expect(seriesIn(state, 'B1')).toMatchObject({ validTo: '2026-11-29', status: 'scheduled' });
    expect(seriesIn(state, 'A1').skips).toEqual([today]);
    expect(rowIn(state, 'O')).toMatchObject({ seriesId: 'A1', start: 15 * 60, status: 'cancelled' });
  });

  test('(f) once withdrawn leaves its report open for a rejection only', () => {
    const withdrawn = pending.after(withdrawGenerated({ today }));
    expect(withdrawn.state.reports.get('P1')).toBe('withdrawn');
    given(...withdrawn.events)
      .when(accept('P1'))
      .thenRefused(RuleBroken, 'withdrawn');
    expect(withdrawn.after(reject('P1')).state.reports.get('P1')).toBe('rejected');
    given(...withdrawn.events)
      .when(withdrawGenerated({ today }))
      .thenNothing();
  });

  test('(g) ends with its bases when optimized lessons are cleared', () => {
    const cleared = pending.after(clearSchedule({ kinds: ['optimized'], today }));
    expect(weekFrom(cleared.state, today)).toEqual([]);
    expect(cleared.state.plan).toBeNull();
    expect(cleared.state.reports.get('P1')).toBe('rejected');
    const manual = pending.after(clearSchedule({ kinds: ['manual', 'preScheduled'], today }));
    expect(manual.state.plan?.reportId).toBe('P1');
  });

  test('(i) that is already decided is rejected with the final state', () => {
    given(...pending.after(accept('P1')).events)
      .when(reject('P1'))
      .thenRefused(RuleBroken, 'already been accepted and cannot be rejected');
    given(...pending.after(reject('P1')).events)
      .when(accept('P1'))
      .thenRefused(RuleBroken, 'already been rejected and cannot be accepted');
  });

  test('(j) leaves one lesson in the week in which it is rejected', () => {
    const wednesday = '2026-11-25';
    const { state } = pending.after(rejectPlan({ reportId: 'P1', today: wednesday }));
    // Ben already had Tuesday's pending lesson; Cy's base on Wednesday is still in the future.
    expect(seriesIn(state, 'A2').skips).toEqual(['2026-11-24']);
    expect(seriesIn(state, 'A3').skips).toEqual([]);
  });

  test('is decided as a whole: a single lesson cannot be confirmed', () =>
    given(...pending.events)
      .when(restore('B1'))
      .thenRefused(RuleBroken, 'Accept or reject the plan'));
});
