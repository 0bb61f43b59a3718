import { seriesDates } from '@rondo/contracts/calendar/series.ts';
import type { ScheduleEvent } from '@rondo/contracts/events/schedule/schedule.ts';
import { describe, expect, test } from 'vitest';
import { Forbidden, InvalidInput, RuleBroken, StaleRevision } from '../../../platform/kit/errors.ts';
import { specification } from '../../../testing/given.ts';
import { ifFree } from './if-free.ts';
import { scheduleAggregate } from '../schedule-aggregate.ts';
import type { Edit } from './change.ts';
import { cancel, edit, move, update } from '../testing/commands.ts';
import {
  busy,
  cancelled,
  entry,
  fri,
  history,
  mon,
  rowIn,
  seriesIn,
  acceptedWeek,
  weekFrom,
  stateOf,
  thu,
  today,
  tue,
} from '../testing/week.ts';

const { given } = specification(scheduleAggregate);
const wednesday = '2026-11-25';

const after = (...commands: Parameters<typeof history>[1][]) => stateOf(history(acceptedWeek, ...commands));
const imported: ScheduleEvent = {
  type: 'LessonCreated',
  data: { lesson: { ...seriesIn(stateOf(acceptedWeek), 'A1'), lessonId: 'I', source: 'actual' }, occurrences: [] },
};

describe('editing one date', () => {
  test('of a series creates an occurrence and leaves the series unchanged', () => {
    const state = after(
      edit('A1', { originalDate: '2026-12-07', lessonDate: '2026-12-08', changes: { start: 900 + 60 } }),
    );
    expect(rowIn(state, 'N')).toMatchObject({
      seriesId: 'A1',
      originalDate: '2026-12-07',
      date: '2026-12-08',
      dayOfWeek: tue,
      start: 960,
    });
    expect(weekFrom(state, today)).toContain('A1 Mon 15 scheduled optimized');
  });

  test('without an original date applies to the series’ date in that week', () => {
    const state = after(edit('A1', { lessonDate: '2026-12-10' }));
    expect(rowIn(state, 'N')).toMatchObject({ originalDate: '2026-12-07', date: '2026-12-10' });
  });

  test('twice changes the same occurrence', () => {
    const state = after(
      edit('A1', { originalDate: '2026-12-07', changes: { start: 960 } }),
      edit('A1', { originalDate: '2026-12-07', changes: { duration: 60 }, newId: 'N2' }),
    );
    expect(rowIn(state, 'N')).toMatchObject({ start: 960, duration: 60 });
    expect(state.lessons.has('N2')).toBe(false);
  });

  test('needs a date that the series has', () => {
    given(...acceptedWeek)
      .when(edit('A1', {}))
      .thenRefused(InvalidInput, 'Date is required when editing lessons.');
    given(...acceptedWeek)
      .when(edit('A1', { originalDate: '2026-12-08' }))
      .thenRefused(InvalidInput, 'does not take place on Tuesday, December 8.');
  });

  test('without any change is a no-op', () =>
    given(...acceptedWeek)
      .when(edit('A1', { originalDate: '2026-12-07', changes: { start: 900 } }))
      .thenNothing());

  test('of an imported lesson is rejected', () =>
    given(...acceptedWeek, imported)
      .when(edit('I', { originalDate: '2026-12-07', changes: { start: 960 } }))
      .thenRefused(Forbidden, 'imported'));

  test('of a row that was changed concurrently is rejected', () =>
    given(...acceptedWeek)
      .when(edit('A1', { revision: 3, originalDate: '2026-12-07' }))
      .thenRefused(StaleRevision, 'changed somewhere else'));

  test('past midnight or without a student is rejected', () => {
    const on = (changes: Edit['changes']) =>
      given(...acceptedWeek).when(edit('A1', { originalDate: '2026-12-07', changes }));
    on({ start: 23 * 60 + 30 }).thenRefused(InvalidInput, 'A lesson must end before midnight.');
    on({ studentId: null }).thenRefused(InvalidInput, 'Please fill in all required fields');
  });
});

