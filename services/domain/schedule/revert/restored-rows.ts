import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { addDays, laterOf } from '@rondo/contracts/calendar/dates.ts';
import { isOccurrence, isWeekly } from '@rondo/contracts/calendar/rows.ts';
import { nextSeriesDate } from '@rondo/contracts/calendar/series.ts';
import type { Lesson, Occurrence, WeeklyLesson } from '@rondo/contracts/events/schedule/lesson.ts';
import { isDeepStrictEqual } from 'node:util';
import type { ScheduleState } from '../state.ts';
import { shapeOf, takenBack, type PassedDays } from './took-place.ts';
import { settleRows, type RowsDraft } from './undo-rows.ts';

/** A schedule now, and at the moment that it is restored to. */
export type NowAndPast = { readonly now: ScheduleState; readonly past: ScheduleState };

type LessonOfTeacher = { readonly teacherId: string; readonly lesson: Lesson };

/** The rows of all schedules together; a lesson is in one at a time. */
const heldRows = (
  schedules: ReadonlyMap<string, NowAndPast>,
  stateOf: (one: NowAndPast) => ScheduleState,
): Map<string, LessonOfTeacher> =>
  new Map(
    [...schedules].flatMap(([teacherId, one]) =>
      [...stateOf(one).lessons].map(([id, lesson]) => [id, { teacherId, lesson }] as const),
    ),
  );

const lessonsOf = (rows: ReadonlyMap<string, LessonOfTeacher>): Map<string, Lesson> =>
  new Map([...rows].map(([id, { lesson }]) => [id, lesson]));

/** Rows by the schedule that they belong to. */
type Draft = RowsDraft & { readonly teachers: Map<string, string> };

/** A series under the id of the part as which an earlier restore continued it, if that part is still the same lesson. */
type PartOf = (id: string, series: Lesson) => WeeklyLesson | undefined;

/** The parts of now that continue a row whose id is left with what took place. */
const partsOf = (
  now: ReadonlyMap<string, LessonOfTeacher>,
  then: ReadonlyMap<string, LessonOfTeacher>,
  today: IsoDate,
): PartOf => {
  const parts = Map.groupBy(
    [...now.values()].flatMap(({ lesson }) =>
      isWeekly(lesson) && !then.has(lesson.lessonId) && nextSeriesDate(lesson, today) !== null ? [lesson] : [],
    ),
    ({ continues }) => continues,
  );
  return (id, series) => {
    const part = parts.get(id)?.find((one) => isDeepStrictEqual(shapeOf(one), shapeOf(series)));
    if (!part || !isWeekly(series)) return undefined;
    // The date that gave way to one that took place in the present week stays away.
    const week = part.skips.filter((date) => date >= today && date <= addDays(today, 6));
    const skips = [...new Set([...series.skips, ...week, ...part.skips.filter((date) => date < today)])].toSorted();
    const { lessonId, validFrom } = part;
    return { ...series, lessonId, validFrom, skips, continues: id };
  };
};

/** A row that was with another teacher then: what took place since keeps its id, and the rest returns. */
const returnOne = (
  draft: Draft,
  id: string,
  {
    is: now,
    was: then,
    days,
    partOf,
    newIdOf,
  }: { is: LessonOfTeacher; was: LessonOfTeacher; days: PassedDays; partOf: PartOf; newIdOf: NewIdOf },
): void => {
  const { row: stays } = takenBack(undefined, now.lesson, days);
  if (!stays) {
    draft.rows.set(id, takenBack(then.lesson, undefined, days).row);
    draft.teachers.set(id, then.teacherId);
    return;
  }
  draft.rows.set(id, stays);
  if (!isWeekly(then.lesson)) return;
  const validFrom = laterOf(then.lesson.validFrom, days.today);
  if (nextSeriesDate({ ...then.lesson, validFrom }, days.today) === null) return;
  goOn(draft, id, { ...then.lesson, validFrom }, then.teacherId, { partOf, newIdOf });
};

/** Continues a series under another id than that of what took place. */
const goOn = (
  draft: Draft,
  id: string,
  series: Lesson,
  teacherId: string,
  { partOf, newIdOf }: { partOf: PartOf; newIdOf: NewIdOf },
): void => {
  const part = partOf(id, series) ?? { ...series, lessonId: newIdOf(id), continues: id };
  draft.goesOnAs.set(id, part.lessonId);
  draft.rows.set(part.lessonId, part);
  draft.teachers.set(part.lessonId, teacherId);
};

type NewIdOf = (lessonId: string) => string;

/** An exception whose series cannot have it any more takes place by itself. */
const byItself = (row: Lesson, today: IsoDate): Lesson | undefined =>
  row.status === 'cancelled' && (row.date ?? '') >= today ? undefined : { ...row, seriesId: null, originalDate: null };

