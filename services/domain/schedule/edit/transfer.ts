import { addDays, dayOfWeekOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { isOccurrence, isWeekly } from '@rondo/contracts/calendar/rows.ts';
import type { Lesson, WeeklyLesson } from '@rondo/contracts/events/schedule/lesson.ts';
import type { ScheduleEvent } from '@rondo/contracts/events/schedule/schedule.ts';
import { InvalidInput, RuleBroken } from '../../../platform/kit/errors.ts';
import { asDated, asWeekly, refuseIncomplete, type Update } from './change.ts';
import { changeable, refuseImported, refuseMidnight, rowOf } from '../rows.ts';
import { changed, changesTo, cutOf, divide } from './series-change.ts';
import { occurrencesOf, type ScheduleState } from '../state.ts';

/** What another teacher takes over, as the releasing schedule had it when it was read. */
export type Transfer = {
  readonly lesson: Lesson;
  readonly occurrences: readonly Lesson[];
  readonly from: string;
  readonly leaves: string;
  readonly validTo: IsoDate | null;
  readonly seen: number;
};

export type Giving = Update & {
  readonly from: string;
  /** The releasing schedule's revision. */
  readonly seen: number;
};

/** A change by hand: a pending lesson leaves its plan. */
const scheduledByHand = <Row extends Lesson>(row: Row): Row =>
  row.status === 'optimized' ? { ...row, source: 'manual', status: 'scheduled', pin: null } : row;

type Leaving = Pick<Transfer, 'lesson' | 'occurrences' | 'validTo'>;

const leavingDated = (row: Lesson, { changes, lessonDate, ...giving }: Giving): Leaving => {
  if (lessonDate === null) {
    const { lesson, lastDay } = asWeekly(row, { ...giving, changes });
    return { lesson: scheduledByHand(lesson), occurrences: [], validTo: lastDay };
  }
  const date = lessonDate ?? row.date;
  const dayOfWeek = date === null ? row.dayOfWeek : dayOfWeekOf(date);
  return { lesson: scheduledByHand({ ...row, ...changes, date, dayOfWeek }), occurrences: [], validTo: null };
};

const leavingSeries = (state: ScheduleState, series: WeeklyLesson, giving: Giving): Leaving => {
  const { changes, lessonDate, newId } = giving;
  // No part of a pending lesson stays in its plan.
  const cut = cutOf(giving.today, series.status === 'optimized' ? null : giving.cut);
  if (typeof lessonDate === 'string') {
    const { lesson, lastDay } = asDated(scheduledByHand(series), giving, lessonDate);
    return { lesson, occurrences: [], validTo: lastDay };
  }
  const { going, carried, lastDay } = divide(state, series, scheduledByHand({ ...series, ...changes }), { cut, newId });
  const eve = lastDay ?? addDays(cut, -1);
  const occurrences = carried.filter((occurrence) => goesAlong(occurrence, eve));
  const staying = carried.filter((occurrence) => !goesAlong(occurrence, eve));
  if (staying.length === 0) return { lesson: going, occurrences, validTo: lastDay };
  const skips = [...going.skips, ...staying.flatMap(({ originalDate }) => originalDate ?? [])].toSorted();
  return { lesson: { ...going, skips }, occurrences, validTo: eve };
};

/** A date that was moved to an earlier week and taught there stays, although its series leaves before the date's own week. */
const goesAlong = ({ originalDate, date }: Pick<Lesson, 'originalDate' | 'date'>, validTo: IsoDate | null): boolean =>
  validTo === null || ((originalDate ?? '') > validTo && (date ?? '') > validTo);

/**
 * What moves to another teacher: a dated lesson, or a series from today or the named day on; what is before stays. A weekly lesson may become
 * dated, and vice versa.
 * @throws NotFound, StaleRevision, Forbidden, InvalidInput, RuleBroken
 */
export const transferOf = (state: ScheduleState, request: Giving): Transfer => {
  const row = rowOf(state, request);
  const giving = { ...request, changes: changesTo(row, request.changes) };
  refuseImported(row);
  const next = changed(row, giving.changes) ?? row;
  refuseMidnight(next);
  refuseIncomplete(next);
  if (isOccurrence(row))
    throw new InvalidInput(
      'A single date of a weekly lesson cannot change teachers. Transfer the whole series instead.',
    );
  const leaving = isWeekly(row) ? leavingSeries(state, changeable(state, row), giving) : leavingDated(row, giving);
  return { ...leaving, from: giving.from, seen: giving.seen, leaves: row.lessonId };
};

/** Rows of the releasing schedule after a transfer is released: what moves is not counted twice. */
export const leftBy = ({ leaves, validTo }: Transfer, rows: readonly Lesson[]): Lesson[] =>
  rows.flatMap((row) => {
    if (row.lessonId === leaves) return validTo === null ? [] : [isWeekly(row) ? { ...row, validTo } : row];
    return row.seriesId === leaves && goesAlong(row, validTo) ? [] : [row];
  });

/** @throws RuleBroken always */
export const refuseOnItsWay = (): never => {
  throw new RuleBroken('This lesson is being transferred to another teacher right now. Please try again in a moment.');
};

/**
 * The receiving side, decided first: the lesson belongs to this teacher from here on.
 * @throws RuleBroken when they already have it and may be releasing it
 */
export const takeOver =
  ({ lesson, occurrences, ...transfer }: Transfer) =>
  (state: ScheduleState): ScheduleEvent[] => {
    if (state.lessons.has(lesson.lessonId)) return refuseOnItsWay();
    const data = { ...transfer, lesson: { ...lesson, driveMinutes: null }, occurrences: [...occurrences] };
    return [{ type: 'LessonTakenOver', data }];
  };

export type Release = Pick<Transfer, 'leaves' | 'validTo' | 'seen'> & {
  readonly takenAs: string;
  readonly to: string;
  /** The occurrences that the receiving side took over. */
  readonly brought: readonly string[];
};

/**
 * The releasing side, decided second. Changes made here after the receiving side read the lesson are named, to be sent on; so are deletions
 * and transfers to a third teacher.
 */
export const releaseLesson =
  ({ leaves, validTo, seen, takenAs, to, brought }: Release) =>
  (state: ScheduleState): ScheduleEvent[] => {
    const since = (lessonId: string): boolean => (state.revisions.get(lessonId) ?? -1) > seen;
    // A date that moved to another part of the series here stays with that part.
    const isGone = (lessonId: string): boolean => state.lessons.get(lessonId)?.seriesId !== leaves;
    const deleted = [...(state.lessons.has(leaves) ? [] : [leaves]), ...brought.filter(isGone)].filter(since);
    const released = { lessonId: leaves, to, takenAs, validTo, deleted };
    const row = state.lessons.get(leaves);
    if (!row)
      return deleted.length === 0 ? [] : [{ type: 'LessonReleased', data: { ...released, gone: [], missed: [] } }];
    // A past date stays when its lesson becomes weekly elsewhere.
    if (row.date !== null && validTo !== null && row.date <= validTo) return [];
    const leaving = occurrencesOf(state, leaves).filter((occurrence) => goesAlong(occurrence, validTo));
    const missed = [row, ...leaving].filter(({ lessonId }) => since(lessonId));
    const leavingIds = leaving.map(({ lessonId }) => lessonId);
    return [{ type: 'LessonReleased', data: { ...released, gone: leavingIds, missed } }];
  };

/** A row of the releasing schedule in the shape of the received lesson; null for one that has no place there. */
const adopted = (state: ScheduleState, received: Lesson, missed: Lesson): Lesson | null => {
  if (isOccurrence(missed)) return isWeekly(received) ? { ...missed, seriesId: received.lessonId } : null;
  const { lessonId, continues, validFrom } = received;
  const own = { ...missed, lessonId, continues, validFrom };
  // If it was given a date or a weekday, its time was decided by the receiving side.
  if (isWeekly(received) !== isWeekly(missed)) {
    const { date, dayOfWeek, validTo, skips } = received;
    return scheduledByHand({ ...own, date, dayOfWeek, validTo, skips });
  }
  return scheduledByHand({ ...own, skips: [...new Set([...received.skips, ...missed.skips])].toSorted() });
};

/** Rows of the received lesson that the releasing schedule no longer had: deleting the lesson itself also deletes its dates. */
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

/**
 * Changes that the releasing schedule accepted after the receiving side read the lesson: they apply here, even if they now overlap
 * something.
 */
export const adoptMissed =
  ({ takenAs, leaves, missed, deleted }: Missed) =>
  (state: ScheduleState): ScheduleEvent[] => {
    const received = state.lessons.get(takenAs);
    if (!received) return [];
    const changed = missed.flatMap((row): ScheduleEvent[] => {
      const lesson = adopted(state, received, row);
      return lesson ? [{ type: 'LessonEdited', data: { lesson, occurrences: [], fellAway: [] } }] : [];
    });
    const goes = fallen(state, takenAs, deleted, leaves);
    return [...changed, ...goes.map((lessonId): ScheduleEvent => ({ type: 'LessonDeleted', data: { lessonId } }))];
  };
