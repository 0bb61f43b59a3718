import { describe, expect, test } from 'vitest';
import { RuleBroken } from '../../platform/kit/errors.ts';
import { specification } from '../../testing/given.ts';
import { clearSchedule, deleteSeriesOf } from './edit/deletion.ts';
import { endStudentLessons } from './people.ts';
import { acceptPlan, rejectPlan, withdrawGenerated } from './plan/plan-decision.ts';
import { optimizeSchedule } from './plan/plan.ts';
import { scheduleAggregate } from './schedule-aggregate.ts';
import type { ScheduleState } from './state.ts';
import { cancel, edit, moveDate, remove, update } from './testing/commands.ts';
import { datesOf } from './testing/shown.ts';
import {
  entry,
  fri,
  history,
  mon,
  rowIn,
  run,
  seriesIn,
  slot,
  acceptedWeek,
  stateOf,
  thu,
  today,
  tue,
} from './testing/week.ts';

const { given } = specification(scheduleAggregate);
const [september, march] = ['2026-09-07', '2027-03-01'];
const december = '2026-12-10';
const wednesday = '2026-11-25';

const after = (...commands: Parameters<typeof history>[1][]) => stateOf(history(acceptedWeek, ...commands));
const past = (state: ScheduleState, who: string) => datesOf(state, who, september, '2026-11-22');
const coming = (state: ScheduleState, who: string) => datesOf(state, who, today, march);

describe('a past date that was postponed', () => {
  // Ann's lesson of Monday, November 16, is postponed to December 10.
  const postponed = moveDate('A1', '2026-11-16', december);
  const before = past(after(postponed), 'Ann');

  test.each([
    ['its series is deleted', remove('A1')],
    ['the student’s lessons are deleted', deleteSeriesOf({ studentId: 'Ann', today })],
    ['the student is removed', endStudentLessons({ studentId: 'Ann', on: today })],
    ['the schedule is cleared', clearSchedule({ kinds: ['optimized'], today })],
    ['the generated lessons are withdrawn', withdrawGenerated({ today })],
  ])('does not come back when %s', (_, ends) => {
    expect(before).not.toContain('2026-11-16');
    const state = after(postponed, ends);
    expect(past(state, 'Ann')).toEqual(before);
    expect(coming(state, 'Ann')).toEqual([]);
  });

  test('is not restored when its series becomes dated', () => {
    const state = after(postponed, update('A1', { lessonDate: '2026-12-01' }));
    expect(past(state, 'Ann')).toEqual(before);
    expect(coming(state, 'Ann')).toEqual(['2026-12-01']);
  });

  test('is not restored when the plan that it was part of is rejected', () => {
    const pending = history(acceptedWeek, optimizeSchedule(run('P1', [slot('B1', 'Ann', tue, 16)])));
    const moved = history(pending, moveDate('B1', '2026-11-24', december));
    const state = stateOf(history(moved, rejectPlan({ reportId: 'P1', today: '2026-11-30' })));
    expect(datesOf(state, 'Ann', today, '2026-11-29')).toEqual([]);
  });

  test('is not restored when its series had ended and the make-up lesson is deleted', () => {
    const ended = after(
      postponed,
      optimizeSchedule(run('P1', [slot('B1', 'Ann', tue, 16)])),
      acceptPlan({ reportId: 'P1', today }),
    );
    expect(coming(ended, 'Ann')).toContain(december);
    expect(past(ended, 'Ann')).toEqual(before);
  });
});