/** The exception as it was then, if only the series that it belongs to has changed since. */
const rejoined = (was: Lesson | undefined, is: Lesson | undefined): Occurrence | undefined => {
  if (!was || !is || !isOccurrence(was)) return undefined;
  const { seriesId, originalDate } = was;
  return isDeepStrictEqual({ ...is, seriesId, originalDate }, was) ? was : undefined;
};

const hasDate = (series: Lesson | undefined, { originalDate }: Occurrence): boolean =>
  series !== undefined &&
  isWeekly(series) &&
  series.validFrom <= originalDate &&
  (series.validTo === null || originalDate <= series.validTo);

/** Series without a row, since the plan that replaces them begins before they do. */
const basesOf = (schedules: ReadonlyMap<string, NowAndPast>): Set<string> =>
  new Set(
    [...schedules.values()].flatMap(({ past }) =>
      [...(past.plan?.entries.values() ?? [])].flatMap(({ bases }) => bases.map(({ lesson }) => lesson.lessonId)),
    ),
  );

/**
 * The rows of every schedule as they were then from today on, and as they are now before today.
 * @param day the studio's day at that moment
 * @param staysAway rows that are left as they are now
 */
export const restoredRows = (
  schedules: ReadonlyMap<string, NowAndPast>,
  {
    today,
    day,
    newIdOf,
    staysAway,
  }: { today: IsoDate; day: IsoDate; newIdOf: NewIdOf; staysAway: ReadonlySet<string> },
): { rows: ReadonlyMap<string, ReadonlyMap<string, Lesson>>; goesOnAs: ReadonlyMap<string, string> } => {
  const days: PassedDays = { from: '0001-01-01', today };
  const now = heldRows(schedules, (one) => one.now);
  const then = heldRows(schedules, (one) => one.past);
  const draft: Draft = { rows: new Map(), goesOnAs: new Map(), teachers: new Map() };
  for (const [id, { teacherId }] of now) draft.teachers.set(id, teacherId);
  const partOf = partsOf(now, then, today);
  // The rows of then come first, so that a part of now that one of them continues as is not taken for one to remove.
  for (const id of new Set([...then.keys(), ...now.keys()])) {
    if (staysAway.has(id) || (draft.rows.has(id) && !then.has(id))) continue;
    const [is, was] = [now.get(id), then.get(id)];
    if (is && was && is.teacherId !== was.teacherId) {
      returnOne(draft, id, { is, was, days, partOf, newIdOf });
      continue;
    }
    if (isDeepStrictEqual(was?.lesson, is?.lesson)) continue;
    const again = is?.lesson.seriesId === null ? rejoined(was?.lesson, is.lesson) : undefined;
    const { row, apart } = again ? { row: again, apart: undefined } : takenBack(was?.lesson, is?.lesson, days);
    const teacherId = (was ?? is)?.teacherId ?? '';
    draft.rows.set(id, row);
    draft.teachers.set(id, teacherId);
    if (apart) goOn(draft, id, apart, teacherId, { partOf, newIdOf });
  }
  const before = lessonsOf(then);
  const state = { lessons: lessonsOf(now) };
  settleRows(draft, { before, state, days, newIdOf, orphan: (row) => byItself(row, today), daysPassed: day < today });
  // What goes on under a new id leaves the old one with those who taught it.
  for (const [id, part] of draft.goesOnAs) {
    if (!draft.teachers.has(part)) draft.teachers.set(part, then.get(id)?.teacherId ?? draft.teachers.get(id) ?? '');
    const taught = now.get(id);
    if (taught) draft.teachers.set(id, taught.teacherId);
  }
  const all = new Map([...lessonsOf(now), ...draft.rows]);
  const rows = new Map([...schedules.keys()].map((teacherId) => [teacherId, new Map<string, Lesson>()]));
  const bases = basesOf(schedules);
  /** The exception with a series that has its date: that of now, else that of then. */
  const joined = (found: Occurrence): Lesson | undefined => {
    const was = rejoined(then.get(found.lessonId)?.lesson, found);
    if (was && !hasDate(all.get(found.seriesId), found) && hasDate(all.get(was.seriesId), was)) return was;
    return all.get(found.seriesId) || bases.has(found.seriesId) ? found : byItself(found, today);
  };
  for (const [id, found] of all) {
    const row = found && isOccurrence(found) ? joined(found) : found;
    if (!row) continue;
    // An exception is in the schedule of its series.
    const teacherId = (isOccurrence(row) ? draft.teachers.get(row.seriesId) : undefined) ?? draft.teachers.get(id);
    rows.get(teacherId ?? '')?.set(id, row);
  }
  return { rows, goesOnAs: draft.goesOnAs };
};
