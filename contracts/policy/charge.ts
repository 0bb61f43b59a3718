import type { ClosureMoney } from '../calendar/closures/closures.ts';
import type { IsoDate } from '../calendar/dates.ts';
import { decimalsOf } from '../money/money.ts';
import type { Cancellation, MakesUp } from './policy.ts';

// What a date costs, for invoices, previews, texts and reports.

/** A date of a lesson as its price depends on it. */
export type ChargedDate =
  /** `absent`: the percentage of the price that it costs that nobody was at home. Null: it takes place, was taught, or nothing is recorded. */
  | { readonly is: 'standing'; readonly absent: number | null }
  | {
      readonly is: 'cancelled';
      readonly by: Cancellation['by'];
      readonly outcome: Cancellation['outcome'];
      /** Whether a lesson that is owed for it can no longer be made up for. */
      readonly lapsed: boolean;
    }
  | { readonly is: 'closed'; readonly money: ClosureMoney; readonly lapsed: boolean }
  /** Its lesson was deleted. */
  | { readonly is: 'gone' };

/** A whole percentage of an amount; halves round up, to the smallest unit. */
const shareOf = (cents: number, percent: number, currency: string): number => {
  const unit = decimalsOf(currency) === 0 && cents % 100 === 0 ? 100 : 1;
  return Math.floor(((cents / unit) * percent + 50) / 100) * unit;
};

/** What a date costs. Never below 0, never above its rate. */
export const charge = (date: ChargedDate, rateCents: number, currency: string): number => {
  switch (date.is) {
    case 'standing':
      return date.absent === null ? rateCents : shareOf(rateCents, date.absent, currency);
    case 'cancelled': {
      const { outcome, by, lapsed } = date;
      if (outcome === null) return 0;
      if ('charge' in outcome) return shareOf(rateCents, outcome.charge, currency);
      return lapsed && by !== 'family' ? 0 : rateCents;
    }
    case 'closed':
      return date.money === 'owed' && !date.lapsed ? rateCents : 0;
    case 'gone':
      return 0;
  }
};

/** Whether it is too late to find a time for a lesson that is owed until a day. */
export const hasLapsed = (until: IsoDate | null, today: IsoDate): boolean => until !== null && today > until;
/** True for what leaves a lesson owed, also once that has lapsed. */
export const isOwed = (
  outcome: Cancellation['outcome'],
): outcome is { readonly owed: true; readonly until: IsoDate | null } => outcome !== null && 'owed' in outcome;

/** Who cancelled a date, as a lesson that makes up for it says. */
export const madeUpBy = ({ by }: Pick<Cancellation, 'by'>): MakesUp['by'] => (by === 'family' ? 'family' : 'teacher');
