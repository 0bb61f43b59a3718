import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { teachers } from '../lessons/testing/steps.ts';
import { act, invoiceSteps, openStudioWithPeople, peopleSteps, step, studioOfMany } from './testing/acts.ts';

/** The same histories at every run; other ones: `HISTORIES=20000 SEED=7 npm run test:unit -- composition/undo.test`. */
const histories = Number(process.env['HISTORIES'] ?? 200);
const seed = Number(process.env['SEED'] ?? 20261122);
const timeout = Math.max(60_000, histories * 200);

// The log takes its times from the machine's clock.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const scheduleSteps = [
  ...([
    'weekly',
    'dated',
    'cancel',
    'cancel',
    'restore',
    'restore',
    'restore',
    'edit series',
    'edit date',
    'move',
    'delete date',
  ] as const),
  ...(['delete series', 'delete student', 'clear', 'reject', 'withdraw', 'give', 'accept', 'accept'] as const),
  ...(['plan', 'plan', 'plan', 'plan'] as const),
];
const student = fc.constantFrom('Ann', 'Ben', 'Cy');
const when = {
  teacher: fc.constantFrom(...teachers),
  student,
  others: fc.array(student, { maxLength: 2 }),
  nth: fc.nat(5),
  dayOfWeek: fc.constantFrom(1, 2, 3, 4, 5),
  hour: fc.integer({ min: 9, max: 18 }),
  ahead: fc.constantFrom(0, 0, 1, 2, 3, 7, 10),
};
const anything = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom(...scheduleSteps), ...when }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom(...peopleSteps), ...when }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('invoice', ...invoiceSteps), ...when }) },
);
test(
  'any history of people, assignments, lessons, plans, reports and invoices undone newest first gives back each earlier state',
  async () => {
    process.stdout.write(`undo of all kinds: ${histories} histories, SEED=${seed}\n`);
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.array(anything, { minLength: 1, maxLength: 14, size: 'max' }), async (steps) => {
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
      }),
      { numRuns: histories, seed },
    );
    const kinds = new Set([...peopleSteps, ...invoiceSteps, ...scheduleSteps]);
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
