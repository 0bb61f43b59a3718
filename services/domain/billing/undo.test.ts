import type { BillingEvent, InvoiceEntry } from '@rondo/contracts/events/billing/billing.ts';
import { describe, test } from 'vitest';
import { RuleBroken } from '../../platform/kit/errors.ts';
import { specification } from '../../testing/given.ts';
import { deleteInvoice } from './deletion.ts';
import { billingAggregate, type BillingState } from './state.ts';
import { bare, lesson } from './testing/students.ts';
import { restorableBilling } from './undo.ts';

const { given } = specification(billingAggregate);

const entry = (date: string, more: Partial<InvoiceEntry> = {}): InvoiceEntry => {
  const { takesPlace: _, ...rest } = lesson(date);
  return { studentId: 'ann', kind: 'lesson', ...rest, rateCents: 5000, again: false, ...more };
};
const dated = (date: string, more: Partial<InvoiceEntry> = {}): InvoiceEntry =>
  entry(date, { lessonId: 'one', rowId: 'one', root: 'one', isSingle: true, ...more });
const invoice = (invoiceId: string, count: number, content: Parameters<typeof bare>[2]): BillingEvent =>
  bare(invoiceId, count, { studentId: 'ann', ...content });
const refundOf = (invoiceId: string, entry = 0) => ({
  invoiceId,
  entry,
  amountCents: 5000,
  teacherId: 'dana',
  cancelledRowId: null,
  cancellation: null,
  closure: null,
  absence: null,
});
const deleted = (invoiceId: string, freesNumber = false): BillingEvent => ({
  type: 'InvoiceDeleted',
  data: { invoiceId, freesNumber, moves: [] },
});
const restored = (invoiceId: string): BillingEvent => ({
  type: 'InvoiceRestored',
  data: {
    invoiceId,
    status: 'draft',
    sentAt: null,
    dueOn: null,
    paidAt: null,
    notes: null,
    keptAt: null,
    print: null,
    issuedOn: null,
    issuedAt: null,
    creditCents: 0,
    moves: [],
  },
});

/** Undoes the deletion of an invoice. */
const undoDeletion = (invoiceId: string) => (state: BillingState) => {
  const content = restorableBilling.contentOf(state) ?? {};
  const draft = {
    status: 'draft',
    sentAt: null,
    dueOn: null,
    paidAt: null,
    notes: null,
    keptAt: null,
    print: null,
    issuedOn: null,
    issuedAt: null,
    creditCents: 0,
  } as const;
  return restorableBilling.restoreTo(state, { ...content, [invoiceId]: draft }, { today: '2026-12-31' });
};
const refused = (why: string): string => `This can no longer be undone: ${why}.`;
const isOnB = refused('a lesson of INV-2026-0001 is on INV-2026-0002 now');