describe('editing a whole series', () => {
  const series = (more: Partial<Edit>) => edit('A1', { scope: 'series', ...more });

  test('keeps the past under the old id and continues under a new one', () => {
    const { state, events } = given(...acceptedWeek)
      .when(series({ changes: { dayOfWeek: tue, start: 960 } }))
      .result();
    expect(events.map(({ type }) => type)).toEqual(['LessonEnded', 'LessonCreated']);
    expect(seriesIn(state, 'A1')).toMatchObject({ validTo: '2026-11-22', dayOfWeek: mon });
    expect(seriesIn(state, 'N')).toMatchObject({ continues: 'A1', validFrom: today, dayOfWeek: tue, start: 960 });
  });

  test('with nothing before the cut changes it in place', () => {
    const events = history(acceptedWeek, entry('M'));
    const state = stateOf(history(events, edit('M', { scope: 'series', changes: { start: 17 * 60 } })));
    expect(seriesIn(state, 'M')).toMatchObject({ start: 17 * 60, validFrom: today });
    expect(state.lessons.has('N')).toBe(false);
  });

  test('starts at the named date, never before today', () => {
    const later = after(series({ changes: { start: 960 }, originalDate: '2026-12-14' }));
    expect([seriesIn(later, 'A1').validTo, seriesIn(later, 'N').validFrom]).toEqual(['2026-12-13', '2026-12-14']);
    const past = after(series({ changes: { start: 960 }, originalDate: '2026-10-05' }));
    expect(seriesIn(past, 'N').validFrom).toBe(today);
  });

  test('a new weekday starts with the first whole week after the cut', () => {
    const state = after(series({ changes: { dayOfWeek: fri }, today: wednesday }));
    expect(seriesDates(seriesIn(state, 'A1'), '2026-11-16', '2026-12-13')).toEqual(['2026-11-16', '2026-11-23']);
    expect(seriesDates(seriesIn(state, 'N'), '2026-11-16', '2026-12-13')).toEqual(['2026-12-04', '2026-12-11']);
  });

  test('moves its exceptions along, each in its week', () => {
    const before = [...acceptedWeek, cancelled('O', seriesIn(stateOf(acceptedWeek), 'A1'), '2026-12-07')];
    const moved = edit('A1', { originalDate: '2026-12-14', lessonDate: '2026-12-16', newId: 'V' });
    const state = stateOf(history(before, moved, series({ changes: { dayOfWeek: thu, start: 960 } })));
    expect(rowIn(state, 'O')).toMatchObject({ seriesId: 'N', date: '2026-12-10', start: 960, status: 'cancelled' });
    expect(rowIn(state, 'V')).toMatchObject({ seriesId: 'N', originalDate: '2026-12-17', date: '2026-12-16' });
  });

  test('twice divides it twice', () => {
    const state = after(
      series({ changes: { start: 960 }, originalDate: '2026-12-07' }),
      edit('N', { scope: 'series', changes: { start: 1020 }, originalDate: '2027-01-04', newId: 'N2' }),
    );
    expect(seriesIn(state, 'N')).toMatchObject({ validFrom: '2026-12-07', validTo: '2027-01-03', continues: 'A1' });
    expect(seriesIn(state, 'N2')).toMatchObject({ validFrom: '2027-01-04', validTo: null, continues: 'N' });
  });

  test('requested on an occurrence applies to its series', () => {
    const one = edit('A1', { originalDate: '2026-12-07', changes: { start: 960 }, newId: 'V' });
    const state = after(one, edit('V', { scope: 'series', changes: { notes: 'Bring the duet' } }));
    expect(seriesIn(state, 'N').notes).toBe('Bring the duet');
  });
});

describe('editing an entry as a whole', () => {
  test('keeps absent fields and clears null ones', () => {
    const events = history(acceptedWeek, entry('M', { notes: 'Bring the duet', customAddress: '1 Elm St' }));
    const state = stateOf(history(events, update('M', { changes: { notes: null, duration: 60 } })));
    expect(seriesIn(state, 'M')).toMatchObject({ notes: null, customAddress: '1 Elm St', duration: 60 });
  });

  test('a weekly entry becomes dated; its past stays as a series that ended', () => {
    const state = after(update('A1', { lessonDate: '2026-12-01' }));
    expect(seriesIn(state, 'A1').validTo).toBe('2026-11-22');
    expect(rowIn(state, 'N')).toMatchObject({ date: '2026-12-01', continues: 'A1', validFrom: null });
  });

  test('a dated entry becomes weekly, one date of a series does not', () => {
    const dated = history(acceptedWeek, entry('M', { when: { kind: 'dated', date: '2026-11-27' } }));
    const state = stateOf(history(dated, update('M', { lessonDate: null, changes: { dayOfWeek: fri } })));
    expect(seriesIn(state, 'M')).toMatchObject({ date: null, validFrom: today, dayOfWeek: fri });
    given(...acceptedWeek, cancelled('O', seriesIn(stateOf(acceptedWeek), 'A1'), '2026-12-07'))
      .when(update('O', { lessonDate: null }))
      .thenRefused(InvalidInput, 'cannot be made weekly');
  });

  test('a cancelled entry becomes weekly and is scheduled again', () => {
    const dated = entry('M', { when: { kind: 'dated', date: '2026-11-27' } });
    const off = cancel('M', null);
    expect(seriesIn(after(dated, off, update('M', { lessonDate: null })), 'M').status).toBe('scheduled');
  });
});

