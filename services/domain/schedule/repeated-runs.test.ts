import { describe, expect, test } from 'vitest';
import { clearSchedule } from './edit/deletion.ts';
import { rejectPlan } from './plan/plan-decision.ts';
import { optimizeSchedule } from './plan/plan.ts';
import { endSchedule, endTakenOver } from './people.ts';
import { Log } from './testing/batches.ts';
import { cancel, moveDate, restore } from './testing/commands.ts';
import { basesOf, fri, mon, rowIn, run, seriesIn, slot, acceptedWeek, weekFrom, thu, today } from './testing/week.ts';

const reject = (reportId: string, on = today) => rejectPlan({ reportId, today: on });
const wednesday = '2026-11-25';

describe('a second run', () => {
  test.each([
    ['an earlier first day', '2026-11-30', '2026-11-24'],
    ['an earlier first day, weeks before', '2026-12-14', '2026-11-30'],
    ['a later first day', '2026-11-30', '2026-12-07'],
  ])('with %s keeps each base once, and a rejection brings it back without an end', (_, first, second) => {
    const twice = Log.of(acceptedWeek).after(
      optimizeSchedule(run('P1', [slot('B1', 'Ann', mon, 16)], first)),
      optimizeSchedule(run('P2', [slot('C1', 'Ann', mon, 17)], second)),
    );
    expect(basesOf(twice.state)).toEqual(['A1']);
    const { state } = twice.after(reject('P2'));
    expect(seriesIn(state, 'A1')).toEqual(seriesIn(Log.of(acceptedWeek).state, 'A1'));
    expect(weekFrom(state, today)).toHaveLength(4);
  });

  test('on the same day keeps the base once if it kept its date of that week', () => {
    const again = Log.of([...acceptedWeek]).after(
      optimizeSchedule(run('P1', [slot('B4', 'Di', mon, 16)], wednesday)),
      optimizeSchedule(run('P2', [slot('C4', 'Di', mon, 17)], wednesday)),
    );
    expect(basesOf(again.state)).toEqual(['A4']);
    expect(seriesIn(again.after(reject('P2', wednesday)).state, 'A4').validTo).toBeNull();
  });

  test('with an earlier first day also restores the exceptions between the two days', () => {
    const { state } = Log.of(acceptedWeek).after(
      optimizeSchedule(run('P1', [slot('B4', 'Di', thu, 16)], '2026-11-30')),
      cancel('A4', '2026-11-26'),
      optimizeSchedule(run('P2', [slot('C4', 'Di', fri, 17)], '2026-11-24')),
      reject('P2'),
    );
    expect(rowIn(state, 'O')).toMatchObject({ seriesId: 'A4', date: '2026-11-26', status: 'cancelled' });
  });

  test('does not restore a cancellation that was reverted before the first day', () => {
    const { state } = Log.of(acceptedWeek).after(
      cancel('A4', '2026-11-26'),
      optimizeSchedule(run('P1', [slot('B4', 'Di', mon, 16)], wednesday)),
      restore('O', { force: true }),
      optimizeSchedule(run('P2', [slot('C4', 'Di', thu, 16)], wednesday)),
      reject('P2', wednesday),
    );
    expect(state.lessons.has('O')).toBe(false);
  });
});

describe('what took place', () => {
  test('early stays when the student gets no lesson', () => {
    const taught = Log.of(acceptedWeek).after(moveDate('A4', '2026-11-26', '2026-11-23'));
    const { state } = taught.after(optimizeSchedule(run('P1', ['Di'], wednesday)));
    expect(rowIn(state, 'O')).toMatchObject({ date: '2026-11-23', status: 'scheduled' });
    const back = taught.after(optimizeSchedule(run('P1', ['Di'], wednesday)), reject('P1', wednesday)).state;
    expect(rowIn(back, 'O')).toMatchObject({ date: '2026-11-23', seriesId: 'A4', originalDate: '2026-11-26' });
  });

  test('early as the pending lesson stays, and the restored base skips its week', () => {
    const { state } = Log.of(acceptedWeek).after(
      optimizeSchedule(run('P1', [slot('B4', 'Di', fri, 16)])),
      moveDate('B4', '2026-12-04', '2026-11-24'),
      reject('P1', wednesday),
    );
    expect(rowIn(state, 'O')).toMatchObject({ date: '2026-11-24', seriesId: 'A4', originalDate: '2026-12-03' });
  });

  test('in the week of a rejection, as an earlier plan’s lesson, makes the base skip that week', () => {
    const { state } = Log.of(acceptedWeek).after(
      optimizeSchedule(run('P1', [slot('B4', 'Di', mon, 16)])),
      optimizeSchedule(run('P2', [slot('C4', 'Di', fri, 17)], '2026-11-24')),
      reject('P2', wednesday),
    );
    expect(seriesIn(state, 'A4').skips).toEqual(['2026-11-26']);
  });
});

test('a lesson postponed before the run is restored on its later date', () => {
  const { state } = Log.of(acceptedWeek).after(
    moveDate('A4', '2026-11-26', '2026-12-04'),
    optimizeSchedule(run('P1', [slot('B4', 'Di', fri, 16)])),
    reject('P1', '2026-11-30'),
  );
  expect(rowIn(state, 'O')).toMatchObject({ date: '2026-12-04', seriesId: 'A4', originalDate: '2026-11-26' });
});

describe('the earlier part of a plan', () => {
  const extended = Log.of(acceptedWeek).after(
    optimizeSchedule(run('P1', [slot('B1', 'Ann', mon, 16)])),
    optimizeSchedule(run('P2', [slot('C1', 'Ann', mon, 17)], '2026-11-30')),
  );

  test.each([
    ['cleared', clearSchedule({ kinds: ['optimized'], today: '2026-12-01' })],
    ['removed with its teacher', endSchedule({ on: '2026-12-01' })],
  ])('is pending no longer once the schedule is %s', (_, command) => {
    const { state } = extended.after(command);
    expect(seriesIn(state, 'B1')).toMatchObject({ status: 'scheduled', validTo: '2026-11-29' });
    expect([...state.lessons.values()].some(({ status }) => status === 'optimized')).toBe(false);
  });

  test('keeps its own lesson that took place after it ended', () => {
    const { state } = extended.after(
      moveDate('B1', '2026-11-23', '2026-11-30'),
      clearSchedule({ kinds: ['optimized'], today: '2026-12-01' }),
    );
    expect(rowIn(state, 'O').date).toBe('2026-11-30');
  });
});

test('a student who is taken over keeps no moved date of the ending lesson', () => {
  const { state } = Log.of(acceptedWeek).after(
    moveDate('A4', '2026-12-03', '2026-12-04'),
    endTakenOver([{ lessonId: 'A4', studentId: 'Di', from: '2026-11-30' }]),
  );
  expect(state.lessons.has('O')).toBe(false);
  expect(seriesIn(state, 'A4').validTo).toBe('2026-11-29');
});
