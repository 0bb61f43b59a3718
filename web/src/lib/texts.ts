import { isIsoDate, type IsoDate } from '@rondo/contracts/calendar/dates.ts';

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** "$55.00". */
export const moneyText = (amount: number): string => dollars.format(amount);

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/** "Nov 23, 2026". */
export const dateText = (date: IsoDate): string => {
  if (!isIsoDate(date)) return date;
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return `${months[month - 1]}\u00a0${day}, ${year}`;
};

/** "1 student", "34 students". */
export const counted = (count: number, word: string): string => `${count}\u00a0${count === 1 ? word : `${word}s`}`;
