import type { BillingEvent } from '@rondo/contracts/events/billing/billing.ts';
import type { Invoice } from '@rondo/contracts/events/billing/invoice.ts';
import { describe, expect, test } from 'vitest';
import { InvalidInput, RuleBroken } from '../../../platform/kit/errors.ts';
import { draftInvoices, invoicesFor, type Generation } from '../decide.ts';
import { deleteInvoice } from '../deletion.ts';
import { allInvoices, billingAggregate, copyOf, type BillingState } from '../state.ts';
import { cancelled, december, idsOf, lesson, student } from '../testing/students.ts';
import { restorableBilling } from '../undo.ts';
import { addCharge, changeCharge, invoiceCharges, removeCharge, type NewCharge } from './decide.ts';

type Decision = (state: BillingState) => BillingEvent[];

/** The state after each decision in turn. */
const after = (...decisions: readonly Decision[]): BillingState => {
  let revision = -1;
  return decisions.reduce((state, decide) => {
    let next = copyOf(state);
    for (const event of decide(next)) {
      revision += 1;
      next = billingAggregate.evolve(next, event, { revision, recordedAt: '2026-12-01T12:00:00.000000Z' });
    }
    return next;
  }, billingAggregate.initialState());
};

const book = (more: Partial<NewCharge> = {}): Decision =>
  addCharge({
    chargeId: 'book',
    studentId: 'ann',
    date: '2026-12-03',
    category: 'book',
    description: 'Piano Adventures 3A',
    amount: 18.5,
    currency: 'USD',
    ...more,
  });

const lessons = [lesson('2026-12-01'), cancelled('2026-12-08'), lesson('2026-12-15')];
const ofDecember = {
  students: [student(lessons)],
  invoiceIdOf: (payerId: string) => `invoice of ${payerId}`,
  billing: { ...december, withCharges: true },
  year: '2026',
  currency: 'USD',
};
type Wish = Partial<Omit<Generation, 'students'>> & { readonly students?: readonly ReturnType<typeof student>[] };
const bill = (more: Wish = {}): Decision => {
  const wish = { ...ofDecember, ...more };
  return invoicesFor({ ...wish, invoiceIdOf: idsOf(wish.students) });
};
const byName = (a: string, b: string): number => a.localeCompare(b);
const live = (state: BillingState): Invoice[] => allInvoices(state).filter(({ deleted }) => !deleted);
const numbersWith = (state: BillingState, chargeId: string): string[] =>
  live(state).flatMap(({ charges, invoiceNumber }) =>
    charges.some((charge) => charge.chargeId === chargeId) ? invoiceNumber : [],
  );

