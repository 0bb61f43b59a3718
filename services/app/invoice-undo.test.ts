import { addDays } from '@rondo/contracts/calendar/dates.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { liveInvoices } from '../domain/billing/state.ts';
import { payer } from '../domain/billing/testing/billed-studio.ts';
import { DomainError } from '../platform/kit/errors.ts';
import { anyWhere } from '../domain/lessons/testing/random-steps.ts';
import type { Step } from '../domain/lessons/testing/steps.ts';
import { today } from '../domain/schedule/testing/week.ts';
import { withSettableTime } from '../testing/settable-time.ts';
import { act, openStudioWithPeople, step } from './testing/acts.ts';
import type { StudioInMemory } from './testing/studio-in-memory.ts';

/** The same histories at every run; other ones: `HISTORIES=20000 SEED=7 npm run test:unit -- invoice-undo`. */
const histories = Number(process.env['HISTORIES'] ?? 300);
const seed = Number(process.env['SEED'] ?? 20261124);

withSettableTime();

const lessonStep = (...kinds: readonly Step['kind'][]) => fc.record({ kind: fc.constantFrom(...kinds), ...anyWhere });
const bill = (...days: readonly number[]) =>
  fc.record({ kind: fc.constant('bill' as const), days: fc.constantFrom(...days), withRefunds: fc.boolean() });
const onOne = (...kinds: readonly ('send' | 'mail' | 'fail to mail' | 'remove')[]) =>
  fc.record({ kind: fc.constantFrom(...kinds), nth: fc.nat(5) });
/** Undoing an undo does the change again. */
const undo = fc.record({ kind: fc.constant('undo' as const), back: fc.nat(6) });

const anything = fc.oneof(
  lessonStep('dated', 'cancel', 'cancel', 'restore', 'restore', 'restore', 'move', 'move', 'edit date', 'give'),
  bill(6, 13, 27),
  onOne('send', 'mail', 'fail to mail', 'remove', 'remove'),
  undo,
);
const invoicesOnly = fc.oneof(bill(27), onOne('remove', 'remove', 'mail'), undo, undo);
const refunds = fc.oneof(lessonStep('cancel', 'restore', 'restore'), bill(27), onOne('remove'), undo);
const moves = fc.oneof(lessonStep('move', 'give'), bill(6, 27), onOne('remove'), undo);
const some = { minLength: 4, maxLength: 18, size: 'max' } as const;
const anyHistory = fc.oneof(...[anything, invoicesOnly, refunds, moves].map((one) => fc.array(one, some)));
type Happening = typeof anything extends fc.Arbitrary<infer One> ? One : never;

const isLessonStep = (what: Happening): what is Extract<Happening, { others: unknown }> => 'others' in what;

/** A per-lesson student, and one who pays by the month. */
const payers = [payer('Ann'), payer('Ben', { paymentType: 'monthly', monthlyRateCents: 20_000 })];

/** Carries out what happens to invoices; @returns the batch, or null */
const onBilling = async (
  studio: StudioInMemory,
  what: Happening,
  batches: readonly string[],
): Promise<string | null> => {
  const { invoices } = studio;
  const by = studio.context();
  const live = liveInvoices(await invoices.state());
  const nth = 'nth' in what ? what.nth : 0;
  const invoice = live[nth % Math.max(live.length, 1)];
  if (what.kind === 'bill' && 'days' in what) {
    const wish = { from: today, to: addDays(today, what.days), teacherId: null, withRefunds: what.withRefunds };
    return (await invoices.invoice(payers, wish, by)).length > 0 ? by.commandId : null;
  }
  if (what.kind === 'undo' && 'back' in what) {
    const batchId = batches.at(-1 - what.back);
    return batchId === undefined ? null : studio.undo(batchId, by);
  }
  if (!invoice) return null;
  if (what.kind === 'remove') await invoices.delete(invoice.invoiceId, by);
  else if (what.kind === 'send') await invoices.setStatus(invoice.invoiceId, 'sent', by);
  else await invoices.mail(invoice.invoiceId, what.kind === 'mail', by);
  return by.commandId;
};

