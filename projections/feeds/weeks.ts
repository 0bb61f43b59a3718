import { addDays, firstOnOrAfter, mondayOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { isOccurrence, isWeekly } from '@rondo/contracts/calendar/rows.ts';
import type { Lesson, WeeklyLesson } from '@rondo/contracts/events/schedule/lesson.ts';
import type { RowOf } from '../runner/read-model.ts';
import type { touchesTable } from './table.ts';

/** Whole weeks by their Mondays, both inclusive: `from` '' for all earlier weeks, `to` null for all later ones. */
export type Weeks = { readonly from: IsoDate; readonly to: IsoDate | null };

/** A lesson in a teacher's schedule. `origin`: the date of a series that a single date was before its series was removed. */
export type Scheduled = { readonly teacherId: string; readonly lesson: Lesson; readonly origin: IsoDate | null };

const always: Weeks = { from: '', to: null };

const weekOf = (date: IsoDate): Weeks => ({ from: mondayOf(date), to: mondayOf(date) });

/** The weeks by which a calendar names the dates of a lesson; every week for a lesson that keeps its name in whatever week it is. */
const weeksOf = ({ lesson, origin }: Scheduled): Weeks => {
  if (isOccurrence(lesson)) return weekOf(lesson.originalDate);
  if (isWeekly(lesson))
    return {
      from: mondayOf(firstOnOrAfter(lesson.validFrom, lesson.dayOfWeek)),
      to: lesson.validTo === null ? null : mondayOf(lesson.validTo),
    };
  return origin === null ? always : weekOf(origin);
};

/** What a calendar shows of a lesson, besides its dates. */
const shownText = ({ teacherId, lesson }: Scheduled): string =>
  JSON.stringify([
    teacherId,
    lesson.studentId,
    lesson.entryType,
    lesson.eventTitle,
    lesson.customAddress,
    lesson.useInOptimization,
    lesson.status,
    lesson.source === 'actual',
    lesson.date,
    lesson.dayOfWeek,
    lesson.start,
    lesson.duration,
  ]);

/** The weeks in which two versions of a series, alike otherwise, have different dates. */
const weeksBetween = (before: WeeklyLesson, after: WeeklyLesson): Weeks[] => {
  const { dayOfWeek } = after;
  const [firstFrom, lastFrom] = [before.validFrom, after.validFrom].toSorted();
  const ends = [before.validTo, after.validTo].filter((end) => end !== null).toSorted();
  const [firstEnd] = ends;
  const begins: Weeks[] =
    firstFrom === lastFrom || firstFrom === undefined || lastFrom === undefined
      ? []
      : [{ from: mondayOf(firstOnOrAfter(firstFrom, dayOfWeek)), to: mondayOf(lastFrom) }];
  const goesOn: Weeks[] =
    before.validTo === after.validTo || firstEnd === undefined
      ? []
      : [{ from: mondayOf(firstOnOrAfter(addDays(firstEnd, 1), dayOfWeek)), to: endOf(ends) }];
  const skips = new Set(before.skips).symmetricDifference(new Set(after.skips));
  return [...begins, ...goesOn, ...[...skips].map(weekOf)];
};

const endOf = ([, last]: readonly IsoDate[]): IsoDate | null => (last === undefined ? null : mondayOf(last));

/** The same weeks, each once. */
const joined = (parts: readonly Weeks[]): Weeks[] => {
  const result: Weeks[] = [];
  for (const weeks of parts.toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
    const last = result.at(-1);
    if (!last || (last.to !== null && weeks.from > last.to)) {
      result.push(weeks);
      continue;
    }
    const to = last.to === null || weeks.to === null ? null : [last.to, weeks.to].toSorted()[1];
    result[result.length - 1] = { from: last.from, to: to ?? null };
  }
  return result;
};

/** The weeks in which a calendar shows a lesson differently after a change; null for a lesson that is not there. */
export const weeksTouched = (before: Scheduled | null, after: Scheduled | null): Weeks[] => {
  if (!before || !after) return [before, after].flatMap((lesson) => (lesson ? [weeksOf(lesson)] : []));
  if (shownText(before) !== shownText(after)) return joined([weeksOf(before), weeksOf(after)]);
  if (isWeekly(before.lesson) && isWeekly(after.lesson)) return joined(weeksBetween(before.lesson, after.lesson));
  return [];
};

export const covers = ({ from, to }: Weeks, week: IsoDate): boolean => from <= week && (to === null || week <= to);

type Counts = RowOf<typeof touchesTable>['weeks'];

const untouched = { count: 0, at: '' };

/** The number of events that touched a week, and when the last one did; '' for none. */
export const touchesIn = (counts: Counts, week: IsoDate): { readonly count: number; readonly at: string } =>
  counts.findLast(({ from }) => from <= week) ?? untouched;

/** The same counts with an entry that begins at a week. */
const dividedAt = (counts: Counts, week: IsoDate): Counts => {
  if (counts.some(({ from }) => from === week)) return counts;
  const { count, at } = touchesIn(counts, week);
  return [...counts, { from: week, count, at }].toSorted((a, b) => (a.from < b.from ? -1 : 1));
};

/** Counts an event in some weeks. @param at when it was recorded */
export const countedIn = (counts: Counts, { from, to }: Weeks, at: string): Counts => {
  const divided = dividedAt(counts, from);
  const parts = to === null ? divided : dividedAt(divided, addDays(to, 7));
  return parts
    .map((part) => (covers({ from, to }, part.from) ? { from: part.from, count: part.count + 1, at } : part))
    .filter((part, i, all) => part.count !== (all[i - 1]?.count ?? 0) || part.at !== (all[i - 1]?.at ?? ''));
};
