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

const without = (texts: readonly string[], text: string): string[] => {
  const at = texts.indexOf(text);
  if (at === -1) throw new Error(`The family is told that ${text} changes, and does not know of it.`);
  return texts.toSpliced(at, 1);
};

/**
 * What a family that knew of some dates expects, from a day to another, when it is told of changes: of each week of a weekly change first, then of single
 * dates. A weekly change leaves a cancelled date cancelled.
 */
export const asTold = (
  known: readonly KnownDate[],
  changes: readonly NetChange[],
  { from, to, lineageOf }: { from: IsoDate; to: IsoDate; lineageOf: (lessonId: string) => string },
): string[] => {
  const isShown = ({ date }: { readonly date: IsoDate }): boolean => date >= from && date <= to;
  let dates = known;
  for (const change of changes) {
    if (change.of !== 'weeks') continue;
    const { before, after } = change;
    const lineage = lineageOf((after ?? before)?.lessonId ?? '');
    for (let week = mondayOf(change.from); week <= (change.to ?? to); week = addDays(week, 7)) {
      const was = before && dates.find((one) => one.lineage === lineageOf(before.lessonId) && one.week === week);
      if (was) dates = dates.filter((one) => one !== was);
      if (after && (was || !before))
        dates = [...dates, { ...after, date: dateInWeekOf(week, after.dayOfWeek), lineage, week }];
    }
  }
  let texts = dates.filter(isShown).map(textOf);
  for (const change of changes) {
    if (change.of !== 'date') continue;
    if (change.after && isShown(change.after)) texts = [...texts, textOf(change.after)];
  }
  for (const change of changes)
    if (change.of === 'date' && change.before && isShown(change.before)) texts = without(texts, textOf(change.before));
  return texts.toSorted();
};
