import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { charge, hasLapsed, isOwed } from '@rondo/contracts/policy/charge.ts';
import type { Cancellation } from '@rondo/contracts/policy/policy.ts';
import { outcomeText } from '@rondo/contracts/policy/words.ts';

/** What a date costs when it takes place, and what has been charged for it. */
type Price = {
  readonly rateCents: number;
  readonly currency: string;
  readonly billed: { readonly invoiceNumber: string; readonly chargedCents: number } | null;
  readonly isMonthly: boolean;
};

/** Reads the price of one date of a lesson, named by its series or itself and its original date. */
export type PriceOf = (
  studioId: string,
  date: { readonly studentId: string; readonly lessonId: string; readonly originalDate: IsoDate },
) => Promise<Price>;

/** What a cancellation costs, in numbers and in words. */
export const resultOf = (
  { by, outcome }: Pick<Cancellation, 'by' | 'outcome'>,
  { rateCents, currency, billed, isMonthly }: Price,
  today: IsoDate,
) => {
  const lapsed = isOwed(outcome) && hasLapsed(outcome.until, today);
  const chargedCents = charge({ is: 'cancelled', by, outcome, lapsed }, rateCents, currency);
  const refundCents = billed
    ? Math.max(0, billed.chargedCents - chargedCents)
    : isMonthly
      ? rateCents - chargedCents
      : 0;
  return {
    outcome,
    charge: chargedCents / 100,
    refund: refundCents / 100,
    text: outcomeText(outcome, { rateCents, chargedCents, currency, isBilled: billed !== null, isMonthly }),
  };
};
