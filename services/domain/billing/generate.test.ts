import type { InvoiceContent } from '@rondo/contracts/events/billing/billing.ts';
import { describe, expect, test } from 'vitest';
import { sentTwice, specification, stateAfter } from '../../testing/given.ts';
import { draftInvoices, generateInvoices, InvoicesMoved } from './decide.ts';
import type { Billing } from './due/billed-dates.ts';
import type { LessonDate } from '../schedule/lesson-dates.ts';
import { billingAggregate } from './state.ts';
import { idsOf, bare, cancelled, december, generate, lesson, student, tuesdays } from './testing/students.ts';

const { given } = specification(billingAggregate);
const withRefunds: Billing = { ...december, withRefunds: true };

/** What generating appends to nothing. */
const generated = (students: readonly ReturnType<typeof student>[], billing = december): InvoiceContent[] =>
  generate(
    students,
    billing,
  )(billingAggregate.initialState()).flatMap((event) => (event.type === 'InvoiceGenerated' ? [event.data] : []));

describe('generating', () => {
  test('bills each lesson of the period at the rate and refunds the cancelled ones', () => {
    const lessons = tuesdays.map((date) => (date === '2026-12-08' ? cancelled(date) : lesson(date)));
    const [invoice] = generated([student([lesson('2026-11-24'), ...lessons, lesson('2027-01-05')])]);
    expect(invoice).toMatchObject({
      invoiceNumber: 'INV-2026-0001',
      studentId: 'ann',
      subtotalCents: 25000,
      refundsCents: 5000,
      totalCents: 20000,
      refunds: [{ invoiceId: 'invoice of ann', entry: 1, amountCents: 5000, cancelledRowId: 'cancelled 2026-12-08' }],
      items: [
        { itemType: 'lesson', quantity: 5, rateCents: 5000, amountCents: 25000, from: '2026-12-01', to: '2026-12-29' },
        { itemType: 'refund', quantity: 1, rateCents: -5000, amountCents: -5000, from: '2026-12-08', to: '2026-12-08' },
      ],
    });
  });

  test('makes one invoice per student, with consecutive numbers, and none for a student without lessons', () => {
    const [ann, ben, cy] = [
      student([lesson('2026-12-01')]),
      student([], {}, 'ben'),
      student([lesson('2026-12-02')], {}, 'cy'),
    ];
    expect(generated([ann, ben, cy]).map(({ studentId, invoiceNumber }) => [studentId, invoiceNumber])).toEqual([
      ['ann', 'INV-2026-0001'],
      ['cy', 'INV-2026-0002'],
    ]);
  });

  test('has a line for each teacher, and with a teacher chosen bills only that teacher’s lessons', () => {
    const lessons = [lesson('2026-12-01'), lesson('2026-12-03', { lessonId: 'b', rowId: 'b', teacherId: 'marcus' })];
    expect(generated([student(lessons)])[0]?.items.map(({ teacherId, quantity }) => [teacherId, quantity])).toEqual([
      ['dana', 1],
      ['marcus', 1],
    ]);
    expect(generated([student(lessons)], { ...december, teacherId: 'marcus' })[0]?.entries).toMatchObject([
      { date: '2026-12-03' },
    ]);
  });

  test('bills a student without a rate at 0.00', () => {
    const [invoice] = generated([student([lesson('2026-12-01')], { perLessonRateCents: null })]);
    expect(invoice).toMatchObject({ totalCents: 0, items: [{ quantity: 1, rateCents: 0, amountCents: 0 }] });
  });

  test('a second time bills nothing', () => {
    const ann = student(tuesdays.map((date) => lesson(date)));
    const first = generate([ann])(billingAggregate.initialState());
    given(...first)
      .when(generate([ann]))
      .thenNothing();
    given(...first)
      .when(generate([ann], withRefunds))
      .thenNothing();
  });

  test('refunds an earlier invoice once, if refunds are on: what was cancelled and what is gone', () => {
    const first = generate([student(tuesdays.map((date) => lesson(date)))])(billingAggregate.initialState());
    // The lesson of the 22nd is cancelled; that of the 29th is deleted.
    const now = student([...tuesdays.slice(0, 3).map((date) => lesson(date)), cancelled('2026-12-22')]);
    const again = { ...now, invoiceId: 'second' };
    given(...first)
      .when(generate([again]))
      .thenNothing();
    const { events } = given(...first)
      .when(generate([again], withRefunds))
      .result();
    expect(events).toMatchObject([
      { data: { totalCents: -10000, subtotalCents: 0, refundsCents: 10000, entries: [] } },
    ]);
    given(...first, ...events)
      .when(generate([{ ...now, invoiceId: 'third' }], withRefunds))
      .thenNothing();
  });

  test('leaves refunds in another currency out, and says so', () => {
    const first = generate([student([lesson('2026-12-01')])])(billingAggregate.initialState());
    const state = stateAfter(billingAggregate, first);
    const now = { ...student([cancelled('2026-12-01'), lesson('2026-12-08')]), invoiceId: 'second' };
    const generation = {
      students: [now],
      invoiceIdOf: idsOf([now]),
      billing: withRefunds,
      year: '2026',
      currency: 'EUR',
    };
    expect(draftInvoices(state, generation)).toMatchObject([
      {
        content: { currency: 'EUR', refunds: [], totalCents: 5000 },
        warnings: ['Refunds of INV-2026-0001 are left out: it is in USD, and this invoice is in EUR.'],
      },
    ]);
    expect(draftInvoices(state, { ...generation, currency: 'USD' })).toMatchObject([
      { content: { totalCents: 0, refunds: [{ amountCents: 5000 }] }, warnings: [] },
    ]);
  });

  test('on lessons that are older than the invoices is refused', () => {
    given(bare('first', 1))
      .when(
        generateInvoices(
          { students: [], invoiceIdOf: idsOf([]), billing: december, year: '2026', currency: 'USD' },
          -1,
        ),
      )
      .thenRefused(InvoicesMoved, '');
  });

  test('twice under one command id makes one invoice', async () => {
    const decide = generate([student([lesson('2026-12-01')])]);
    expect(await sentTwice(billingAggregate, { input: 'december', decide })).toHaveLength(1);
  });
});

