import { neverClosed } from '@rondo/contracts/calendar/closures/closures.ts';
import { addDays } from '@rondo/contracts/calendar/dates.ts';
import { lessonRowsTouched } from '@rondo/contracts/events/schedule/lesson-rows.ts';
import type { Lesson } from '@rondo/contracts/events/schedule/lesson.ts';
import type { ScheduleEvent } from '@rondo/contracts/events/schedule/schedule.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { replaceImported } from '../../../schedule/feed/feed-sync.ts';
import { scheduleAggregate } from '../../../schedule/schedule-aggregate.ts';
import type { ScheduleState } from '../../../schedule/state.ts';
import { replacementOf } from '../sync-commands.ts';
import { cancelledOn, feedDate, imported, manualOn, optimizedSeries } from '../testing/rows.ts';
import { analyze, type Analysis } from './analyze.ts';

const from = '2026-11-23';
const to = '2027-05-24';
const students = [
  { studentId: 'ann', firstName: 'Ann', lastName: 'Lee' },
  { studentId: 'ben', firstName: 'Ben', lastName: 'Moss' },
];

const date = fc.integer({ min: -2, max: 3 }).map((days) => addDays(from, days));
const start = fc.constantFrom(9 * 60, 9 * 60 + 10, 16 * 60);
const key = fc.constantFrom('a', 'b', 'c', 'd');
const status = fc.constantFrom('scheduled' as const, 'cancelled' as const);
const studentId = fc.constantFrom('ann', 'ben', null);
const title = fc.constantFrom('Ann Lee', 'Moss, Ben', 'Staff meeting', 'Recital');

const importedRow = fc
  .record({ key, studentId, date, start, status, title, source: fc.constantFrom('actual', 'actual', 'manual') })
  .map(({ title: given, status: now, source, ...row }): Lesson => ({
    ...imported(row.key, row.studentId, row.date, row.start),
    eventTitle: row.studentId === null ? given : null,
    status: now,
    source: source === 'manual' ? 'manual' : 'actual',
  }));
const ownRow = fc.record({ n: fc.nat(2), studentId, date, start, status }).map(({ n, ...row }): Lesson => ({
  ...manualOn(`own ${n}`, row.studentId, row.date, row.start),
  status: row.status,
}));
const series = optimizedSeries('series', 'ann', 2, 16 * 60);
const weekly = fc.constantFrom<Lesson[]>([], [series], [series, cancelledOn(series, '2026-11-24', 'one date')]);
const event = fc
  .record({ key, title, date, start, isCancelled: fc.boolean(), duration: fc.constantFrom(45, 45, 60) })
  .map(feedDate);

const stateWith = (rows: readonly Lesson[]): ScheduleState =>
  rows.reduce(
    (state, lesson, revision) =>
      scheduleAggregate.evolve(
        state,
        { type: 'LessonCreated', data: { lesson, occurrences: [] } },
        { revision, recordedAt: '2026-11-23T12:00:00Z' },
      ),
    scheduleAggregate.initialState(),
  );

/** Replaces in parts, as the command does. */
const replaced = (before: ScheduleState, analysis: Analysis, limit: number) => {
  let state = before;
  const all: ScheduleEvent[] = [];
  const done = new Set<string>();
  for (;;) {
    const part = { limit, isFirst: all.length === 0, done };
    const events = replaceImported(replacementOf(analysis, { today: from, to }), part)(state);
    if (events.length === 0) return { state, events: all };
    for (const row of events.flatMap(lessonRowsTouched)) done.add(row);
    for (const one of events) {
      state = scheduleAggregate.evolve(state, one, { revision: all.length, recordedAt: '2026-11-23T12:00:00Z' });
      all.push(one);
    }
  }
};

const unique = <T>(all: readonly T[], nameOf: (one: T) => string): T[] => [
  ...new Map(all.map((one) => [nameOf(one), one])).values(),
];

test('what the analysis announces is exactly what the replacement writes, and then nothing is left to replace', () => {
  const given = fc.record({
    rows: fc.tuple(fc.array(importedRow, { maxLength: 4 }), fc.array(ownRow, { maxLength: 3 }), weekly),
    events: fc.array(event, { minLength: 1, maxLength: 4 }),
    isWhole: fc.boolean(),
    tied: fc.boolean(),
    limit: fc.integer({ min: 1, max: 5 }),
  });
  fc.assert(
    fc.property(given, ({ rows, events, isWhole, tied, limit }) => {
      const state = stateWith(unique(rows.flat(), ({ lessonId }) => lessonId));
      const compare = ({ lessons }: ScheduleState) =>
        analyze({
          lessons,
          dates: unique(events, (one) => one.key),
          isWhole,
          unread: [],
          remembered: new Map<string, string>(),
          students,
          ties: new Map(tied ? [['recital', 'ben']] : []),
          closedOn: neverClosed,
          from,
          to,
          idOf: (of) => `imported ${of}`,
        });
      const analysis = compare(state);
      const announced = (kind: string): string[] =>
        analysis.compared.flatMap(({ replacing, importedAs }) => (replacing === kind ? [importedAs] : [])).toSorted();
      const after = replaced(state, analysis, limit);
      const written = (type: ScheduleEvent['type']): string[] =>
        after.events
          .flatMap((one) => {
            if (one.type !== type) return [];
            if (one.type === 'LessonCreated' || one.type === 'LessonEdited') return [one.data.lesson.lessonId];
            return one.type === 'LessonDeleted' ? [one.data.lessonId] : [];
          })
          .toSorted();
      expect(announced('add')).toEqual(written('LessonCreated'));
      expect(announced('change')).toEqual(written('LessonEdited'));
      const gone = analysis.vanished.map(({ lessonId }) => lessonId);
      const listed = new Set([...announced('remove'), ...gone]);
      expect(written('LessonDeleted').filter((id) => listed.has(id)).length).toBe(listed.size);
      for (const { effect, replacing, match, event: of } of analysis.compared) {
        if (effect === 'none' && match?.source === 'actual') expect(['keep', 'none', 'remove']).toContain(replacing);
        if (effect === 'move') expect(replacing).toBe('change');
        if (effect === 'add') expect(replacing).toBe('add');
        if (of.isCancelled) expect(['none', 'remove']).toContain(replacing);
      }
      const again = compare(after.state);
      expect(
        again.compared.map(({ replacing }) => replacing).filter((one) => one !== 'keep' && one !== 'none'),
      ).toEqual([]);
      expect(replaced(after.state, again, limit).events).toEqual([]);
    }),
    { numRuns: Number(process.env['RUNS'] ?? 1000) },
  );
});
