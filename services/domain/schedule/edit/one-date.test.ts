import fc from 'fast-check';
import { addDays } from '@rondo/contracts/calendar/dates.ts';
import { describe, expect, test } from 'vitest';
import { InvalidInput, NotFound, RuleBroken, StaleRevision } from '../../../platform/kit/errors.ts';
import { specification } from '../../../testing/given.ts';
import { scheduleAggregate } from '../schedule-aggregate.ts';
import { cancel, edit, move, restore } from '../testing/commands.ts';
import { busy, cancelled, entry, history, rowIn, seriesIn, acceptedWeek, stateOf, thu } from '../testing/week.ts';

const { given } = specification(scheduleAggregate);

const series = seriesIn(stateOf(acceptedWeek), 'A1');
const monday = '2026-12-07';

describe('cancelling', () => {
  test('one date of a series creates an occurrence and leaves the series unchanged', () =>
    given(...acceptedWeek)
      .when(cancel('A1', monday))
      .then(cancelled('O', series, monday)));

  test('again is a no-op, by the series or the occurrence, whatever revision the caller saw', () => {
    const before = [...acceptedWeek, cancelled('O', series, monday)];
    given(...before)
      .when(cancel('A1', monday, 'O', 0))
      .thenNothing();
    given(...before)
      .when(cancel('O', monday))
      .thenNothing();
  });

  test('a dated lesson sets its status', () => {
    const dated = history(acceptedWeek, entry('M', { when: { kind: 'dated', date: '2026-11-27' } }));
    const { state } = given(...dated)
      .when(cancel('M', null))
      .result();
    expect(rowIn(state, 'M')).toMatchObject({ status: 'cancelled', date: '2026-11-27', seriesId: null });
  });

  test('needs a date that the series has', () => {
    const on = (date: string | null) => given(...acceptedWeek).when(cancel('A1', date));
    on(null).thenRefused(InvalidInput, 'Please choose which date to cancel.');
    on('2026-12-08').thenRefused(InvalidInput, 'This lesson does not take place on Tuesday, December 8.');
    on('2026-08-31').thenRefused(InvalidInput, 'does not take place');
    given(...history(acceptedWeek, entry('M', { when: { kind: 'dated', date: '2026-11-27' } })))
      .when(cancel('M', '2026-11-28'))
      .thenRefused(InvalidInput, 'does not take place on Saturday, November 28.');
  });

  test('an unknown lesson, or one that was changed concurrently, is rejected', () => {
    given(...acceptedWeek)
      .when(cancel('X', monday))
      .thenRefused(NotFound, 'There is no such lesson.');
    given(...acceptedWeek)
      .when(cancel('A4', '2026-12-03', 'O', 1))
      .thenRefused(StaleRevision, 'changed somewhere else in the meantime');
  });

  test('with the series’ revision is rejected when that date has changed since', () => {
    const edited = edit('A1', { newId: 'E', changes: { start: 14 * 60 }, originalDate: monday });
    given(...history(acceptedWeek, edited))
      .when(cancel('A1', monday, 'O', 0))
      .thenRefused(StaleRevision, 'changed somewhere else');
  });
});

describe('restoring', () => {
  const before = [...acceptedWeek, cancelled('O', series, monday)];

  test('a pure cancellation removes its row', () => {
    const { events, state } = given(...before)
      .when(restore('O'))
      .result();
    expect(events).toEqual([{ type: 'LessonRestored', data: { lessonId: 'O', seriesId: 'A1' } }]);
    expect(state.lessons.has('O')).toBe(false);
  });

  test('again is a no-op, though the row is gone', () =>
    given(...history(before, restore('O')))
      .when(restore('O'))
      .thenNothing());

  test('an occurrence that was moved first restores it where it was moved to', () => {
    const moved = move('O', { start: 17 * 60, dayOfWeek: thu });
    const state = stateOf(history(before, moved, cancel('O', null), restore('O')));
    expect(rowIn(state, 'O')).toMatchObject({ status: 'scheduled', date: '2026-12-10', start: 17 * 60 });
  });

  test('into a time taken since names the conflict, and succeeds with force', () => {
    const taken = history(before, entry('M', { when: { kind: 'dated', date: monday }, start: 15 * 60 + 30 }));
    given(...taken)
      .when(restore('O'))
      .thenRefused(RuleBroken, 'This time is taken: Eve, Monday, December 7, 3:30');
    expect(stateOf(history(taken, restore('O', { force: true }))).lessons.has('O')).toBe(false);
  });

  test('checks the student’s lessons elsewhere too', () => {
    const elsewhere = {
      ...rowIn(stateOf(history([], entry('X', { studentId: 'Ann', start: 15 * 60 }))), 'X'),
      dayOfWeek: series.dayOfWeek,
    };
    given(...before)
      .when(restore('O', { busy: busy(elsewhere) }))
      .thenRefused(RuleBroken, 'This time is taken: Ann');
  });

  test('confirms a recommended lesson and leaves a scheduled one unchanged', () => {
    const recommended = history(acceptedWeek, entry('M', { status: 'recommended' }));
    expect(rowIn(stateOf(history(recommended, restore('M'))), 'M').status).toBe('scheduled');
    given(...acceptedWeek)
      .when(restore('A1'))
      .thenNothing();
  });

  test('after any cancellation gives the original state', () => {
    fc.assert(
      fc.property(fc.constantFrom('A1', 'A2', 'A3', 'A4'), fc.integer({ min: 0, max: 25 }), (lessonId, week) => {
        const start = stateOf(acceptedWeek);
        const first = { A1: '2026-11-23', A2: '2026-11-24', A3: '2026-11-25', A4: '2026-11-26' }[lessonId] ?? '';
        const after = stateOf(history(acceptedWeek, cancel(lessonId, addDays(first, 7 * week)), restore('O')));
        expect([...after.lessons]).toEqual([...start.lessons]);
      }),
    );
  });
});
