import {
  addDays,
  dateInWeekOf,
  earlierOf,
  firstOnOrAfter,
  laterOf,
  nextMonday,
  type DayOfWeek,
  type IsoDate,
} from './dates.ts';
import { hasAnyDate, type SeriesDates } from './series.ts';

/**
 * The first day on which a changed weekday takes effect, given the earliest day that may change: that day itself, or the following Monday when
 * the old or the new date of its own week would be earlier.
 */
const takesEffectOn = (before: DayOfWeek, after: DayOfWeek, cut: IsoDate): IsoDate => {
  if (before === after) return cut;
  const pastMidnight = dateInWeekOf(cut, before) < cut || dateInWeekOf(cut, after) < cut;
  return pastMidnight ? nextMonday(cut) : cut;
};

export type Split = {
  /** The first day of the changed part. */
  readonly from: IsoDate;
  /** The part that stays unchanged; null when no date is before the change. */
  readonly before: SeriesDates | null;
  readonly after: SeriesDates;
};

/** Splits a series at a change: no date before `cut` changes, and each week keeps its one date. Deleted dates stay deleted in their week. */
export const splitSeries = (series: SeriesDates, dayOfWeek: DayOfWeek, cut: IsoDate): Split => {
  const from = takesEffectOn(series.dayOfWeek, dayOfWeek, cut);
  const before = { ...series, validTo: endingBy(series.validTo, addDays(from, -1)) };
  const moves = dayOfWeek !== series.dayOfWeek;
  const after = {
    dayOfWeek,
    validFrom: moves ? firstDayFor(series, dayOfWeek, from) : laterOf(series.validFrom, from),
    validTo: moves ? lastDayFor(series, dayOfWeek) : series.validTo,
    skips: series.skips.filter((date) => date >= from).map((date) => dateInWeekOf(date, dayOfWeek)),
  };
  return { from, before: hasAnyDate(before) ? before : null, after };
};

/** A series that has not begun keeps its first week if that week still has the new date. */
const firstDayFor = (series: SeriesDates, dayOfWeek: DayOfWeek, from: IsoDate): IsoDate => {
  if (series.validFrom <= from) return from;
  const first = dateInWeekOf(firstOnOrAfter(series.validFrom, series.dayOfWeek), dayOfWeek);
  return laterOf(from, laterOf(first, series.validFrom));
};

/** A series that ends keeps its last week, whatever day of it the new date is. */
const lastDayFor = ({ dayOfWeek: before, validTo }: SeriesDates, dayOfWeek: DayOfWeek): IsoDate | null => {
  if (validTo === null) return null;
  const own = dateInWeekOf(validTo, before);
  return dateInWeekOf(own > validTo ? addDays(own, -7) : own, dayOfWeek);
};

/** The last day of a series ended at `last`, or its own earlier end. */
const endingBy = (validTo: IsoDate | null, last: IsoDate): IsoDate =>
  validTo === null ? last : earlierOf(validTo, last);
