import { addDays, daysBetween, isIsoDate, mondayOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { monthNames } from '@rondo/contracts/calendar/words.ts';

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

/** Which of some names a word begins, from three letters on; -1 for none. */
const indexOf = (names: readonly string[], word: string): number =>
  word.length < 3 ? -1 : names.findIndex((name) => name.toLowerCase().startsWith(word));

const dated = (year: number, month: number, day: number): IsoDate | null => {
  const text = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  return isIsoDate(text) ? text : null;
};

/** The date without a year that is nearest to come: one that is more than half a year ago is the next one. */
const nearest = (month: number, day: number, today: IsoDate): IsoDate | null => {
  const year = Number(today.slice(0, 4));
  const here = dated(year, month, day);
  if (here !== null && daysBetween(here, today) <= 183) return here;
  return dated(year + 1, month, day) ?? here;
};

const withYear = (month: number, day: number, year: string | undefined, today: IsoDate): IsoDate | null => {
  if (year === undefined) return nearest(month, day, today);
  return dated(year.length === 2 ? 2000 + Number(year) : Number(year), month, day);
};

/** A weekday to come: today's too, unless it is said to be the next one, which is that of next week. */
const weekdayIn = (word: string, isNext: boolean, today: IsoDate): IsoDate | null => {
  const day = indexOf(weekdays, word);
  if (day === -1) return null;
  const here = addDays(mondayOf(today), day);
  if (isNext) return addDays(here, 7);
  return here < today ? addDays(here, 7) : here;
};

const named = (text: string, today: IsoDate): IsoDate | null => {
  const [month, day, year] = [...(/^([a-z]+) (\d{1,2})(?:st|nd|rd|th)?(?: (\d{4}))?$/.exec(text)?.slice(1) ?? [])];
  const [day2, month2, year2] = [...(/^(\d{1,2})(?:st|nd|rd|th)? ([a-z]+)(?: (\d{4}))?$/.exec(text)?.slice(1) ?? [])];
  const index = indexOf(monthNames, month ?? month2 ?? '');
  return index === -1 ? null : withYear(index + 1, Number(day ?? day2), year ?? year2, today);
};

const numbered = (text: string, today: IsoDate): IsoDate | null => {
  const [month, day, year] = [...(/^(\d{1,2})\/(\d{1,2})(?:\/(\d{2}|\d{4}))?$/.exec(text)?.slice(1) ?? [])];
  return month === undefined ? null : withYear(Number(month), Number(day), year, today);
};

/** The day that a text names: "today", "dec 8", "8 december 2027", "12/8", "2026-12-08", "tue", "next tue". Null for anything else. */
export const dayNamed = (typed: string, today: IsoDate): IsoDate | null => {
  const text = typed.toLowerCase().replaceAll(/[,.]/g, ' ').trim().replaceAll(/\s+/g, ' ');
  if (isIsoDate(text)) return text;
  if (text === 'today') return today;
  if (text === 'tomorrow') return addDays(today, 1);
  if (text === 'yesterday') return addDays(today, -1);
  if (text === 'next week') return addDays(mondayOf(today), 7);
  const [first = '', second, ...rest] = text.split(' ');
  if (rest.length === 0 && (first === 'next' || first === 'this') && second !== undefined)
    return weekdayIn(second, first === 'next', today);
  return (second === undefined ? weekdayIn(first, false, today) : null) ?? named(text, today) ?? numbered(text, today);
};
