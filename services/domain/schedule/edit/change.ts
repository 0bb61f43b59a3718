import {
  addDays,
  dateInWeekOf,
  dayOfWeekOf,
  laterOf,
  mondayOf,
  type DayOfWeek,
  type IsoDate,
} from '@rondo/contracts/calendar/dates.ts';
import { hasAnyDate, nextSeriesDate, seriesDateInWeekOf } from '@rondo/contracts/calendar/series.ts';
import { longDate } from '@rondo/contracts/calendar/words.ts';
import { isOccurrence, isWeekly, occurrenceOf } from '@rondo/contracts/calendar/rows.ts';
import type { Lesson, WeeklyLesson } from '@rondo/contracts/events/schedule/lesson.ts';
import type { ScheduleEvent } from '@rondo/contracts/events/schedule/schedule.ts';
import { dateMissing, fieldsMissing, missingField, sentence } from '@rondo/contracts/lessons/rules.ts';
import { InvalidInput, RuleBroken } from '../../../platform/kit/errors.ts';
import { handOver } from '../plan/change-over.ts';
import { seriesEnds, standAlone } from './series-end.ts';
import { changeable, dateOf, refuseImported, refuseMidnight, refuseReplaced, rowOf, type RowRef } from '../rows.ts';
import { standingAgain } from './cancelling.ts';
import { byHand, changeDated, changesTo, changeSeries, cutOf, type LessonChanges } from './series-change.ts';
import { occurrencesOf, type ScheduleState } from '../state.ts';

type ChangeOfRow = RowRef & {
  readonly today: IsoDate;
  /** The id of the row that the edit creates, if it creates one. */
  readonly newId: string;
};

export type Edit = ChangeOfRow & {
  readonly scope: 'single' | 'series';
  readonly changes: LessonChanges;
  /** The edited date, and its new date. */
  readonly originalDate: IsoDate | null;
  readonly lessonDate: IsoDate | null;
};

/** A lesson needs its student, an appointment its title. @throws InvalidInput */
export const refuseIncomplete = (entry: Pick<Lesson, 'entryType' | 'studentId' | 'eventTitle'>): void => {
  if (missingField(entry) !== null) throw new InvalidInput(sentence(fieldsMissing));
};

const refuseWrong = (row: Lesson, changes: LessonChanges): void => {
  const next = { ...row, ...changes };
  refuseMidnight(next);
  refuseIncomplete(next);
};

/** The date of a series that an edit applies to. @throws InvalidInput */
const editedDate = (series: WeeklyLesson, { originalDate, lessonDate }: Edit): IsoDate => {
  if (originalDate !== null) return originalDate;
  if (lessonDate === null) throw new InvalidInput(sentence(dateMissing));
  const date = seriesDateInWeekOf(series, lessonDate);
  if (date === null) throw new InvalidInput(`This lesson does not take place in the week of ${longDate(lessonDate)}.`);
  return date;
};

const newDate = (from: IsoDate | null, { lessonDate, changes }: Pick<Edit, 'lessonDate' | 'changes'>): IsoDate | null =>
  lessonDate ?? (from !== null && changes.dayOfWeek !== undefined ? dateInWeekOf(from, changes.dayOfWeek) : from);

const editOneDate = (state: ScheduleState, row: Lesson, edit: Edit): ScheduleEvent[] => {
  const fact = 'LessonEdited';
  if (!isWeekly(row)) return changeDated(row, { changes: edit.changes, date: newDate(row.date, edit), fact });
  const on = editedDate(row, edit);
  const own = dateOf(state, row, on, edit.revision) ?? occurrenceOf(row, on, edit.newId);
  const date = newDate(own.date, edit);
  return changeDated(own, { changes: edit.changes, date, fact });
};

/**
 * The series that a row is or belongs to; null for a dated lesson.
 * @throws RuleBroken for one date of a series whose row no longer exists
 */
const seriesOf = (state: ScheduleState, row: Lesson): WeeklyLesson | null => {
  if (isWeekly(row)) return row;
  if (!isOccurrence(row)) return null;
  const series = state.lessons.get(row.seriesId);
  if (series && isWeekly(series)) return series;
  refuseReplaced(state, row.seriesId);
  throw new RuleBroken('The weekly lesson has ended. Only this date can be changed.');
};