describe('the deletion of an invoice cannot be undone once another one that stands', () => {
  test.each<[string, Parameters<typeof bare>[2], Parameters<typeof bare>[2]]>([
    ['bills the same date', { entries: [entry('2026-12-08')] }, { entries: [entry('2026-12-08')] }],
    [
      'bills a date of it to another student',
      { entries: [entry('2026-12-08')] },
      { studentId: 'ben', entries: [entry('2026-12-08', { rowId: 'given', date: '2027-01-20' })] },
    ],
    ['bills a dated lesson that was moved', { entries: [dated('2026-12-08')] }, { entries: [dated('2027-01-20')] }],
    [
      'bills a dated lesson that was moved, and of which only the newer one says that it is dated',
      { entries: [dated('2026-12-08', { isSingle: false })] },
      { entries: [dated('2027-01-20')] },
    ],
    [
      'bills a date that was taken over and moved',
      { entries: [entry('2026-12-08')] },
      {
        entries: [dated('2027-01-20', { root: 'weekly', origin: { lessonId: 'weekly', originalDate: '2026-12-08' } })],
      },
    ],
    [
      'bills the date of the series that succeeds it',
      { entries: [entry('2026-12-08')] },
      { entries: [entry('2026-12-10', { lessonId: 'next', rowId: 'next' })] },
    ],
    [
      'charges the same month',
      { months: [{ month: '2026-12', amountCents: 20_000 }] },
      { months: [{ month: '2026-12', amountCents: 20_000 }] },
    ],
    [
      'bills a lesson of a month that it charges',
      { months: [{ month: '2026-12', amountCents: 20_000 }] },
      { entries: [dated('2026-12-08')] },
    ],
    [
      'charges a month of which it bills a lesson',
      { entries: [dated('2026-12-08')] },
      { months: [{ month: '2026-12', amountCents: 20_000 }] },
    ],
  ])('%s', (_, first, second) => {
    const [a, b] = [invoice('a', 1, first), invoice('b', 2, second)];
    given(a, deleted('a'), b).when(undoDeletion('a')).thenRefused(RuleBroken, isOnB);
    // It stands again, although it was made before the other one was deleted.
    given(a, deleted('a'), b, deleted('b'), restored('a'))
      .when(undoDeletion('b'))
      .thenRefused(RuleBroken, refused('a lesson of INV-2026-0002 is on INV-2026-0001 now'));
    given(a, deleted('a'), b, deleted('b')).when(undoDeletion('a')).then(restored('a'));
  });

  test('refunds the same date', () => {
    const billing = invoice('a', 1, { entries: [entry('2026-12-08')] });
    const [b, c] = [2, 3].map((count) => invoice(`refund ${count}`, count, { refunds: [refundOf('a')] }));
    if (!b || !c) throw new Error('There are two.');
    given(billing, b, deleted('refund 2'), c, deleted('refund 3'), restored('refund 2'))
      .when(undoDeletion('refund 3'))
      .thenRefused(RuleBroken, refused('INV-2026-0002 refunds a lesson of INV-2026-0003 now'));
  });
});

describe('the deletion of an invoice can be undone', () => {
  test('beside other dates, of the same series and of other students', () => {
    const other = invoice('b', 2, { studentId: 'ben', entries: [dated('2026-12-08', { root: 'another' })] });
    const december = invoice('a', 1, { entries: [entry('2026-12-08')] });
    const january = invoice('c', 3, { entries: [entry('2027-01-05')] });
    given(december, deleted('a'), other, january).when(undoDeletion('a')).then(restored('a'));
  });

  test('beside an invoice beside which it stood before: one that bills a refunded date anew, or billed a date that was given away', () => {
    const refunding = invoice('a', 1, { entries: [entry('2026-12-08')], refunds: [refundOf('a')] });
    const anew = invoice('b', 2, { entries: [entry('2026-12-08')] });
    given(refunding, anew, deleted('a')).when(undoDeletion('a')).then(restored('a'));
    given(refunding, anew, deleted('b'), deleted('a'), restored('a')).when(undoDeletion('b')).then(restored('b'));
    const toBen = invoice('b', 2, { studentId: 'ben', entries: [entry('2026-12-08')] });
    given(invoice('a', 1, { entries: [entry('2026-12-08')] }), toBen, deleted('a'))
      .when(undoDeletion('a'))
      .then(restored('a'));
  });

  test('but not of one that bills a refunded date anew while the refund is deleted', () => {
    const [billing, refunding] = [
      invoice('a', 1, { entries: [entry('2026-12-08')] }),
      invoice('b', 2, { refunds: [refundOf('a')] }),
    ];
    const anew = invoice('c', 3, { entries: [entry('2026-12-08')] });
    given(billing, refunding, anew, deleted('c'), deleted('b'))
      .when(undoDeletion('c'))
      .thenRefused(RuleBroken, refused('a lesson of INV-2026-0003 is on INV-2026-0001 now'));
  });
});