describe('a charge', () => {
  test.each([
    [0, 'other', 'USD', 'The amount must be greater than 0.'],
    [-1, 'book', 'USD', 'The amount must be greater than 0.'],
    [NaN, 'book', 'USD', 'The amount must be greater than 0.'],
    [0, 'discount', 'USD', 'A discount must be less than 0.'],
    [10, 'discount', 'USD', 'A discount must be less than 0.'],
    [100_000.01, 'travel', 'USD', 'The amount must be at most 100,000.'],
    [-100_000.01, 'discount', 'USD', 'The amount must be at most 100,000.'],
    [0.005, 'other', 'USD', 'The amount must have at most two decimals.'],
    [10.5, 'registration', 'JPY', 'The amount must be a whole number.'],
  ] as const)('of %d for a %s in %s is refused', (amount, category, currency, message) => {
    expect(() => book({ amount, category, currency })).toThrow(new InvalidInput(message));
  });

  test('is a line before refunds, and part of the subtotal', () => {
    const state = after(book(), bill());
    const [made] = draftInvoices(after(book()), ofDecember);
    expect(made?.content).toMatchObject({ totalCents: 11_850, charges: [{ chargeId: 'book' }] });
    expect(live(state)).toMatchObject([
      {
        items: [{ itemType: 'lesson' }, { itemType: 'charge', quantity: 1, rateCents: 1850 }, { itemType: 'refund' }],
        subtotalCents: 16_850,
        refundsCents: 5000,
        totalCents: 11_850,
      },
    ]);
  });

  test('waits until a period ends on its date or later, until its student is selected, and until charges are asked for', () => {
    const inJanuary = book({ date: '2027-01-01' });
    expect(live(after(inJanuary, bill()))).toMatchObject([{ charges: [] }]);
    expect(live(after(book({ studentId: 'bob' }), bill()))).toMatchObject([{ charges: [] }]);
    expect(live(after(book(), bill({ billing: december })))).toMatchObject([{ charges: [] }]);
    expect(live(after(book({ date: '2025-12-31' }), bill()))).toMatchObject([{ charges: [{ chargeId: 'book' }] }]);
  });

  test('alone is something to bill, whatever the teacher, and a discount alone is a credit', () => {
    const none = { students: [student([])], billing: { ...ofDecember.billing, teacherId: 'dana' } };
    expect(live(after(book(), bill(none)))).toMatchObject([{ totalCents: 1850, teacherId: 'dana' }]);
    const discount = book({ category: 'discount', amount: -20 });
    expect(live(after(discount, bill(none)))).toMatchObject([{ subtotalCents: -2000, totalCents: -2000 }]);
  });

  test('in another currency waits, with a warning', () => {
    const euros = book({ amount: 20, currency: 'EUR' });
    const [made] = draftInvoices(after(euros), ofDecember);
    expect(made?.content.charges).toEqual([]);
    expect(made?.warnings).toEqual(['A charge of €20.00 is left out: this invoice is in USD.']);
    expect(live(after(euros, bill({ students: [student([])] })))).toEqual([]);
  });

  test('is billed once, and waits again when its invoice is deleted', () => {
    const twice = after(book(), bill(), bill({ students: [{ ...student(lessons), invoiceId: 'second' }] }));
    expect(numbersWith(twice, 'book')).toEqual(['INV-2026-0001']);
    const again = after(
      book(),
      bill(),
      deleteInvoice('invoice of ann'),
      bill({ students: [{ ...student([]), invoiceId: 'second' }] }),
    );
    expect(numbersWith(again, 'book')).toEqual(['INV-2026-0001']);
    expect(live(again)).toMatchObject([{ invoiceId: 'second', totalCents: 1850 }]);
  });

  test('on an invoice is neither changed nor removed nor invoiced again', () => {
    const state = after(book(), bill());
    const on = new RuleBroken('This charge is on INV-2026-0001. Delete the invoice first.');
    const alone = invoiceCharges({ chargeIds: ['book'], year: '2026', invoiceIdOf: () => 'alone', byName });
    for (const decide of [
      changeCharge({ chargeId: 'book', revision: undefined, amount: 1 }),
      removeCharge('book'),
      alone,
    ])
      expect(() => decide(state)).toThrow(on);
    expect(() => removeCharge('book')(after(book(), removeCharge('book')))).toThrow('There is no such charge.');
  });

  test('is changed by who saw it last, and becomes no discount above 0', () => {
    const state = after(book(), changeCharge({ chargeId: 'book', revision: '0', amount: 20 }));
    expect(state.charges.get('book')).toMatchObject({ cents: 2000, revision: 1, description: 'Piano Adventures 3A' });
    expect(() => changeCharge({ chargeId: 'book', revision: '0', amount: 21 })(state)).toThrow(
      'This charge was changed',
    );
    expect(() => changeCharge({ chargeId: 'book', revision: '1', category: 'discount' })(state)).toThrow(
      'A discount must be less than 0.',
    );
    expect(changeCharge({ chargeId: 'book', revision: undefined, amount: 20 })(state)).toEqual([]);
  });

  test('alone is invoiced with others of its payer, from the first to the last date', () => {
    const state = after(
      book(),
      book({ chargeId: 'second', date: '2026-11-20', amount: 5 }),
      book({ chargeId: 'euros', currency: 'EUR' }),
      book({ chargeId: 'bob', studentId: 'bob' }),
      invoiceCharges({
        chargeIds: ['book', 'bob', 'second', 'euros', 'book'],
        year: '2026',
        invoiceIdOf: (payerId, currency) => `${payerId} ${currency}`,
        byName,
      }),
    );
    expect(live(state)).toMatchObject([
      { studentId: 'ann', from: '2026-11-20', to: '2026-12-03', totalCents: 2350, invoiceNumber: 'INV-2026-0001' },
      { studentId: 'ann', currency: 'EUR', totalCents: 1850 },
      { studentId: 'bob', totalCents: 1850, entries: [], invoiceNumber: 'INV-2026-0003' },
    ]);
  });
});

describe('an undo', () => {
  const undoTo =
    (before: BillingState): Decision =>
    (state) => [...restorableBilling.restoreTo(state, restorableBilling.contentOf(before), { today: '2026-12-01' })];

  test('brings a charge back as it was', () => {
    const added = after(book());
    const changed = changeCharge({ chargeId: 'book', revision: undefined, amount: 20, description: 'Theory' });
    for (const decide of [changed, removeCharge('book')])
      expect(after(book(), decide, undoTo(added)).charges.get('book')).toMatchObject({
        cents: 1850,
        description: 'Piano Adventures 3A',
        removed: false,
      });
    expect(after(book(), undoTo(after())).charges.get('book')?.removed).toBe(true);
  });

  test('of adding one is refused once an invoice has it', () => {
    const billed = after(book(), bill());
    const withoutIt = { ...restorableBilling.contentOf(billed), book: [] as const };
    expect(() => restorableBilling.restoreTo(billed, withoutIt, { today: '2026-12-01' })).toThrow(
      'This can no longer be undone: this charge is on INV-2026-0001.',
    );
  });

  test.each([
    ['is on another invoice', bill({ students: [{ ...student([]), invoiceId: 'second' }] }), 'is on INV-2026-0001 now'],
    ['was changed', changeCharge({ chargeId: 'book', revision: undefined, amount: 20 }), 'has been changed'],
    ['was removed', removeCharge('book'), 'has been removed'],
  ])('of a deletion is refused when a charge of it %s', (_, decide, why) => {
    const billed = after(book(), bill({ students: [student([])], year: '2027' }));
    const since = after(
      book(),
      bill({ students: [student([])], year: '2027' }),
      deleteInvoice('invoice of ann'),
      decide,
    );
    const content = { ...restorableBilling.contentOf(since), ...pick(restorableBilling.contentOf(billed)) };
    expect(() => restorableBilling.restoreTo(since, content, { today: '2026-12-01' })).toThrow(
      `This can no longer be undone: a charge of INV-2027-0001 ${why}.`,
    );
  });
});

/** The row of the invoice alone. */
const pick = (content: ReturnType<typeof restorableBilling.contentOf>) => {
  const row = content?.['invoice of ann'];
  return row === undefined ? {} : { 'invoice of ann': row };
};
