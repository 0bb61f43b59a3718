import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '../dates.ts';
import { closedOn, closuresOver, wallTime, type ClosedTime, type Closure, type LessonTime } from './closures.ts';

const day = fc.integer({ min: 0, max: 30 }).map((days) => addDays('2026-12-01', days));
const minute = fc.integer({ min: 0, max: 1439 });
const terms: fc.Arbitrary<ClosedTime> = fc
  .record({
    from: day,
    days: fc.integer({ min: 0, max: 6 }),
    fromTime: fc.option(minute),
    toTime: fc.option(fc.integer({ min: 1, max: 1440 })),
    teacherIds: fc.option(fc.subarray(['ann', 'bo'], { minLength: 1 })),
    reason: fc.option(fc.constant('Break')),
    money: fc.constantFrom('refund' as const, 'owed' as const),
  })
  .map(({ days, ...one }) => ({ ...one, to: addDays(one.from, days) }));
const event = fc.record({
  closureId: fc.constantFrom('one', 'two', 'three'),
  at: fc.tuple(day, minute).map(([date, at]) => wallTime(date, at)),
  closure: fc.option(terms),
});
type Event = { readonly closureId: string; readonly at: string; readonly closure: ClosedTime | null };
/** Events in the order of their times. */
const history = fc
  .array(event, { maxLength: 8 })
  .map((events) => events.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)));
const lesson: fc.Arbitrary<LessonTime> = fc
  .record({
    teacherId: fc.constantFrom('ann', 'bo'),
    date: day,
    start: fc.integer({ min: 0, max: 1380 }),
    length: fc.integer({ min: 15, max: 120 }),
  })
  .map(({ length, ...one }) => ({ ...one, duration: Math.min(length, 1440 - one.start) }));

const closuresFrom = (events: readonly Event[]): Closure[] =>
  [...Map.groupBy(events, ({ closureId }) => closureId)].map(([closureId, own]) => ({
    closureId,
    states: own.map(({ at, closure }) => ({ at, recordedAt: at, closure })),
  }));

/** Minute by minute, with what stood when the lesson began. */
const naively = (events: readonly Event[], { teacherId, date, start, duration }: LessonTime): Set<string> => {
  const begun = events.filter(({ at }) => at <= wallTime(date, start));
  const last = new Map(begun.map(({ closureId, closure }) => [closureId, closure]));
  const minutes = Array.from({ length: duration }, (_, i) => start + i);
  const isClosed = (closure: ClosedTime): boolean =>
    (closure.teacherIds?.includes(teacherId) ?? true) &&
    minutes.some(
      (at) =>
        date >= closure.from &&
        date <= closure.to &&
        (date > closure.from || at >= (closure.fromTime ?? 0)) &&
        (date < closure.to || at < (closure.toTime ?? 1440)),
    );
  return new Set([...last].flatMap(([id, closure]) => (closure && isClosed(closure) ? id : [])));
};

test('a lesson is closed when a minute of it is, by what stood when it began', () => {
  fc.assert(
    fc.property(history, lesson, (events, one) => {
      const found = closuresOver(closuresFrom(events), one).map(({ closureId }) => closureId);
      expect(new Set(found)).toEqual(naively(events, one));
    }),
    { numRuns: 2000 },
  );
});

test('what has begun stays as it was, whatever is entered, changed or removed later', () => {
  fc.assert(
    fc.property(history, event, lesson, (events, later, one) => {
      const after = [...events, later];
      const isLater = later.at > wallTime(one.date, one.start) && events.every(({ at }) => at <= later.at);
      fc.pre(isLater);
      expect(closuresOver(closuresFrom(after), one)).toEqual(closuresOver(closuresFrom(events), one));
    }),
  );
});

test('a lesson that is kept from a closure is closed by a later one alone', () => {
  fc.assert(
    fc.property(history, lesson, (events, { date, ...time }) => {
      const closures = closuresFrom(events);
      const over = closuresOver(closures, { date, ...time });
      const keptIn: string[] = [];
      const row = { ...time, entryType: 'lesson', studentId: 'kim', status: 'scheduled', keptIn };
      const closed = closedOn(closures, () => time.teacherId);
      expect(closed(row, date)?.closureId).toBe(over[0]?.closureId);
      const keptInFirst = over.slice(0, 1).map(({ closureId }) => closureId);
      expect(closed({ ...row, keptIn: keptInFirst }, date)?.closureId).toBe(over[1]?.closureId);
      expect(closed({ ...row, status: 'cancelled' }, date)).toBeNull();
      expect(closed({ ...row, entryType: 'appointment' }, date)).toBeNull();
    }),
  );
});
