import { isDeepStrictEqual } from 'node:util';
import { dateInWeekOf, laterOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { nextSeriesDate, seriesDateInWeekOf } from '@rondo/contracts/calendar/series.ts';
import { isOccurrence, isWeekly } from '@rondo/contracts/calendar/rows.ts';
import { isRow, type Lesson, type WeeklyLesson } from '@rondo/contracts/events/schedule/lesson.ts';
import { RuleBroken } from '../../../platform/kit/errors.ts';
import type { Batch } from './past.ts';
import type { ScheduleState } from '../state.ts';
import { isPassed, takenBack, type PassedDays, type TakenBack } from './took-place.ts';

/** An undo's result for rows, and the new ids under which some continue. */
export type RowsTakenBack = {
  /** Undefined: the row is removed. */
  readonly rows: ReadonlyMap<string, Lesson | undefined>;
  readonly goesOnAs: ReadonlyMap<string, string>;
};

export type RowsDraft = { readonly rows: Map<string, Lesson | undefined>; readonly goesOnAs: Map<string, string> };
type Draft = RowsDraft;
type Rows = Pick<ScheduleState, 'lessons'>;

const skipping = (series: WeeklyLesson, date: IsoDate): WeeklyLesson => ({
  ...series,
  skips: [...new Set([...series.skips, date])].toSorted(),
});

/** A series that returns from another schedule leaves its id there, with the days that took place in between. */
const leftElsewhere = (back: TakenBack, isElsewhere: boolean, days: PassedDays): TakenBack => {
  const { row } = back;
  if (!isElsewhere || !row || !isWeekly(row) || days.from >= days.today) return back;
  return { row: undefined, apart: row };
};

/** The rows of the batch, each on its own. */
const eachTakenBack = (
  { rows, shared }: Batch,
  state: ScheduleState,
  days: PassedDays,
  newIdOf: (lessonId: string) => string,
): Draft => {
  const draft: Draft = { rows: new Map(), goesOnAs: new Map() };
  for (const [id, { before, after }] of rows) {
    if (isDeepStrictEqual(before, after)) continue;
    const now = state.lessons.get(id);
    const { row, apart } = leftElsewhere(takenBack(before, now, days), now === undefined && shared.has(id), days);
    draft.rows.set(id, row);
    if (!apart) continue;
    const lessonId = newIdOf(id);
    draft.goesOnAs.set(id, lessonId);
    draft.rows.set(lessonId, { ...apart, lessonId, continues: id });
  }
  return draft;
};

/** True when one series is an earlier or later version of the other: the same lesson of the same person. */
const isSameLesson = (a: WeeklyLesson, b: WeeklyLesson): boolean =>
  a.lessonId === b.lessonId ||
  a.continues === b.lessonId ||
  b.continues === a.lessonId ||
  (a.studentId !== null && a.studentId === b.studentId);

const goesOn = (row: Lesson | undefined, { today }: PassedDays): row is WeeklyLesson =>
  row !== undefined && isWeekly(row) && nextSeriesDate(row, today) !== null;

/** A series continues under a new id, because its dates in between keep the old one. */
const goOnApart = (
  { rows, goesOnAs }: Draft,
  series: WeeklyLesson,
  { today }: PassedDays,
  newIdOf: (lessonId: string) => string,
): void => {
  const lessonId = newIdOf(series.lessonId);
  goesOnAs.set(series.lessonId, lessonId);
  const validFrom = laterOf(series.validFrom, today);
  rows.set(lessonId, { ...series, lessonId, validFrom, continues: series.lessonId });
};

/**
 * In the week of the undo a student keeps one lesson: if the date of the removed series has passed, the restored one skips the week; if
 * only the date of the restored one has passed, the removed one keeps its date.
 */
const keepOneLesson = (draft: Draft, state: Rows, days: PassedDays, newIdOf: (lessonId: string) => string): void => {
  const { rows } = draft;
  const { today } = days;
  const nowOf = (id: string) => state.lessons.get(id);
  const sameDay = (id: string): boolean => goesOn(nowOf(id), days) && nowOf(id)?.dayOfWeek === rows.get(id)?.dayOfWeek;
  const going = [...rows].flatMap(([id, row]) => {
    const now = nowOf(id);
    return goesOn(now, days) && !(goesOn(row, days) && sameDay(id)) ? [now] : [];
  });
  const coming = [...rows.values()].filter((row): row is WeeklyLesson => goesOn(row, days) && !sameDay(row.lessonId));
  for (const leaves of going)
    for (const comes of coming.filter((series) => isSameLesson(series, leaves))) {
      const left = seriesDateInWeekOf(leaves, today);
      const missed = dateInWeekOf(today, comes.dayOfWeek);
      if (left === null) continue;
      if (isPassed(days, left)) {
        const next = seriesDateInWeekOf(comes, today);
        if (next !== null && next >= today) rows.set(comes.lessonId, skipping(comes, next));
      } else if (left >= today && isPassed(days, missed) && !tookPlace(rows, comes, missed)) {
        if (comes.lessonId === leaves.lessonId) goOnApart(draft, comes, days, newIdOf);
        const past: WeeklyLesson = { ...leaves, validTo: left, pin: null };
        rows.set(leaves.lessonId, { ...past, status: past.status === 'optimized' ? 'scheduled' : past.status });
      }
    }
};

/** True when a series, or the part of it that is kept, has a date. */
const tookPlace = (rows: Draft['rows'], series: WeeklyLesson, date: IsoDate): boolean =>
  [series, rows.get(series.continues ?? '')].some(
    (row) => row && isWeekly(row) && seriesDateInWeekOf(row, date) === date,
  );

/** A passed date that had a row of its own does not become an ordinary date because that row is removed. */
const keepExceptions = ({ rows }: Draft, state: Rows, days: PassedDays): void => {
  for (const [id, row] of rows) {
    const now = state.lessons.get(id);
    if (!now || !isOccurrence(now) || !isPassed(days, now.originalDate)) continue;
    if (row?.seriesId === now.seriesId && row.originalDate === now.originalDate) continue;
    const series = rows.get(now.seriesId);
    if (series && isWeekly(series)) rows.set(now.seriesId, skipping(series, now.originalDate));
  }
};

/** Exceptions move along with the continuing part of their series. */
const followSeries = ({ rows, goesOnAs }: Draft, state: Rows, { today }: PassedDays): void => {
  if (goesOnAs.size === 0) return;
  const all = new Map([...state.lessons, ...rows]);
  for (const [id, row] of all) {
    if (!row || !isOccurrence(row) || row.originalDate < today) continue;
    const seriesId = goesOnAs.get(row.seriesId);
    if (seriesId !== undefined) rows.set(id, { ...row, seriesId });
  }
};

/** An exception is restored on a date that its series has; otherwise `orphan` says what becomes of it. */
const settleOrphans = (
  { rows, goesOnAs }: Draft,
  before: Batch['before'],
  state: Rows,
  orphan: (row: Lesson) => Lesson | undefined,
): void => {
  const had = (series: Lesson | undefined, date: IsoDate): boolean =>
    series !== undefined && isWeekly(series) && seriesDateInWeekOf(series, date) === date;
  const originalOf = new Map([...goesOnAs].map(([id, part]) => [part, id]));
  for (const [id, row] of rows) {
    if (!row || !isOccurrence(row) || isDeepStrictEqual(row, state.lessons.get(id))) continue;
    const { seriesId, originalDate } = row;
    const was = before.get(originalOf.get(seriesId) ?? seriesId);
    const series = rows.has(seriesId) ? rows.get(seriesId) : state.lessons.get(seriesId);
    if (!had(was, originalDate) || had(series, originalDate)) continue;
    // Skipped because another lesson took place in that week.
    if (rows.has(seriesId) && series && isWeekly(series) && series.skips.includes(originalDate)) rows.delete(id);
    else rows.set(id, orphan(row));
  }
};

/**
 * Makes rows that were each restored on their own fit together: a student keeps one lesson in the present week, and exceptions belong to dates
 * that their series have.
 */
export const settleRows = (
  draft: RowsDraft,
  {
    before,
    state,
    days,
    newIdOf,
    orphan,
    daysPassed = true,
  }: {
    readonly before: ReadonlyMap<string, Lesson>;
    readonly state: Rows;
    readonly days: PassedDays;
    readonly newIdOf: (lessonId: string) => string;
    readonly orphan: (row: Lesson) => Lesson | undefined;
    /** False when the rows are of this very day: then the present week is as it was. */
    readonly daysPassed?: boolean;
  },
): void => {
  if (daysPassed) keepOneLesson(draft, state, days, newIdOf);
  keepExceptions(draft, state, days);
  followSeries(draft, state, days);
  settleOrphans(draft, before, state, orphan);
  for (const [id, row] of draft.rows) if (row && !isRow(row)) draft.rows.set(id, undefined);
};

/** The rows of a batch as they were before it, except for the days that have passed since. @throws RuleBroken */
export const rowsTakenBack = (
  batch: Batch,
  state: ScheduleState,
  days: PassedDays,
  { newIdOf, titleOf }: { newIdOf: (lessonId: string) => string; titleOf: (lesson: Lesson) => string },
): RowsTakenBack => {
  const draft = eachTakenBack(batch, state, days, newIdOf);
  const orphan = (row: Lesson): never => {
    throw new RuleBroken(`${titleOf(row)} has changed since then, so this can no longer be undone.`);
  };
  settleRows(draft, { before: batch.before, state, days, newIdOf, orphan });
  return draft;
};
