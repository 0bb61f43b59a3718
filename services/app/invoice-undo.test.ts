import { expect, test } from 'vitest';
import fc from 'fast-check';
import { withSettableTime } from '../testing/settable-time.ts';
import { anyInvoiceHistory } from './testing/invoice-happenings.ts';
import { studioWithInvoices } from './testing/invoice-histories.ts';

/** The same histories at every run; other ones: `HISTORIES=20000 SEED=7 npm run test:unit -- invoice-undo`. */
const histories = Number(process.env['HISTORIES'] ?? 300);
const seed = Number(process.env['SEED'] ?? 20261124);

withSettableTime();

test(
  'whatever is billed, sent, deleted, undone and done again, nothing stands on two invoices',
  async () => {
    process.stdout.write(`undo of invoices: ${histories} histories, SEED=${seed}\n`);
    const done = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(anyInvoiceHistory, async ({ isBenWeekly, happenings }) => {
        const { live, expectBalance } = await studioWithInvoices({ isBenWeekly });
        for (const what of happenings) {
          const kind = what.kind === 'lesson' ? what.step.kind : what.kind;
          if ((await live(what)) !== null) done.set(kind, (done.get(kind) ?? 0) + 1);
        }
        await expectBalance();
      }),
      { numRuns: histories, seed },
    );
    for (const kind of [
      'bill',
      'send',
      'mail',
      'queue mail',
      'remove',
      'undo removal',
      'undo',
      'move',
      'restore',
      'give date',
    ])
      expect(done.get(kind), kind).toBeGreaterThan(5);
  },
  Math.max(300_000, histories * 1000),
);

test('of two deletions of invoices for the same dates and month one can be undone', async () => {
  const { live, studio, standing } = await studioWithInvoices({ isBenWeekly: true });
  const both = { starts: 0, days: 27, of: ['Ann', 'Ben'], teacher: null } as const;
  const all = { kind: 'bill', ...both, withRefunds: true, isSent: true } as const;
  const first = await live(all);
  const deletedFirst = await live({ kind: 'remove', nth: 1 });
  const second = await live(all);
  const deletedSecond = await live({ kind: 'remove', nth: 0 });
  expect([first, deletedFirst, second, deletedSecond]).not.toContain(null);
  await studio.undo(deletedFirst ?? '');
  await expect(studio.undo(deletedSecond ?? '')).rejects.toThrow('This can no longer be undone: ');
  expect((await standing()).map(({ studentId }) => studentId)).toEqual(['Ann', 'Ben']);
});
