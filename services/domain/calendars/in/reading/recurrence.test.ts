import { addDays, dayOfWeekOf, isIsoDate } from '@rondo/contracts/calendar/dates.ts';
import fc from 'fast-check';
import ICAL from 'ical.js';
import { describe, expect, test } from 'vitest';
import { ruleOf } from './rule-of.ts';
import { datesOf, refusedRule, type Window } from './recurrence.ts';

const window: Window = { from: '2026-10-25', to: '2027-05-23' };
const expand = (text: string, start: string, within = window) => {
  const rule = ruleOf(text);
  if (typeof rule === 'string') throw new Error(rule);
  return datesOf(rule, start, within);
};

/** The same by the library, which steps from date to date; only for rules that have dates. */
const stepped = (text: string, start: string, { from, to }: Window): string[] => {
  const steps = ICAL.Recur.fromString(text).iterator(ICAL.Time.fromDateString(start));
  const dates: string[] = [];
  for (let i = 0; i < 3000; i += 1) {
    const next = steps.next();
    if (!next || next.toString() > to) break;
    if (next.toString() >= from) dates.push(next.toString());
  }
  return dates;
};

describe('expands', () => {
  test.each([
    ['FREQ=WEEKLY;COUNT=3', '2026-11-24', ['2026-11-24', '2026-12-01', '2026-12-08']],
    ['FREQ=WEEKLY;UNTIL=20261208T235959Z', '2026-11-24', ['2026-11-24', '2026-12-01', '2026-12-08']],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=MO;COUNT=4', '1997-08-05', []],
    ['FREQ=MONTHLY;BYDAY=1FR;COUNT=2', '2026-12-04', ['2026-12-04', '2027-01-01']],
    ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=2', '2026-11-30', ['2026-11-30', '2026-12-31']],
    ['FREQ=YEARLY;BYWEEKNO=1;BYDAY=MO', '2026-01-05', ['2027-01-04']],
    ['FREQ=YEARLY;BYMONTHDAY=29;BYMONTH=2', '2024-02-29', []],
    ['FREQ=MONTHLY;BYMONTHDAY=31', '2026-10-31', ['2026-10-31', '2026-12-31', '2027-01-31', '2027-03-31']],
    ['FREQ=DAILY;INTERVAL=100', '2026-11-01', ['2026-11-01', '2027-02-09', '2027-05-20']],
  ])('%s from %s', (rule, start, dates) => expect(expand(rule, start)).toEqual(dates));

  test.each(['WKST=MO', 'WKST=SU'])('every other week by %s as the standard shows', (wkst) => {
    const dates = expand(`FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;${wkst}`, '1997-08-05', {
      from: '1997-08-01',
      to: '1997-12-31',
    });
    expect(dates).toEqual(
      wkst === 'WKST=MO'
        ? ['1997-08-05', '1997-08-10', '1997-08-19', '1997-08-24']
        : ['1997-08-05', '1997-08-17', '1997-08-19', '1997-08-31'],
    );
  });
});

describe('takes no time for rules that no date fits', () => {
  test.each([
    'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=MONTHLY;INTERVAL=12;BYMONTHDAY=31',
    'FREQ=MONTHLY;BYDAY=6MO;COUNT=1000',
    'FREQ=YEARLY;BYWEEKNO=53;BYMONTH=6',
    'FREQ=WEEKLY;BYDAY=MO;BYSETPOS=5',
  ])('%s', (rule) => {
    // Processor time, of which a busy machine takes nothing away.
    const before = process.threadCpuUsage();
    expect(expand(rule, '2000-11-01')).toEqual([]);
    expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(500);
  });
});

describe('refuses', () => {
  test.each([
    'FREQ=HOURLY',
    'FREQ=MINUTELY',
    'FREQ=SECONDLY;COUNT=1000000',
    'FREQ=DAILY;BYHOUR=9,10,11',
    'FREQ=DAILY;BYMINUTE=0,1,2',
    'FREQ=FORTNIGHTLY',
    'COUNT=3',
    'FREQ=DAILY;INTERVAL=0',
    'FREQ=DAILY;COUNT=-1',
    'FREQ=DAILY;COUNT=x',
    'FREQ=MONTHLY;BYDAY=XX',
    'FREQ=MONTHLY;BYMONTHDAY=32',
    'FREQ=YEARLY;BYMONTH=13',
    'FREQ=DAILY;UNTIL=someday',
    `FREQ=YEARLY;BYYEARDAY=${'1,'.repeat(500)}1`,
  ])('%.60s', (rule) => expect(ruleOf(rule)).toEqual(expect.any(String)));

  test('a count from too long ago', () => {
    const rule = ruleOf('FREQ=DAILY;COUNT=100000');
    expect(typeof rule === 'string' ? rule : refusedRule(rule, '1900-01-01', window)).toMatch(/too long ago/);
  });
});

test('expands random rules to the dates that stepping through them gives', () => {
  const days = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
  const some = <T>(values: readonly T[]) => fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 3 });
  const between = (a: number, b: number) => fc.integer({ min: a, max: b });
  const start = between(0, 1500).map((day) => addDays('2023-01-01', day));
  const ends = fc.oneof(
    fc.constant(''),
    between(1, 60).map((count) => `;COUNT=${count}`),
    between(0, 500).map((day) => `;UNTIL=${addDays('2026-10-01', day).replaceAll('-', '')}`),
  );
  const every = between(1, 4);
  const dayList = some(days).map((list) => list.join());
  const nthDay = fc.tuple(fc.constantFrom(1, 2, 3, 4, -1, -2), fc.constantFrom(...days)).map((nth) => nth.join(''));
  const monthDays = some([1, 5, 12, 28, -1, -3]).map((list) => list.join());
  const rule = fc.oneof(
    fc.tuple(every).map(([n]) => `FREQ=DAILY;INTERVAL=${n}`),
    fc
      .tuple(every, dayList, fc.constantFrom('MO', 'SU'))
      .map(([n, list, week]) => `FREQ=WEEKLY;INTERVAL=${n};BYDAY=${list};WKST=${week}`),
    fc.tuple(every).map(([n]) => `FREQ=WEEKLY;INTERVAL=${n}`),
    fc.tuple(every, nthDay).map(([n, day]) => `FREQ=MONTHLY;INTERVAL=${n};BYDAY=${day}`),
    fc.tuple(every, monthDays).map(([n, list]) => `FREQ=MONTHLY;INTERVAL=${n};BYMONTHDAY=${list}`),
    fc.tuple(nthDay, between(1, 12)).map(([day, month]) => `FREQ=YEARLY;BYMONTH=${month};BYDAY=${day}`),
    fc.tuple(monthDays, between(1, 12)).map(([list, month]) => `FREQ=YEARLY;BYMONTH=${month};BYMONTHDAY=${list}`),
  );
  fc.assert(
    fc.property(rule, ends, start, (by, end, first) => {
      const text = by + end;
      // The library leaves out a first date that does not fit the rule; the event has it all the same.
      const dates = stepped(text, first, { from: first, to: window.to });
      fc.pre(dates[0] === first && isIsoDate(first) && dayOfWeekOf(first) >= 0);
      expect([text, first, expand(text, first)]).toEqual([text, first, dates.filter((date) => date >= window.from)]);
    }),
    { numRuns: Number(process.env['RUNS'] ?? 150) },
  );
});
