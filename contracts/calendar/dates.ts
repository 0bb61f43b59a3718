import { Temporal } from 'temporal-polyfill';

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

/** By arithmetic: every date of every row that is read comes through here. */
const daysInMonth = (year: number, month: number): number => {
  if (month !== 2) return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
};

const dateText = /^\d{4}-\d{2}-\d{2}$/;

/** True for a real calendar day written `YYYY-MM-DD` between the years 1900 and 2199. */
export const isIsoDate = (text: string): boolean => {
  if (!dateText.test(text)) return false;
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number);
  if (year < 1900 || year > 2199 || month < 1 || month > 12 || day < 1) return false;
  return day <= daysInMonth(year, month);
};

/** The day of the week of a date. */
export const dayOfWeekOf = (date: IsoDate): DayOfWeek => {
  const iso = Temporal.PlainDate.from(date).dayOfWeek; // 1 Monday to 7 Sunday
  return daysOfWeek[iso % 7] ?? 0;
};

/** The date `days` days later (earlier when negative). */
export const addDays = (date: IsoDate, days: number): IsoDate => Temporal.PlainDate.from(date).add({ days }).toString();

/** Whole days from `from` to `to`; negative when `to` lies before. */
export const daysBetween = (from: IsoDate, to: IsoDate): number =>
  Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to), { largestUnit: 'days' }).days;

/** The Monday of the Monday-to-Sunday week that holds `date`. */
export const mondayOf = (date: IsoDate): IsoDate => addDays(date, -((dayOfWeekOf(date) + 6) % 7));

/** The date of a weekday inside the Monday-to-Sunday week that holds `date`. */
export const dateInWeekOf = (date: IsoDate, day: DayOfWeek): IsoDate => addDays(mondayOf(date), (day + 6) % 7);

/** The first date on or after `from` that falls on `day`. */
export const firstOnOrAfter = (from: IsoDate, day: DayOfWeek): IsoDate =>
  addDays(from, (day - dayOfWeekOf(from) + 7) % 7);

/** The first Monday strictly after `date`. */
export const nextMonday = (date: IsoDate): IsoDate => addDays(mondayOf(date), 7);

/** The seven dates of the week that holds `date`, Monday first. */
export const datesOfWeek = (date: IsoDate): IsoDate[] => {
  const monday = mondayOf(date);
  return [0, 1, 2, 3, 4, 5, 6].map((offset) => addDays(monday, offset));
};

export const laterOf = (a: IsoDate, b: IsoDate): IsoDate => (a > b ? a : b);
export const earlierOf = (a: IsoDate, b: IsoDate): IsoDate => (a < b ? a : b);
