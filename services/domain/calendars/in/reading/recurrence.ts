import {
  addDays,
  dayOfWeekOf,
  daysBetween,
  isIsoDate,
  mondayOf,
  type IsoDate,
} from '@rondo/contracts/calendar/dates.ts';

/** A weekday of a rule: every one, or the nth of its month or year, counted from the end when negative. */
export type RuleDay = { readonly day: number; readonly nth: number | null };

/** The dates of a recurring event, RFC 5545: `RRULE` as far as it says dates. Times of the day do not recur. */
export type Rule = {
  readonly freq: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY';
  readonly interval: number;
  readonly count: number | null;
  /** The last day, inclusive. */
  readonly until: IsoDate | null;
  readonly byMonth: readonly number[];
  readonly byMonthDay: readonly number[];
  readonly byYearDay: readonly number[];
  readonly byWeekNo: readonly number[];
  readonly byDay: readonly RuleDay[];
  readonly bySetPos: readonly number[];
  /** The first day of the week, 0 Sunday to 6 Saturday. */
  readonly weekStart: number;
};

/** Days that a rule with a COUNT may take to count: 55 years of a daily one. */
const maxDaysCounted = 20_000;

type Month = { readonly year: number; readonly month: number };

const monthOf = (date: IsoDate): Month => ({ year: Number(date.slice(0, 4)), month: Number(date.slice(5, 7)) });
const dayOfMonth = (date: IsoDate): number => Number(date.slice(8));
const firstOfMonth = (date: IsoDate): IsoDate => `${date.slice(0, 7)}-01`;
const firstOfYear = (year: number): IsoDate => `${year}-01-01`;
const firstOfNextMonth = (date: IsoDate): IsoDate => firstOfMonth(addDays(firstOfMonth(date), 31));

const lengthOfMonth = (date: IsoDate): number => daysBetween(firstOfMonth(date), firstOfNextMonth(date));
const lengthOfYear = (year: number): number => daysBetween(firstOfYear(year), `${year}-12-31`) + 1;

/** The first day of the week that contains a date. */
const weekOf = (date: IsoDate, weekStart: number): IsoDate =>
  weekStart === 1 ? mondayOf(date) : addDays(date, -((dayOfWeekOf(date) - weekStart + 7) % 7));

/** True when a position counted from 1, or from the end when negative, is among those of a rule. */
const isAmong = (positions: readonly number[], position: number, length: number): boolean =>
  positions.includes(position) || positions.includes(position - length - 1);

/** Week 1 of a year is the first with at least four days in it. */
const firstWeekOf = (year: number, weekStart: number): IsoDate => weekOf(`${year}-01-04`, weekStart);

const isInWeekNo = (date: IsoDate, { byWeekNo, weekStart }: Rule): boolean => {
  const { year } = monthOf(date);
  const first = firstWeekOf(year, weekStart);
  const next = firstWeekOf(year + 1, weekStart);
  if (date < first || date >= next) return false;
  return isAmong(byWeekNo, Math.floor(daysBetween(first, date) / 7) + 1, daysBetween(first, next) / 7);
};

const isOnDay = (date: IsoDate, rule: Rule): boolean => {
  const day = dayOfWeekOf(date);
  const own = rule.byDay.filter((one) => one.day === day);
  if (own.some(({ nth }) => nth === null)) return true;
  if (own.length === 0) return false;
  const nths = own.flatMap(({ nth }) => nth ?? []);
  const ofYear = rule.freq === 'YEARLY' && rule.byMonth.length === 0;
  const length = ofYear ? lengthOfYear(monthOf(date).year) : lengthOfMonth(date);
  const at = ofYear ? daysBetween(firstOfYear(monthOf(date).year), date) + 1 : dayOfMonth(date);
  const position = Math.ceil(at / 7);
  return isAmong(nths, position, position + Math.floor((length - at) / 7));
};

/** Whether a date fits the BY parts of a rule; what they leave open is as on the first date. */
const fits = (date: IsoDate, rule: Rule, start: IsoDate): boolean => {
  const { freq, byMonth, byMonthDay, byYearDay, byWeekNo, byDay } = rule;
  const { year, month } = monthOf(date);
  if (byMonth.length > 0 && !byMonth.includes(month)) return false;
  if (byYearDay.length > 0 && !isAmong(byYearDay, daysBetween(firstOfYear(year), date) + 1, lengthOfYear(year)))
    return false;
  if (byWeekNo.length > 0 && !isInWeekNo(date, rule)) return false;
  if (byMonthDay.length > 0 && !isAmong(byMonthDay, dayOfMonth(date), lengthOfMonth(date))) return false;
  if (byDay.length > 0) return isOnDay(date, rule);
  if (byMonthDay.length > 0 || byYearDay.length > 0) return true;
  if (byWeekNo.length > 0 || freq === 'WEEKLY') return dayOfWeekOf(date) === dayOfWeekOf(start);
  if (freq === 'MONTHLY') return dayOfMonth(date) === dayOfMonth(start);
  if (freq === 'YEARLY')
    return dayOfMonth(date) === dayOfMonth(start) && (byMonth.length > 0 || month === monthOf(start).month);
  return true;
};