describe('a monthly student', () => {
  const monthly = { paymentType: 'monthly', monthlyRateCents: 18000, firstTeacherId: 'dana' } as const;
  const lessons = [...tuesdays.slice(0, 4).map((date) => lesson(date)), cancelled('2026-12-29')];
  const twoMonths = { ...december, from: '2026-11-15', to: '2026-12-10' };

  test('pays each calendar month that the period touches, whole, and gets cancelled lessons back', () => {
    const [invoice] = generated([student(lessons, monthly)], twoMonths);
    expect(invoice).toMatchObject({ subtotalCents: 36000, refundsCents: 5000, totalCents: 31000 });
    expect(invoice?.months.map(({ month }) => month)).toEqual(['2026-11', '2026-12']);
    expect(invoice?.entries.map(({ kind, date }) => `${kind} ${date}`)).toEqual(
      tuesdays.map((date) => `covered ${date}`),
    );
  });

  test('pays a month also without lessons, and from the first month on until the last', () => {
    expect(generated([student([], monthly)])[0]?.totalCents).toBe(18000);
    expect(generated([student([], { ...monthly, firstMonth: '2027-01' })])).toEqual([]);
    expect(generated([student([], { ...monthly, lastMonth: '2026-11' })])).toEqual([]);
  });

  test('pays each month once; lessons added to it later are not billed, also when paid per lesson by then', () => {
    const first = generate([student(lessons, monthly)])(billingAggregate.initialState());
    const more = [...lessons, lesson('2026-12-03', { lessonId: 'extra', rowId: 'extra', root: 'extra' })];
    given(...first)
      .when(generate([{ ...student(more, monthly), invoiceId: 'second' }], withRefunds))
      .thenNothing();
    given(...first)
      .when(generate([{ ...student(more), invoiceId: 'second' }], withRefunds))
      .thenNothing();
  });

  test('pays per lesson in a month of which a date is billed per lesson', () => {
    const first = generate([student(lessons)])(billingAggregate.initialState());
    const more = [...lessons, lesson('2026-12-03', { lessonId: 'extra', rowId: 'extra', root: 'extra' })];
    const { events } = given(...first)
      .when(generate([{ ...student(more, monthly), invoiceId: 'second' }]))
      .result();
    expect(events).toMatchObject([{ data: { months: [], totalCents: 5000, entries: [{ kind: 'lesson' }] } }]);
  });

  test('is refunded for a covered lesson that is cancelled, never for one that is gone, and at most the month', () => {
    const all = tuesdays.map((date) => lesson(date));
    const first = generate([student(all, monthly)])(billingAggregate.initialState());
    const now = (rows: readonly LessonDate[]) => ({ ...student(rows, monthly), invoiceId: 'second' });
    given(...first)
      .when(generate([now(all.slice(0, 2))], withRefunds))
      .thenNothing();
    const { events } = given(...first)
      .when(generate([now(tuesdays.map(cancelled))], withRefunds))
      .result();
    expect(events).toMatchObject([{ data: { totalCents: -18000, refunds: [{}, {}, {}, { amountCents: 3000 }] } }]);
  });

  describe('whose refunded lesson takes place again', () => {
    const next = (invoiceId: string, rows: readonly LessonDate[], pays: object = monthly) => ({
      ...student(rows, pays),
      invoiceId,
    });
    const eighth = (more: Partial<LessonDate> = {}) => lesson('2026-12-08', { rowId: 'cancelled 2026-12-08', ...more });
    const rest = tuesdays.filter((date) => date !== '2026-12-08').map((date) => lesson(date));
    const isCancelled = [...rest, cancelled('2026-12-08')];
    const first = generate([next('first', isCancelled)])(billingAggregate.initialState());

    test('pays what was refunded for it, once, and is refunded that again', () => {
      const { state, events } = given(...first)
        .when(generate([next('second', [...rest, eighth()], { ...monthly, perLessonRateCents: 7000 })]))
        .result();
      const bills = {
        totalCents: 5000,
        months: [],
        entries: [{ kind: 'lesson', date: '2026-12-08', rateCents: 5000 }],
      };
      expect(events).toMatchObject([{ data: bills }]);
      expect(generate([next('third', [...rest, eighth()])], withRefunds)(state)).toEqual([]);
      const again = given(...first, ...events)
        .when(generate([next('third', isCancelled)], withRefunds))
        .result();
      expect(again.events).toMatchObject([{ data: { totalCents: -5000, refunds: [{ invoiceId: 'second' }] } }]);
      expect(generate([next('fourth', [...rest, eighth()])])(again.state)).toMatchObject([{ data: bills }]);
    });

    test('pays it also once it pays per lesson, also where it is moved into another month, which is charged as before', () => {
      const later = { ...december, from: '2027-01-01', to: '2027-01-31' };
      const january = [lesson('2027-01-05'), lesson('2027-01-12')];
      const moved = [...rest, ...january, eighth({ date: '2027-01-07' })];
      const { events, state } = given(...first)
        .when(generate([next('second', moved)], later))
        .result();
      const made = {
        totalCents: 23000,
        entries: [{ kind: 'covered' }, { kind: 'lesson', again: true }, { kind: 'covered' }],
      };
      expect(events).toMatchObject([{ data: made }]);
      expect(generate([next('third', moved)], later)(state)).toEqual([]);
      const alone = given(...first)
        .when(generate([next('second', moved, {})], later))
        .result();
      expect(alone.events).toMatchObject([{ data: { totalCents: 15000 } }]);
      const justThat = generate([next('third', moved)], {
        ...later,
        from: '2027-01-07',
        to: '2027-01-07',
        teacherId: 'marcus',
      });
      expect(justThat(stateAfter(billingAggregate, first))).toEqual([]);
    });

    test('does not pay another lesson of its week', () => {
      const extra = lesson('2026-12-10', { lessonId: 'extra', rowId: 'extra', root: 'extra' });
      given(...first)
        .when(generate([next('second', [...rest, extra])]))
        .thenNothing();
    });

    test('pays nothing in another currency, and is told so', () => {
      const students = [next('second', [...rest, eighth(), lesson('2027-01-05')])];
      const [draft] = draftInvoices(stateAfter(billingAggregate, first), {
        students,
        invoiceIdOf: idsOf(students),
        billing: { ...december, to: '2027-01-31' },
        year: '2026',
        currency: 'EUR',
      });
      expect(draft?.content.entries).toMatchObject([{ kind: 'covered', date: '2027-01-05' }]);
      expect(draft?.warnings.at(-1)).toBe(
        'A lesson of INV-2026-0001 was refunded and takes place again. It is left out: it was refunded in another currency.',
      );
    });
  });

  test('is charged with the first teacher alone', () => {
    expect(generated([student(lessons, monthly)], { ...december, teacherId: 'marcus' })).toEqual([]);
    expect(generated([student(lessons, monthly)], { ...december, teacherId: 'dana' })[0]?.subtotalCents).toBe(18000);
  });
});
