import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isFence } from '@rondo/contracts/events/fence.ts';
import { withSettableTime } from '../testing/settable-time.ts';
import { act, anyStepOrInvoice, step, studioOfMany } from './testing/acts.ts';
import { restorable, restoresThereAndBack } from './testing/restoring.ts';
import type { StudioInMemory } from './testing/studio-in-memory.ts';

/** The same histories at every run; other ones: `HISTORIES=20000 SEED=7 npm run test:unit -- app/restore.test`. */
const histories = Number(process.env['HISTORIES'] ?? 100);
const seed = Number(process.env['SEED'] ?? 20261122);
const timeout = Math.max(120_000, histories * 400);

withSettableTime();

test(
  'any moment of any history is restored in every read model but invoices, and so is the state before it; dates are billed once',
  async () => {
    process.stdout.write(`restores: ${histories} histories, SEED=${seed}\n`);
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyStepOrInvoice, { minLength: 1, maxLength: 14, size: 'max' }),
        fc.nat(),
        async (steps, nth) => {
          const statuses = await restoresThereAndBack(steps, nth);
          expect(statuses).toEqual(['completed', 'completed']);
        },
      ),
      { numRuns: histories, seed },
    );
  },
  timeout,
);

/** A moment, and many changes since. */
const changedStudio = async () => {
  const studio = await studioOfMany();
  const moment = { position: (await studio.head()) ?? '' };
  const content = restorable(studio);
  for (const one of [
    step('remove student', { nth: 1 }),
    step('add student'),
    step('accept'),
    step('give'),
    step('delete series', { teacher: 'B' }),
    step('remove teacher'),
  ])
    await act(studio, one);
  expect(restorable(studio)).not.toEqual(content);
  return { studio, moment, content };
};

const fencesLeft = async (studio: StudioInMemory): Promise<string[]> => {
  const left: string[] = [];
  for (const stream of studio.streams()) {
    const fences = (await studio.store.readStream(stream)).filter(isFence);
    if (fences.at(-1)?.type === 'StreamFenced') left.push(stream);
  }
  return left;
};

test('a restore that is killed at any write ends the same when it is resumed', async () => {
  const killed: number[] = [];
  const early: number[] = [];
  for (let writes = 0; writes === 0 || killed.includes(writes - 1); writes += 1) {
    const { studio, moment, content } = await changedStudio();
    await studio.requestRestore(moment);
    studio.killAfter(writes);
    const first = await studio.carryOutRestore().catch((error: Error) => error);
    studio.killAfter(Infinity);
    if (first instanceof Error) killed.push(writes);
    // Once the first fences are lifted, others may change what they please, and keep it.
    const isStarted = (await studio.restores()).some(({ started }) => started !== null);
    const changed = isStarted ? await act(studio, step('change student', { hour: 23 })) : null;
    if (changed !== null && first instanceof Error) early.push(writes);
    await studio.carryOutRestore();
    const { students, people, ...others } = restorable(studio);
    const { students: then, people: listed, ...rest } = content;
    if (changed === null) expect(people).toEqual(listed);
    expect(others, `killed after ${writes} writes`).toEqual(rest);
    const [ann, ...more] = then;
    expect(students, `killed after ${writes} writes`).toEqual(
      changed === null
        ? then
        : [
            { ...ann, details: { ...ann?.details, phone: '23' }, search: ann?.search.replace(/\|\d+$/, '|23') },
            ...more,
          ],
    );
    expect(await studio.restores()).toMatchObject([{ status: 'completed' }]);
    expect(await fencesLeft(studio)).toEqual([]);
    expect(studio.progress.isClosed()).toBe(false);
  }
  expect(killed.length, 'writes of the restore').toBeGreaterThan(20);
  expect(early.length, 'kills after the first fence was lifted').toBeGreaterThan(0);
});

test('while a restore runs, every other change is refused, and repeating it is too', async () => {
  const { studio, moment, content } = await changedStudio();
  await studio.requestRestore(moment);
  studio.killAfter(25);
  await expect(studio.carryOutRestore()).rejects.toThrow('The event log is not answering.');
  studio.killAfter(Infinity);
  const context = studio.context();
  const stream = studio.roster.studentStream(studio.studioId, 'Ann');
  const nothing = { input: 'nothing', decide: () => [] };
  await expect(studio.roster.students.execute(stream, context, nothing)).rejects.toThrow('A restore is running.');
  await expect(studio.requestRestore(moment)).rejects.toThrow('A restore is running.');
  expect(await act(studio, step('add student'))).toBeNull();
  await studio.carryOutRestore();
  expect(restorable(studio)).toEqual(content);
  expect(await act(studio, step('add student'))).not.toBeNull();
});

test('a restore that starts five times without getting further fails, and lets others change the studio again', async () => {
  const { studio, moment } = await changedStudio();
  await studio.requestRestore(moment);
  const restoreId = (await studio.restores()).at(-1)?.restoreId ?? '';
  for (let starts = 0; starts < 5; starts += 1) await studio.progress.begin(studio.studioId, restoreId);
  await studio.carryOutRestore();
  expect(await studio.restores()).toMatchObject([
    { status: 'failed', detail: 'The restore stopped five times without getting further.' },
  ]);
  expect(await fencesLeft(studio)).toEqual([]);
  expect(await act(studio, step('add student'))).not.toBeNull();
});

test('a restore ends in silence when its studio is erased', async () => {
  const { studio, moment } = await changedStudio();
  await studio.requestRestore(moment);
  const running = studio.carryOutRestore();
  await studio.erase();
  await running;
  expect(await studio.restores()).toEqual([]);
  expect(studio.streams()).toEqual([]);
});

test('a lesson’s transfer is restored whole: a moment inside it means the moment after it', async () => {
  const studio = await studioOfMany();
  const before = await studio.head();
  await act(studio, step('give', { teacher: 'B' }));
  const after = restorable(studio);
  const given = await studio.events(before ?? '');
  expect(given.map(({ type }) => type)).toEqual(['LessonTakenOver', 'LessonReleased']);
  await act(studio, step('delete series', { teacher: 'B' }));
  await studio.requestRestore({ position: given[0]?.position ?? '' });
  await studio.carryOutRestore();
  expect(restorable(studio)).toEqual(after);
});

test('a moment inside a restore means the moment before that restore', async () => {
  const { studio, moment, content } = await changedStudio();
  const before = restorable(studio);
  await studio.requestRestore(moment);
  await studio.carryOutRestore();
  expect(restorable(studio)).toEqual(content);
  const [first] = await studio.restores();
  const inside = await studio.events(first?.started ?? '');
  await studio.requestRestore({ position: inside[Math.floor(inside.length / 2)]?.position ?? '' });
  await studio.carryOutRestore();
  expect(restorable(studio)).toEqual(before);
});
