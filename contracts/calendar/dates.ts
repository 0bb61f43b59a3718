/** A calendar day of the studio, `YYYY-MM-DD`. Compares by `<` as text. */
export type IsoDate = string;

/** 0 Sunday to 6 Saturday: the numbering of every `dayOfWeek`. Weeks themselves run Monday to Sunday. */
export type DayOfWeek = 0 | 1 | 2 | 3 | 4 | 5 | 6;

export const daysOfWeek = [0, 1, 2, 3, 4, 5, 6] as const satisfies readonly DayOfWeek[];

/** Monday to Sunday, the order in which every screen shows a week. */
export const weekOrder = [1, 2, 3, 4, 5, 6, 0] as const satisfies readonly DayOfWeek[];

const shortNames = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;
const longNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

export type ShortDayName = (typeof shortNames)[number];

export const shortDayName = (day: DayOfWeek): ShortDayName => shortNames[day];
export const longDayName = (day: DayOfWeek): string => longNames[day];

// Dates are calculated with integers: every date of every row that is read or searched goes through here, and date objects are about
// a hundred times slower.

const daysInMonth = (year: number, month: number): number => {
  if (month !== 2) return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
};

const dateText = /^\d{4}-\d{2}-\d{2}$/;

/** True for a real calendar day written `YYYY-MM-DD` between the years 1900 and 2199. */
export const isIsoDate = (text: string): boolean => {
  if (!dateText.test(text)) return false;
  const [year, month, day] = [Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8))];
  if (year < 1900 || year > 2199 || month < 1 || month > 12 || day < 1) return false;
  return day <= daysInMonth(year, month);
};

/**
 * Days since January 1, 1970 (negative before), in the proleptic Gregorian calendar. A year begins in March here, so that the leap day is its
 * last and the months before it have fixed lengths (Hinnant, "chrono-Compatible Low-Level Date Algorithms", days_from_civil).
 */
const toDayNumber = (date: IsoDate): number => {
  if (!isIsoDate(date)) throw new RangeError(`"${date}" is not a date.`);
  const month = Number(date.slice(5, 7));
  const year = Number(date.slice(0, 4)) - (month <= 2 ? 1 : 0);
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + Number(date.slice(8, 10)) - 1;
  const leapDays = Math.floor(year / 4) - Math.floor(year / 100) + Math.floor(year / 400);
  return year * 365 + leapDays + dayOfYear - daysToEpoch;
};

/** Days from March 1 of year 0 to January 1, 1970. */
const daysToEpoch = 719_468;
const daysPerEra = 146_097;

/** The inverse of `toDayNumber`. */
const fromDayNumber = (day: number): IsoDate => {
  const since = day + daysToEpoch;
  const era = Math.floor(since / daysPerEra);
  const ofEra = since - era * daysPerEra;
  const yearOfEra = Math.floor(
    (ofEra - Math.floor(ofEra / 1460) + Math.floor(ofEra / 36_524) - Math.floor(ofEra / 146_096)) / 365,
  );
  const dayOfYear = ofEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const fromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9;
  const year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0);
  const dayOfMonth = dayOfYear - Math.floor((153 * fromMarch + 2) / 5) + 1;
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(dayOfMonth).padStart(2, '0')}`;
};

/** The day of the week of a date. */
export const dayOfWeekOf = (date: IsoDate): DayOfWeek => {
  const thursday = 4; // January 1, 1970
  return daysOfWeek[(((toDayNumber(date) + thursday) % 7) + 7) % 7] ?? 0;
};

/** The date `days` days later (earlier when negative). */
export const addDays = (date: IsoDate, days: number): IsoDate => fromDayNumber(toDayNumber(date) + days);

/** The dates a week apart from one day to another, both inclusive. */
export const weeklyDates = (first: IsoDate, last: IsoDate): IsoDate[] => {
  const [from, to] = [toDayNumber(first), toDayNumber(last)];
  const weeks = Math.max(0, Math.floor((to - from) / 7) + 1);
  return Array.from({ length: weeks }, (_, week) => fromDayNumber(from + 7 * week));
};

/** Whole days from `from` to `to`; negative when `to` is earlier. */
export const daysBetween = (from: IsoDate, to: IsoDate): number => toDayNumber(to) - toDayNumber(from);

/** The Monday of the Monday-to-Sunday week that contains `date`. */
export const mondayOf = (date: IsoDate): IsoDate => addDays(date, -((dayOfWeekOf(date) + 6) % 7));

/** The date of a weekday in the Monday-to-Sunday week that contains `date`. */
export const dateInWeekOf = (date: IsoDate, day: DayOfWeek): IsoDate => addDays(mondayOf(date), (day + 6) % 7);

/** The first date on or after `from` that falls on `day`. */
export const firstOnOrAfter = (from: IsoDate, day: DayOfWeek): IsoDate =>
  addDays(from, (day - dayOfWeekOf(from) + 7) % 7);

/** The first Monday strictly after `date`. */
export const nextMonday = (date: IsoDate): IsoDate => addDays(mondayOf(date), 7);

/** The seven dates of the week that contains `date`, Monday first. */
export const datesOfWeek = (date: IsoDate): IsoDate[] => {
  const monday = mondayOf(date);
  return [0, 1, 2, 3, 4, 5, 6].map((offset) => addDays(monday, offset));
};

export const laterOf = (a: IsoDate, b: IsoDate): IsoDate => (a > b ? a : b);
export const earlierOf = (a: IsoDate, b: IsoDate): IsoDate => (a < b ? a : b);

/** The latest of some dates; null for none. */
export const latestOf = (dates: readonly IsoDate[]): IsoDate | null =>
  dates.length === 0 ? null : dates.reduce(laterOf);