/** Edits one date, or the whole series from the named date on. @throws NotFound, StaleRevision, Forbidden, InvalidInput, RuleBroken */
export const editLesson =
  (request: Edit) =>
  (state: ScheduleState): ScheduleEvent[] => {
    const row = rowOf(state, request);
    const edit = { ...request, changes: changesTo(row, request.changes) };
    refuseImported(row);
    refuseWrong(row, edit.changes);
    const series = edit.scope === 'series' ? seriesOf(state, row) : null;
    if (!series) return editOneDate(state, row, edit);
    const { changes, newId, today } = edit;
    const cut = cutOf(today, edit.originalDate, edit.lessonDate);
    return changeSeries(state, changeable(state, series), { changes, cut, newId, fact: 'LessonEdited' });
  };

export type Update = ChangeOfRow & {
  readonly changes: LessonChanges;
  /** Absent: unchanged. Null: every week. */
  readonly lessonDate: IsoDate | null | undefined;
  /** The first day that a series can have. */
  readonly notBefore: IsoDate;
  /** The day from which a series changes, if the call names one; never before today. */
  readonly cut?: IsoDate | undefined;
};

/** Changes an entry as a whole, from today or the named day on; it may become weekly or dated. @throws as editLesson */
export const updateLesson =
  (request: Update) =>
  (state: ScheduleState): ScheduleEvent[] => {
    const row = rowOf(state, request);
    const update = { ...request, changes: changesTo(row, request.changes) };
    refuseImported(row);
    refuseWrong(row, update.changes);
    const { changes, today, cut, newId, lessonDate } = update;
    const fact = 'LessonEdited';
    if (isWeekly(row)) {
      const series = changeable(state, row);
      return typeof lessonDate === 'string'
        ? getsDate(state, series, update, lessonDate)
        : changeSeries(state, series, { changes, cut: cutOf(today, cut), newId, fact });
    }
    if (lessonDate === null) return becomesWeekly(row, update);
    return changeDated(row, { changes, date: lessonDate ?? row.date, fact });
  };

export type Turned = {
  readonly lesson: Lesson;
  /** The last day of the past kept under the old id; null when nothing is kept. */
  readonly lastDay: IsoDate | null;
};

/** A weekly entry as it looks once it becomes dated. @throws RuleBroken for one that has ended */
export const asDated = (
  series: WeeklyLesson,
  { changes, today, newId }: Pick<Update, 'changes' | 'today' | 'newId'>,
  date: IsoDate,
): Turned => {
  const { lessonId } = series;
  if (nextSeriesDate(series, today) === null)
    throw new RuleBroken('This lesson has ended and has no dates left to change.');
  const past = { ...series, validTo: addDays(today, -1) };
  const keepsPast = hasAnyDate(past);
  const lesson: Lesson = {
    ...series,
    ...changes,
    status: 'scheduled',
    lessonId: keepsPast ? newId : lessonId,
    continues: keepsPast ? lessonId : series.continues,
    date,
    dayOfWeek: dayOfWeekOf(date),
    validFrom: null,
    validTo: null,
    skips: [],
    pin: null,
  };
  return { lesson, lastDay: keepsPast ? past.validTo : null };
};

/** Makes a weekly entry dated: its past stays as a series that ended. */
const getsDate = (state: ScheduleState, series: WeeklyLesson, update: Update, date: IsoDate): ScheduleEvent[] => {
  const { lessonId } = series;
  const { facts, becomes } = byHand(series);
  const { lesson, lastDay } = asDated({ ...series, ...becomes }, update, date);
  const eve = addDays(update.today, -1);
  const occurrences = occurrencesOf(state, lessonId);
  const exceptions = handOver([{ lastDay: eve, occurrences }], { to: undefined, overFrom: update.today });
  if (lastDay === null) {
    const fellAway = exceptions.dropped.map((row) => row.lessonId);
    const alone = exceptions.staying.map(standAlone);
    return [{ type: 'LessonEdited', data: { lesson, occurrences: [], fellAway } }, ...facts, ...alone];
  }
  const end = { lastDay, status: lesson.status, forGood: true, returns: false };
  return [
    ...facts,
    ...seriesEnds(state, series, exceptions, end),
    { type: 'LessonCreated', data: { lesson, occurrences: [] } },
  ];
};