describe('rescheduling', () => {
  test('moves a dated row to the weekday of its own week, or to the date', () => {
    const dated = history(acceptedWeek, entry('M', { when: { kind: 'dated', date: '2026-11-29' } }));
    expect(rowIn(stateOf(history(dated, move('M', { dayOfWeek: tue }))), 'M').date).toBe('2026-11-24');
    const later = stateOf(history(dated, move('M', { lessonDate: '2026-12-09', dayOfWeek: 3 })));
    expect(rowIn(later, 'M')).toMatchObject({ date: '2026-12-09', start: 960, duration: 45 });
  });

  test('a cancelled date is scheduled again where it is moved to', () => {
    const before = [...acceptedWeek, cancelled('O', seriesIn(stateOf(acceptedWeek), 'A1'), '2026-12-07')];
    const state = stateOf(history(before, move('O', { lessonDate: '2026-12-09' })));
    expect(rowIn(state, 'O')).toMatchObject({ status: 'scheduled', originalDate: '2026-12-07', date: '2026-12-09' });
  });

  test('moves a series from today, or from the week of the date on', () => {
    expect(seriesIn(after(move('A1', { dayOfWeek: tue })), 'N').validFrom).toBe(today);
    const state = after(move('A1', { lessonDate: '2026-12-11' }));
    expect(seriesDates(seriesIn(state, 'A1'), today, '2026-12-31')).toEqual(['2026-11-23', '2026-11-30']);
    expect(seriesDates(seriesIn(state, 'N'), today, '2026-12-31')).toEqual(['2026-12-11', '2026-12-18', '2026-12-25']);
  });

  test.each([
    ['dated', { kind: 'dated', date: '2026-11-27' } as const],
    ['weekly', { kind: 'weekly', dayOfWeek: fri, validFrom: today } as const],
  ])('confirms a recommended %s lesson when it is asked to', (_, when) => {
    const recommended = entry('M', { status: 'recommended', when });
    expect(rowIn(after(recommended, move('M', { start: 17 * 60 })), 'M').status).toBe('recommended');
    for (const start of [16 * 60, 17 * 60])
      expect(rowIn(after(recommended, move('M', { start, confirms: true })), 'M')).toMatchObject({
        start,
        status: 'scheduled',
      });
  });

  test('keeps the duration and the day that belongs to the date', () => {
    given(...acceptedWeek)
      .when(move('A1', { end: 17 * 60 }))
      .thenRefused(InvalidInput, 'The end time does not match: this lesson lasts 45 minutes.');
    given(...acceptedWeek)
      .when(move('A1', { lessonDate: '2026-12-11', dayOfWeek: mon }))
      .thenRefused(InvalidInput, 'this would be Friday, December 11.');
  });
});

describe('with ifFree', () => {
  const tried = (command: Parameters<typeof ifFree>[1], ...events: ScheduleEvent[]) =>
    given(...acceptedWeek, ...events).when(ifFree(busy(), command));

  test('checks a new weekly entry against 26 weeks of dates', () => {
    const late = history([], entry('M', { when: { kind: 'dated', date: '2027-05-17' }, start: 15 * 60 }));
    const weekly = entry('W', { start: 15 * 60, when: { kind: 'weekly', dayOfWeek: mon, validFrom: today } });
    tried(weekly).thenRefused(
      RuleBroken,
      'This time is taken: Ann, Monday, November 23, 3:00 PM, and on 25 more dates.'.replaceAll(' PM', '\u00a0PM'),
    );
    const beyond = history(
      [],
      entry('W', { start: 15 * 60, when: { kind: 'weekly', dayOfWeek: mon, validFrom: '2026-11-17' } }),
    );
    expect(beyond).toHaveLength(1);
    given(...late)
      .when(ifFree(busy(), weekly))
      .thenRefused(RuleBroken, 'Eve, Monday, May 17');
  });

  test('allows adjacent lessons and ignores cancelled ones and the lesson itself', () => {
    expect(tried(move('A1', { start: 15 * 60 + 15, dayOfWeek: mon })).result().events).toHaveLength(2);
    const touching = entry('W', { start: 15 * 60 + 45, when: { kind: 'weekly', dayOfWeek: mon, validFrom: today } });
    expect(tried(touching).result().events).toHaveLength(1);
    const off = cancelled('O', seriesIn(stateOf(acceptedWeek), 'A1'), '2026-12-07');
    const dated = entry('W', { start: 15 * 60, when: { kind: 'dated', date: '2026-12-07' } });
    expect(tried(dated, off).result().events).toHaveLength(1);
    tried(dated).thenRefused(RuleBroken, 'This time is taken: Ann');
  });

  test('accepts a change that keeps the time, whatever already overlaps', () => {
    const overlapping = history(
      [],
      entry('W', { start: 15 * 60, when: { kind: 'weekly', dayOfWeek: mon, validFrom: today } }),
    );
    expect(tried(edit('W', { scope: 'series', changes: { notes: 'x' } }), ...overlapping).result().events).toHaveLength(
      1,
    );
  });

  test('is optional: without it a write overrides', () => {
    const dated = entry('W', { start: 15 * 60, when: { kind: 'dated', date: '2026-12-07' } });
    expect(stateOf(history(acceptedWeek, dated)).lessons.has('W')).toBe(true);
  });
});
