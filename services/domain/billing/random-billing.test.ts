import { addDays, mondayOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { studentsOn } from '@rondo/contracts/events/billing/payers.ts';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { RuleBroken } from '../../platform/kit/errors.ts';
import { memoryEventStore } from '../../platform/log/memory/memory-event-store.ts';
import { anyStudent, stepOf, students } from '../lessons/testing/random-steps.ts';
import { teachers, type Step } from '../lessons/testing/steps.ts';
import { studioId, studioOfTwo } from '../lessons/testing/two-teachers.ts';
import { today as monday } from '../schedule/testing/week.ts';
import { withSettableTime } from '../../testing/settable-time.ts';
import { lessonIncome } from './due/income.ts';
import { ledgerOf } from './due/ledger.ts';
import { matchBilled } from './due/match.ts';
import { payerOfStudent } from './families/memberships.ts';
import { liveInvoices } from './state.ts';
import { billedStudio, payer } from './testing/billed-studio.ts';

/** The same histories at every run; other ones: `HISTORIES=20000 SEED=7 npm run test:unit -- random-billing`. */
const histories = Number(process.env['HISTORIES'] ?? 300);
const seed = Number(process.env['SEED'] ?? 20261122);

withSettableTime();

const payers = students.map((student) => payer(student));
const rate = 5000;

const step = stepOf(
  ...(['weekly', 'dated', 'dated', 'cancel', 'cancel', 'cancel', 'edit series', 'edit series'] as const),
  ...(['restore', 'restore', 'restore'] as const),
  ...(['edit date', 'move', 'move', 'delete date', 'delete series', 'delete student', 'clear'] as const),
  ...(['plan', 'plan', 'plan', 'accept', 'accept', 'reject', 'withdraw', 'give', 'give'] as const),
);
const firstLesson: Step = {
  kind: 'weekly',
  teacher: 'A',
  student: 'Ann',
  others: [],
  nth: 0,
  dayOfWeek: 2,
  hour: 16,
  ahead: 0,
};
const happening = fc.oneof(
  { weight: 10, arbitrary: fc.record({ kind: fc.constant('step' as const), step }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('undo' as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('invoice' as const),
      student: fc.option(anyStudent),
      teacher: fc.option(fc.constantFrom(...teachers), { freq: 3 }),
      starts: fc.integer({ min: -14, max: 14 }),
      days: fc.integer({ min: 1, max: 42 }),
      withRefunds: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), nth: fc.nat(5) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('join' as const),
      student: anyStudent,
      household: fc.constantFrom('home', 'home', 'house', null),
    }),
  },
);
type Happening = typeof happening extends fc.Arbitrary<infer One> ? One : never;

/** Ends on a Sunday: lessons move within their week. */
const horizon = { from: '2026-09-01', to: '2027-06-27', teacherId: null, withRefunds: true };

const livedStudio = (paying = payers) => {
  const clock = { today: monday };
  const store = memoryEventStore();
  const lessons = studioOfTwo(clock, { store, registry: { register: () => Promise.resolve() } });
  const billing = billedStudio(studioId, store, clock);
  const batches: string[] = [];
  const pass = (days: number): void => {
    clock.today = addDays(clock.today, days);
    vi.setSystemTime(new Date(`${clock.today}T12:00:00Z`));
  };

  const bill = async (what: Extract<Happening, { kind: 'invoice' }>): Promise<void> => {
    const from = addDays(clock.today, what.starts);
    const wish = {
      from,
      to: addDays(from, what.days),
      teacherId: what.teacher,
      withRefunds: what.withRefunds,
    };
    const own = paying.filter(({ studentId }) => what.student === null || studentId === what.student);
    const [together, apart] = [await billing.sumToBill(own, wish, false), await billing.sumToBill(own, wish, true)];
    expect(together, 'families are billed what their students would be').toBe(apart);
    const invoices = await billing.invoice(own, wish);
    const state = await billing.state();
    expect(
      invoices.reduce((sum, { totalCents }) => sum + totalCents, 0),
      'as it was previewed',
    ).toBe(together);
    for (const { entries, refunds, payer: billed } of invoices) {
      expect(entries.every(({ date }) => date >= from && date <= wish.to)).toBe(true);
      for (const { studentId } of entries) expect(payerOfStudent(state, studentId), 'who pays by now').toEqual(billed);
      for (const { invoiceId } of refunds)
        expect(state.invoices.get(invoiceId)?.invoice.payer, 'who was billed').toEqual(billed);
    }
    expect(new Set(invoices.map(({ payer: { id } }) => id)).size, 'one invoice for each payer').toBe(invoices.length);
    expect(await billing.invoice(own, wish), 'the same period bills nothing again').toEqual([]);
  };

  const live = async (what: Happening): Promise<boolean> => {
    switch (what.kind) {
      case 'step': {
        const batchId = await lessons.act(what.step);
        if (batchId !== null) batches.push(batchId);
        return batchId !== null;
      }
      case 'undo': {
        const newest = batches.pop();
        if (newest === undefined) return false;
        const undone = await lessons.undo(newest).catch((error: Error) => error);
        return !(undone instanceof Error);
      }
      case 'invoice':
        await bill(what);
        return true;
      case 'join':
        return billing.setPayer(what.student, what.household);
      case 'delete': {
        const invoices = liveInvoices(await billing.state());
        const invoice = invoices[what.nth % Math.max(invoices.length, 1)];
        if (!invoice) return false;
        const refused = await billing.delete(invoice.invoiceId).catch((error: Error) => error);
        if (refused instanceof Error) expect(refused).toBeInstanceOf(RuleBroken);
        return !(refused instanceof Error);
      }
    }
  };
  return { pass, live, lessons, billing, clock };
};

