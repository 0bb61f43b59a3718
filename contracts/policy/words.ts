import { shortDate } from '../calendar/words.ts';
import { formatTime, toMinutes } from '../calendar/times.ts';
import { moneyText } from '../money/money.ts';
import type { PolicyTerms, RecordedOutcome, Tier, TierOutcome } from './policy.ts';

const count = (amount: number, one: string): string => `${amount} ${amount === 1 ? one : `${one}s`}`;

/** "23 hours and 45 minutes", "51 hours", "4 days": rounded down. */
export const noticeInWords = (minutes: number): string => {
  const whole = Math.max(0, Math.floor(minutes));
  const hours = Math.floor(whole / 60);
  if (hours >= 72) return count(Math.floor(hours / 24), 'day');
  if (hours >= 24) return count(hours, 'hour');
  const rest = whole % 60;
  if (hours === 0) return count(rest, 'minute');
  return rest === 0 ? count(hours, 'hour') : `${count(hours, 'hour')} and ${count(rest, 'minute')}`;
};

/** "51 h", "4 d", "45 min": for lists and documents. */
export const noticeInBrief = (minutes: number): string => {
  const whole = Math.max(0, Math.floor(minutes));
  const hours = Math.floor(whole / 60);
  if (hours >= 72) return `${Math.floor(hours / 24)} d`;
  return hours === 0 ? `${whole} min` : `${hours} h`;
};

const priceOf = (percent: number): string =>
  percent === 100 ? 'the full price' : percent === 0 ? 'no charge' : `${percent} % of the price`;

/** "at least 48 hours before", "by 5:00 PM on the day before". */
const deadlineInWords = (tier: Tier): string =>
  'hours' in tier
    ? `at least ${count(tier.hours, 'hour')} before`
    : `by ${formatTime(toMinutes(tier.dayBefore))} on the day before`;

const outcomeInWords = (outcome: TierOutcome, owedDays: number | null): string => {
  if ('charge' in outcome) return priceOf(outcome.charge);
  const within = owedDays === null ? '' : ` within ${count(owedDays, 'day')}`;
  return `the price stands, and you get another lesson${within}`;
};

/** A policy as families read it, a sentence a line. */
export const policyInWords = (terms: PolicyTerms | null): string[] => {
  if (terms === null) return [];
  const { tiers, late, noShow, ours, owedDays, owedPerTerm, beyond } = terms;
  return [
    ...tiers.map((tier) => `Cancelled ${deadlineInWords(tier)}: ${outcomeInWords(tier.outcome, owedDays)}.`),
    tiers.length === 0 ? `Cancelled by you: ${priceOf(late)}.` : `Cancelled later: ${priceOf(late)}.`,
    `Nobody at home: ${priceOf(noShow)}.`,
    ours === 'refund' ? 'If the teacher cancels: no charge.' : 'If the teacher cancels: you get another lesson.',
    ...(owedPerTerm === null || !tiers.some(({ outcome }) => 'owed' in outcome)
      ? []
      : [`At most ${owedPerTerm} of these lessons a term; beyond that: ${priceOf(beyond)}.`]),
  ];
};

/** The money that an outcome is about. */
type Price = {
  readonly rateCents: number;
  readonly chargedCents: number;
  readonly currency: string;
  /** Whether an invoice bills the date already. */
  readonly isBilled: boolean;
  /** Whether a month's charge covers it. */
  readonly isMonthly: boolean;
};

/** The same without any amount, for who reads none. */
export const outcomeInShares = (
  outcome: RecordedOutcome | null,
  { isBilled, isMonthly }: Pick<Price, 'isBilled' | 'isMonthly'>,
): string => {
  if (outcome !== null && 'owed' in outcome) {
    const until = outcome.until === null ? '' : ` until ${shortDate(outcome.until)}`;
    const stands = isMonthly ? 'The month stays charged' : `The price ${isBilled ? 'stays billed' : 'is charged'}`;
    return `${stands}, and a lesson is owed${until}.`;
  }
  const percent = outcome?.charge ?? 0;
  if (isMonthly) {
    if (percent === 100) return 'The month stays charged.';
    return percent === 0 ? 'The lesson’s price is refunded.' : `${100 - percent} % of the lesson’s price is refunded.`;
  }
  if (percent === 0) return isBilled ? 'The price is refunded on the next invoice.' : 'Nothing is charged.';
  return percent === 100 ? 'The full price is charged.' : `${percent} % of the price is charged.`;
};

/** "$25.00 of $50.00 is charged.", and the like. */
export const outcomeText = (
  outcome: RecordedOutcome | null,
  { rateCents, chargedCents, currency, isBilled, isMonthly }: Price,
): string => {
  const text = (cents: number): string => moneyText(cents / 100, currency);
  if (outcome !== null && 'owed' in outcome) {
    const until = outcome.until === null ? '' : ` until ${shortDate(outcome.until)}`;
    if (isMonthly) return `The month stays charged, and a lesson is owed${until}.`;
    return `${text(rateCents)} ${isBilled ? 'stays billed' : 'is charged'}, and a lesson is owed${until}.`;
  }
  const rest = rateCents - chargedCents;
  if (isMonthly) return rest === 0 ? 'The month stays charged.' : `${text(rest)} of the month is refunded.`;
  if (chargedCents === 0)
    return isBilled && rest > 0 ? `${text(rest)} is refunded on the next invoice.` : 'Nothing is charged.';
  return rest === 0
    ? `${text(rateCents)} is charged in full.`
    : `${text(chargedCents)} of ${text(rateCents)} is charged.`;
};