describe('a deleted date', () => {
  const deleted = remove('A1', '2026-12-07');

  test('stays deleted in the next plan, on that lesson’s new weekday', () => {
    const state = after(deleted, optimizeSchedule(run('P1', [slot('B1', 'Ann', thu, 16)])));
    expect(seriesIn(state, 'B1').skips).toEqual(['2026-12-10']);
    expect(coming(state, 'Ann').slice(0, 3)).toEqual(['2026-11-26', '2026-12-03', '2026-12-17']);
  });

  test('stays deleted in a plan that starts later in its week', () => {
    const state = after(remove('A1', today), optimizeSchedule(run('P1', [slot('B1', 'Ann', thu, 16)], wednesday)));
    expect(coming(state, 'Ann')[0]).toBe('2026-12-03');
  });

  test('and a cancelled one stay so when a first run finds no place and the next one does', () => {
    const state = after(
      deleted,
      cancel('A1', '2026-12-14', 'C'),
      optimizeSchedule(run('P1', ['Ann'])),
      optimizeSchedule(run('P2', [slot('C1', 'Ann', thu, 16)], '2026-11-30')),
    );
    expect(coming(state, 'Ann').slice(0, 2)).toEqual(['2026-12-03', '2026-12-24']);
    expect(rowIn(state, 'C')).toMatchObject({ seriesId: 'C1', date: '2026-12-17', status: 'cancelled' });
  });

  test('stays deleted in an extended plan when nothing is left of the lesson that the plan replaces', () => {
    const eve = (lessonId: string) => slot(lessonId, 'Eve', mon, 9);
    const state = after(
      optimizeSchedule(run('P1', [eve('B1')])),
      acceptPlan({ reportId: 'P1', today }),
      optimizeSchedule(run('P2', [eve('C1')], '2026-12-03')),
      remove('B1', '2026-11-30'),
      remove('B1', today),
      optimizeSchedule(run('P3', [eve('D1')], '2026-11-26')),
    );
    expect(coming(state, 'Eve')[0]).toBe('2026-12-07');
  });

  describe('that was the last one of an ended lesson', () => {
    const ended = [
      optimizeSchedule(run('P1', [slot('B1', 'Eve', mon, 9)], '2026-11-26')),
      moveDate('B1', '2026-12-07', '2026-11-25'),
      clearSchedule({ kinds: ['optimized'], today: '2026-12-04' }),
    ];
    const alone = { seriesId: null, originalDate: null, continues: 'B1', date: '2026-11-25' };

    test('leaves a lesson that was held early as a dated lesson', () => {
      const state = after(...ended, remove('B1', '2026-11-30'));
      expect(state.lessons.has('B1')).toBe(false);
      expect(rowIn(state, 'O')).toMatchObject(alone);
    });

    test('leaves it so when the last date was moved and its row is deleted', () => {
      const state = after(...ended, moveDate('B1', '2026-11-30', '2026-12-01', 'M'), remove('M'));
      expect(state.lessons.has('B1')).toBe(false);
      expect(rowIn(state, 'O')).toMatchObject(alone);
    });

    test('does not bring a row back that is deleted along with it', () => {
      const moved = moveDate('B1', '2026-11-30', '2026-12-11', 'M');
      const later = edit('O', { lessonDate: '2026-12-10' });
      const state = after(...ended, moved, later, deleteSeriesOf({ studentId: 'Eve', today: '2026-12-04' }));
      expect(past(state, 'Eve')).toEqual([]);
      expect(coming(state, 'Eve')).toEqual([]);
    });
  });
});

describe('when a plan is rejected in a week in which only the date of the lesson that comes back is past', () => {
  const rejectedAfter = (lessonDate: string) =>
    after(
      optimizeSchedule(run('P1', [slot('B3', 'Cy', fri, 13)])),
      moveDate('B3', '2026-11-27', lessonDate),
      rejectPlan({ reportId: 'P1', today: '2026-11-26' }),
    );

  test('the plan’s lesson of that week stays on the day of the week that it was moved to', () =>
    expect(coming(rejectedAfter('2026-11-28'), 'Cy').slice(0, 2)).toEqual(['2026-11-28', '2026-12-02']));

  test('it falls away when it was moved to another week, which has the lesson that comes back', () => {
    const state = rejectedAfter('2026-11-30');
    expect(state.lessons.has('O')).toBe(false);
    expect(coming(state, 'Cy').slice(0, 2)).toEqual(['2026-12-02', '2026-12-09']);
  });
});

describe('one date of a series that belongs to another student', () => {
  const lent = edit('A4', {
    originalDate: '2026-12-03',
    lessonDate: '2026-12-03',
    changes: { studentId: 'Xia' },
    newId: 'X',
  });

  test.each([
    ['are deleted', deleteSeriesOf({ studentId: 'Xia', today })],
    ['end with the student', endStudentLessons({ studentId: 'Xia', on: today })],
  ])('is not given back to the series when that student’s lessons %s', (_, ends) => {
    const state = after(lent, ends);
    expect([coming(state, 'Xia'), coming(state, 'Di').slice(0, 2)]).toEqual([[], ['2026-11-26', '2026-12-10']]);
  });

  test('stays theirs when the series’ own student’s lessons end', () => {
    const state = after(lent, endStudentLessons({ studentId: 'Di', on: today }));
    expect([coming(state, 'Xia'), coming(state, 'Di')]).toEqual([['2026-12-03'], []]);
  });
});

