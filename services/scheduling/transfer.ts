import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import {
  isOccurrence,
  isWeekly,
  type Lesson,
  type Occurrence,
  type WeeklyLesson,
} from '@rondo/contracts/events/lesson.ts';
import type { ScheduleEvent } from '@rondo/contracts/events/schedule.ts';
import { InvalidInput } from '../domain/errors.ts';
import { refuseIncomplete } from './change.ts';
import { changeable, refuseImported, refuseMidnight, rowOf, type RowRef } from './rows.ts';
import { changed, divide, type LessonChanges } from './series-change.ts';
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

export type Giving = RowRef & {
  readonly from: string;
  readonly changes: LessonChanges;
  readonly today: IsoDate;
  readonly newId: string;
  /** The giving schedule's revision. */
  readonly seen: number;
};

/** By hand: a pending lesson leaves its plan. */
const standing = <Row extends Lesson>(row: Row): Row =>
  row.status === 'optimized' ? { ...row, source: 'manual', status: 'scheduled' } : row;

/**
 * What goes to another teacher: a dated lesson as it is, a series from today on; its past stays.
 * @throws NotFound, StaleRevision, Forbidden, InvalidInput, RuleBroken
 */
export const giftOf = (state: ScheduleState, { changes, today, newId, from, seen, ...ref }: Giving): Gift => {
  const row = rowOf(state, ref);
  refuseImported(row);
  const next = changed(row, changes) ?? row;
  refuseMidnight(next);
  refuseIncomplete(next);
  const gift = { from, seen, leaves: row.lessonId };
  if (isOccurrence(row))
    throw new InvalidInput('One date of a weekly lesson stays with its teacher. Give away the series.');
  if (!isWeekly(row)) return { ...gift, lesson: standing(next), occurrences: [], validTo: null };
  const series: WeeklyLesson = { ...changeable(state, row), ...changes };
  const { going, carried, lastDay } = divide(state, row, standing(series), { cut: today, newId });
  return { ...gift, lesson: going, occurrences: carried, validTo: lastDay };
};

/** The other teacher's side, decided first: the lesson is theirs from here on. */
export const takeOver =
  ({ lesson, occurrences, ...gift }: Gift) =>
  (_state: ScheduleState): ScheduleEvent[] => [
    {
      type: 'LessonTakenOver',
      data: { ...gift, lesson: { ...lesson, driveMinutes: null }, occurrences: [...occurrences] },
    },
  ];

export type Release = Pick<Gift, 'leaves' | 'validTo' | 'seen'> & { readonly takenAs: string; readonly to: string };

/** The giving side, second. What was changed here after the other side had looked is named, to be sent on. */
export const releaseLesson =
  ({ leaves, validTo, seen, takenAs, to }: Release) =>
  (state: ScheduleState): ScheduleEvent[] => {
    const row = state.lessons.get(leaves);
    if (!row) return [];
    const goes = ({ originalDate }: Occurrence): boolean => validTo === null || originalDate > validTo;
    const leaving = occurrencesOf(state, leaves).filter(goes);
    const since = ({ lessonId }: Lesson): boolean => (state.revisions.get(lessonId) ?? -1) > seen;
    const missed = [row, ...leaving].filter(since);
    const gone = leaving.map(({ lessonId }) => lessonId);
    return [{ type: 'LessonReleased', data: { lessonId: leaves, to, takenAs, validTo, gone, missed } }];
  };

/** A row of the giving schedule as the taken-over lesson has it; null for one that has no place there. */
const adopted = (state: ScheduleState, taken: Lesson, missed: Lesson): Lesson | null => {
  if (isOccurrence(missed)) return isWeekly(taken) ? { ...missed, seriesId: taken.lessonId } : null;
  const { lessonId, continues, validFrom, date } = taken;
  const skips = [...new Set([...taken.skips, ...missed.skips])].toSorted();
  return standing({ ...missed, lessonId, continues, validFrom, skips, date: missed.date ?? date });
};

/** Changes that the giving schedule still took after the other side had looked: they hold here, even where they now overlap something. */
export const adoptMissed =
  ({ takenAs, missed }: { takenAs: string; missed: readonly Lesson[] }) =>
  (state: ScheduleState): ScheduleEvent[] => {
    const taken = state.lessons.get(takenAs);
    if (!taken) return [];
    return missed.flatMap((row): ScheduleEvent[] => {
      const lesson = adopted(state, taken, row);
      return lesson ? [{ type: 'LessonEdited', data: { lesson, occurrences: [], fellAway: [] } }] : [];
    });
  };
