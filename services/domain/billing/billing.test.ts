import { dayIn } from '../studio/clock.ts';
import type { InvoicePrint } from '@rondo/contracts/events/billing/invoice-print.ts';
import type { BillingEvent } from '@rondo/contracts/events/billing/billing.ts';
import type { Invoice } from '@rondo/contracts/events/billing/invoice.ts';
import { describe, expect, test } from 'vitest';
import { NotFound, RuleBroken, StaleRevision } from '../../platform/kit/errors.ts';
import { specification, stateAfter } from '../../testing/given.ts';
import { setNotes, setStatus } from './decide.ts';
import { deleteInvoice } from './deletion.ts';
import { billingAggregate, type BillingState } from './state.ts';
import { bare, december, generate, lesson, student, tuesdays } from './testing/students.ts';
import { restorableBilling } from './undo.ts';
import { wording } from './pdf/testing/invoices-to-print.ts';

const { given } = specification(billingAggregate);

const deleted = (invoiceId: string, freesNumber: boolean): BillingEvent => ({
  type: 'InvoiceDeleted',
  data: { invoiceId, freesNumber, moves: [] },
});
const invoiceOf = (state: BillingState, invoiceId: string): Invoice => {
  const billed = state.invoices.get(invoiceId);
  if (!billed) throw new Error(`There is no ${invoiceId}.`);
  return billed.invoice;
};

describe('numbers', () => {
  const numbersAfter = (...events: BillingEvent[]) =>
    generate([student([lesson('2026-12-01')])])(stateAfter(billingAggregate, events)).map((event) =>
      event.type === 'InvoiceGenerated' ? event.data.invoiceNumber : event.type,
    );

  test('count on, and begin again each year', () => {
    expect(numbersAfter(bare('a', 1), bare('b', 2))).toEqual(['INV-2026-0003']);
    const next = generate(
      [student([lesson('2026-12-01')])],
      december,
      '2027',
    )(stateAfter(billingAggregate, [bare('a', 1)]));
    expect(next).toMatchObject([{ data: { invoiceNumber: 'INV-2027-0001' } }]);
  });

  test('of a deleted newest draft are given again; any other stays used', () => {
    given(bare('a', 1), bare('b', 2)).when(deleteInvoice('b')).then(deleted('b', true));
    given(bare('a', 1), bare('b', 2)).when(deleteInvoice('a')).then(deleted('a', false));
    const sent: BillingEvent = {
      type: 'InvoiceStatusSet',
      data: { invoiceId: 'b', status: 'sent', dueOn: null, print: null, issuedOn: null, creditCents: 0, moves: null },
    };
    given(bare('a', 1), bare('b', 2), sent).when(deleteInvoice('b')).then(deleted('b', false));
    expect(numbersAfter(bare('a', 1), bare('b', 2), deleted('b', true))).toEqual(['INV-2026-0002']);
    expect(numbersAfter(bare('a', 1), bare('b', 2), deleted('b', false))).toEqual(['INV-2026-0003']);
    expect(numbersAfter(bare('a', 1), bare('b', 2), deleted('a', false))).toEqual(['INV-2026-0003']);
  });
});

describe('the status', () => {
  const set = (status: 'sent' | 'paid' | 'overdue') =>
    setStatus({
      invoiceId: 'a',
      status,
      paymentId: 'payment',
      today: '2026-12-31',
      termsDays: 14,
      wording,
      dayOf: dayIn('UTC'),
    });
  const printOf = (dueOn: string | null) =>
    wording(invoiceOf(stateAfter(billingAggregate, [bare('a', 1)]), 'a'), dueOn);
  const statusSet = (
    status: 'sent' | 'paid' | 'overdue',
    dueOn: string | null = null,
    print: InvoicePrint | null = null,
    issued: { issuedOn?: string; creditCents?: number } = {},
  ): BillingEvent => ({
    type: 'InvoiceStatusSet',
    data: { invoiceId: 'a', status, dueOn, print, moves: [], issuedOn: null, creditCents: 0, ...issued },
  });
  const firstSent = statusSet('sent', '2027-01-14', printOf('2027-01-14'), { issuedOn: '2026-12-31', creditCents: 0 });

  test('sent sets the due date, the first time', () => {
    given(bare('a', 1)).when(set('sent')).then(firstSent);
    given(bare('a', 1), firstSent, statusSet('paid')).when(set('sent')).then(statusSet('sent'));
    const state = stateAfter(billingAggregate, [bare('a', 1), firstSent, statusSet('overdue')]);
    expect(invoiceOf(state, 'a')).toMatchObject({ status: 'overdue', dueOn: '2027-01-14', sentAt: expect.any(String) });
  });

  test('paid sets when it was paid, and leaving paid clears that', () => {
    const paid = [bare('a', 1), statusSet('paid')];
    expect(invoiceOf(stateAfter(billingAggregate, paid), 'a')).toMatchObject({
      paidAt: expect.any(String),
      sentAt: null,
    });
    expect(invoiceOf(stateAfter(billingAggregate, [...paid, statusSet('overdue')]), 'a').paidAt).toBeNull();
  });

  test('again is a no-op', () => given(bare('a', 1), statusSet('paid')).when(set('paid')).thenNothing());

  test('of an unknown or deleted invoice is refused', () => {
    given().when(set('paid')).thenRefused(NotFound, 'There is no such invoice.');
    given(bare('a', 1), deleted('a', true)).when(set('paid')).thenRefused(NotFound, 'There is no such invoice.');
  });
});

