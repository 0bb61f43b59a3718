import { describe, expect, test } from 'vitest';
import { InvalidInput } from '../../../platform/kit/errors.ts';
import { specification } from '../../../testing/given.ts';
import { optimizeSchedule } from '../plan/plan.ts';
import { clearSchedule, deleteEntirely, deleteSeriesOf } from './deletion.ts';
import { scheduleAggregate } from '../schedule-aggregate.ts';
import { moveDate, remove } from '../testing/commands.ts';
import {
  basesOf,
  cancelled,
  entry,
  firstRun,
  history,
  rowIn,
  seriesIn,
  acceptedWeek,
  weekFrom,
  stateOf,
  today,
} from '../testing/week.ts';

const { given } = specification(scheduleAggregate);
const series = seriesIn(stateOf(acceptedWeek), 'A1');

describe('deleting', () => {
  test('a series ends it from today; the past stays', () => {
    const state = stateOf(history([...acceptedWeek, cancelled('O', series, '2026-12-07')], remove('A1')));
    expect(seriesIn(state, 'A1').validTo).toBe('2026-11-22');
    expect(state.lessons.has('O')).toBe(false);
    given(...history(acceptedWeek, remove('A1')))
      .when(remove('A1'))
      .thenNothing();
  });

  test('a series also deletes its dates moved into the future and keeps what took place', () => {
    const state = stateOf(
      history(
        acceptedWeek,
        moveDate('A1', '2026-11-16', '2026-11-27', 'F'),
        moveDate('A1', '2026-11-30', '2026-11-20', 'T'),
        remove('A1'),
      ),
    );
    expect(state.lessons.has('F')).toBe(false);
    expect(rowIn(state, 'T').date).toBe('2026-11-20');
  });

  test('one date of a series skips that week permanently', () => {
    const state = stateOf(history(acceptedWeek, remove('A1', '2026-12-07')));
    expect(seriesIn(state, 'A1').skips).toEqual(['2026-12-07']);
    given(...acceptedWeek)
      .when(remove('A1', '2026-12-08'))
      .thenRefused(InvalidInput, 'does not take place');
  });

  test('an occurrence leaves no lesson that week instead of restoring the series’ date', () => {
    const state = stateOf(history(acceptedWeek, moveDate('A1', '2026-12-07', '2026-12-09', 'V'), remove('V')));
    expect(state.lessons.has('V')).toBe(false);
    expect(seriesIn(state, 'A1').skips).toEqual(['2026-12-07']);
  });

  test('ends every series of a student and deletes the future dated lessons', () => {
    const before = history(
      acceptedWeek,
      entry('W', { studentId: 'Ann' }),
      entry('M', { studentId: 'Ann', when: { kind: 'dated', date: '2026-12-01' } }),
      entry('P', { studentId: 'Ann', when: { kind: 'dated', date: '2026-11-20' } }),
    );
    const state = stateOf(history(before, deleteSeriesOf({ studentId: 'Ann', today })));
    expect(weekFrom(state, today).map((line) => line.slice(0, 2))).toEqual(['A2', 'A3', 'A4']);
    expect([state.lessons.has('M'), state.lessons.has('P')]).toEqual([false, true]);
  });
});

describe('clearing', () => {
  const imported = { ...series, lessonId: 'I', source: 'actual' as const, studentId: 'Flo' };
  const before = [
    ...history(
      acceptedWeek,
      entry('W'),
      entry('D', { when: { kind: 'dated', date: '2026-12-01' } }),
      entry('R', { status: 'recommended', when: { kind: 'dated', date: '2026-12-02' } }),
      entry('P', { when: { kind: 'dated', date: '2026-11-20' } }),
      entry('T', {
        entryType: 'appointment',
        studentId: null,
        eventTitle: 'Dentist',
        when: { kind: 'dated', date: '2026-12-03' },
      }),
    ),
    { type: 'LessonCreated' as const, data: { lesson: imported, occurrences: [] } },
    cancelled('OW', seriesIn(stateOf(history([], entry('W'))), 'W'), '2026-12-04'),
  ];
  const left = (...kinds: Parameters<typeof clearSchedule>[0]['kinds'][number][]) => {
    const state = stateOf(history(before, clearSchedule({ kinds, today })));
    return [...state.lessons.values()]
      .filter(({ date, validTo }) => (date ?? validTo ?? '9999') >= today)
      .map(({ lessonId }) => lessonId)
      .toSorted();
  };

  test('each kind is independent, deletes an occurrence with its series, and starts today', () => {
    expect(left('manual')).toEqual(['A1', 'A2', 'A3', 'A4', 'I', 'OW', 'W']);
    expect(left('preScheduled')).toEqual(['A1', 'A2', 'A3', 'A4', 'D', 'I', 'R', 'T']);
    expect(left('optimized')).toEqual(['D', 'I', 'OW', 'R', 'T', 'W']);
    expect(left('actual')).toEqual(['A1', 'A2', 'A3', 'A4', 'D', 'OW', 'R', 'T', 'W']);
    expect(left('manual', 'preScheduled', 'optimized', 'actual')).toEqual([]);
  });

  test('keeps the past and appends one batch with one header', () => {
    const { events, state } = given(...before)
      .when(clearSchedule({ kinds: ['manual'], today }))
      .result();
    expect(events[0]).toEqual({ type: 'ScheduleCleared', data: { kinds: ['manual'], from: today } });
    expect(state.lessons.has('P')).toBe(true);
  });

  test('with nothing to clear is a no-op', () =>
    given()
      .when(clearSchedule({ kinds: ['manual'], today }))
      .thenNothing());
});

describe('deleting entirely', () => {
  test('leaves nothing of a series, past included; an exception that stays is a dated lesson', () => {
    const before = history(
      [...acceptedWeek, cancelled('O', series, '2026-11-16')],
      moveDate('A1', '2026-12-07', '2026-12-09', 'V'),
    );
    const state = stateOf(history(before, deleteEntirely(new Set(['A1', 'O', 'unknown']))));
    expect([...state.lessons.keys()].toSorted()).toEqual(['A2', 'A3', 'A4', 'V']);
    expect(rowIn(state, 'V')).toMatchObject({ seriesId: null, date: '2026-12-09' });
    given(...before)
      .when(deleteEntirely(new Set(['unknown'])))
      .thenNothing();
  });

  test('one date of a series that stays skips that week', () => {
    const before = [...acceptedWeek, cancelled('O', series, '2026-12-07')];
    const state = stateOf(history(before, deleteEntirely(new Set(['O']))));
    expect(state.lessons.has('O')).toBe(false);
    expect(seriesIn(state, 'A1').skips).toEqual(['2026-12-07']);
  });

  test('takes a series out of the plan that placed or replaces it', () => {
    const before = history(acceptedWeek, optimizeSchedule(firstRun));
    expect(basesOf(stateOf(before))).toEqual(['A1', 'A2', 'A3']);
    const state = stateOf(history(before, deleteEntirely(new Set(['A1', 'B1', 'A2']))));
    expect(basesOf(state)).toEqual(['A3']);
    expect([...(state.plan?.entries.keys() ?? [])].toSorted()).toEqual(['Ben', 'Cy']);
    expect(state.lessons.has('B1')).toBe(false);
  });
});