/** Per student: what was invoiced in all, and the lessons that take place, from the calendar. */
const accounts = async ({ billing }: ReturnType<typeof livedStudio>) => {
  const [state, lessonsOf] = [await billing.state(), await billing.lessons()];
  return students.map((name) => {
    const invoices = liveInvoices(state).filter((invoice) => studentsOn(invoice).includes(name));
    const dates = lessonsOf(name)(horizon.to);
    const { entries } = ledgerOf(name, invoices);
    const { lessonOf, billed } = matchBilled(entries, dates);
    return { name, invoices, dates, entries, lessonOf, billed };
  });
};

test(
  'whatever happens to lessons and invoices, each date is billed once if it takes place and refunded once if not',
  async () => {
    process.stdout.write(`random billing: ${histories} histories, SEED=${seed}\n`);
    const seen = new Set<string>();
    const timed = fc.record({ what: happening, days: fc.constantFrom(0, 0, 0, 1, 2, 5, 9) });
    await fc.assert(
      fc.asyncProperty(fc.array(timed, { minLength: 2, maxLength: 16, size: 'max' }), async (history) => {
        const studio = livedStudio();
        await studio.live({ kind: 'step', step: firstLesson });
        for (const { what, days } of history) {
          studio.pass(days);
          if (await studio.live(what)) seen.add(what.kind === 'step' ? what.step.kind : what.kind);
        }
        await studio.billing.invoice(payers, horizon);
        for (const { name, invoices, dates, entries, lessonOf, billed } of await accounts(studio)) {
          const taught = dates.filter(({ takesPlace }) => takesPlace);
          const own = invoices.flatMap(({ items }) => items.filter(({ studentId }) => studentId === name));
          const total = own.reduce((sum, { amountCents }) => sum + amountCents, 0);
          expect(total, `${name} pays each lesson that takes place, and nothing else`).toBe(taught.length * rate);
          expect(dates.filter((lesson) => lesson.takesPlace && !billed.has(lesson))).toEqual([]);
          for (const entry of entries)
            expect(entry.refunded, 'only what takes place is not refunded').toBe(!lessonOf.get(entry)?.takesPlace);
          if (invoices.some(({ invoiceId, refunds }) => refunds.some((refund) => refund.invoiceId !== invoiceId)))
            seen.add('refund of an earlier invoice');
          if (invoices.some((invoice) => studentsOn(invoice).length > 1)) seen.add('invoice of several children');
        }
        expect(await studio.billing.invoice(payers, horizon), 'everything is billed').toEqual([]);
      }),
      { numRuns: histories, seed },
    );
    const kinds = [
      'cancel',
      'restore',
      'edit series',
      'move',
      'give',
      'accept',
      'undo',
      'invoice',
      'delete',
      'refund of an earlier invoice',
      'join',
      'invoice of several children',
    ];
    expect(kinds.filter((kind) => !seen.has(kind))).toEqual([]);
  },
  Math.max(120_000, histories * 400),
);

/** How many dates there are in each week. */
const weekly = (dates: readonly { readonly originalDate: IsoDate }[]): Map<IsoDate, number> =>
  new Map(
    [...Map.groupBy(dates, ({ originalDate }) => mondayOf(originalDate))].map(([week, own]) => [week, own.length]),
  );

