import type { BillingEvent } from '@rondo/contracts/events/billing/billing.ts';
import { describe, expect, test } from 'vitest';
import { dayIn } from '../../studio/clock.ts';
import { specification, stateAfter } from '../../../testing/given.ts';
import { draftInvoices, setStatus } from '../decide.ts';
import { accountOf } from '../payments/credit.ts';
import { recordPayment } from '../payments/record.ts';
import { wording } from '../pdf/testing/invoices-to-print.ts';
import { billingAggregate } from '../state.ts';
import { bare, generate, lesson, student } from '../testing/students.ts';
import { crossingOf, setPayer } from './memberships.ts';

const { given } = specification(billingAggregate);

const mondays = ['2026-11-02', '2026-11-09', '2026-11-16', '2026-11-23', '2026-11-30'];
const november = { from: '2026-11-01', to: '2026-11-30', teacherId: null, withRefunds: true };
const child = (id: string, invoiceId: string, cancelled: readonly string[] = []) => ({
  ...student(
    mondays.map((date) =>
      lesson(date, {
        lessonId: `weekly of ${id}`,
        root: `weekly of ${id}`,
        rowId: `${id} ${date}`,
        takesPlace: !cancelled.includes(date),
      }),
    ),
    { perLessonRateCents: 4000 },
    id,
  ),
  invoiceId,
});
const joined = (studentId: string, ...rows: string[]): BillingEvent => ({
  type: 'AccountMerged',
  data: { studentId, householdId: 'park', rows },
});
const park = [joined('mia'), joined('theo')];
const book: BillingEvent = {
  type: 'ChargeAdded',
  data: {
    chargeId: 'book',
    studentId: 'mia',
    date: '2026-11-12',
    category: 'book',
    description: 'Piano Adventures 3A',
    cents: 1850,
    currency: 'USD',
  },
};
const day = { today: '2026-11-30', termsDays: 14, dayOf: dayIn('UTC') };

describe('the Park family, 40.00 for each lesson, Mia’s of November 9 cancelled', () => {
  const mia = child('mia', 'own', ['2026-11-09']);
  const theo = child('theo', 'theo alone');

  test('gets one invoice with a block for each child, in order of name', () => {
    const { events } = given(...park, book)
      .when(generate([theo, mia], { ...november, withCharges: true }))
      .result();
    expect(events).toMatchObject([
      {
        type: 'InvoiceGenerated',
        data: {
          invoiceId: 'invoice of park',
          payer: { type: 'household', id: 'park' },
          studentId: 'mia',
          subtotalCents: 41_850,
          refundsCents: 4000,
          totalCents: 37_850,
          items: [
            { studentId: 'mia', itemType: 'lesson', quantity: 5, amountCents: 20_000 },
            { studentId: 'mia', itemType: 'charge', amountCents: 1850 },
            { studentId: 'mia', itemType: 'refund', amountCents: -4000 },
            { studentId: 'theo', itemType: 'lesson', quantity: 5, amountCents: 20_000 },
          ],
          refunds: [{ studentId: 'mia', invoiceId: 'invoice of park', entry: 1 }],
        },
      },
    ]);
  });

  test('a refund of the second child is found where its date stands on the invoice', () => {
    const { state } = given(...park)
      .when(generate([child('mia', 'own'), child('theo', 'theo', ['2026-11-16'])], november))
      .result();
    const invoice = state.invoices.get('invoice of park')?.invoice;
    expect(invoice?.refunds).toMatchObject([{ studentId: 'theo', entry: 7 }]);
    expect(invoice?.entries[7]).toMatchObject({ studentId: 'theo', date: '2026-11-16' });
  });

  test('who is not selected is billed later, and named when the invoice is previewed', () => {
    const state = stateAfter(billingAggregate, park);
    const drafts = draftInvoices(state, {
      students: [theo],
      unselected: [mia],
      invoiceIdOf: () => 'preview',
      billing: november,
      year: '2026',
      currency: 'USD',
    });
    expect(drafts).toMatchObject([
      { content: { totalCents: 20_000 }, warnings: ['mia of this family is not selected.'] },
    ]);
    const first = generate([theo], november)(state);
    given(...park, ...first)
      .when(generate([mia, theo], november))
      .result()
      .events.forEach((event) => expect(event).toMatchObject({ data: { totalCents: 16_000, studentId: 'mia' } }));
  });

  test('what is to be known of a child begins with the first name when there are two', () => {
    const drafts = draftInvoices(stateAfter(billingAggregate, park), {
      students: [{ ...mia, payer: { ...mia.payer, perLessonRateCents: null } }, theo],
      invoiceIdOf: () => 'preview',
      billing: november,
      year: '2026',
      currency: 'USD',
    });
    expect(drafts[0]?.warnings).toEqual(['mia: No rate per lesson is set: these lessons are billed at 0.00.']);
  });

  test('a date that was billed to the family is refunded to the family, also when the child has left it', () => {
    const first = generate([mia, theo], november)(stateAfter(billingAggregate, park));
    const left: BillingEvent = { type: 'AccountParted', data: { studentId: 'mia', householdId: 'park', returned: [] } };
    const later = {
      ...student(
        [
          ...mondays.map((date) =>
            lesson(date, {
              lessonId: 'weekly of mia',
              root: 'weekly of mia',
              rowId: `mia ${date}`,
              takesPlace: !['2026-11-09', '2026-11-16'].includes(date),
            }),
          ),
          lesson('2026-12-07', { lessonId: 'weekly of mia', root: 'weekly of mia', rowId: 'mia 2026-12-07' }),
        ],
        { perLessonRateCents: 4000 },
        'mia',
      ),
      invoiceId: 'own',
    };
    const { events } = given(...park, ...first, left)
      .when(generate([{ ...later, invoiceId: 'own' }], { ...november, from: '2026-12-01', to: '2026-12-31' }))
      .result();
    // The ids of the first invoices are taken: the second one of the family has another.
    expect(events).toMatchObject([
      { data: { payer: { type: 'student', id: 'mia' }, studentId: 'mia', totalCents: 4000 } },
      { data: { payer: { type: 'household', id: 'park' }, studentId: 'mia', totalCents: -4000, entries: [] } },
    ]);
    const [own, family] = events.flatMap((event) => (event.type === 'InvoiceGenerated' ? [event.data] : []));
    expect(own?.refunds).toEqual([]);
    expect(family?.refunds).toMatchObject([{ invoiceId: 'invoice of park', entry: 2, amountCents: 4000 }]);
    expect(family?.invoiceId).not.toBe('invoice of park');
  });
});

