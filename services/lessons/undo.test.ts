import { addDays, nextMonday } from '@rondo/contracts/calendar/dates.ts';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { timetable } from '../schedule/testing/timetable.ts';
import { studioOfTwo, teachers, type Step } from './testing/two-teachers.ts';
import { today } from '../schedule/testing/week.ts';

// The log takes its times from the machine's clock.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const clockAt = (day: string) => {
  const clock = { today: day };
  const set = (to: string) => {
    clock.today = to;
    vi.setSystemTime(new Date(`${to}T12:00:00Z`));
  };
  set(day);
  return { clock, set };
};

const runs = 100;
const student = fc.constantFrom('Ann', 'Ben', 'Cy');
const stepOf = (...kinds: Step['kind'][]): fc.Arbitrary<Step> =>
  fc.record({
    kind: fc.constantFrom(...kinds),
    teacher: fc.constantFrom(...teachers),
    student,
    others: fc.array(student, { maxLength: 2 }),
    nth: fc.nat(5),
    dayOfWeek: fc.constantFrom(1, 2, 3, 4, 5),
    hour: fc.integer({ min: 9, max: 18 }),
    ahead: fc.constantFrom(0, 0, 1, 2, 3, 7, 10),
  });
const wholeLessons = [
  'weekly',
  'dated',
  'cancel',
  'edit series',
  'delete date',
  'delete series',
  'delete student',
  'clear',
  'plan',
  'plan',
  'plan',
  'accept',
  'accept',
  'reject',
  'withdraw',
  'give',
] as const;
const anything = stepOf(...wholeLessons, 'restore', 'edit date', 'move');
const step = (kind: Step['kind'], more: Partial<Step>): Step => ({
  kind,
  teacher: 'A',
  student: 'Ann',
  others: [],
  nth: 0,
  dayOfWeek: 1,
  hour: 10,
  ahead: 0,
  ...more,
});

test('an acceptance that ended several series with another teacher is undone there as one', async () => {
  const { clock } = clockAt(today);
  const studio = studioOfTwo(clock);
  await studio.act(step('plan', { teacher: 'B', others: ['Ben', 'Cy'] }));
  await studio.act(step('accept', { teacher: 'B' }));
  await studio.act(step('plan', { teacher: 'A', others: ['Ben', 'Cy'] }));
  const before = await studio.content();
  const accepted = await studio.act(step('accept', { teacher: 'A' }));
  expect(await studio.standing('B')).toEqual([]);
  const undone = await studio.undo(accepted ?? '');
  expect(await studio.standing('B')).toHaveLength(3);
  expect(await studio.content()).toEqual(before);
  await studio.undo(undone ?? '');
  expect(await studio.standing('B')).toEqual([]);
});

test('whatever was done, undone newest first it gives back each earlier state', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anything, { minLength: 1, maxLength: 12, size: 'max' }), async (steps) => {
      const { clock } = clockAt(today);
      const studio = studioOfTwo(clock);
      const done: { batchId: string; before: Awaited<ReturnType<typeof studio.content>> }[] = [];
      for (const one of steps) {
        const before = await studio.content();
        const batchId = await studio.act(one);
        if (batchId !== null) done.push({ batchId, before });
      }
      const end = await studio.content();
      const undos: string[] = [];
      for (const { batchId, before } of done.toReversed()) {
        undos.push((await studio.undo(batchId)) ?? '');
        expect(await studio.content()).toEqual(before);
      }
      for (const undo of undos.toReversed()) await studio.undo(undo);
      expect(await studio.content()).toEqual(end);
    }),
    { numRuns: runs },
  );
});

test('undone later, days that have passed stay and the weeks to come are as before', async () => {
  const days = fc.constantFrom(0, 1, 2, 5, 9);
  const timed = fc.record({ one: stepOf(...wholeLessons), days });
  await fc.assert(
    fc.asyncProperty(fc.array(timed, { minLength: 1, maxLength: 8, size: 'max' }), days, async (steps, wait) => {
      const { clock, set } = clockAt(today);
      const studio = studioOfTwo(clock);
      const past = async () =>
        Promise.all(
          teachers.map(async (teacher) =>
            timetable(await studio.rows(teacher), '2026-09-01', addDays(clock.today, -1)),
          ),
        );
      const rowsNow = () => Promise.all(teachers.map((teacher) => studio.rows(teacher)));
      const done: { batchId: string; before: Awaited<ReturnType<typeof rowsNow>> }[] = [];
      for (const { one, days: later } of steps) {
        set(addDays(clock.today, later));
        const before = await rowsNow();
        const batchId = await studio.act(one);
        if (batchId !== null) done.push({ batchId, before });
      }
      set(addDays(clock.today, wait));
      const [from, to] = [nextMonday(clock.today), addDays(clock.today, 60)];
      for (const { batchId, before } of done.toReversed()) {
        const tookPlace = await past();
        await studio.undo(batchId).catch((error: Error) => expect(error.message).toContain('have passed'));
        expect(await past()).toEqual(tookPlace);
        const coming = (await rowsNow()).map((rows) => timetable(rows, from, to));
        expect(coming).toEqual(before.map((rows) => timetable(rows, from, to)));
      }
    }),
    { numRuns: runs },
  );
});
