import type { ScheduleEvent } from '@rondo/contracts/events/schedule/schedule.ts';
import { describe, expect, test } from 'vitest';
import { specification } from '../../../testing/given.ts';
import { replaceImported, syncStatuses, type ImportedEntry, type StatusChange } from './feed-sync.ts';
import { scheduleAggregate } from '../schedule-aggregate.ts';
import { cancel, remove, restore } from '../testing/commands.ts';
import { acceptedWeek, history, rowIn, stateOf } from '../testing/week.ts';

const { given } = specification(scheduleAggregate);
const monday = '2026-12-07';
const change = (effect: StatusChange['effect'], more: Partial<StatusChange> = {}): StatusChange => ({
  lessonId: 'A1',
  date: monday,
  effect,
  occurrenceId: 'O',
  ...more,
});
const sync = (automatic: boolean, ...changes: StatusChange[]) => syncStatuses({ automatic, changes, limit: 100 });
const types = (events: readonly ScheduleEvent[]): string[] => events.map(({ type }) => type);

describe('syncing statuses', () => {
  test('cancels one date of a series and says so in the header', () => {
    const { events } = given(...acceptedWeek)
      .when(sync(true, change('cancelled')))
      .result();
    expect(events[0]).toEqual({
      type: 'CalendarSynced',
      data: {
        automatic: true,
        changes: [{ lessonId: 'O', effect: 'cancelled', studentId: 'Ann', title: null, date: monday, start: 900 }],
      },
    });
    expect(types(events)).toEqual(['CalendarSynced', 'LessonCancelled']);
  });

  test('does nothing for what is cancelled, deleted or moved already', () => {
    const before = history(acceptedWeek, cancel('A1', monday), remove('A2', '2026-12-08'));
    given(...before)
      .when(
        sync(
          false,
          change('cancelled'),
          change('cancelled', { lessonId: 'A2', date: '2026-12-08', occurrenceId: 'P' }),
          change('cancelled', { lessonId: 'gone', occurrenceId: 'Q' }),
          change('restored', { lessonId: 'A3' }),
        ),
      )
      .thenNothing();
  });

  test('automatically restores only what a sync cancelled', () => {
    const byFeed = history(acceptedWeek, sync(true, change('cancelled')));
    const restoring = sync(true, change('restored', { lessonId: 'O' }));
    expect(types(restoring(stateOf(byFeed)))).toEqual(['CalendarSynced', 'LessonRestored']);
    expect(restoring(stateOf(history(acceptedWeek, cancel('A1', monday))))).toEqual([]);
    const decidedSince = history(byFeed, restore('O', { force: true }), cancel('A1', monday));
    expect(restoring(stateOf(decidedSince))).toEqual([]);
    expect(types(sync(false, change('restored', { lessonId: 'O' }))(stateOf(decidedSince)))).toContain(
      'LessonRestored',
    );
  });
});

describe('replacing imported lessons', () => {
  const entry = (lessonId: string, more: Partial<ImportedEntry> = {}): ImportedEntry => ({
    lessonId,
    studentId: 'Ann',
    title: 'Ann Lee',
    date: '2026-11-24',
    start: 960,
    duration: 45,
    ...more,
  });
  const replace = (entries: readonly ImportedEntry[], limit = 100, isFirst = true) =>
    replaceImported({ from: '2026-11-23', to: '2027-05-24', entries }, { limit, isFirst, done: new Set() });

  test('adds, changes and removes, and leaves everything else alone', () => {
    const before = history(
      acceptedWeek,
      replace([entry('I1'), entry('I2'), entry('I3', { studentId: null, title: 'Staff' })]),
    );
    const after = history(before, replace([entry('I1'), entry('I2', { start: 1020 }), entry('I4')]));
    expect(types(after.slice(before.length))).toEqual([
      'CalendarReplaced',
      'LessonCreated',
      'LessonEdited',
      'LessonDeleted',
    ]);
    const state = stateOf(after);
    expect([...state.lessons.keys()].toSorted()).toEqual(['A1', 'A2', 'A3', 'A4', 'I1', 'I2', 'I4']);
    expect(rowIn(state, 'I2')).toMatchObject({ source: 'actual', start: 1020, studentId: 'Ann', entryType: 'lesson' });
    expect(replace([entry('I1'), entry('I2', { start: 1020 }), entry('I4')])(state)).toEqual([]);
  });

  test('imports a title without a student as an appointment', () => {
    const state = stateOf(history([], replace([entry('I1', { studentId: null, title: 'Staff meeting' })])));
    expect(rowIn(state, 'I1')).toMatchObject({
      entryType: 'appointment',
      eventTitle: 'Staff meeting',
      useInOptimization: false,
    });
  });

  test('takes place in parts, additions first, with one header', () => {
    const first = history([], replace([entry('old')]));
    const wanted = [entry('I1'), entry('I2'), entry('I3')];
    const one = history(first, replace(wanted, 2));
    expect(types(one.slice(first.length))).toEqual(['CalendarReplaced', 'LessonCreated', 'LessonCreated']);
    const two = history(one, replace(wanted, 2, false));
    expect(types(two.slice(one.length))).toEqual(['LessonCreated', 'LessonDeleted']);
    expect(replace(wanted, 2, false)(stateOf(two))).toEqual([]);
  });

  test('keeps the past and restores what was cancelled', () => {
    const past = entry('past', { date: '2026-11-20' });
    const before = history(
      [],
      replaceImported(
        { from: '2026-11-01', to: '2027-05-24', entries: [past, entry('I1')] },
        { limit: 9, isFirst: true, done: new Set() },
      ),
      cancel('I1', null),
    );
    const state = stateOf(history(before, replace([entry('I1')])));
    expect([rowIn(state, 'past').date, rowIn(state, 'I1').status]).toEqual(['2026-11-20', 'scheduled']);
  });
});
