import { dayOfWeekOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import {
  isOccurrence,
  isWeekly,
  type Lesson,
  type Occurrence,
  type WeeklyLesson,
} from '@rondo/contracts/events/lesson.ts';
import type { ScheduleEvent } from '@rondo/contracts/events/schedule.ts';
import { InvalidInput, RuleBroken } from '../errors/errors.ts';
import { asDated, asWeekly, refuseIncomplete, type Update } from './change.ts';
import { changeable, refuseImported, refuseMidnight, rowOf } from './rows.ts';
import { changed, divide } from './series-change.ts';
import { occurrencesOf, type ScheduleState } from './state.ts';

/** What another teacher takes over, as the giving schedule had it when it was asked. */
export type Gift = {
  readonly lesson: Lesson;
  readonly occurrences: readonly Lesson[];
  readonly from: string;
  readonly leaves: string;
  readonly validTo: IsoDate | null;
  readonly seen: number;
};

export type Giving = Update & {
  readonly from: string;
  /** The giving schedule's revision. */
  readonly seen: number;
};

/** By hand: a pending lesson leaves its plan. */
const standing = <Row extends Lesson>(row: Row): Row =>
  row.status === 'optimized' ? { ...row, source: 'manual', status: 'scheduled' } : row;

type Given = Pick<Gift, 'lesson' | 'occurrences' | 'validTo'>;

const givenDated = (row: Lesson, { changes, lessonDate, ...giving }: Giving): Given => {
  if (lessonDate === null) {
    const { lesson, lastDay } = asWeekly(row, { ...giving, changes });
    return { lesson: standing(lesson), occurrences: [], validTo: lastDay };
  }
  const date = lessonDate ?? row.date;
  const dayOfWeek = date === null ? row.dayOfWeek : dayOfWeekOf(date);
  return { lesson: standing({ ...row, ...changes, date, dayOfWeek }), occurrences: [], validTo: null };
};

const givenSeries = (state: ScheduleState, series: WeeklyLesson, giving: Giving): Given => {
  const { changes, lessonDate, today: cut, newId } = giving;
  if (typeof lessonDate === 'string') {
    const { lesson, lastDay } = asDated(standing(series), giving, lessonDate);
    return { lesson, occurrences: [], validTo: lastDay };
  }
  const { going, carried, lastDay } = divide(state, series, standing({ ...series, ...changes }), { cut, newId });
  return { lesson: going, occurrences: carried, validTo: lastDay };
};

/**
 * What goes to another teacher: a dated lesson, or a series from today on; its past stays. What comes every week may get a date, and the
 * other way round.
 * @throws NotFound, StaleRevision, Forbidden, InvalidInput, RuleBroken
 */
export const giftOf = (state: ScheduleState, giving: Giving): Gift => {
  const row = rowOf(state, giving);
  refuseImported(row);
  const next = changed(row, giving.changes) ?? row;
  refuseMidnight(next);
  refuseIncomplete(next);
  if (isOccurrence(row))
    throw new InvalidInput('One date of a weekly lesson stays with its teacher. Give away the series.');
  const given = isWeekly(row) ? givenSeries(state, changeable(state, row), giving) : givenDated(row, giving);
  return { ...given, from: giving.from, seen: giving.seen, leaves: row.lessonId };
};

/** Rows of the giving schedule as they stand once it has let a gift go: what goes is not there twice. */
export const leftBy = ({ leaves, validTo }: Gift, rows: readonly Lesson[]): Lesson[] =>
  rows.flatMap((row) => {
    if (row.lessonId === leaves) return validTo === null ? [] : [isWeekly(row) ? { ...row, validTo } : row];
    const goes = row.seriesId === leaves && (validTo === null || (row.originalDate ?? '') > validTo);
    return goes ? [] : [row];
  });

/** @throws RuleBroken always */
export const refuseOnItsWay = (): never => {
  throw new RuleBroken('This lesson is being given to another teacher right now. Please try again in a moment.');
};

/** The other teacher's side, decided first: the lesson is theirs from here on. @throws RuleBroken when they have it and may be losing it */
export const takeOver =
  ({ lesson, occurrences, ...gift }: Gift) =>
  (state: ScheduleState): ScheduleEvent[] => {
    if (state.lessons.has(lesson.lessonId)) return refuseOnItsWay();
    const taken = { ...lesson, driveMinutes: null };
    return [{ type: 'LessonTakenOver', data: { ...gift, lesson: taken, occurrences: [...occurrences] } }];
  };

export type Release = Pick<Gift, 'leaves' | 'validTo' | 'seen'> & {
  readonly takenAs: string;
  readonly to: string;
  /** The occurrences that the other side took over. */
  readonly brought: readonly string[];
};

/**
 * The giving side, second. What was changed here after the other side had looked is named, to be sent on; what was deleted here, or given to
 * somebody else, has to go there too.
 */
export const releaseLesson =
  ({ leaves, validTo, seen, takenAs, to, brought }: Release) =>
  (state: ScheduleState): ScheduleEvent[] => {
    const since = (lessonId: string): boolean => (state.revisions.get(lessonId) ?? -1) > seen;
    // A date that went to another part of the series here stays with that part.
    const isGone = (lessonId: string): boolean => state.lessons.get(lessonId)?.seriesId !== leaves;
    const deleted = [...(state.lessons.has(leaves) ? [] : [leaves]), ...brought.filter(isGone)].filter(since);
    const released = { lessonId: leaves, to, takenAs, validTo, deleted };
    const row = state.lessons.get(leaves);
    if (!row)
      return deleted.length === 0 ? [] : [{ type: 'LessonReleased', data: { ...released, gone: [], missed: [] } }];
    // A date that is past stays when its lesson goes on every week elsewhere.
    if (row.date !== null && validTo !== null && row.date <= validTo) return [];
    const goes = ({ originalDate }: Occurrence): boolean => validTo === null || originalDate > validTo;
    const leaving = occurrencesOf(state, leaves).filter(goes);
    const missed = [row, ...leaving].filter(({ lessonId }) => since(lessonId));
    const gone = leaving.map(({ lessonId }) => lessonId);
    return [{ type: 'LessonReleased', data: { ...released, gone, missed } }];
  };

/** A row of the giving schedule as the taken-over lesson has it; null for one that has no place there. */
const adopted = (state: ScheduleState, taken: Lesson, missed: Lesson): Lesson | null => {
  if (isOccurrence(missed)) return isWeekly(taken) ? { ...missed, seriesId: taken.lessonId } : null;
  const { lessonId, continues, validFrom } = taken;
  const own = { ...missed, lessonId, continues, validFrom };
  // Given a date, or a weekday: when it takes place was decided there.
  if (isWeekly(taken) !== isWeekly(missed)) {
    const { date, dayOfWeek, validTo, skips } = taken;
    return standing({ ...own, date, dayOfWeek, validTo, skips });
  }
  return standing({ ...own, skips: [...new Set([...taken.skips, ...missed.skips])].toSorted() });
};

/** Rows of the taken-over lesson that the giving schedule had no more: the lesson itself takes its dates along. */
const fallen = (state: ScheduleState, takenAs: string, deleted: readonly string[], leaves: string): string[] =>
  [...new Set(deleted.flatMap((id) => (id === leaves ? [takenAs, ...datesIn(state, takenAs)] : [id])))].filter((id) =>
    state.lessons.has(id),
  );

const datesIn = (state: ScheduleState, seriesId: string): string[] =>
  occurrencesOf(state, seriesId).map(({ lessonId }) => lessonId);

export type Missed = {
  readonly takenAs: string;
  readonly leaves: string;
  readonly missed: readonly Lesson[];
  readonly deleted: readonly string[];
};

/** Changes that the giving schedule still took after the other side had looked: they hold here, even where they now overlap something. */
export const adoptMissed =
  ({ takenAs, leaves, missed, deleted }: Missed) =>
  (state: ScheduleState): ScheduleEvent[] => {
    const taken = state.lessons.get(takenAs);
    if (!taken) return [];
    const changed = missed.flatMap((row): ScheduleEvent[] => {
      const lesson = adopted(state, taken, row);
      return lesson ? [{ type: 'LessonEdited', data: { lesson, occurrences: [], fellAway: [] } }] : [];
    });
    const goes = fallen(state, takenAs, deleted, leaves);
    return [...changed, ...goes.map((lessonId): ScheduleEvent => ({ type: 'LessonDeleted', data: { lessonId } }))];
  };
