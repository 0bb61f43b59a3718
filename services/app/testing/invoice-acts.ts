import { addDays } from '@rondo/contracts/calendar/dates.ts';
import { lastDayOf, monthOf } from '@rondo/contracts/calendar/months.ts';
import { studentsOn } from '@rondo/contracts/events/billing/payers.ts';
import { isStanding } from '@rondo/contracts/events/billing/account-entry.ts';
import { charge } from '@rondo/contracts/policy/charge.ts';
import { expect } from 'vitest';
import { chargedDateOf } from '../../domain/schedule/lesson-dates.ts';
import { ledgerOf } from '../../domain/billing/due/ledger.ts';
import { removeInvoices, setStatuses } from '../../domain/billing/many-invoices.ts';
import { wording } from '../../domain/billing/pdf/testing/invoices-to-print.ts';
import { dayIn } from '../../domain/studio/clock.ts';
import { liveInvoices } from '../../domain/billing/state.ts';
import { payer } from '../../domain/billing/testing/billed-studio.ts';
import type { CommandContext } from '../../platform/commands/aggregate.ts';
import type { Step } from '../../domain/lessons/testing/steps.ts';
import { accountSteps, onAccounts, type AccountStep } from './account-acts.ts';
import type { StudioInMemory } from './studio-in-memory.ts';

/** Bills, charges, marks, pays and deletes, one or several at once. */
export const invoiceSteps = [
  ...accountSteps,
  ...(['invoice', 'mark invoice', 'delete invoice', 'mark invoices', 'delete invoices'] as const),
  ...(['pay', 'void payment', 'refund payment'] as const),
] as const;
/** The same, mails to families, and months that are charged whether they have lessons or not. */
export const moneySteps = [...invoiceSteps, 'mail invoice', 'charge month'] as const;
export type InvoiceStep = Omit<Step, 'kind'> & { readonly kind: (typeof moneySteps)[number] };

type Done = readonly { readonly batchId: string | null }[];

const isOfAccounts = (step: InvoiceStep): step is InvoiceStep & AccountStep =>
  accountSteps.some((kind) => kind === step.kind);

/** Carries out a step on invoices. */
export const onInvoices = async (studio: StudioInMemory, step: InvoiceStep, context: CommandContext): Promise<Done> => {
  if (isOfAccounts(step)) return onAccounts(studio, step, context);
  const { kind, nth, ahead } = step;
  const { invoices } = studio;
  const done = (happened: boolean): Done => [{ batchId: happened ? context.commandId : null }];
  if (kind === 'invoice') {
    const today = studio.today();
    const billing = { from: today, to: addDays(today, 7 * ahead), teacherId: null, withRefunds: nth % 2 === 0 };
    const made = await invoices.invoice(
      studio.present().students.map((studentId) => payer(studentId)),
      billing,
      context,
    );
    return done(made.length > 0);
  }
  if (kind === 'charge month') {
    const month = monthOf(addDays(studio.today(), 7 * ahead));
    const billing = { from: `${month}-01`, to: lastDayOf(month), teacherId: null, withRefunds: true };
    const monthly = payer(step.student, { paymentType: 'monthly', monthlyRateCents: 16_000 });
    return done((await invoices.invoice([monthly], billing, context)).length > 0);
  }
  if (kind === 'pay') {
    const cents = 1000 * (nth + 1);
    return done((await invoices.pay(step.student, cents, context)).length > 0);
  }
  if (kind === 'void payment' || kind === 'refund payment') {
    const entries = [...(await invoices.state()).entries.values()].filter(
      (entry) => entry.kind === 'payment' && isStanding(entry),
    );
    const payment = entries[nth % Math.max(entries.length, 1)];
    if (!payment) return done(false);
    return done((await invoices.takeBack(payment, kind, context)).length > 0);
  }
  const live = liveInvoices(await invoices.state());
  const invoice = live[nth % Math.max(live.length, 1)];
  if (!invoice) return done(false);
  const several = live.slice(nth % live.length).map(({ invoiceId }) => invoiceId);
  if (kind === 'mark invoices') {
    const how = {
      status: ahead > 0 ? 'overdue' : 'paid',
      today: studio.today(),
      termsDays: 14,
      wording,
      dayOf: dayIn('UTC'),
    } as const;
    return (await setStatuses(studio.services, context, several, how)).executed;
  }
  if (kind === 'delete invoices') return (await removeInvoices(studio.services, context, several)).executed;
  if (kind === 'mark invoice')
    return done((await invoices.setStatus(invoice.invoiceId, ahead > 0 ? 'sent' : 'paid', context)).length > 0);
  if (kind === 'mail invoice') await invoices.mail(invoice.invoiceId, ahead > 0 ? 'sent' : 'failed', context);
  else await invoices.delete(invoice.invoiceId, context);
  return done(true);
};

