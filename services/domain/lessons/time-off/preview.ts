import type { ClosurePreview } from '@rondo/contracts/api/studio/closures.ts';
import type { ClosureMoney } from '@rondo/contracts/calendar/closures/closures.ts';
import { inText } from '@rondo/contracts/calendar/windows.ts';
import { spanOf } from '@rondo/contracts/calendar/rows.ts';
import { moneyText } from '@rondo/contracts/money/money.ts';
import { dateKey } from '../../schedule/edit/billed.ts';
import type { DateEffect } from './effects.ts';

/** A date that an invoice bills. */
type BilledMoney = {
  readonly invoiceNumber: string;
  readonly cents: number;
  readonly month: { readonly key: string; readonly leftCents: number } | null;
};

/** What a preview has to know of money: see `moneyOfDates` of billing. */
export type Money = {
  readonly billed: ReadonlyMap<string, BilledMoney>;
  /** The students who pay by the month. */
  readonly monthly: ReadonlySet<string>;
  readonly currency: string;
};

type People = {
  readonly nameOf: (studentId: string) => string;
  /** The family of a student, or the student. */
  readonly payerOf: (studentId: string) => string;
};

const counted = (count: number, one: string, several = `${one}s`): string => `${count} ${count === 1 ? one : several}`;

type Billing = ClosurePreview['dates'][number]['billing'];

/** What a closure of a date does to its money, by what is chosen; `spend` takes from the month that covers it. */
const billingOf = (
  { lesson, seriesId, originalDate, effect }: DateEffect,
  money: ClosureMoney | null,
  { billed, monthly }: Money,
  spend: (month: { key: string; leftCents: number }, cents: number) => number,
): { readonly billing: Billing; readonly refundCents: number } => {
  if (effect !== 'closes' || money === null) return { billing: null, refundCents: 0 };
  if (money === 'owed') return { billing: 'owed', refundCents: 0 };
  const date = billed.get(dateKey(seriesId, originalDate));
  const isCovered = date ? date.month !== null : monthly.has(lesson.studentId ?? '');
  if (isCovered && money === 'refund') return { billing: 'monthStays', refundCents: 0 };
  if (!date) return { billing: 'leftOut', refundCents: 0 };
  return { billing: 'refunded', refundCents: date.month ? spend(date.month, date.cents) : date.cents };
};

/** @param chosen what happens to the money, whatever the closure says; absent: as each closure has it */
const billings = (effects: readonly DateEffect[], money: Money, chosen?: ClosureMoney) => {
  const left = new Map<string, number>();
  return effects.map((one) =>
    billingOf(one, chosen ?? one.closedBy?.money ?? null, money, ({ key, leftCents }, cents) => {
      const rest = left.get(key) ?? leftCents;
      const spent = Math.min(rest, cents);
      left.set(key, rest - spent);
      return spent;
    }),
  );
};

const sum = (all: readonly { readonly refundCents: number }[]): number =>
  all.reduce((total, { refundCents }) => total + refundCents, 0);

const begunInWords = (begun: readonly DateEffect[], nameOf: People['nameOf']): string[] => {
  const [only] = begun;
  if (!only) return [];
  return begun.length === 1
    ? [`The lesson with ${nameOf(only.lesson.studentId ?? '')} has begun and stays.`]
    : [`${begun.length} lessons have begun and stay.`];
};

/** What would be closed, in one sentence. */
const closedInWords = (
  {
    lessons,
    families,
    billedLessons,
    refundCents,
    owed,
  }: Record<'lessons' | 'families' | 'billedLessons' | 'refundCents' | 'owed', number>,
  currency: string,
): string => {
  const are = lessons === 1 ? 'is' : 'are';
  const closed = `${counted(lessons, 'lesson')} of ${counted(families, 'family', 'families')} ${are} closed`;
  if (owed > 0)
    return `${closed} and ${lessons === 1 ? 'stays' : 'stay'} billed: ${counted(owed, 'lesson')} ${owed === 1 ? 'is' : 'are'} owed.`;
  if (refundCents === 0) return `${closed}.`;
  const amount = moneyText(refundCents / 100, currency);
  return lessons === 1
    ? `${closed} and already billed: ${amount} is refunded on the next invoice.`
    : `${closed}, ${billedLessons} of them already billed: ${amount} is refunded on the next invoice.`;
};