/** Whether the period of a date, such as its month, is one of those that the interval selects. */
const isInInterval = (date: IsoDate, { freq, interval, weekStart }: Rule, start: IsoDate): boolean => {
  if (interval === 1) return true;
  const [own, first] = [monthOf(date), monthOf(start)];
  switch (freq) {
    case 'DAILY':
      return daysBetween(start, date) % interval === 0;
    case 'WEEKLY':
      return (daysBetween(weekOf(start, weekStart), weekOf(date, weekStart)) / 7) % interval === 0;
    case 'MONTHLY':
      return ((own.year - first.year) * 12 + own.month - first.month) % interval === 0;
    case 'YEARLY':
      return (own.year - first.year) % interval === 0;
  }
};

/** The days of the period that contains a date: the first, and the first of the next. */
const periodOf = (date: IsoDate, { freq, weekStart }: Rule): { from: IsoDate; next: IsoDate } => {
  switch (freq) {
    case 'DAILY':
      return { from: date, next: addDays(date, 1) };
    case 'WEEKLY': {
      const from = weekOf(date, weekStart);
      return { from, next: addDays(from, 7) };
    }
    case 'MONTHLY':
      return { from: firstOfMonth(date), next: firstOfNextMonth(date) };
    case 'YEARLY':
      return { from: firstOfYear(monthOf(date).year), next: firstOfYear(monthOf(date).year + 1) };
  }
};

const datesBetween = (from: IsoDate, next: IsoDate): IsoDate[] =>
  Array.from({ length: daysBetween(from, next) }, (_, i) => addDays(from, i));

/** The dates of a period that BYSETPOS selects among those that fit. */
const selectedIn = (from: IsoDate, next: IsoDate, rule: Rule, start: IsoDate): IsoDate[] => {
  const fitting = datesBetween(from, next).filter((date) => fits(date, rule, start));
  return fitting.filter((_, i) => isAmong(rule.bySetPos, i + 1, fitting.length));
};

/** The dates from one day to another, both inclusive, that a rule without its COUNT has, the first date of the event apart. */
const ruledBetween = (rule: Rule, start: IsoDate, first: IsoDate, last: IsoDate): IsoDate[] => {
  const isWithin = (date: IsoDate): boolean => date >= first && date <= last;
  if (rule.bySetPos.length === 0)
    return datesBetween(first, addDays(last, 1)).filter(
      (date) => isInInterval(date, rule, start) && fits(date, rule, start),
    );
  const dates: IsoDate[] = [];
  for (let period = periodOf(first, rule); period.from <= last; period = periodOf(period.next, rule))
    if (isInInterval(period.from < start ? start : period.from, rule, start))
      dates.push(...selectedIn(period.from, period.next, rule, start).filter(isWithin));
  return dates;
};

/** Why a rule is not expanded, as a sentence; null when it can be. */
export const refusedRule = ({ count, interval }: Rule, start: IsoDate, window: Window): string | null => {
  if (!isIsoDate(start)) return 'Its first date cannot be read.';
  if (interval < 1 || interval > 10_000) return 'It repeats at an interval that cannot be read.';
  if (count !== null && daysBetween(start, window.to) > maxDaysCounted) return 'It began too long ago to be counted.';
  return null;
};

/** The days that are read of a feed, both inclusive. */
export type Window = { readonly from: IsoDate; readonly to: IsoDate };

/**
 * The dates of a recurring event in a window, in order. Every day is checked against the rule, so the time that this takes is bounded by the
 * window (with a COUNT, by the days since the first date), also for rules that no date fits. The first date belongs to the event, whether it
 * fits or not.
 */
export const datesOf = (rule: Rule, start: IsoDate, window: Window): IsoDate[] => {
  const last = rule.until !== null && rule.until < window.to ? rule.until : window.to;
  const from = rule.count === null && window.from > start ? window.from : start;
  const after = from > start ? from : addDays(start, 1);
  if (last < after) return start >= window.from && start <= window.to ? [start] : [];
  const ruled = ruledBetween(rule, start, after, last);
  const all = from > start ? ruled : [start, ...ruled];
  return all.slice(0, rule.count ?? all.length).filter((date) => date >= window.from && date <= window.to);
};