describe('a date that was moved into the past', () => {
  const weekly = entry('W', { when: { kind: 'weekly', dayOfWeek: fri, validFrom: today } });
  const taught = moveDate('W', '2026-12-04', '2026-11-20', 'T');

  test('becomes a lesson of its own once its series is gone', () => {
    const state = after(weekly, taught, remove('W'));
    expect(state.lessons.has('W')).toBe(false);
    expect(rowIn(state, 'T')).toMatchObject({ date: '2026-11-20', seriesId: null, originalDate: null, continues: 'W' });
  });

  test('stays when its series becomes dated', () => {
    const state = after(weekly, taught, update('W', { lessonDate: '2026-12-01' }));
    expect(rowIn(state, 'T')).toMatchObject({ date: '2026-11-20', seriesId: null });
    expect(datesOf(state, 'Eve', september, march)).toEqual(['2026-11-20', '2026-12-01']);
  });

  test('stays when its student is not placed', () => {
    // Thursday's lesson is taught on Monday; on Wednesday a plan has no place for Di.
    const ran = after(moveDate('A4', '2026-11-26', today, 'T'), optimizeSchedule(run('P1', ['Di'], wednesday)));
    expect(coming(ran, 'Di')).toEqual([today]);
    const accepted = after(
      moveDate('A4', '2026-11-26', today, 'T'),
      optimizeSchedule(run('P1', ['Di'], wednesday)),
      acceptPlan({ reportId: 'P1', today: wednesday }),
    );
    expect(coming(accepted, 'Di')).toEqual([today]);
  });

  test('stays, and its week has no second lesson, when the plan that it was part of is rejected', () => {
    const state = after(
      optimizeSchedule(run('P1', [slot('B4', 'Di', fri, 16)])),
      moveDate('B4', '2026-12-04', today, 'T'),
      rejectPlan({ reportId: 'P1', today: wednesday }),
    );
    expect(coming(state, 'Di').slice(0, 3)).toEqual([today, '2026-11-26', '2026-12-10']);
  });

  test('stays there, if cancelled there, when its series changes', () => {
    const state = after(
      weekly,
      taught,
      cancel('T', '2026-11-20', 'X'),
      edit('W', { scope: 'series', changes: { dayOfWeek: mon } }),
    );
    expect(rowIn(state, 'T')).toMatchObject({ date: '2026-11-20', status: 'cancelled' });
  });

  test('has no series to edit once that is over', () => {
    const ended = history(acceptedWeek, moveDate('A1', '2026-12-07', '2026-11-20', 'T'), remove('A1'));
    given(...ended)
      .when(edit('T', { scope: 'series', changes: { start: 960 } }))
      .thenRefused(RuleBroken, 'This lesson has ended');
  });
});

test('a moved date that a plan takes over returns to its series even after its old day has passed', () => {
  // Di's lesson of Thursday, November 26, is postponed to December 10 when the plan is rejected on Saturday.
  const state = after(
    moveDate('A4', '2026-11-26', '2026-12-08', 'O'),
    optimizeSchedule(run('P1', [slot('B4', 'Di', fri, 16)], wednesday)),
    rejectPlan({ reportId: 'P1', today: '2026-11-28' }),
  );
  expect(coming(state, 'Di').slice(0, 3)).toEqual(['2026-12-03', '2026-12-08', '2026-12-10']);
});

test('a pending series that becomes dated is a manual lesson from then on', () => {
  const state = after(optimizeSchedule(run('P1', [slot('B1', 'Ann', mon, 16)])), (before) =>
    update('B1', { today: '2026-12-01', lessonDate: '2026-12-03' })(before),
  );
  expect(rowIn(state, 'N')).toMatchObject({ source: 'manual', status: 'scheduled', date: '2026-12-03' });
});

test('a series that has ended cannot become dated: that would extend its past', () =>
  given(...history(acceptedWeek, remove('A1', null, '2026-11-15')))
    .when(update('A1', { lessonDate: '2026-12-01' }))
    .thenRefused(RuleBroken, 'This lesson has ended'));
