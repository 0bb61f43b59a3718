import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withSettableTime } from '../testing/settable-time.ts';
import {
  act,
  anyStepWithTimeOff,
  openStudioWithPeople,
  feedSteps,
  scheduleSteps,
  step,
  studioOfMany,
  type AnyStep,
} from './testing/acts.ts';
import { bulkSteps, onMany } from './testing/bulk-acts.ts';
import { expectEachDateBilledOnce, invoiceSteps } from './testing/invoice-acts.ts';
import { outcomeSteps } from './testing/outcome-acts.ts';
import { peopleSteps } from './testing/people-acts.ts';
import { timeOffSteps } from './testing/time-off-acts.ts';

/** The same histories at every run; other ones: `HISTORIES=20000 SEED=7 npm run test:unit -- app/undo.test`. */
const histories = Number(process.env['HISTORIES'] ?? 200);
const seed = Number(process.env['SEED'] ?? 20261122);
const timeout = Math.max(120_000, histories * 200);

withSettableTime();

const history: fc.Arbitrary<AnyStep[]> = fc.array(anyStepWithTimeOff, { minLength: 1, maxLength: 14, size: 'max' });

/** Kinds of steps that need others before them, and are rare in random histories. */
const withRareKinds: AnyStep[][] = [
  [
    step('weekly'),
    step('dated', { ahead: 2, hour: 12 }),
    step('cancel', { ahead: 7 }),
    step('restore'),
    step('delete date', { ahead: 7 }),
    step('move', { ahead: 3, dayOfWeek: 5, hour: 15 }),
    step('clear', { nth: 1 }),
  ],
  [
    step('weekly'),
    step('invoice', { ahead: 2 }),
    step('mark invoice', { ahead: 1 }),
    step('pay', { nth: 1 }),
    step('void payment'),
    step('pay', { nth: 2 }),
    step('refund payment'),
  ],
  [
    step('change hours'),
    step('clear hours'),
    step('make family'),
    step('change family'),
    step('move to family'),
    step('delete family'),
  ],
  [step('weekly'), step('invoice', { ahead: 2 }), step('delete invoice'), step('delete series')],
  [step('weekly'), step('dated', { ahead: 2, hour: 12 }), step('invoice', { ahead: 2 }), step('mark invoices')],
  [step('weekly'), step('invoice', { ahead: 2 }), step('delete invoices'), step('invoice', { ahead: 3 })],
  [step('weekly'), step('delete student'), step('plan'), step('ask family or delete report'), step('reject')],
  [
    step('add charge'),
    step('change charge', { ahead: 1 }),
    step('bill charges'),
    step('add charge'),
    step('remove charge', { nth: 1 }),
  ],
  [
    step('set opening'),
    step('pay', { nth: 1 }),
    step('change opening', { ahead: 3 }),
    step('apply credit'),
    step('remove opening'),
  ],
  [
    step('weekly'),
    step('invoice', { ahead: 2 }),
    step('make family'),
    step('move to family', { hour: 11 }),
    step('invoice', { ahead: 3 }),
    step('move to family', { hour: 12 }),
    step('pay', { nth: 3 }),
  ],
  [
    step('enter policy'),
    step('weekly'),
    step('cancel by family', { ahead: 7, nth: 0 }),
    step('make up', { ahead: 8 }),
    step('change outcome', { nth: 1 }),
    step('invoice', { ahead: 2 }),
    step('cancel by teacher', { ahead: 2 }),
    step('change outcome', { nth: 1 }),
    step('remove policy'),
  ],
  [
    step('weekly'),
    step('close days', { nth: 2 }),
    step('keep closed date'),
    step('change closed days'),
    step('open closed days'),
    step('enter term'),
    step('change term', { ahead: 3 }),
    step('remove term'),
  ],
  [
    step('weekly'),
    step('record attendance', { nth: 2 }),
    step('invoice', { ahead: 2 }),
    step('record attendance', { nth: 1 }),
    step('record attendance', { nth: 5 }),
    step('write note'),
    step('write note', { nth: 5, ahead: 0 }),
    step('write private note'),
    step('enter policy', { ahead: 1 }),
    step('remove policy'),
  ],
];

