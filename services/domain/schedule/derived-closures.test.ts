import type { Closure, ClosedTime } from '@rondo/contracts/calendar/closures/closures.ts';
import { neverClosed, wallTime } from '@rondo/contracts/calendar/closures/closures.ts';
import { addDays, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { isWeekly, occurrenceOf } from '@rondo/contracts/calendar/rows.ts';
import { calendarOf } from '@rondo/contracts/calendar/week.ts';
import type { Lesson } from '@rondo/contracts/events/schedule/lesson.ts';
import type { ScheduleEvent } from '@rondo/contracts/events/schedule/schedule.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DomainError } from '../../platform/kit/errors.ts';
import { conflictsOf } from './edit/conflicts.ts';
import { createEntry, lessonOf } from './edit/entries.ts';
import { keepDate } from './edit/one-date.ts';
import { lessonDatesOf } from './lesson-dates.ts';
import { PlanOutdated } from './plan/fixed.ts';
import { scheduleAggregate } from './schedule-aggregate.ts';
import type { ScheduleState } from './state.ts';
import { randomHistory } from './testing/random-history.ts';
import { anEntry } from './testing/week.ts';
import { closingFor } from './time-off/closures.ts';

/** The same histories at every run; other ones: `HISTORIES=2000 SEED=7 npm run test:unit -- derived-closures`. */
const histories = Number(process.env['HISTORIES'] ?? 80);
const seed = Number(process.env['SEED'] ?? 1);

const [teacherId, first, last] = ['dana', '2026-11-16', '2027-02-14'];
const days = Array.from({ length: 91 }, (_, i) => addDays(first, i));

type Decide = (state: ScheduleState) => readonly ScheduleEvent[];
type ClosureEvent = { readonly closureId: string; readonly at: string; readonly closure: ClosedTime | null };

const event: fc.Arbitrary<ClosureEvent> = fc
  .record({
    closureId: fc.constantFrom('one', 'two', 'three'),
    days: fc.integer({ min: -3, max: 30 }),
    minute: fc.integer({ min: 0, max: 1439 }),
    begins: fc.integer({ min: -7, max: 45 }),
    lasts: fc.integer({ min: 0, max: 20 }),
    fromTime: fc.option(fc.constantFrom(600, 840)),
    toTime: fc.option(fc.constantFrom(780, 960)),
    teacherIds: fc.option(fc.constantFrom(['dana'], ['dana'], ['eve'], ['dana', 'eve'])),
    isRemoved: fc.constantFrom(false, false, false, true),
  })
  .map(({ closureId, days: ahead, minute, begins, lasts, isRemoved, ...time }) => {
    const from = addDays('2026-11-23', begins);
    return {
      closureId,
      at: wallTime(addDays('2026-11-23', ahead), minute),
      closure: isRemoved ? null : { ...time, from, to: addDays(from, lasts), reason: null, money: 'refund' },
    };
  });
const closureEvents = fc
  .array(event, { minLength: 2, maxLength: 9, size: 'max' })
  .map((events) => events.toSorted((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at))));

const closuresFrom = (events: readonly ClosureEvent[]): Closure[] =>
  [...Map.groupBy(events, ({ closureId }) => closureId)].map(([closureId, own]) => ({
    closureId,
    states: own.map(({ at, closure }) => ({ at, recordedAt: at, closure })),
  }));

/** True when some minute of a lesson is closed by what had been entered when it began. */
const isClosed = (events: readonly ClosureEvent[], row: Lesson, date: IsoDate): boolean => {
  if (row.entryType !== 'lesson' || row.studentId === null || row.status === 'cancelled') return false;
  const begun = events.filter(({ at }) => at <= wallTime(date, row.start));
  const standing = new Map(begun.map(({ closureId, closure }) => [closureId, closure]));
  return [...standing].some(([closureId, closure]) => {
    if (!closure || row.keptIn.includes(closureId) || date < closure.from || date > closure.to) return false;
    if (closure.teacherIds && !closure.teacherIds.includes(teacherId)) return false;
    const from = date === closure.from ? (closure.fromTime ?? 0) : 0;
    const to = date === closure.to ? (closure.toTime ?? 1440) : 1440;
    return Array.from({ length: row.duration }, (_, i) => row.start + i).some(
      (minute) => minute >= from && minute < to,
    );
  });
};

/** The same schedule with one cancellation for each closed date, as somebody would write them by hand after every event. */
const written = (rows: readonly Lesson[], events: readonly ClosureEvent[]): Lesson[] => {
  const calendar = calendarOf(rows, neverClosed);
  return rows.flatMap((row) => {
    const closed = calendar.datesOf(row, first, addDays(last, 200)).filter((date) => isClosed(events, row, date));
    if (!isWeekly(row)) return closed.length > 0 ? [{ ...row, status: 'cancelled' as const }] : [row];
    const dates = closed.map((date): Lesson => ({
      ...occurrenceOf(row, date, `${row.lessonId} ${date}`),
      status: 'cancelled',
    }));
    return [row, ...dates];
  });
};