const expectNoneTwice = (names: readonly string[], what: string): void =>
  expect(
    names.filter((name, i) => names.indexOf(name) !== i),
    what,
  ).toEqual([]);

/** Expects that no date, month or refund stands on two invoices. `mailed`: the numbers of mailed invoices by id; new ones are added. */
export const expectNothingBilledTwice = async (
  { invoices }: StudioInMemory,
  mailed: Map<string, string>,
): Promise<void> => {
  const standing = liveInvoices(await invoices.state());
  const refunds = standing.flatMap((one) => one.refunds.map(({ invoiceId, entry }) => `${invoiceId} ${entry}`));
  const open = standing.flatMap(({ invoiceId, entries }) =>
    entries
      .filter((_, i) => !refunds.includes(`${invoiceId} ${i}`))
      .map(
        ({ studentId, lessonId, originalDate, isSingle }) => `${studentId} ${lessonId} ${isSingle ? '' : originalDate}`,
      ),
  );
  expectNoneTwice(open, 'dates that are billed twice');
  expectNoneTwice(refunds, 'refunds that are given twice');
  expectNoneTwice(
    standing.flatMap(({ months }) => months.map(({ studentId, month }) => `${studentId} ${month}`)),
    'months that are charged twice',
  );
  expectNoneTwice(
    standing.map(({ invoiceNumber }) => invoiceNumber),
    'numbers',
  );
  for (const { invoiceId, invoiceNumber, mail } of standing) {
    if (mail?.state === 'sent') mailed.set(invoiceId, invoiceNumber);
    for (const [id, number] of mailed)
      if (id !== invoiceId) expect(invoiceNumber, 'the number of a mailed invoice').not.toBe(number);
  }
};

/** Ends on a Sunday: lessons move within their week. */
const horizon = { from: '2026-09-01', to: '2027-06-27', teacherId: null, withRefunds: true };

const liveIn = async ({ invoices }: StudioInMemory) => liveInvoices(await invoices.state());

/**
 * Bills and refunds everything, and expects that every student, removed ones too, has paid what each lesson costs and nothing
 * else, that no date is billed twice, and that there is nothing left to bill.
 */
export const expectEachDateBilledOnce = async (studio: StudioInMemory): Promise<void> => {
  const { invoices } = studio;
  const people = [
    ...studio.present().students,
    ...studio.content().lessons.flatMap(({ student_id: id }) => id ?? []),
    ...(await liveIn(studio)).flatMap(studentsOn),
  ];
  const payers = [...new Set(people)].map((studentId) => payer(studentId));
  await invoices.invoice(payers, horizon, studio.context());
  const [billed, lessonsOf] = [await liveIn(studio), await invoices.lessons()];
  for (const { studentId, perLessonRateCents } of payers) {
    const own = billed.filter((invoice) => studentsOn(invoice).includes(studentId));
    const rate = perLessonRateCents ?? 0;
    const costs = lessonsOf(studentId)(horizon.to).map((date) => charge(chargedDateOf(date), rate, 'USD'));
    const items = own.flatMap((invoice) => invoice.items.filter((item) => item.studentId === studentId));
    const paid = items.reduce((sum, { itemType, amountCents }) => sum + (itemType === 'charge' ? 0 : amountCents), 0);
    expect(paid, `what ${studentId} paid`).toBe(costs.reduce((sum, cents) => sum + cents, 0));
    const open = ledgerOf(studentId, own).entries.filter(({ refunded }) => !refunded);
    const dates = open.map(({ lessonId, originalDate }) => `${lessonId} ${originalDate}`);
    expect(new Set(dates).size, `dates billed to ${studentId}`).toBe(dates.length);
  }
  const numbers = billed.map(({ invoiceNumber }) => invoiceNumber);
  expect(new Set(numbers).size, 'numbers').toBe(numbers.length);
  expect(await invoices.invoice(payers, horizon, studio.context()), 'everything is billed').toEqual([]);
  await studio.settle();
};
