import type { BillingEvent, InvoiceContent } from '@rondo/contracts/events/billing.ts';
import type { Invoice } from '@rondo/contracts/events/invoice.ts';
import { describe, expect, test } from 'vitest';
import { NotFound, RuleBroken } from '../errors/errors.ts';
import { sentTwice, specification, stateAfter } from '../testing/given.ts';
import { deleteInvoice, generateInvoices, InvoicesMoved, setNotes, setStatus, type BilledStudent } from './decide.ts';
import type { Billing } from './draft.ts';
import type { LessonDate } from './match.ts';
import { billingAggregate, type BillingState } from './state.ts';
import { payer } from './testing/billed-studio.ts';
import { restorableBilling } from './undo.ts';

const { given } = specification(billingAggregate);

const lesson = (date: string, more: Partial<LessonDate> = {}): LessonDate => ({
  lessonId: 'weekly',
  rowId: 'weekly',
  originalDate: date,
  date,
  root: 'weekly',
  teacherId: 'dana',
  start: 960,
  duration: 45,
  takesPlace: true,
  origin: null,
  isSingle: false,
  ...more,
});
const cancelled = (date: string): LessonDate => lesson(date, { rowId: `cancelled ${date}`, takesPlace: false });

const tuesdays = ['2026-12-01', '2026-12-08', '2026-12-15', '2026-12-22', '2026-12-29'];
const december: Billing = { from: '2026-12-01', to: '2026-12-31', teacherId: null, withRefunds: false };
const withRefunds: Billing = { ...december, withRefunds: true };

const student = (
  lessons: readonly LessonDate[],
  more: Parameters<typeof payer>[1] = {},
  id = 'ann',
): BilledStudent => ({
  payer: payer(id, more),
  lessonsTo: (to) => lessons.filter(({ date }) => date <= to),
  invoiceId: `invoice of ${id}`,
});
const generate =
  (students: readonly BilledStudent[], billing = december, year = '2026') =>
  (state: BillingState): BillingEvent[] =>
    generateInvoices({ students, billing, year }, state.revision)(state);

/** What generating appends to nothing. */
const generated = (students: readonly BilledStudent[], billing = december): InvoiceContent[] =>
  generate(
    students,
    billing,
  )(billingAggregate.initialState()).flatMap((event) => (event.type === 'InvoiceGenerated' ? [event.data] : []));

const bare = (invoiceId: string, count: number, more: Partial<InvoiceContent> = {}): BillingEvent => ({
  type: 'InvoiceGenerated',
  data: {
    invoiceId,
    invoiceNumber: `INV-2026-000${count}`,
    studentId: invoiceId,
    teacherId: null,
    from: '2026-12-01',
    to: '2026-12-31',
    entries: [],
    months: [],
    refunds: [],
    items: [],
    subtotalCents: 0,
    refundsCents: 0,
    totalCents: 0,
    ...more,
  },
});
const deleted = (invoiceId: string, freesNumber: boolean): BillingEvent => ({
  type: 'InvoiceDeleted',
  data: { invoiceId, freesNumber },
});
const invoiceOf = (state: BillingState, invoiceId: string): Invoice => {
  const billed = state.invoices.get(invoiceId);
  if (!billed) throw new Error(`There is no ${invoiceId}.`);
  return billed.invoice;
};

describe('generating', () => {
  test('bills each lesson of the period at the rate and refunds the cancelled ones', () => {
    const lessons = [...tuesdays.map((date) => (date === '2026-12-08' ? cancelled(date) : lesson(date)))];
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

  test('on lessons that are older than the invoices is refused', () => {
    given(bare('first', 1))
      .when(generateInvoices({ students: [], billing: december, year: '2026' }, -1))
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

  test('is charged with the first teacher alone', () => {
    expect(generated([student(lessons, monthly)], { ...december, teacherId: 'marcus' })).toEqual([]);
    expect(generated([student(lessons, monthly)], { ...december, teacherId: 'dana' })[0]?.subtotalCents).toBe(18000);
  });
});

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
    const sent: BillingEvent = { type: 'InvoiceStatusSet', data: { invoiceId: 'b', status: 'sent', dueOn: null } };
    given(bare('a', 1), bare('b', 2), sent).when(deleteInvoice('b')).then(deleted('b', false));
    expect(numbersAfter(bare('a', 1), bare('b', 2), deleted('b', true))).toEqual(['INV-2026-0002']);
    expect(numbersAfter(bare('a', 1), bare('b', 2), deleted('b', false))).toEqual(['INV-2026-0003']);
    expect(numbersAfter(bare('a', 1), bare('b', 2), deleted('a', false))).toEqual(['INV-2026-0003']);
  });
});

describe('the status', () => {
  const set = (status: 'sent' | 'paid' | 'overdue') =>
    setStatus({ invoiceId: 'a', status, today: '2026-12-31', termsDays: 14 });
  const statusSet = (status: 'sent' | 'paid' | 'overdue', dueOn: string | null = null): BillingEvent => ({
    type: 'InvoiceStatusSet',
    data: { invoiceId: 'a', status, dueOn },
  });

  test('sent sets the due date, the first time', () => {
    given(bare('a', 1)).when(set('sent')).then(statusSet('sent', '2027-01-14'));
    given(bare('a', 1), statusSet('sent', '2027-01-14'), statusSet('paid')).when(set('sent')).then(statusSet('sent'));
    const state = stateAfter(billingAggregate, [bare('a', 1), statusSet('sent', '2027-01-14'), statusSet('overdue')]);
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
    .when(setNotes({ invoiceId: 'a', notes: 'Thanks.' }))
    .then(note('Thanks.'));
  given(bare('a', 1), note('Thanks.'))
    .when(setNotes({ invoiceId: 'a', notes: null }))
    .then(note(null));
  given(bare('a', 1), note('Thanks.'))
    .when(setNotes({ invoiceId: 'a', notes: 'Thanks.' }))
    .thenNothing();
  given(bare('a', 1), note('Thanks.'))
    .when(setNotes({ invoiceId: 'a', notes: undefined }))
    .thenNothing();
});

describe('deleting', () => {
  const refunding = bare('b', 2, {
    refunds: [{ invoiceId: 'a', entry: 0, amountCents: 5000, teacherId: 'dana', cancelledRowId: null }],
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
      data: { invoiceId: 'a', status: 'sent', dueOn: '2027-01-14' },
    };
    const draft = { status: 'draft', sentAt: null, dueOn: null, paidAt: null, notes: null } as const;
    given(bare('a', 1), sent)
      .when(to(contentAfter(bare('a', 1))))
      .then({ type: 'InvoiceRestored', data: { invoiceId: 'a', ...draft } });
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