const live = async (studio: StudioInMemory, what: Happening, batches: readonly string[]): Promise<string | null> => {
  if (isLessonStep(what)) return act(studio, what);
  try {
    return await onBilling(studio, what, batches);
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  } finally {
    await studio.settle();
  }
};

const expectNoneTwice = (names: readonly string[], what: string): void =>
  expect(
    names.filter((name, i) => names.indexOf(name) !== i),
    what,
  ).toEqual([]);

/** Expects that no date, month or refund stands on two invoices. `mailed`: the numbers of mailed invoices by id. */
const expectNothingTwice = async (studio: StudioInMemory, mailed: ReadonlyMap<string, string>): Promise<void> => {
  const standing = liveInvoices(await studio.invoices.state());
  const refunds = standing.flatMap((one) => one.refunds.map(({ invoiceId, entry }) => `${invoiceId} ${entry}`));
  const open = standing.flatMap(({ invoiceId, studentId, entries }) =>
    entries
      .filter((_, i) => !refunds.includes(`${invoiceId} ${i}`))
      .map(({ lessonId, originalDate, isSingle }) => `${studentId} ${lessonId} ${isSingle ? '' : originalDate}`),
  );
  expectNoneTwice(open, 'dates that are billed twice');
  expectNoneTwice(refunds, 'refunds that are given twice');
  expectNoneTwice(
    standing.flatMap(({ studentId, months }) => months.map(({ month }) => `${studentId} ${month}`)),
    'months that are charged twice',
  );
  expectNoneTwice(
    standing.map(({ invoiceNumber }) => invoiceNumber),
    'numbers',
  );
  for (const { invoiceId, invoiceNumber } of standing)
    for (const [id, number] of mailed)
      if (id !== invoiceId) expect(invoiceNumber, 'the number of a mailed invoice').not.toBe(number);
};

test(
  'whatever is billed, sent, deleted, undone and done again, nothing stands on two invoices',
  async () => {
    process.stdout.write(`undo of invoices: ${histories} histories, SEED=${seed}\n`);
    const done: Record<string, number> = {};
    await fc.assert(
      fc.asyncProperty(anyHistory, async (history) => {
        const studio = await openStudioWithPeople();
        const batches: string[] = [];
        const mailed = new Map<string, string>();
        for (const student of ['Ann', 'Ben'])
          await act(studio, step('weekly', { student, hour: student === 'Ann' ? 15 : 17 }));
        await act(studio, step('dated', { student: 'Ann', ahead: 2, hour: 11 }));
        for (const what of history) {
          const batchId = await live(studio, what, batches);
          if (batchId === null || batchId === '') continue;
          batches.push(batchId);
          done[what.kind] = (done[what.kind] ?? 0) + 1;
          for (const { invoiceId, invoiceNumber, mail } of liveInvoices(await studio.invoices.state()))
            if (mail?.state === 'sent') mailed.set(invoiceId, invoiceNumber);
          await expectNothingTwice(studio, mailed);
        }
      }),
      { numRuns: histories, seed },
    );
    for (const kind of ['bill', 'send', 'mail', 'remove', 'undo', 'move', 'restore', 'give'])
      expect(done[kind], kind).toBeGreaterThan(5);
  },
  Math.max(120_000, histories * 400),
);

test('of two deletions of invoices for the same dates and month one can be undone', async () => {
  const studio = await openStudioWithPeople();
  await act(studio, step('weekly', { student: 'Ann' }));
  const all = { kind: 'bill', days: 27, withRefunds: true } as const;
  const first = await live(studio, all, []);
  const deletedFirst = await live(studio, { kind: 'remove', nth: 0 }, []);
  const second = await live(studio, all, []);
  const deletedSecond = await live(studio, { kind: 'remove', nth: 1 }, []);
  expect([first, deletedFirst, second, deletedSecond]).not.toContain(null);
  await studio.undo(deletedFirst ?? '');
  await expect(studio.undo(deletedSecond ?? '')).rejects.toThrow('This can no longer be undone: ');
  expect(liveInvoices(await studio.invoices.state()).map(({ studentId }) => studentId)).toEqual(['Ann', 'Ben']);
});
