import { isIsoDate, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { Rule, RuleDay } from './recurrence.ts';

/** Values that one part of a rule may list. Nobody writes more, and each costs time on every day. */
const maxValues = 64;

const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];

class Refused extends Error {}

const refuse = (why: string): never => {
  throw new Refused(why);
};

const unreadable = 'Its rule of repetition cannot be read.';
const tooOften = 'It repeats more often than once a day.';

const integer = (text: string): number => (/^[+-]?\d{1,6}$/.test(text) ? Number(text) : refuse(unreadable));

const list = (text: string | undefined): string[] => {
  if (text === undefined) return [];
  const values = text.split(',');
  return values.length > maxValues ? refuse('Its rule of repetition is too long.') : values;
};

/** Numbers of a list within a limit, counted from the end when negative. */
const numbers = (text: string | undefined, max: number): number[] =>
  list(text).map((value) => {
    const read = integer(value);
    return read === 0 || Math.abs(read) > max ? refuse(unreadable) : read;
  });

const day = (text: string): RuleDay => {
  const [, nth = '', name = ''] = /^([+-]?\d{1,2})?([A-Z]{2})$/.exec(text) ?? [];
  const at = weekdays.indexOf(name);
  if (at < 0) return refuse(unreadable);
  return { day: at, nth: nth === '' || Number(nth) === 0 ? null : Number(nth) };
};

/** The last day on which an event may start, given a moment of UNTIL: a date, a time of the day (HHMMSS) and whether that is in UTC. */
export type LastDay = (date: IsoDate, time: string, isUtc: boolean) => IsoDate;

const until = (text: string | undefined, lastDay: LastDay): IsoDate | null => {
  if (text === undefined) return null;
  const [, year, month, day, time, utc] = /^(\d{4})(\d\d)(\d\d)(?:T(\d{6})(Z?))?$/.exec(text) ?? [];
  const date = `${year}-${month}-${day}`;
  if (!isIsoDate(date)) return refuse(unreadable);
  return time === undefined ? date : lastDay(date, time, utc === 'Z');
};

const frequencies = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const;

const frequency = (text: string | undefined): Rule['freq'] => {
  if (text === 'HOURLY' || text === 'MINUTELY' || text === 'SECONDLY') return refuse(tooOften);
  return frequencies.find((one) => one === text) ?? refuse(unreadable);
};

const partsOf = (text: string): Map<string, string> =>
  new Map(
    text
      .toUpperCase()
      .split(';')
      .filter((part) => part !== '')
      .map((part) => {
        const [name = '', value = ''] = part.split('=');
        return [name.trim(), value.trim()] as const;
      }),
  );

const read = (text: string, lastDay: LastDay): Rule => {
  const parts = partsOf(text);
  // One time of the day is the event's own; more than one is several times a day.
  for (const name of ['BYHOUR', 'BYMINUTE', 'BYSECOND']) if (list(parts.get(name)).length > 1) refuse(tooOften);
  const count = parts.has('COUNT') ? integer(parts.get('COUNT') ?? '') : null;
  const interval = parts.has('INTERVAL') ? integer(parts.get('INTERVAL') ?? '') : 1;
  if (interval < 1 || (count !== null && count < 1)) refuse(unreadable);
  return {
    freq: frequency(parts.get('FREQ')),
    interval,
    count,
    until: until(parts.get('UNTIL'), lastDay),
    byMonth: numbers(parts.get('BYMONTH'), 12),
    byMonthDay: numbers(parts.get('BYMONTHDAY'), 31),
    byYearDay: numbers(parts.get('BYYEARDAY'), 366),
    byWeekNo: numbers(parts.get('BYWEEKNO'), 53),
    byDay: list(parts.get('BYDAY')).map(day),
    bySetPos: numbers(parts.get('BYSETPOS'), 366),
    weekStart: Math.max(0, weekdays.indexOf(parts.get('WKST') ?? 'MO')),
  };
};

/** Reads an RRULE; a sentence when the event is refused for it. */
export const ruleOf = (text: string, lastDay: LastDay = (date) => date): Rule | string => {
  try {
    return read(text, lastDay);
  } catch (error) {
    if (error instanceof Refused) return error.message;
    throw error;
  }
};
