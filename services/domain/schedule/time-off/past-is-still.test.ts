import { closedOn, wallTime, type LessonTime } from '@rondo/contracts/calendar/closures/closures.ts';
import { addDays } from '@rondo/contracts/calendar/dates.ts';
import type { TimeoffEvent } from '@rondo/contracts/events/schedule/timeoff.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DomainError } from '../../../platform/kit/errors.ts';
import {
  changeClosure,
  enterClosures,
  removeClosure,
  restorableTimeoff,
  timeoffAggregate,
  type TimeoffState,
} from './state.ts';

/** The same histories at every run; other ones: `HISTORIES=5000 SEED=7 npm run test:unit -- past-is-still`. */
const histories = Number(process.env['HISTORIES'] ?? 100);
const seed = Number(process.env['SEED'] ?? 1);

const monday = '2026-11-23';
const closureId = fc.constantFrom('one', 'two', 'three');
const terms = fc
  .record({
    begins: fc.integer({ min: 0, max: 12 }),
    lasts: fc.integer({ min: 0, max: 6 }),
    fromTime: fc.option(fc.constantFrom(600, 840)),
    toTime: fc.option(fc.constantFrom(780, 960)),
    teacherIds: fc.option(fc.constantFrom<string[][]>(['dana'], ['eve'])),
  })
  .map(({ begins, lasts, ...time }) => {
    const from = addDays(monday, begins);
    return {
      ...time,
      from,
      to: addDays(from, lasts),
      kind: 'holiday' as const,
      reason: null,
      money: 'refund' as const,
      owedDays: null,
      uid: null,
    };
  });

/** What somebody does after some hours: enters, changes or removes a closure, or leads back to what stood before. */
const step = fc.record({
  hours: fc.integer({ min: 0, max: 40 }),
  what: fc.oneof(
    fc.record({ how: fc.constant('enter' as const), closureId, terms }),
    fc.record({ how: fc.constant('change' as const), closureId, terms }),
    fc.record({ how: fc.constant('remove' as const), closureId }),
    fc.record({ how: fc.constant('undo' as const), back: fc.nat(3) }),
  ),
});
type Step = (typeof step extends fc.Arbitrary<infer S> ? S : never)['what'];

const lessons: LessonTime[] = Array.from({ length: 20 }, (_, i) => addDays(monday, i)).flatMap((date) =>
  ['dana', 'eve'].flatMap((teacherId) =>
    [555, 600, 795, 930, 1020].map((start) => ({ teacherId, date, start, duration: 45 })),
  ),
);
const closedIn = (state: TimeoffState, { teacherId, date, start, duration }: LessonTime): string | null => {
  const row = { status: 'scheduled', entryType: 'lesson', studentId: 'ann', start, duration, keptIn: [] };
  return closedOn([...state.closures.values()], () => teacherId)(row, date)?.closureId ?? null;
};

test('whether a date is closed never changes once its start has passed, whatever is entered, changed, removed or undone', () => {
  let changed = 0;
  fc.assert(
    fc.property(fc.array(step, { minLength: 2, maxLength: 12, size: 'max' }), (steps) => {
      let state: TimeoffState = timeoffAggregate.initialState();
      let hours = 0;
      const states = [state];
      const decided = (what: Step, clock: { today: string; minute: number }): readonly TimeoffEvent[] => {
        switch (what.how) {
          case 'enter': {
            if (state.closures.has(what.closureId)) return [];
            return enterClosures([{ closureId: what.closureId, terms: what.terms, lessons: null }], clock)(state);
          }
          case 'change':
            return changeClosure(what.closureId, { changes: what.terms, clock })(state);
          case 'remove':
            return removeClosure(what.closureId, clock)(state);
          case 'undo': {
            const before = states.at(-1 - what.back);
            return before ? restorableTimeoff.restoreTo(state, restorableTimeoff.contentOf(before), clock) : [];
          }
        }
      };
      steps.forEach(({ hours: later, what }, n) => {
        hours += later;
        const clock = { today: addDays(monday, Math.floor(hours / 24)), minute: (hours % 24) * 60 };
        const now = wallTime(clock.today, clock.minute);
        const before = state;
        try {
          for (const event of decided(what, clock))
            state = timeoffAggregate.evolve(state, event, { revision: n + 1, recordedAt: now });
        } catch (error) {
          if (!(error instanceof DomainError)) throw error;
        }
        if (state !== before) states.push(state);
        for (const lesson of lessons) {
          const [was, is] = [closedIn(before, lesson), closedIn(state, lesson)];
          if (was !== is) changed += 1;
          if (wallTime(lesson.date, lesson.start) < now)
            expect(is, `${lesson.date} ${lesson.start} at ${now}`).toBe(was);
        }
      });
    }),
    { numRuns: histories, seed },
  );
  expect(changed, 'dates that are closed or open again').toBeGreaterThan(histories);
});
