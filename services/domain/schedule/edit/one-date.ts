import { neverClosed, type ClosedOn } from '@rondo/contracts/calendar/closures/closures.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { seriesDateInWeekOf } from '@rondo/contracts/calendar/series.ts';
import { longDate } from '@rondo/contracts/calendar/words.ts';
import { isOccurrence, isWeekly, occurrenceOf } from '@rondo/contracts/calendar/rows.ts';
import type { Cancellation } from '@rondo/contracts/policy/policy.ts';
import type { Lesson, Occurrence } from '@rondo/contracts/events/schedule/lesson.ts';
import type { ScheduleEvent } from '@rondo/contracts/events/schedule/schedule.ts';
import { InvalidInput, RuleBroken } from '../../../platform/kit/errors.ts';
import { conflictsAmong, refuseTaken, type Busy } from './if-free.ts';
import { takenIn } from '../questions/held.ts';
import { dateOf, occurrenceOn, rowOf, type RowRef } from '../rows.ts';
import type { ScheduleState } from '../state.ts';

/** Rejects a date that is not this row's. @throws InvalidInput */
export const refuseOtherDate = (row: Lesson, date: IsoDate | null): void => {
  if (date !== null && row.date !== date)
    throw new InvalidInput(`This lesson does not take place on ${longDate(date)}.`);
};

/** What a cancellation comes to, on the schedule that it is recorded in. */
export type Recording = (row: Lesson, date: IsoDate, state: ScheduleState) => Cancellation | null;

const cancelRow = (state: ScheduleState, row: Lesson, record: Recording): ScheduleEvent[] => {
  if (row.status === 'cancelled') return [];
  const recorded = row.date === null ? null : record(row, row.date, state);
  return [{ type: 'LessonCancelled', data: { lesson: { ...row, status: 'cancelled', cancellation: recorded } } }];
};

/** Cancels one date of a series, or a dated lesson; a no-op if already cancelled. @throws InvalidInput, NotFound, StaleRevision */
export const cancelLesson =
  ({
    date,
    occurrenceId,
    closedOn = neverClosed,
    record = () => null,
    ...ref
  }: RowRef & {
    readonly date: IsoDate | null;
    readonly occurrenceId: string;
    readonly closedOn?: ClosedOn<Lesson>;
    readonly record?: Recording | undefined;
  }) =>
  (state: ScheduleState): ScheduleEvent[] => {
    const seen = rowOf(state, { ...ref, revision: undefined });
    if (isWeekly(seen) && date === null) throw new InvalidInput('Please choose which date to cancel.');
    const present = isWeekly(seen) ? occurrenceOn(state, seen.lessonId, date ?? '') : seen;
    if (!isWeekly(seen)) refuseOtherDate(seen, date);
    if (present?.status === 'cancelled') return [];
    const on = date ?? present?.date ?? null;
    if (on !== null && closedOn(present ?? seen, on) !== null) return [];
    const row = rowOf(state, ref);
    if (!isWeekly(row)) return cancelRow(state, row, record);
    const own = dateOf(state, row, date ?? '', ref.revision);
    return cancelRow(state, own ?? occurrenceOf(row, date ?? '', occurrenceId), record);
  };

/** True for an occurrence that differs from its series only in being cancelled. */
const isPureCancellation = (state: ScheduleState, row: Lesson): row is Occurrence => {
  if (!isOccurrence(row)) return false;
  const series = state.lessons.get(row.seriesId);
  if (!series || !isWeekly(series)) return false;
  if (seriesDateInWeekOf(series, row.originalDate) !== row.originalDate) return false;
  const plain = new Map(
    Object.entries({ ...occurrenceOf(series, row.originalDate, row.lessonId), status: 'cancelled' }),
  );
  return Object.entries(row).every(
    ([name, value]) =>
      plain.get(name) === value ||
      name === 'skips' ||
      name === 'driveMinutes' ||
      name === 'cancellation' ||
      (name === 'keptIn' && row.keptIn.length === 0),
  );
};

/** Reverts a cancellation. If the occurrence was nothing else, the series applies again. */
export const uncancel = (state: ScheduleState, row: Lesson): ScheduleEvent[] => {
  const seriesId = isPureCancellation(state, row) ? row.seriesId : null;
  return [{ type: 'LessonRestored', data: { lessonId: row.lessonId, seriesId } }];
};

const confirm = (row: Lesson): ScheduleEvent[] => [
  { type: 'LessonEdited', data: { lesson: { ...row, status: 'scheduled' }, occurrences: [], fellAway: [] } },
];

type Keeping = { readonly force: boolean; readonly busy: Busy; readonly ref: RowRef };

/** A single date that is closed takes place all the same; a no-op where it is open. @throws RuleBroken, StaleRevision */
const keepIn = (state: ScheduleState, standing: Lesson, { force, busy, ref }: Keeping): ScheduleEvent[] => {
  const { date } = standing;
  if (date === null || busy.closedOn(standing, date) === null) return [];
  rowOf(state, ref);
  const lesson = { ...standing, keptIn: busy.closuresOver(standing, date) };
  if (!force) refuseTaken(conflictsAmong(lesson, takenIn(state, busy), busy), busy);
  return [{ type: 'LessonEdited', data: { lesson, occurrences: [], fellAway: [] } }];
};

/** A closed date of a series takes place all the same. @throws NotFound, StaleRevision, RuleBroken */
export const keepDate =
  ({
    date,
    occurrenceId,
    force,
    busy,
    ...ref
  }: RowRef & Omit<Keeping, 'ref'> & { readonly date: IsoDate; readonly occurrenceId: string }) =>
  (state: ScheduleState): ScheduleEvent[] => {
    const series = rowOf(state, ref);
    if (!isWeekly(series)) return keepIn(state, series, { force, busy, ref });
    const own = dateOf(state, series, date, ref.revision) ?? occurrenceOf(series, date, occurrenceId);
    return keepIn(state, own, { force, busy, ref });
  };

/**
 * Reverts a cancellation, keeps a closed lesson, or confirms a recommended lesson. A no-op if already scheduled; rejected if the time has been taken since, unless
 * `force`.
 * @throws NotFound, StaleRevision, RuleBroken
 */
export const restoreLesson =
  ({ force, busy, ...ref }: RowRef & { readonly force: boolean; readonly busy: Busy }) =>
  (state: ScheduleState): ScheduleEvent[] => {
    if (state.vanished.has(ref.lessonId) && !state.lessons.has(ref.lessonId)) return [];
    const standing = rowOf(state, { ...ref, revision: undefined });
    const { status } = standing;
    if (status === 'scheduled') return standing.date === null ? [] : keepIn(state, standing, { force, busy, ref });
    const row = rowOf(state, ref);
    if (status === 'optimized')
      throw new RuleBroken('This lesson is part of a pending plan. Accept or reject the plan in the Planner.');
    if (status === 'recommended') return confirm(row);
    if (!force) refuseTaken(conflictsAmong({ ...row, status: 'scheduled' }, takenIn(state, busy), busy), busy);
    return uncancel(state, row);
  };