test('a refund is not deleted while another invoice bills its date anew', () => {
  const [billing, refunding] = [
    invoice('a', 1, { entries: [entry('2026-12-08')] }),
    invoice('b', 2, { refunds: [refundOf('a')] }),
  ];
  const anew = invoice('c', 3, { entries: [entry('2026-12-08')] });
  given(billing, refunding, anew)
    .when(deleteInvoice('b'))
    .thenRefused(RuleBroken, 'INV-2026-0003 bills a lesson again that this invoice refunds. Delete that one first.');
  given(billing, refunding, anew, deleted('c')).when(deleteInvoice('b')).then(deleted('b'));
  const undoGeneration = (invoiceId: string) => (state: BillingState) =>
    restorableBilling.restoreTo(
      state,
      { ...restorableBilling.contentOf(state), [invoiceId]: [] },
      { today: '2026-12-31' },
    );
  given(billing, refunding, anew)
    .when(undoGeneration('b'))
    .thenRefused(
      RuleBroken,
      'INV-2026-0003 bills a lesson again that INV-2026-0002 refunds. Delete INV-2026-0003 first.',
    );
  given(billing, refunding)
    .when(undoGeneration('a'))
    .thenRefused(RuleBroken, 'INV-2026-0002 refunds a lesson of INV-2026-0001. Delete INV-2026-0002 first.');
});

test('a refund is not deleted while its date is open on an earlier invoice', () => {
  const dates = { entries: [entry('2026-12-08')] };
  const twice = [
    invoice('a', 1, dates),
    invoice('b', 2, { refunds: [refundOf('a')] }),
    invoice('c', 3, dates),
    invoice('d', 4, { refunds: [refundOf('c')] }),
  ];
  // The date has been canceled again, so that the first refund may go.
  given(...twice)
    .when(deleteInvoice('b'))
    .then(deleted('b'));
  given(...twice, deleted('b'))
    .when(deleteInvoice('d'))
    .thenRefused(RuleBroken, 'INV-2026-0001 bills a lesson again that this invoice refunds. Delete that one first.');
});

test('a charge of a month that refunds one of its dates is not deleted while another invoice bills the date again', () => {
  const charging = invoice('a', 1, {
    months: [{ month: '2026-12', amountCents: 12_000 }],
    entries: [entry('2026-12-08', { kind: 'covered' })],
    refunds: [refundOf('a')],
  });
  const later = invoice('b', 2, { entries: [entry('2026-12-08', { again: true })] });
  given(charging, later)
    .when(deleteInvoice('a'))
    .thenRefused(RuleBroken, 'INV-2026-0002 bills a lesson again that this invoice refunds. Delete that one first.');
  given(charging, later, deleted('b')).when(deleteInvoice('a')).then(deleted('a'));
});

describe('the number of an invoice', () => {
  const mail = (mailId = 'mail'): BillingEvent => ({
    type: 'InvoiceSendRequested',
    data: { invoiceId: 'a', mailId, email: 'kim@example.com', dueOn: null, print: null, held: [] },
  });
  const arrived: BillingEvent = {
    type: 'InvoiceMailSent',
    data: { invoiceId: 'a', mailId: 'mail', savedAs: null, issuedOn: null, creditCents: 0, moves: null },
  };
  const failed: BillingEvent = { type: 'InvoiceMailFailed', data: { invoiceId: 'a', mailId: 'again', reason: 'No.' } };
  const sent: BillingEvent = {
    type: 'InvoiceStatusSet',
    data: { invoiceId: 'a', status: 'sent', dueOn: null, print: null, issuedOn: null, creditCents: 0, moves: null },
  };

  test.each<[string, BillingEvent[]]>([
    ['that was mailed and is a draft again', [sent, mail(), arrived, restored('a')]],
    ['that was mailed, and mailed again in vain', [mail(), arrived, mail('again'), failed, restored('a')]],
    ['that was deleted while its mail was on the way', [mail(), deleted('a'), restored('a')]],
  ])('%s stays used', (_, events) => {
    given(bare('a', 1), ...events)
      .when(deleteInvoice('a'))
      .then(deleted('a'));
  });

  test('whose mail failed is free', () => {
    given(bare('a', 1), mail('again'), failed).when(deleteInvoice('a')).then(deleted('a', true));
  });
});
