import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '@rondo/contracts/calendar/dates.ts';
import { teachers } from '../domain/lessons/testing/steps.ts';
import { removeStudent } from '../domain/people/student.ts';
import { clearSchedule } from '../domain/schedule/edit/deletion.ts';
import { today } from '../domain/schedule/testing/week.ts';
import { withSettableTime } from '../testing/settable-time.ts';
import { act, anyStepOrInvoice, step, studioOfMany } from './testing/acts.ts';
import { beforeIt, restorable, restore, restoresOneTeacher } from './testing/restoring.ts';
import type { StudioInMemory } from './testing/studio-in-memory.ts';

/** The same histories at every run; other ones: `HISTORIES=20000 SEED=7 npm run test:unit -- app/restore-times`. */
const histories = Number(process.env['HISTORIES'] ?? 120);
const seed = Number(process.env['SEED'] ?? 20261122);

withSettableTime();

const positionOf = async (studio: StudioInMemory) => ({ position: (await studio.head()) ?? '' });

test(
  'one teacher’s schedule is restored alone in any history, and so is the state before the restore',
  async () => {
    process.stdout.write(`restores of one teacher: ${histories} histories, SEED=${seed}\n`);
    let restored = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyStepOrInvoice, { minLength: 1, maxLength: 14, size: 'max' }),
        fc.nat(),
        fc.constantFrom(...teachers),
        async (steps, nth, teacherId) => {
          restored += await restoresOneTeacher(steps, nth, teacherId);
        },
      ),
      { numRuns: histories, seed },
    );
    expect(restored).toBeGreaterThan(0);
  },
  Math.max(120_000, histories * 400),
);

test('a restore that midnight interrupts ends as it was requested', async () => {
  const interrupted: number[] = [];
  for (const writes of [0, 4, 9, 14, 19, 24, 29]) {
    const studio = await studioOfMany();
    const moment = await positionOf(studio);
    const content = restorable(studio);
    for (const one of [step('add student'), step('accept'), step('give'), step('delete series', { teacher: 'B' })])
      await act(studio, one);
    await studio.requestRestore(moment);
    studio.killAfter(writes);
    if ((await studio.carryOutRestore().catch((error: Error) => error)) instanceof Error) interrupted.push(writes);
    studio.killAfter(Infinity);
    studio.passMidnight();
    await studio.carryOutRestore();
    expect(restorable(studio), `killed after ${writes} writes`).toEqual(content);
    expect(await studio.restores()).toMatchObject([{ status: 'completed' }]);
  }
  expect(interrupted.length).toBeGreaterThan(3);
});

test('a restore on the next day leaves the day that has passed as it was, and brings back what is still to come', async () => {
  const studio = await studioOfMany();
  await act(studio, step('dated', { student: 'Ann', ahead: 0, hour: 18 }));
  await act(studio, step('dated', { student: 'Cy', ahead: 1, hour: 18 }));
  const moment = await positionOf(studio);
  const datesOf = (): string[] =>
    restorable(studio)
      .lessons.filter(({ lesson }) => lesson.start === 18 * 60)
      .map(({ lesson }) => String(lesson.date))
      .toSorted();
  expect(datesOf()).toEqual([today, addDays(today, 1)]);
  await studio.schedules.execute(studio.studioId, 'A', studio.context(), {
    input: 'clear',
    decide: clearSchedule({ kinds: ['manual'], today }),
  });
  await studio.settle();
  expect(datesOf()).toEqual([]);
  studio.passMidnight();
  await restore(studio, moment);
  expect(datesOf()).toEqual([addDays(today, 1)]);
});

/** A studio whose reactors have not yet seen that a student was removed. */
const withReactorsBehind = async () => {
  const studio = await studioOfMany();
  const moment = await positionOf(studio);
  const content = restorable(studio);
  const { roster, studioId } = studio;
  const stream = roster.studentStream(studioId, 'Ann');
  await roster.students.execute(stream, studio.context(), { input: 'remove', decide: removeStudent(today) });
  return { studio, moment, content };
};

test('a restore waits for what the reactors have yet to do, which belongs to the state before it', async () => {
  const { studio: ahead } = await withReactorsBehind();
  await ahead.settle();
  const { studio, moment, content } = await withReactorsBehind();
  await restore(studio, moment);
  expect(restorable(studio)).toEqual(content);
  await restore(studio, await beforeIt(studio));
  expect(restorable(studio)).toEqual(restorable(ahead));
});

test('a restore that finds the reactors busy for too long fails with a sentence and changes nothing', async () => {
  const { studio, moment, content } = await withReactorsBehind();
  studio.keepReactorsBusy(true);
  await restore(studio, moment);
  expect(await studio.restores()).toMatchObject([
    { status: 'failed', detail: 'Other changes are still being carried out. Please try again in a moment.' },
  ]);
  expect(restorable(studio).students).toHaveLength(content.students.length - 1);
  expect(await act(studio, step('add student'))).not.toBeNull();
  studio.keepReactorsBusy(false);
  await restore(studio, moment);
  expect(restorable(studio)).toEqual(content);
});