const mostDates = 500;

/** What a change of closures would do, in numbers and in words. Pure. */
export const previewFrom = (
  effects: readonly DateEffect[],
  { money, people, conflicts }: { money: Money; people: People; conflicts: ClosurePreview['back']['conflicts'] },
): ClosurePreview => {
  const of = (effect: DateEffect['effect']) => effects.filter((one) => one.effect === effect);
  const [closes, back, begun] = [of('closes'), of('back'), of('begun')];
  const all = billings(effects, money);
  const refunded = all.filter(({ billing, refundCents }) => billing === 'refunded' && refundCents > 0);
  const refundCents = sum(all);
  const owed = all.filter(({ billing }) => billing === 'owed').length;
  const families = new Set(closes.map(({ lesson }) => people.payerOf(lesson.studentId ?? ''))).size;
  const billedDates = closes.flatMap(
    ({ seriesId, originalDate }) => money.billed.get(dateKey(seriesId, originalDate)) ?? [],
  );
  const numbers = { lessons: closes.length, families, billedLessons: refunded.length, refundCents, owed };
  const sentences = [
    ...(closes.length > 0 ? [closedInWords(numbers, money.currency)] : []),
    ...(back.length > 0 ? [`${counted(back.length, 'lesson')} ${back.length === 1 ? 'comes' : 'come'} back.`] : []),
    ...(closes.length + back.length === 0 ? ['No lesson falls into this time.'] : []),
    ...begunInWords(begun, people.nameOf),
  ];
  return {
    sentence: sentences.join(' '),
    lessons: closes.length,
    families,
    kept: of('kept').length,
    billed: {
      lessons: billedDates.length,
      amount: refundCents / 100,
      invoices: [...new Set(billedDates.map(({ invoiceNumber }) => invoiceNumber))].toSorted(),
    },
    back: { lessons: back.length, conflicts },
    dates: effects.slice(0, mostDates).map(({ lesson, teacherId, date, effect, seriesId, originalDate }, i) => {
      const { startTime, endTime } = inText(spanOf(lesson));
      return {
        lessonId: lesson.lessonId,
        studentId: lesson.studentId ?? '',
        name: people.nameOf(lesson.studentId ?? ''),
        teacherId,
        date,
        startTime,
        endTime,
        billedOn: money.billed.get(dateKey(seriesId, originalDate))?.invoiceNumber ?? null,
        effect,
        billing: all[i]?.billing ?? null,
        refund: (all[i]?.refundCents ?? 0) / 100,
      };
    }),
    choices: choicesFor(closes, money, people),
  };
};

/** The choices for the money of what closes, each with what it costs. */
const choicesFor = (closes: readonly DateEffect[], money: Money, { nameOf }: People): ClosurePreview['choices'] => {
  const plain = sum(billings(closes, money, 'refund'));
  const withMonths = billings(closes, money, 'refundMonthlyToo');
  const monthly = billings(closes, money, 'refund').map(({ billing }) => billing === 'monthStays');
  const concerned = [
    ...new Set(closes.filter((_, i) => monthly[i]).map(({ lesson }) => nameOf(lesson.studentId ?? ''))),
  ];
  const whose = concerned.length === 1 ? (concerned[0] ?? '') : `${concerned.length} students`;
  const moreCents = sum(withMonths) - plain;
  const more = moneyText(moreCents / 100, money.currency);
  return [
    {
      money: 'refund' as const,
      text: plain > 0 ? 'What is billed already is refunded.' : 'Left out of the next invoices.',
      refund: plain / 100,
      owed: 0,
    },
    ...(concerned.length === 0
      ? []
      : [
          {
            money: 'refundMonthlyToo' as const,
            text:
              moreCents > 0 ? `Also ${more} back for ${whose}.` : `Also given back on the month’s invoice of ${whose}.`,
            refund: sum(withMonths) / 100,
            owed: 0,
          },
        ]),
    {
      money: 'owed' as const,
      text: `${counted(closes.length, 'lesson')} to make up.`,
      refund: 0,
      owed: closes.length,
    },
  ];
};
