import type { Term } from '@rondo/contracts/api/studio/terms.ts';
import { addDays, isIsoDate, type IsoDate } from '@rondo/contracts/calendar/dates.ts';

// The periods that a report can be of.

type Period = { readonly from: IsoDate; readonly to: IsoDate };
type NamedPeriod = Period & { readonly key: string; readonly label: string };

const monthAt = (date: IsoDate): Period => {
  const from = `${date.slice(0, 8)}01`;
  return { from, to: addDays(`${addDays(from, 31).slice(0, 8)}01`, -1) };
};

/** What can be reported on: the terms of at most so many days, the newest first, and what is near today. */
export const periodsOf = (terms: readonly Term[], today: IsoDate, longest: number): readonly NamedPeriod[] => {
  const month = monthAt(today);
  return [
    ...terms
      .filter(({ from, to }) => addDays(from, longest - 1) >= to)
      .map(({ id, name, from, to }) => ({ key: id, label: name, from, to }))
      .toReversed(),
    { key: 'month', label: 'This month', ...month },
    { key: 'before', label: 'Last month', ...monthAt(addDays(month.from, -1)) },
    { key: 'days', label: 'Last 90 days', from: addDays(today, -89), to: today },
  ];
};

export const otherDates = 'other';

type PeriodChoice = { readonly period: string | null; readonly from: string | null; readonly to: string | null };

/**
 * The period of a report. Without one in the URL it is the present term, else the last 90 days.
 * `problem`: why two dates are none; the report stays as it was.
 */
export const periodIn = (
  { period, from, to }: PeriodChoice,
  periods: readonly NamedPeriod[],
  today: IsoDate,
  longest: number,
): Period & { readonly key: string; readonly problem?: string } => {
  const usual = periods.find((one) => one.from <= today && today <= one.to && one.key !== 'month');
  const found = periods.find(({ key }) => key === period) ?? usual;
  const known = found ?? { key: 'days', from: addDays(today, -89), to: today };
  if (period !== otherDates) return known;
  const first = from !== null && isIsoDate(from) ? from : known.from;
  const last = to !== null && isIsoDate(to) ? to : known.to;
  if (last < first) return { ...known, key: otherDates, problem: 'The last day can’t be before the first.' };
  if (addDays(first, longest - 1) < last)
    return { ...known, key: otherDates, problem: `Please choose a period of at most ${longest} days.` };
  return { key: otherDates, from: first, to: last };
};
