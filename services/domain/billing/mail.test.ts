import { dayIn } from '../studio/clock.ts';
import type { InvoicePrint } from '@rondo/contracts/events/billing/invoice-print.ts';
import type { BillingEvent } from '@rondo/contracts/events/billing/billing.ts';
import { describe, expect, test } from 'vitest';
import { NotFound, RuleBroken } from '../../platform/kit/errors.ts';
import { specification, stateAfter } from '../../testing/given.ts';
import { recordDelay, recordMail, requestMail } from './decide.ts';
import { deleteInvoice } from './deletion.ts';
import { billingAggregate } from './state.ts';
import { bare } from './testing/students.ts';
import { wording } from './pdf/testing/invoices-to-print.ts';

const { given } = specification(billingAggregate);

const requested = (
  mailId: string,
  email = 'kim@example.com',
  { dueOn = '2026-12-15', print = null }: { dueOn?: string | null; print?: InvoicePrint | null } = {},
): BillingEvent => ({
  type: 'InvoiceSendRequested',
  data: { invoiceId: 'a', mailId, email, dueOn, print, held: [] },
});
const sent = (mailId: string): BillingEvent => ({
  type: 'InvoiceMailSent',
  data: { invoiceId: 'a', mailId, savedAs: null, issuedOn: '2026-12-01', creditCents: 0, moves: [] },
});
const failed = (mailId: string): BillingEvent => ({
  type: 'InvoiceMailFailed',
  data: { invoiceId: 'a', mailId, reason: 'The mail server refused it.' },
});
const delayed = (mailId: string, reason = 'The mail server does not answer.'): BillingEvent => ({
  type: 'InvoiceMailDelayed',
  data: { invoiceId: 'a', mailId, reason },
});
const set = (status: 'paid' | 'overdue'): BillingEvent => ({
  type: 'InvoiceStatusSet',
  data: { invoiceId: 'a', status, dueOn: null, print: null, issuedOn: null, creditCents: 0, moves: null },
});
const request = (mailId: string, email = 'kim@example.com') =>
  requestMail({
    invoiceId: 'a',
    mailId,
    email,
    today: '2026-12-01',
    termsDays: 14,
    wording,
    dayOf: dayIn('UTC'),
    sender: 'Whitfield Strings',
  });
const invoiceAfter = (...events: BillingEvent[]) =>
  stateAfter(billingAggregate, [bare('a', 1), ...events]).invoices.get('a')?.invoice;
const draft = invoiceAfter();
const print = draft ? wording(draft, '2026-12-15') : null;

describe('sending an invoice', () => {
  test('names the day by which to pay, the first time', () => {
    const first = requested('one', 'kim@example.com', { print });
    given(bare('a', 1)).when(request('one')).then(first);
    given(bare('a', 1), first, sent('one'))
      .when(request('two'))
      .then(requested('two', 'kim@example.com', { dueOn: null }));
  });

  test('again while it is queued is a no-op, and to another address refused until an attempt has failed', () => {
    const queued = [bare('a', 1), requested('one', 'kim@example.com', { print })];
    given(...queued)
      .when(request('two'))
      .thenNothing();
    given(...queued)
      .when(request('two', 'eva@example.com'))
      .thenRefused(RuleBroken, 'This invoice is being sent to kim@example.com. Please wait until that email is sent.');
    given(...queued, delayed('one'))
      .when(request('two'))
      .thenNothing();
    given(...queued, delayed('one'))
      .when(request('two', 'eva@example.com'))
      .then(requested('two', 'eva@example.com'));
    given(...queued, failed('one'))
      .when(request('two', 'eva@example.com'))
      .then(requested('two', 'eva@example.com'));
  });

  test('that does not exist is refused', () => {
    given().when(request('one')).thenRefused(NotFound, 'There is no such invoice.');
  });
});

describe('an invoice', () => {
  test('is sent once its mail is, and stays paid or overdue', () => {
    expect(invoiceAfter(requested('one'))).toMatchObject({ status: 'draft', sentAt: null, mail: { state: 'queued' } });
    const after = invoiceAfter(requested('one'), sent('one'));
    expect(after).toMatchObject({ status: 'sent', sentAt: expect.any(String), dueOn: '2026-12-15' });
    expect(invoiceAfter(requested('one'), set('paid'), sent('one'))).toMatchObject({ status: 'paid' });
    expect(invoiceAfter(set('overdue'), requested('one'), sent('one'))).toMatchObject({ status: 'overdue' });
  });

  test('whose mail failed stays a draft and says why', () => {
    expect(invoiceAfter(requested('one'), failed('one'))).toMatchObject({
      status: 'draft',
      dueOn: null,
      mail: { state: 'failed', detail: 'The mail server refused it.' },
    });
  });

  test('keeps its number when it is deleted while its mail is on its way', () => {
    given(bare('a', 1), requested('one'))
      .when(deleteInvoice('a'))
      .then({ type: 'InvoiceDeleted', data: { invoiceId: 'a', freesNumber: false, moves: [] } });
  });
});

describe('the outcome of a mail', () => {
  const record = (mailId: string) =>
    recordMail({ invoiceId: 'a', mailId, today: '2026-12-01', dayOf: dayIn('UTC') }, { state: 'sent', savedAs: null });

  test('is recorded once', () => {
    given(bare('a', 1), requested('one')).when(record('one')).then(sent('one'));
    given(bare('a', 1), requested('one'), sent('one')).when(record('one')).thenNothing();
  });

  test('that is still to come is recorded when its reason changes', () => {
    const record = (mailId: string, reason: string) => recordDelay({ invoiceId: 'a', mailId }, reason);
    const queued = [bare('a', 1), requested('one'), delayed('one', 'It is full.')];
    given(...queued)
      .when(record('one', 'It is full.'))
      .thenNothing();
    given(...queued)
      .when(record('one', 'It is away.'))
      .then(delayed('one', 'It is away.'));
    given(...queued, sent('one'))
      .when(record('one', 'It is away.'))
      .thenNothing();
    given(...queued, requested('two'))
      .when(record('one', 'It is away.'))
      .thenNothing();
    expect(invoiceAfter(requested('one'), delayed('one', 'It is away.'), sent('one'))?.mail?.detail).toBeNull();
  });

  test('of an earlier mail, or of a deleted invoice, is not', () => {
    given(bare('a', 1), requested('one'), failed('one'), requested('two')).when(record('one')).thenNothing();
    given(bare('a', 1), requested('one'), {
      type: 'InvoiceDeleted',
      data: { invoiceId: 'a', freesNumber: false, moves: [] },
    })
      .when(record('one'))
      .thenNothing();
  });
});
