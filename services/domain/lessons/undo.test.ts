import { addDays, nextMonday } from '@rondo/contracts/calendar/dates.ts';
import type { Lesson } from '@rondo/contracts/events/schedule/lesson.ts';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { timetable } from '../schedule/testing/timetable.ts';
import { stepOf } from './testing/random-steps.ts';
import { teachers, type Step, type Teacher } from './testing/steps.ts';
import { studioOfTwo } from './testing/two-teachers.ts';
import { today } from '../schedule/testing/week.ts';
import { withSettableTime } from '../../testing/settable-time.ts';

withSettableTime();

const clockAt = (day: string) => {
  const clock = { today: day };
  const set = (to: string) => {
    clock.today = to;
    vi.setSystemTime(new Date(`${to}T12:00:00Z`));
  };
  set(day);
  return { clock, set };
};

/** The same histories at every run; other ones: `HISTORIES=20000 SEED=7 npm run test:unit -- undo.test`. */
const histories = Number(process.env['HISTORIES'] ?? 100);
const seed = Number(process.env['SEED'] ?? 20261122);
const timeout = Math.max(120_000, histories * 100);
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
  expect(await studio.lessonsOf('B')).toEqual([]);
  const undone = await studio.undo(accepted ?? '');
  expect(await studio.lessonsOf('B')).toHaveLength(3);
  expect(await studio.content()).toEqual(before);
  await studio.undo(undone ?? '');
  expect(await studio.lessonsOf('B')).toEqual([]);
});

test('undoing an acceptance that left passed dates to the old teacher returns them', async () => {
  const { clock, set } = clockAt(today);
  const studio = studioOfTwo(clock);
  await studio.act(step('plan', { teacher: 'A' }));
  await studio.act(step('plan', { teacher: 'B' }));
  set(addDays(today, 1));
  const before = await studio.content();
  const accepted = await studio.act(step('accept', { teacher: 'A' }));
  expect(timetable(await studio.rows('A'), today, today)).toEqual([]);
  await studio.undo(accepted ?? '');
  expect(await studio.content()).toEqual(before);
});

test('a change whose days have passed does not prevent older ones from being undone', async () => {
  const { clock, set } = clockAt('2026-12-04');
  const studio = studioOfTwo(clock);
  const first = await studio.act(step('plan', { dayOfWeek: 3 }));
  set('2026-12-06');
  const second = await studio.act(step('plan', { ahead: 3 }));
  const given = await studio.act(step('give', { teacher: 'B' }));
  expect(timetable(await studio.rows('B'), '2026-12-06', '2027-01-10')).toEqual(['2026-12-09 Ann 10']);
  set('2026-12-22');
  await expect(studio.undo(given ?? '')).rejects.toThrow('have passed');
  await studio.undo(second ?? '');
  await studio.undo(first ?? '');
  expect(await studio.lessonsOf('A')).toEqual([]);
});

test('a lesson that returns from another teacher leaves its id with what took place there', async () => {
  const { clock, set } = clockAt('2026-11-25');
  const studio = studioOfTwo(clock);
  await studio.act(step('weekly', { teacher: 'B', dayOfWeek: 5 }));
  const given = await studio.act(step('give', {}));
  set('2026-11-28');
  const undone = await studio.undo(given ?? '');
  const shown = async (teacher: Teacher) => timetable(await studio.rows(teacher), '2026-11-23', '2026-12-12');
  expect(await shown('A')).toEqual(['2026-11-27 Ann 10']);
  expect(await shown('B')).toEqual(['2026-12-04 Ann 10', '2026-12-11 Ann 10']);
  const ids = async () => (await Promise.all(teachers.map(studio.rows))).flat().map(({ lessonId }) => lessonId);
  expect(new Set(await ids()).size).toBe(2);
  set('2026-12-05');
  await studio.undo(undone ?? '');
  expect(await shown('A')).toEqual(['2026-11-27 Ann 10', '2026-12-11 Ann 10']);
  expect(await shown('B')).toEqual(['2026-12-04 Ann 10']);
  expect(new Set(await ids()).size).toBe((await ids()).length);
});

test(
  'any history undone newest first restores each earlier state',
  async () => {
    process.stdout.write(`undone newest first: ${histories} histories, SEED=${seed}\n`);
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
      { numRuns: histories, seed },
    );
  },
  timeout,
);

test(
  'undone later, past days stay and the coming weeks are as before',
  async () => {
    process.stdout.write(`undone later: ${histories} histories, SEED=${seed}\n`);
    const days = fc.constantFrom(0, 1, 2, 5, 9);
    const timed = fc.record({ one: stepOf(...wholeLessons), days });
    await fc.assert(
      fc.asyncProperty(fc.array(timed, { minLength: 1, maxLength: 8, size: 'max' }), days, async (steps, wait) => {
        const { clock, set } = clockAt(today);
        const studio = studioOfTwo(clock);
        const rowsNow = () => Promise.all(teachers.map((teacher) => studio.rows(teacher)));
        const during = (from: string, to: string) => (rows: Lesson[]) => timetable(rows, from, to);
        const done: { batchId: string; day: string; before: Awaited<ReturnType<typeof rowsNow>> }[] = [];
        for (const { one, days: later } of steps) {
          set(addDays(clock.today, later));
          const before = await rowsNow();
          const batchId = await studio.act(one);
          if (batchId !== null) done.push({ batchId, day: clock.today, before });
        }
        set(addDays(clock.today, wait));
        const coming = during(nextMonday(clock.today), addDays(clock.today, 60));
        for (const { batchId, day, before } of done.toReversed()) {
          const since = during(day, addDays(clock.today, -1));
          // The batch's own changes to the days before it, such as the dates that an acceptance leaves to the old teacher, are reverted.
          const earlier = during('2026-09-01', addDays(day, -1));
          const tookPlace = (await rowsNow()).map(since);
          await studio.undo(batchId).catch((error: Error) => expect(error.message).toContain('have passed'));
          const now = await rowsNow();
          expect(now.map(since)).toEqual(tookPlace);
          expect(now.map(earlier)).toEqual(before.map(earlier));
          expect(now.map(coming)).toEqual(before.map(coming));
        }
      }),
      { numRuns: histories, seed },
    );
  },
  timeout,
);