describe('joining', () => {
  const own = [
    bare('a', 1, { studentId: 'mia', totalCents: 5000 }),
    bare('b', 2, { studentId: 'ben', totalCents: 100 }),
  ];

  test('brings the account along, drafts too, and is a no-op when it is so already', () => {
    given(...own)
      .when(setPayer('mia', 'park'))
      .then(joined('mia', 'a'));
    given(...own, joined('mia', 'a'))
      .when(setPayer('mia', 'park'))
      .thenNothing();
    const state = stateAfter(billingAggregate, [...own, joined('mia', 'a')]);
    expect(accountOf(state, 'park').invoices).toMatchObject([{ invoiceId: 'a' }]);
    expect(accountOf(state, 'mia').invoices).toEqual([]);
  });

  test('leaving moves nothing; undoing the joining returns what it brought', () => {
    const parted = (...returned: string[]): BillingEvent => ({
      type: 'AccountParted',
      data: { studentId: 'mia', householdId: 'park', returned },
    });
    given(...own, joined('mia', 'a'))
      .when(setPayer('mia', null))
      .then(parted());
    given(...own, joined('mia', 'a'), bare('c', 3, { studentId: 'mia', payer: { type: 'household', id: 'park' } }))
      .when(setPayer('mia', null, ['a']))
      .then(parted('a'));
  });

  test('to another family leaves the first one, with what it was billed', () => {
    given(...own, joined('mia', 'a'))
      .when(setPayer('mia', 'lee'))
      .then(
        { type: 'AccountParted', data: { studentId: 'mia', householdId: 'park', returned: [] } },
        { type: 'AccountMerged', data: { studentId: 'mia', householdId: 'lee', rows: [] } },
      );
  });

  test('ties the accounts as soon as a payment of one pays an invoice of the other', () => {
    const sent = (invoiceId: string) =>
      setStatus({ invoiceId, status: 'sent', paymentId: `p ${invoiceId}`, ...day, wording });
    const before = [...own, joined('mia', 'a')];
    const issued = [...before, ...sent('a')(stateAfter(billingAggregate, before))];
    expect(crossingOf(stateAfter(billingAggregate, issued), ['a'])).toBeNull();
    const payment = {
      paymentId: 'payment',
      payerId: 'park',
      cents: 2000,
      currency: 'USD',
      date: '2026-11-30',
      method: 'cash' as const,
      reference: null,
      note: null,
      invoiceIds: [],
      chosen: undefined,
    };
    const paid = [...issued, ...recordPayment(payment, day)(stateAfter(billingAggregate, issued))];
    const state = stateAfter(billingAggregate, paid);
    expect(crossingOf(state, ['a'])).toEqual({ from: 'payment', to: 'a', ofHousehold: true, how: 'pays' });
    expect(setPayer('mia', null, ['a'])(state)).toMatchObject([{ data: { returned: [] } }]);
  });
});
