import { addDays } from '@rondo/contracts/calendar/dates.ts';
import type { BillingEvent } from '@rondo/contracts/events/billing/billing.ts';
import { charge } from '@rondo/contracts/policy/charge.ts';
import type { Cancellation } from '@rondo/contracts/policy/policy.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DomainError } from '../../platform/kit/errors.ts';
import { chargedDateOf, type LessonDate } from '../schedule/lesson-dates.ts';
import { deleteInvoice } from './deletion.ts';
import { billingAggregate, liveInvoices, withEvents, copyOf, type BillingState } from './state.ts';
import { generate, lesson, student } from './testing/students.ts';

/** The same histories at every run; other ones: `HISTORIES=20000 SEED=7 npm run test:unit -- charged-dates`. */
const histories = Number(process.env['HISTORIES'] ?? 300);
const seed = Number(process.env['SEED'] ?? 20261128);

const first = '2026-12-01';
const dates = [0, 7, 14, 21, 28, 35].map((days) => addDays(first, days));
const horizon = { from: '2026-11-01', to: '2027-01-31', teacherId: null, withRefunds: true };

const cancellationBy = (by: Cancellation['by'], outcome: Cancellation['outcome']): Cancellation => ({
  by,
  at: '2026-11-30T12:00:00.000000Z',
  noticeAt: null,
  noticeMinutes: null,
  policyId: null,
  tier: null,
  chosen: false,
  outcome,
  reason: null,
  onPage: false,
  message: null,
});

/** What can become of a date. */
const fate = fc.oneof(
  fc.record({ takesPlace: fc.constant(true), absent: fc.constantFrom(null, null, 0, 33, 100) }),
  fc
    .record({
      by: fc.constantFrom('family' as const, 'teacher' as const),
      outcome: fc.constantFrom(null, { charge: 0 }, { charge: 33 }, { charge: 50 }, { charge: 100 }, {
        owed: true,
        until: '2026-12-31',
      } as const),
      lapsed: fc.boolean(),
    })
    .map(({ by, outcome, lapsed }) => ({ takesPlace: false, cancelled: cancellationBy(by, outcome), lapsed })),
  fc
    .record({
      money: fc.constantFrom('refund' as const, 'refundMonthlyToo' as const, 'owed' as const),
      lapsed: fc.boolean(),
    })
    .map(({ money, lapsed }) => ({
      takesPlace: false,
      closed: { closureId: 'c', reason: null, money, until: null },
      lapsed,
    })),
  fc.constant(null),
);
type Fate = typeof fate extends fc.Arbitrary<infer One> ? One : never;

const happening = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('becomes' as const), nth: fc.nat(5), fate }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('bill' as const),
      starts: fc.constantFrom(-7, 0, 0, 7, 14),
      days: fc.constantFrom(0, 6, 13, 40),
      withRefunds: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), nth: fc.nat(3) }) },
);

/** A date as it is now; nothing where its lesson is gone. */
const dateOf = (date: string, become: Fate): LessonDate[] =>
  become === null ? [] : [lesson(date, { rowId: `row ${date}`, ...become })];

/** What each date has been charged by all invoices that stand. */
const chargedIn = (state: BillingState): Map<string, number> => {
  const charged = new Map<string, number>();
  const add = (date: string | undefined, cents: number): void => {
    if (date !== undefined) charged.set(date, (charged.get(date) ?? 0) + cents);
  };
  const standing = liveInvoices(state);
  const dateIn = ({ invoiceId, entry }: { invoiceId: string; entry: number }): string | undefined =>
    standing.find((invoice) => invoice.invoiceId === invoiceId)?.entries[entry]?.originalDate;
  for (const { entries, refunds, corrections } of standing) {
    for (const { originalDate, rateCents } of entries) add(originalDate, rateCents);
    for (const refund of refunds) add(dateIn(refund), -refund.amountCents);
    for (const correction of corrections) add(dateIn(correction), correction.amountCents);
  }
  return charged;
};

test(
  'whatever becomes of dates, before or after they are billed, all invoices together charge what each costs',
  () => {
    process.stdout.write(`charged dates: ${histories} histories, SEED=${seed}\n`);
    const seen = new Set<string>();
    fc.assert(
      fc.property(
        fc.constantFrom(5000, 4999, 1, 0),
        fc.array(happening, { minLength: 3, maxLength: 16, size: 'max' }),
        (rate, history) => {
          const fates = new Map<string, Fate>(dates.map((date) => [date, { takesPlace: true, absent: null }]));
          let state = billingAggregate.initialState();
          let invoices = 0;
          const carryOut = (decide: (now: BillingState) => BillingEvent[]): BillingEvent[] => {
            const events = decide(state);
            state = withEvents(copyOf(state), events);
            return events;
          };
          const bill = (billing: typeof horizon): BillingEvent[] => {
            invoices += 1;
            const lessons = dates.flatMap((date) => dateOf(date, fates.get(date) ?? null));
            const one = { ...student(lessons, { perLessonRateCents: rate }), invoiceId: `invoice ${invoices}` };
            return carryOut(generate([one], billing));
          };
          const expectWithin = (): void => {
            for (const [date, cents] of chargedIn(state)) {
              expect(cents, `${date}, not below 0`).toBeGreaterThanOrEqual(0);
              expect(cents, `${date}, not above its rate`).toBeLessThanOrEqual(rate);
            }
          };
          for (const what of history) {
            if (what.kind === 'becomes') fates.set(dates[what.nth] ?? first, what.fate);
            else if (what.kind === 'bill') {
              const from = addDays(first, what.starts);
              const billing = { ...horizon, from, to: addDays(from, what.days), withRefunds: what.withRefunds };
              for (const event of bill(billing)) {
                if (event.type !== 'InvoiceGenerated') continue;
                seen.add('bill');
                if (event.data.corrections.length > 0) seen.add('correction');
                if (event.data.refunds.some(({ amountCents }) => amountCents > 0)) seen.add('refund');
              }
            } else {
              const standing = liveInvoices(state);
              const going = standing[what.nth % Math.max(standing.length, 1)];
              try {
                if (going) carryOut(deleteInvoice(going.invoiceId));
                if (going) seen.add('delete');
              } catch (error) {
                if (!(error instanceof DomainError)) throw error;
                seen.add('refused deletion');
              }
            }
            expectWithin();
          }
          bill(horizon);
          const charged = chargedIn(state);
          const costs = dates.map((date) => {
            const [now] = dateOf(date, fates.get(date) ?? null);
            return [date, now ? charge(chargedDateOf(now), rate, 'USD') : 0];
          });
          expect(dates.map((date) => [date, charged.get(date) ?? 0])).toEqual(costs);
          expect(bill(horizon), 'billing again bills nothing').toEqual([]);
        },
      ),
      { numRuns: histories, seed },
    );
    expect(['bill', 'correction', 'refund', 'delete', 'refused deletion'].filter((kind) => !seen.has(kind))).toEqual(
      [],
    );
  },
  Math.max(120_000, histories * 400),
);