const shown = (rows: readonly Lesson[], closedOn: Parameters<typeof calendarOf<Lesson>>[1]): string[] => {
  const calendar = calendarOf(rows, closedOn);
  return days.flatMap((date) =>
    calendar
      .on(date)
      .map(({ studentId, start, duration, status }) => [date, studentId, start, duration, status].join(' '))
      .toSorted(),
  );
};

const billed = (rows: readonly Lesson[], closures: readonly Closure[]): string[] => {
  const taught = rows.map((lesson) => ({ teacherId, lesson }));
  const datesOf = lessonDatesOf(taught, () => undefined, closures);
  return ['Ann', 'Ben', 'Cy']
    .flatMap((student) =>
      datesOf(student, last).map(({ date, start, takesPlace }) => [student, date, start, takesPlace].join(' ')),
    )
    .toSorted();
};

const probes = [
  lessonOf(
    anEntry('probe', {
      studentId: null,
      entryType: 'appointment',
      start: 600,
      duration: 480,
      when: { kind: 'weekly', dayOfWeek: 2, validFrom: '2026-11-23' },
    }),
  ),
  lessonOf(anEntry('Zoe', { studentId: 'Zoe', when: { kind: 'weekly', dayOfWeek: 4, validFrom: '2026-11-23' } })),
];
const conflicts = (
  probe: Lesson,
  rows: readonly Lesson[],
  closedOn: Parameters<typeof calendarOf<Lesson>>[1],
): string[] =>
  conflictsOf(probe, rows, { from: '2026-11-23', closedOn })
    .map(({ date, lesson: { studentId, start } }) => `${date} ${studentId} ${start}`)
    .toSorted();

const decided = (state: ScheduleState, decide: Decide): readonly ScheduleEvent[] => {
  try {
    return decide(state);
  } catch (error) {
    if (error instanceof DomainError || error instanceof PlanOutdated) return [];
    throw error;
  }
};

test(
  'closed dates are those that a cancellation written for each of them would show, conflict with and bill',
  () => {
    let closedDates = 0;
    fc.assert(
      fc.property(randomHistory, closureEvents, fc.array(fc.nat(20), { maxLength: 3 }), (history, events, keeps) => {
        let state = scheduleAggregate.initialState();
        let revision = 0;
        const apply = (decide: Decide): void => {
          for (const one of decided(state, decide)) {
            revision += 1;
            const at = { revision, recordedAt: '2026-11-23T00:00:00Z' };
            state = scheduleAggregate.evolve(state, one, at);
          }
        };
        apply(
          createEntry(anEntry('Ann', { studentId: 'Ann', when: { kind: 'weekly', dayOfWeek: 1, validFrom: first } })),
        );
        history.forEach((make, n) => apply(make(n).decide));
        const closures = closuresFrom(events);
        const closing = closingFor(closures, teacherId);
        const busy = {
          today: '2026-11-23',
          now: 0,
          elsewhere: () => [],
          heldElsewhere: () => [],
          titleOf: () => '',
          ...closing,
        };
        const rowsNow = (): Lesson[] => [...state.lessons.values()];
        for (const nth of keeps) {
          const calendar = calendarOf(rowsNow(), neverClosed);
          const closed = rowsNow().flatMap((row) =>
            calendar
              .datesOf(row, first, last)
              .filter((date) => closing.closedOn(row, date))
              .map((date) => ({ row, date })),
          );
          const { row, date } = closed[nth % Math.max(closed.length, 1)] ?? {};
          if (!row || date === undefined) continue;
          const ref = { lessonId: row.lessonId, revision: undefined };
          apply(keepDate({ ...ref, date, occurrenceId: `kept ${nth} ${date}`, force: true, busy }));
        }
        const rows = rowsNow();
        const byHand = written(rows, events);
        closedDates += byHand.length - rows.length;
        expect(shown(rows, closing.closedOn)).toEqual(shown(byHand, neverClosed));
        expect(billed(rows, closures)).toEqual(billed(byHand, []));
        for (const probe of probes) {
          const own = conflicts(probe, byHand, (row, date) =>
            row === probe && isClosed(events, row, date) ? { closureId: '', reason: null, money: 'refund' } : null,
          );
          expect(conflicts(probe, rows, closing.closedOn)).toEqual(own);
        }
      }),
      { numRuns: histories, seed },
    );
    expect(closedDates, 'dates that were closed').toBeGreaterThan(histories);
  },
  Math.max(120_000, histories * 200),
);