test(
  'however billed lessons change, without refunds no more is billed than weeks gain lessons',
  async () => {
    let changed = 0;
    const timed = fc.record({ step, days: fc.constantFrom(0, 0, 0, 1, 2, 5, 9) });
    const some = fc.array(timed, { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(some, some, async (before, after) => {
        const studio = livedStudio();
        const wish = { ...horizon, withRefunds: false };
        const act = async (steps: typeof before): Promise<void> => {
          for (const { step: one, days } of steps) {
            studio.pass(days);
            if (await studio.live({ kind: 'step', step: one })) changed += 1;
          }
        };
        await act(before);
        await studio.billing.invoice(payers, wish);
        const live = liveInvoices(await studio.billing.state());
        const billed = students.map((name) => weekly(ledgerOf(name, live).entries.filter(({ refunded }) => !refunded)));
        await act(after);
        const lessonsOf = await studio.billing.lessons();
        const gained = students.map((name, i) =>
          [...weekly(lessonsOf(name)(horizon.to))].reduce(
            (sum, [week, count]) => sum + Math.max(0, count - (billed[i]?.get(week) ?? 0)),
            0,
          ),
        );
        const invoices = await studio.billing.invoice(payers, wish);
        students.forEach((name, i) => {
          const entries = invoices.filter(({ studentId }) => studentId === name).flatMap((invoice) => invoice.entries);
          expect(entries.length, name).toBeLessThanOrEqual(gained[i] ?? 0);
        });
      }),
      { numRuns: histories, seed },
    );
    expect(changed).toBeGreaterThan(histories);
  },
  Math.max(120_000, histories * 400),
);

test(
  'lessons bring in what invoices say, and what the next ones would',
  async () => {
    const seen = new Set<string>();
    const paying = students.map((student, i) => {
      const ways = [
        { paymentType: 'monthly', monthlyRateCents: 20_000, firstTeacherId: 'A' },
        { perLessonRateCents: null },
        {},
      ] as const;
      return payer(student, ways[i % ways.length]);
    });
    const timed = fc.record({ what: happening, days: fc.constantFrom(0, 0, 0, 1, 2, 5, 9) });
    const period = { from: '2026-09-01', to: '2027-06-30' };
    await fc.assert(
      fc.asyncProperty(fc.array(timed, { minLength: 2, maxLength: 16, size: 'max' }), async (history) => {
        const studio = livedStudio(paying);
        await studio.live({ kind: 'step', step: firstLesson });
        for (const { what, days } of history) {
          studio.pass(days);
          if (what.kind !== 'invoice') await studio.live(what);
          else {
            const from = addDays(studio.clock.today, what.starts);
            const wish = { from, to: addDays(from, what.days), teacherId: what.teacher, withRefunds: what.withRefunds };
            await studio.billing.invoice(paying, wish);
          }
        }
        const state = await studio.billing.state();
        const lessonsOf = await studio.billing.lessons();
        for (const one of paying) {
          const { studentId } = one;
          const own = liveInvoices(state).filter((invoice) => studentsOn(invoice).includes(studentId));
          const invoiced = own
            .flatMap(({ items }) => items.filter((item) => item.studentId === studentId))
            .reduce((sum, { amountCents }) => sum + amountCents, 0);
          const next = await studio.billing.draft(one, { ...period, teacherId: null, withRefunds: false });
          const student = {
            payer: one,
            account: payerOfStudent(state, studentId),
            lessonsTo: lessonsOf(studentId),
            ledger: ledgerOf(studentId, own),
            currency: 'USD',
          };
          const income = lessonIncome(student, period);
          // Of every lesson of a month the same part: the parts of a month are whole together.
          const together = income.reduce((sum, { cents, of }) => sum + cents / of, 0);
          expect(together, studentId).toBeCloseTo(invoiced + next.totalCents, 4);
          if (income.some(({ of }) => of > 1)) seen.add('a month in parts');
          if (income.some(({ isUnrated }) => isUnrated)) seen.add('no rate');
          if (invoiced > 0) seen.add('invoiced');
          if (own.some(({ refunds }) => refunds.length > 0)) seen.add('refunded');
        }
      }),
      { numRuns: histories, seed },
    );
    expect([...seen].toSorted()).toEqual(['a month in parts', 'invoiced', 'no rate', 'refunded']);
  },
  Math.max(120_000, histories * 400),
);
