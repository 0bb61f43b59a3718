import { addDays, dateInWeekOf, mondayOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { NetChange } from '../net-changes.ts';
import type { Pattern } from '../timetable.ts';

/** A date that a family knows of; `lineage` and `week` are by what its calendar recognizes it. */
export type KnownDate = Pick<Pattern, 'start' | 'duration' | 'teacherId'> & {
  readonly date: IsoDate;
  readonly lineage: string;
  readonly week: IsoDate;
};

export const textOf = ({ date, start, duration, teacherId }: Omit<KnownDate, 'lineage' | 'week'>): string =>
  `${date} ${start} ${duration} ${teacherId}`;

/**
 * What a family that knew of some dates expects, from a day to another, when it is told of changes: of each week of a weekly change first, then of single
 * dates. A weekly change leaves a cancelled date cancelled. What counts is when lessons are: two at one time are one.
 */
export const asTold = (
  known: readonly KnownDate[],
  changes: readonly NetChange[],
  { from, to, lineageOf }: { from: IsoDate; to: IsoDate; lineageOf: (lessonId: string) => string },
): string[] => {
  let dates = known;
  for (const change of changes) {
    if (change.of !== 'weeks') continue;
    const { before, after } = change;
    const lineage = lineageOf((after ?? before)?.lessonId ?? '');
    for (let week = mondayOf(change.from); week <= (change.to ?? to); week = addDays(week, 7)) {
      const was = before && dates.find((one) => one.lineage === lineageOf(before.lessonId) && one.week === week);
      if (was) dates = dates.filter((one) => one !== was);
      if (!after || (before && !was)) continue;
      dates = [...dates, { ...after, date: dateInWeekOf(week, after.dayOfWeek), lineage, week }];
    }
  }
  const isShown = ({ date }: { readonly date: IsoDate }): boolean => date >= from && date <= to;
  const single = changes.filter((change) => change.of === 'date');
  const came = single.flatMap(({ after }) => after ?? []);
  const went = single.flatMap(({ before }) => before ?? []).filter(isShown);
  const texts = new Set([...dates, ...came].filter(isShown).map(textOf));
  const unknown = went.map(textOf).find((text) => !texts.has(text));
  if (unknown !== undefined) throw new Error(`The family is told that ${unknown} changes, and does not know of it.`);
  return [...texts.difference(new Set(went.map(textOf)))].toSorted();
};