test('notes are changed, cleared and left alone', () => {
  const note = (notes: string | null): BillingEvent => ({
    type: 'InvoiceNotesChanged',
    data: { invoiceId: 'a', notes },
  });
  given(bare('a', 1))
    .when(setNotes({ invoiceId: 'a', notes: 'Thanks.', revision: undefined }))
    .then(note('Thanks.'));
  given(bare('a', 1), note('Thanks.'))
    .when(setNotes({ invoiceId: 'a', notes: null, revision: undefined }))
    .then(note(null));
  given(bare('a', 1), note('Thanks.'))
    .when(setNotes({ invoiceId: 'a', notes: 'Thanks.', revision: undefined }))
    .thenNothing();
  given(bare('a', 1), note('Thanks.'))
    .when(setNotes({ invoiceId: 'a', notes: undefined, revision: undefined }))
    .thenNothing();
});

test('notes that another window changed are not overwritten; news of the email change none', () => {
  const noted: BillingEvent = { type: 'InvoiceNotesChanged', data: { invoiceId: 'a', notes: 'Thanks.' } };
  const requested: BillingEvent = {
    type: 'InvoiceSendRequested',
    data: { invoiceId: 'a', mailId: 'm', email: 'kim@example.com', dueOn: null, print: null, held: [] },
  };
  const change = (revision: string) => setNotes({ invoiceId: 'a', notes: 'Hello.', revision });
  given(bare('a', 1), noted)
    .when(change('0'))
    .thenRefused(StaleRevision, 'This invoice was changed somewhere else in the meantime.');
  given(bare('a', 1), noted, requested)
    .when(change('1'))
    .then({ type: 'InvoiceNotesChanged', data: { invoiceId: 'a', notes: 'Hello.' } });
});

describe('deleting', () => {
  const refunding = bare('b', 2, {
    refunds: [
      {
        invoiceId: 'a',
        entry: 0,
        amountCents: 5000,
        teacherId: 'dana',
        cancelledRowId: null,
        cancellation: null,
        closure: null,
        absence: null,
      },
    ],
  });

  test('is refused while a later invoice refunds one of its lessons', () => {
    const sentence = 'INV-2026-0002 refunds a lesson of this invoice. Delete that one first.';
    given(bare('a', 1), refunding).when(deleteInvoice('a')).thenRefused(RuleBroken, sentence);
    given(bare('a', 1), refunding, deleted('b', true)).when(deleteInvoice('a')).then(deleted('a', true));
  });

  test('releases the lessons, months and refunds', () => {
    const ann = student(tuesdays.map((date) => lesson(date)));
    const first = generate([ann])(billingAggregate.initialState());
    const { events } = given(...first, deleted('invoice of ann', true))
      .when(generate([{ ...ann, invoiceId: 'again' }]))
      .result();
    expect(events).toMatchObject([{ data: { invoiceNumber: 'INV-2026-0001', totalCents: 25000 } }]);
  });
});

describe('undoing', () => {
  type Content = ReturnType<typeof restorableBilling.contentOf>;
  const to = (content: Content) => (state: BillingState) =>
    restorableBilling.restoreTo(state, content, { today: '2026-12-31' });
  const contentAfter = (...events: BillingEvent[]) => restorableBilling.contentOf(stateAfter(billingAggregate, events));
  const ann = student(tuesdays.map((date) => lesson(date)));
  const first = generate([ann])(billingAggregate.initialState());

  test('a generation deletes its invoices, the newest first, so that their numbers are free', () => {
    given(bare('a', 1), bare('b', 2)).when(to({})).then(deleted('b', true), deleted('a', true));
  });

  test('a change of status or notes restores everything as it was', () => {
    const sent: BillingEvent = {
      type: 'InvoiceStatusSet',
      data: {
        invoiceId: 'a',
        status: 'sent',
        dueOn: '2027-01-14',
        print: null,
        issuedOn: null,
        creditCents: 0,
        moves: null,
      },
    };
    const never = {
      sentAt: null,
      dueOn: null,
      paidAt: null,
      keptAt: null,
      print: null,
      issuedOn: null,
      issuedAt: null,
      creditCents: 0,
    };
    const draft = { status: 'draft', notes: null, ...never } as const;
    given(bare('a', 1), sent)
      .when(to(contentAfter(bare('a', 1))))
      .then({ type: 'InvoiceRestored', data: { invoiceId: 'a', ...draft, moves: [] } });
    given(bare('a', 1), sent)
      .when(to(contentAfter(bare('a', 1), sent)))
      .thenNothing();
  });

  test('a deletion brings the invoice back under its number', () => {
    const { state } = given(...first, deleted('invoice of ann', true))
      .when(to(contentAfter(...first)))
      .result();
    expect(invoiceOf(state, 'invoice of ann')).toMatchObject({ deleted: false, invoiceNumber: 'INV-2026-0001' });
    expect(generate([{ ...ann, invoiceId: 'again' }])(state)).toEqual([]);
  });

  test('a deletion is refused when its number, or one of its lessons, is on another invoice since', () => {
    const gone = [...first, deleted('invoice of ann', true)];
    given(...gone, bare('other', 1))
      .when(to(contentAfter(...first, bare('other', 2))))
      .thenRefused(RuleBroken, 'This can no longer be undone: INV-2026-0001 is the number of another invoice now.');
    const kept = [...first, deleted('invoice of ann', false)];
    const again = generate([{ ...ann, invoiceId: 'again' }])(stateAfter(billingAggregate, kept));
    given(...kept, ...again)
      .when(to({ ...contentAfter(...kept, ...again), ...contentAfter(...first) }))
      .thenRefused(RuleBroken, 'This can no longer be undone: a lesson of INV-2026-0001 is on INV-2026-0002 now.');
  });
});