test(
  'any history of people, assignments, lessons, plans, reports, invoices and names in calendars undone newest first gives back each earlier state',
  async () => {
    process.stdout.write(`undo of all kinds: ${histories} histories, SEED=${seed}\n`);
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        const studio = await openStudioWithPeople();
        const done: { kind: string; batchId: string; before: ReturnType<typeof studio.content> }[] = [];
        for (const step of steps) {
          const before = studio.content();
          const batchId = await act(studio, step);
          if (batchId !== null) done.push({ kind: step.kind, batchId, before });
        }
        const end = studio.content();
        const undos: string[] = [];
        for (const { kind, batchId, before } of done.toReversed()) {
          seen.add(kind);
          undos.push(await studio.undo(batchId));
          expect(studio.content('undo'), `${kind} undone`).toEqual(before);
        }
        for (const batchId of undos.toReversed()) await studio.undo(batchId);
        expect(studio.content(), 'all done again').toEqual(end);
        await expectEachDateBilledOnce(studio);
      }),
      { numRuns: histories, seed, examples: withRareKinds.map((steps): [AnyStep[]] => [steps]) },
    );
    const kinds = new Set([
      ...peopleSteps,
      ...bulkSteps,
      ...invoiceSteps,
      ...scheduleSteps,
      ...feedSteps,
      ...timeOffSteps,
      ...outcomeSteps,
    ]);
    expect(
      [...kinds].filter((kind) => !seen.has(kind)),
      'kinds that no history had',
    ).toEqual([]);
  },
  timeout,
);

test.each([
  ['the same command', true],
  ['another command', false],
])('an undo that is killed at any write is completed by repeating it as %s', async (_, isSame) => {
  const killed: number[] = [];
  for (let writes = 0; writes === 0 || killed.includes(writes - 1); writes += 1) {
    const studio = await studioOfMany();
    const before = studio.content();
    const batchId = (await act(studio, step('remove teacher'))) ?? '';
    expect(studio.content()).not.toEqual(before);
    const by = studio.context();
    studio.killAfter(writes);
    const first = await studio.undo(batchId, by).catch((error: Error) => error);
    studio.killAfter(Infinity);
    if (first instanceof Error) killed.push(writes);
    if (first instanceof Error) await studio.undo(batchId, isSame ? by : studio.context());
    expect(studio.content('undo'), `killed after ${writes} writes`).toEqual(before);
  }
  expect(killed.length, 'writes of the undo').toBeGreaterThan(3);
});

/** The same, and both teachers have hours. */
const studioWithHours = async () => {
  const studio = await studioOfMany();
  for (const teacher of ['A', 'B'] as const) await act(studio, step('change hours', { teacher }));
  return studio;
};

test.each(bulkSteps.map((kind) => step(kind, { nth: 2 })))(
  'to $kind, killed at any write, is completed by the same command, and undone as one batch',
  async (one) => {
    const whole = await studioWithHours();
    await onMany(whole, one, whole.context());
    await whole.settle();
    let killed = 0;
    for (let writes = 0; writes <= killed; writes += 1) {
      const studio = await studioWithHours();
      const before = studio.content();
      const by = studio.context();
      studio.killAfter(writes);
      const first = await onMany(studio, one, by).catch((error: Error) => error);
      studio.killAfter(Infinity);
      await studio.settle();
      if (first instanceof Error) {
        killed += 1;
        await onMany(studio, one, by);
        await studio.settle();
      }
      expect(studio.content(), `killed after ${writes} writes`).toEqual(whole.content());
      await studio.undo(by.commandId);
      expect(studio.content('undo'), `killed after ${writes} writes, undone`).toEqual(before);
    }
    expect(killed, 'writes of the command').toBeGreaterThan(1);
  },
);

test('an undo changes nothing while one of its streams cannot be undone, and names what changed', async () => {
  const studio = await studioOfMany();
  const batchId = (await act(studio, step('remove teacher'))) ?? '';
  await act(studio, step('set teachers'));
  const after = studio.content();
  await expect(studio.undo(batchId)).rejects.toThrow(
    'Ann Lee has changed since then, so this can no longer be undone.',
  );
  expect(studio.content()).toEqual(after);
});
