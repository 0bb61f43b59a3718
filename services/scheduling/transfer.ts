import { dayOfWeekOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import {
  isOccurrence,
  isWeekly,
  type Lesson,
  type Occurrence,
  type WeeklyLesson,
} from '@rondo/contracts/events/lesson.ts';
import type { ScheduleEvent } from '@rondo/contracts/events/schedule.ts';
import { InvalidInput } from '../domain/errors.ts';
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
    // A date that is past stays when its lesson goes on every week elsewhere.
    if (row.date !== null && validTo !== null && row.date <= validTo) return [];
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
  const { lessonId, continues, validFrom } = taken;
  const own = { ...missed, lessonId, continues, validFrom };
  // Given a date, or a weekday: when it takes place was decided there.
  if (isWeekly(taken) !== isWeekly(missed)) {
    const { date, dayOfWeek, validTo, skips } = taken;
    return standing({ ...own, date, dayOfWeek, validTo, skips });
  }
  return standing({ ...own, skips: [...new Set([...taken.skips, ...missed.skips])].toSorted() });
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
