import { addDays, type IsoDate } from './dates.ts';
import { monthNames } from './words.ts';

/** A calendar month, `YYYY-MM`. */
type Month = string;

export const monthOf = (date: IsoDate): Month => date.slice(0, 7);

export const isInMonth = (date: IsoDate, month: Month): boolean => monthOf(date) === month;

const nextMonth = (month: Month): Month => monthOf(addDays(`${month}-28`, 4));

/** The calendar months from one day to another. */
export const monthsOf = (from: IsoDate, to: IsoDate): Month[] => {
  const months: Month[] = [];
  for (let month = monthOf(from); month <= monthOf(to); month = nextMonth(month)) months.push(month);
  return months;
};

export const firstDayOf = (month: Month): IsoDate => `${month}-01`;
export const lastDayOf = (month: Month): IsoDate => addDays(firstDayOf(nextMonth(month)), -1);

/** "December 2026". */
export const monthName = (month: Month): string => {
  const [year = '', number = ''] = month.split('-');
  return `${monthNames[Number(number) - 1] ?? ''} ${year}`;
};
