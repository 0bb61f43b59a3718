import { describe, expect, test } from 'vitest';
import { RuleBroken } from '../../../platform/kit/errors.ts';
import { specification } from '../../../testing/given.ts';
import { ifFree } from './if-free.ts';
import { scheduleAggregate } from '../schedule-aggregate.ts';
import type { ScheduleState } from '../state.ts';
import { move, moveDate, update } from '../testing/commands.ts';
import { busy, entry, history, mon, seriesIn, stateOf, thu, today, tue } from '../testing/week.ts';
import { transferOf, takeOver } from './transfer.ts';

const { given } = specification(scheduleAggregate);
const put = (lessonId: string, lessonDate: string | undefined, changes = {}) =>
  update(lessonId, { newId: `${lessonId} on`, changes, lessonDate });

/** Eve on Tuesdays at 16:00, from January 11 at 16:00 on Thursdays under the id "L on"; January 21 is moved to Monday the 18th. */
const divided = history(
  [],
  entry('L', { when: { kind: 'weekly', dayOfWeek: tue, validFrom: today } }),
  move('L', { newId: 'L on', dayOfWeek: thu, lessonDate: '2027-01-14' }),
  moveDate('L on', '2027-01-21', '2027-01-18', 'O'),
);

describe('with ifFree, a lesson is rejected on', () => {
  test('a date on which its own continuation takes place', () =>
    given(...divided)
      .when(ifFree(busy(), put('L', '2027-01-28')))
      .thenRefused(RuleBroken, 'This time is taken: Eve, Thursday, January 28, 4:00'));

  test('a date to which a date of its own continuation was moved', () =>
    given(...divided)
      .when(ifFree(busy(), put('L', '2027-01-18')))
      .thenRefused(RuleBroken, 'This time is taken: Eve, Monday, January 18, 4:00'));

  test('a weekday that one of its own dates was moved to from another week', () => {
    const mondays = entry('L', { when: { kind: 'weekly', dayOfWeek: tue, validFrom: today } });
    const before = history([], mondays, moveDate('L', '2026-12-15', '2026-12-07', 'O'));
    given(...before)
      .when(ifFree(busy(), put('L', undefined, { dayOfWeek: mon })))
      .thenRefused(RuleBroken, 'This time is taken: Eve, Monday, December 7, 4:00');
  });
});

describe('with ifFree, a lesson may take', () => {
  test('a weekday if one of its own dates was moved to that very time in that week', () => {
    const before = history(
      [],
      entry('L', { when: { kind: 'weekly', dayOfWeek: tue, validFrom: today } }),
      moveDate('L', '2026-12-08', '2026-12-07', 'O'),
    );
    const { state } = given(...before)
      .when(ifFree(busy(), put('L', undefined, { dayOfWeek: mon })))
      .result();
    expect(seriesIn(state, 'L').dayOfWeek).toBe(mon);
  });

  test('another time on each of its days before its continuation starts', () => {
    const { state } = given(...divided)
      .when(ifFree(busy(), put('L', undefined, { dayOfWeek: thu })))
      .result();
    expect(seriesIn(state, 'L')).toMatchObject({ dayOfWeek: thu, validTo: '2027-01-07' });
  });
});

describe('a series that is transferred', () => {
  const give = (state: ScheduleState) =>
    takeOver(
      transferOf(state, {
        lessonId: 'L',
        revision: undefined,
        today,
        newId: 'L on',
        from: 'A',
        seen: 9,
        changes: {},
        lessonDate: undefined,
        notBefore: today,
      }),
    );
  const series = entry('L', { when: { kind: 'weekly', dayOfWeek: tue, validFrom: today } });
  const taken = entry('X', { studentId: 'Ben', when: { kind: 'dated', date: '2026-12-09' } });

  test('is rejected if one moved date overlaps a lesson there', () => {
    const from = stateOf(history([], series, moveDate('L', '2026-12-08', '2026-12-09', 'O')));
    given(...history([], taken))
      .when(ifFree(busy(), give(from)))
      .thenRefused(RuleBroken, 'This time is taken: Ben, Wednesday, December 9');
  });

  test('is accepted if the overlapping date is cancelled', () => {
    const before = history([], series, moveDate('L', '2026-12-08', '2026-12-09', 'O'));
    const from = stateOf(
      history(before, (state) => {
        const row = state.lessons.get('O');
        return row ? [{ type: 'LessonCancelled', data: { lesson: { ...row, status: 'cancelled' } } }] : [];
      }),
    );
    const { state } = given(...history([], taken))
      .when(ifFree(busy(), give(from)))
      .result();
    expect(state.lessons.has('O')).toBe(true);
  });
});
