import { moneyText } from '../money/money.ts';
import type { AttendanceRecord } from './attendance.ts';
import { charge } from './charge.ts';
import { versionFor, type PolicyTerms } from './policy.ts';

// What it costs that nobody is at home, before and after somebody records it.

/** A version of the policy as answers have it. */
type Version = { readonly id: string; readonly from: string } & (
  | { readonly off: true }
  | ({ readonly off: false } & PolicyTerms)
);

/** The percentage of the price that an absence on a date costs: all of it where nothing is agreed. */
export const noShowOn = (versions: readonly Version[], date: string): number =>
  versionFor(
    versions.map((one) => ({ policyId: one.id, from: one.from, terms: one.off ? null : one })),
    date,
  )?.terms?.noShow ?? 100;

/** How a student pays for one date. */
export type DatePrice = {
  /** Per lesson; null: not set. */
  readonly rate: number | null;
  /** A month's charge covers it: what is not charged is given back. */
  readonly isMonthly: boolean;
  readonly currency: string;
};

/** What an absence leaves charged, and the rest, in words; null where nothing is said about money. */
const moneyOf = (percent: number, { rate, currency }: DatePrice) => {
  const rateCents = Math.round((rate ?? 0) * 100);
  const charged = charge({ is: 'standing', absent: percent }, rateCents, currency);
  const text = (cents: number): string => moneyText(cents / 100, currency);
  return { charged, rest: rateCents - charged, chargedText: text(charged), restText: text(rateCents - charged) };
};

/** What a record will cost: "$70.00 either way", "$70.00 or $35.00" when taught or not home; null without a rate. */
export const priceBefore = (noShow: number, price: DatePrice): string | null => {
  const { rest, chargedText, restText } = moneyOf(noShow, price);
  if (price.isMonthly) return rest === 0 ? 'No refund either way' : `${restText} back if not home`;
  if (price.rate === null) return null;
  const taught = moneyText(price.rate, price.currency);
  return rest === 0 ? `${taught} either way` : `${taught} or ${chargedText}`;
};

/** What a record says: "Taught", "10 min late", "$40.00 charged", "Not charged", "$22.50 refunded". */
export const recordText = (
  { attendance, minutesLate, charge: percent }: Pick<AttendanceRecord, 'attendance' | 'minutesLate' | 'charge'>,
  price: DatePrice,
): string => {
  if (attendance === 'taught') return minutesLate > 0 ? `${minutesLate}\u00a0min late` : 'Taught';
  const { charged, rest, chargedText, restText } = moneyOf(percent ?? 100, price);
  if (price.isMonthly) return rest === 0 ? 'No refund' : `${restText} refunded`;
  if (price.rate === null) return 'Not home';
  return charged === 0 ? 'Not charged' : `${chargedText} charged`;
};

/** "The full price, $40.00, is charged.", "$20.00 of $40.00 is charged.", "Nothing is charged.", "$22.50 of the month is refunded." */
export const absenceSentence = (percent: number, price: DatePrice): string => {
  const { charged, rest, chargedText, restText } = moneyOf(percent, price);
  if (price.isMonthly) return rest === 0 ? 'The month stays charged.' : `${restText} of the month is refunded.`;
  if (price.rate === null && percent > 0)
    return percent === 100 ? 'The full price is charged.' : `${percent}\u00a0% of the price is charged.`;
  if (charged === 0) return 'Nothing is charged.';
  if (rest === 0) return `The full price, ${chargedText}, is charged.`;
  return `${chargedText} of ${moneyText((charged + rest) / 100, price.currency)} is charged.`;
};
