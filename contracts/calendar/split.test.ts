import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, dayOfWeekOf, daysBetween, daysOfWeek, isIsoDate, mondayOf, type IsoDate } from './dates.ts';
import { seriesDates, type SeriesDates } from './series.ts';
import { splitSeries } from './split.ts';

// Around the traps: daylight saving in both hemispheres' zones, leap days, year ends with 52 and 53 weeks.
const anchors = ['2024-02-26', '2025-12-22', '2026-03-02', '2026-10-26', '2026-12-21', '2028-02-21', '2100-02-22'];
const day = fc
  .tuple(fc.constantFrom(...anchors), fc.integer({ min: 0, max: 40 }))
  .map(([anchor, offset]) => addDays(anchor, offset));
const weekday = fc.constantFrom(...daysOfWeek);

const series: fc.Arbitrary<SeriesDates> = fc
  .record({
    dayOfWeek: weekday,
    validFrom: day,
    lasts: fc.option(fc.integer({ min: 0, max: 200 })),
    skipped: fc.uniqueArray(fc.integer({ min: 0, max: 25 })),
  })
  .map(({ dayOfWeek, validFrom, lasts, skipped }) => {
    const validTo = lasts === null ? null : addDays(validFrom, lasts);
    const open = { dayOfWeek, validFrom, validTo, skips: [] };
    const dates = seriesDates(open, validFrom, addDays(validFrom, 26 * 7));
    return { ...open, skips: skipped.flatMap((i) => dates[i] ?? []) };
  });

const horizon = (from: IsoDate) => addDays(mondayOf(from), 52 * 7 - 1);
const weeksOf = (dates: readonly IsoDate[]) => dates.map(mondayOf);
const partsOf = ({ before, after }: ReturnType<typeof splitSeries>, from: IsoDate, to: IsoDate) => ({
  old: before ? seriesDates(before, from, to) : [],
  fresh: seriesDates(after, from, to),
});

describe('expanding a series', () => {
  test('gives one date a week, always on its weekday, across year ends, leap days and clock changes', () => {
    fc.assert(
      fc.property(series, (one) => {
        const dates = seriesDates(one, one.validFrom, horizon(one.validFrom));
        for (const date of dates) expect(dayOfWeekOf(date)).toBe(one.dayOfWeek);
        expect(new Set(weeksOf(dates)).size).toBe(dates.length);
        for (const [i, date] of dates.entries()) if (i > 0) expect(daysBetween(dates[i - 1] ?? date, date) % 7).toBe(0);
      }),
    );
  });

  test('leaves out the deleted dates and nothing else', () => {
    fc.assert(
      fc.property(series, (one) => {
        const to = horizon(one.validFrom);
        const all = seriesDates({ ...one, skips: [] }, one.validFrom, to);
        expect(seriesDates(one, one.validFrom, to)).toEqual(all.filter((date) => !one.skips.includes(date)));
      }),
    );
  });

  test('of an interval is that interval of the whole', () => {
    fc.assert(
      fc.property(series, day, day, (one, from, to) => {
        const whole = seriesDates(one, one.validFrom, horizon(one.validFrom));
        const end = to < horizon(one.validFrom) ? to : horizon(one.validFrom);
        expect(seriesDates(one, from, end)).toEqual(whole.filter((date) => date >= from && date <= end));
      }),
    );
  });
});

describe('splitting a series', () => {
  test('changes no date before the cut', () => {
    fc.assert(
      fc.property(series, weekday, day, (one, to, cut) => {
        const end = horizon(one.validFrom);
        const { old, fresh } = partsOf(splitSeries(one, to, cut), one.validFrom, end);
        const past = (dates: readonly IsoDate[]) => dates.filter((date) => date < cut);
        expect(past([...old, ...fresh])).toEqual(past(seriesDates(one, one.validFrom, end)));
      }),
    );
  });

  test('keeps one date in every week that had one, and gives none to a deleted week', () => {
    fc.assert(
      fc.property(series, weekday, day, (one, to, cut) => {
        const end = horizon(one.validFrom);
        const { old, fresh } = partsOf(splitSeries(one, to, cut), one.validFrom, end);
        const before = weeksOf(seriesDates(one, one.validFrom, end));
        const after = weeksOf([...old, ...fresh]);
        expect(new Set(after).size).toBe(after.length);
        // The first week alone may have no room for the new weekday after the series' first day.
        const first = mondayOf(seriesDates({ ...one, skips: [] }, one.validFrom, end)[0] ?? one.validFrom);
        expect(after.filter((week) => week !== first)).toEqual(before.filter((week) => week !== first));
      }),
    );
  });

  test('to its own weekday gives the same dates', () => {
    fc.assert(
      fc.property(series, day, (one, cut) => {
        const end = horizon(one.validFrom);
        const { old, fresh } = partsOf(splitSeries(one, one.dayOfWeek, cut), one.validFrom, end);
        expect([...old, ...fresh]).toEqual(seriesDates(one, one.validFrom, end));
      }),
    );
  });

  test('again and again still leaves one date a week', () => {
    const cuts = fc.array(fc.tuple(weekday, day), { minLength: 2, maxLength: 5 });
    fc.assert(
      fc.property(series, cuts, (one, changes) => {
        const end = horizon(one.validFrom);
        let parts: SeriesDates[] = [one];
        for (const [to, cut] of changes) {
          const last = parts.at(-1) ?? one;
          const { before, after } = splitSeries(last, to, cut);
          parts = [...parts.slice(0, -1), ...(before ? [before] : []), after];
        }
        const weeks = weeksOf(parts.flatMap((part) => seriesDates(part, '2020-01-01', end)));
        expect(new Set(weeks).size).toBe(weeks.length);
      }),
    );
  });

  test('a new weekday counts from the first week in which neither date lies before the cut', () => {
    const tuesdays = { dayOfWeek: 2, validFrom: '2026-09-01', validTo: null, skips: [] } as const;
    expect(splitSeries(tuesdays, 4, '2026-11-23').from).toBe('2026-11-23');
    expect(splitSeries(tuesdays, 4, '2026-11-25').from).toBe('2026-11-30');
    expect(splitSeries(tuesdays, 1, '2026-11-24').from).toBe('2026-11-30');
    expect(splitSeries(tuesdays, 2, '2026-11-25').from).toBe('2026-11-25');
  });
});

test('a date is valid exactly when the calendar has it', () => {
  const parts = [
    fc.integer({ min: 1890, max: 2210 }),
    fc.integer({ min: 0, max: 13 }),
    fc.integer({ min: 0, max: 32 }),
  ];
  fc.assert(
    fc.property(fc.tuple(...parts), ([year = 0, month = 0, day = 0]) => {
      const text = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
      const inYears = year >= 1900 && year <= 2199;
      expect(isIsoDate(text)).toBe(inYears && calendarHas(text));
    }),
  );
});

const calendarHas = (text: string): boolean => {
  try {
    return addDays(text, 0) === text;
  } catch {
    return false;
  }
};
