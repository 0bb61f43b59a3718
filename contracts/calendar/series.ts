import { addDays, dateInWeekOf, firstOnOrAfter, laterOf, weeklyDates, type DayOfWeek, type IsoDate } from './dates.ts';

/** When a weekly series takes place. Both ends are inclusive; `validTo` null: the series is open-ended. */
export type SeriesDates = {
  readonly dayOfWeek: DayOfWeek;
  readonly validFrom: IsoDate;
  readonly validTo: IsoDate | null;
  /** Dates deleted permanently: neither taught nor billed. */
  readonly skips: readonly IsoDate[];
};

/** False for a series that ended before a day. */
export const lastsTo = ({ validTo }: Pick<SeriesDates, 'validTo'>, day: IsoDate): boolean =>
  validTo === null || validTo >= day;

const within = (series: SeriesDates, date: IsoDate): boolean => date >= series.validFrom && lastsTo(series, date);

/** The series' date in the Monday-to-Sunday week that contains `date`; a series has at most one a week. */
export const seriesDateInWeekOf = (series: SeriesDates, date: IsoDate): IsoDate | null => {
  const own = dateInWeekOf(date, series.dayOfWeek);
  return within(series, own) && !series.skips.includes(own) ? own : null;
};

/** Whether the series takes place on a date known to fall on its weekday. */
export const takesPlaceOn = (series: SeriesDates, date: IsoDate): boolean =>
  within(series, date) && !series.skips.includes(date);

/** The series' first date on or after `from`, if there is one. */
export const nextSeriesDate = (series: SeriesDates, from: IsoDate): IsoDate | null => {
  let date = firstOnOrAfter(laterOf(from, series.validFrom), series.dayOfWeek);
  while (series.skips.includes(date)) date = addDays(date, 7);
  return within(series, date) ? date : null;
};

/** Every date of the series from `from` to `to`, both inclusive. */
export const seriesDates = (series: SeriesDates, from: IsoDate, to: IsoDate): IsoDate[] => {
  const last = series.validTo !== null && series.validTo < to ? series.validTo : to;
  const dates = weeklyDates(firstOnOrAfter(laterOf(from, series.validFrom), series.dayOfWeek), last);
  return series.skips.length === 0 ? dates : dates.filter((date) => !series.skips.includes(date));
};

/** False for a series that ended before it began: it has no row anywhere. */
export const hasAnyDate = (series: SeriesDates): boolean => nextSeriesDate(series, series.validFrom) !== null;
