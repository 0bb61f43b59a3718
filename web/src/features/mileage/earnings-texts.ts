import type { Earnings } from '@rondo/contracts/api/road/earnings.ts';
import { formatDuration } from '@rondo/contracts/calendar/times.ts';
import { decimalsOf, moneyText } from '@rondo/contracts/money/money.ts';
import { counted } from '../../lib/texts.ts';

export type Part = Earnings['figures'];

/** An amount as it is shown: rounded to the decimals of its currency. */
export const shownAmount = (amount: number, currency: string): number => {
  const one = 10 ** decimalsOf(currency);
  return Math.round(amount * one) / one;
};

export const amountText = (amount: number, currency: string): string =>
  moneyText(shownAmount(amount, currency), currency);

/** "3 h 16"; nothing of no minutes. */
export const minutesText = (minutes: number): string => (minutes === 0 ? '–' : formatDuration(minutes));

/** "Driving is 54% of teaching", where it is more than half; null else. */
export const drivingWarning = ({ teaching, driving }: Part): string | null =>
  teaching > 0 && driving > teaching / 2 ? `Driving is ${Math.round((driving / teaching) * 100)}% of teaching` : null;

/** What an hour brings in; without a price it has none. */
export const hourText = ({ perHour, unrated }: Part, currency: string): string =>
  perHour === null ? (unrated > 0 ? 'No rate' : '–') : amountText(perHour, currency);

/** What an hour is made of, for a phone: "4 lessons, $400.00 less $75.40 for 6 h teaching, 3 h 16 driving and 20 min waiting". */
export const partsText = (part: Part, currency: string): string => {
  const { lessons, income, drivingCost, teaching, driving, waiting } = part;
  const less = drivingCost === 0 ? '' : ` less ${amountText(drivingCost, currency)}`;
  const times = [
    [teaching, 'teaching'],
    [driving, 'driving'],
    [waiting, 'waiting'],
  ] as const;
  const spent = times.flatMap(([minutes, word]) => (minutes === 0 ? [] : `${formatDuration(minutes)} ${word}`));
  const forTimes = spent.length === 0 ? '' : ` for ${spent.join(', ')}`;
  return `${counted(lessons, 'lesson')}, ${amountText(income, currency)}${less}${forTimes}`;
};