/** A dated entry as it looks once it becomes weekly. @throws InvalidInput for one date of a series */
export const asWeekly = (
  row: Lesson,
  { changes, today, newId, notBefore }: Pick<Update, 'changes' | 'today' | 'newId' | 'notBefore'>,
): Turned => {
  if (isOccurrence(row)) throw new InvalidInput('A single date of a weekly lesson cannot be made weekly.');
  const lastDay = row.date !== null && row.date < today ? row.date : null;
  const lesson: Lesson = {
    ...row,
    ...changes,
    lessonId: lastDay === null ? row.lessonId : newId,
    continues: lastDay === null ? row.continues : row.lessonId,
    // Only a single date can be cancelled.
    ...standingAgain(row),
    date: null,
    validFrom: laterOf(today, notBefore),
  };
  return { lesson, lastDay };
};

/** Makes a dated entry weekly; its past stays. @throws InvalidInput for one date of a series */
const becomesWeekly = (row: Lesson, update: Update): ScheduleEvent[] => {
  const { lesson, lastDay } = asWeekly(row, update);
  return lastDay === null
    ? [{ type: 'LessonEdited', data: { lesson, occurrences: [], fellAway: [] } }]
    : [{ type: 'LessonCreated', data: { lesson, occurrences: [] } }];
};

export type Move = ChangeOfRow & {
  readonly start: number;
  readonly end: number | null;
  readonly dayOfWeek: DayOfWeek | null;
  readonly lessonDate: IsoDate | null;
  /** Moving a recommended lesson also confirms it. */
  readonly confirms: boolean;
};

const refuseWrongMove = (row: Lesson, { start, end, dayOfWeek, lessonDate }: Move): void => {
  if (end !== null && end - start !== row.duration)
    throw new InvalidInput(`The end time does not match: this lesson lasts ${row.duration} minutes.`);
  if (lessonDate !== null && dayOfWeek !== null && dayOfWeekOf(lessonDate) !== dayOfWeek)
    throw new InvalidInput(`The day of the week does not match: this would be ${longDate(lessonDate)}.`);
  refuseMidnight({ start, duration: row.duration });
};

/**
 * Moves a lesson in time: a series from the week of the named date on (from today without one), a dated row to the date, or to the weekday
 * of its own week. Moving a cancelled lesson restores it.
 * @throws as editLesson
 */
export const rescheduleLesson =
  (move: Move) =>
  (state: ScheduleState): ScheduleEvent[] => {
    const row = rowOf(state, move);
    refuseImported(row);
    refuseWrongMove(row, move);
    const { start, today, newId, lessonDate } = move;
    const dayOfWeek = lessonDate === null ? (move.dayOfWeek ?? row.dayOfWeek) : dayOfWeekOf(lessonDate);
    const fact = 'LessonRescheduled';
    const confirmsIt = move.confirms && row.status === 'recommended';
    if (isWeekly(row)) {
      const cut = cutOf(today, lessonDate === null ? null : mondayOf(lessonDate));
      const series = changeable(state, row);
      const confirmed: WeeklyLesson = confirmsIt ? { ...series, status: 'scheduled' } : series;
      const events = changeSeries(state, confirmed, { changes: { start, dayOfWeek }, cut, newId, fact });
      if (events.length > 0 || !confirmsIt) return events;
      return [{ type: fact, data: { lesson: confirmed, occurrences: [], fellAway: [] } }];
    }
    const date = lessonDate ?? (row.date === null ? null : dateInWeekOf(row.date, dayOfWeek));
    const becomes = confirmsIt ? { status: 'scheduled' as const } : standingAgain(row);
    return changeDated(row, { changes: { start }, date, fact, becomes });
  };
