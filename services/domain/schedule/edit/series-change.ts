import { addDays, dayOfWeekOf, laterOf, type DayOfWeek, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { hasAnyDate } from '@rondo/contracts/calendar/series.ts';
import { splitSeries } from '@rondo/contracts/calendar/split.ts';
import type { Lesson, WeeklyLesson } from '@rondo/contracts/events/schedule/lesson.ts';
import type { ScheduleEvent } from '@rondo/contracts/events/schedule/schedule.ts';
import type { LessonDetails } from '@rondo/contracts/lessons/details.ts';
import { RuleBroken } from '../../../platform/kit/errors.ts';
import { handOver } from '../plan/change-over.ts';
import { occurrencesOf, type ScheduleState } from '../state.ts';

/** What a user may change on a lesson; absent fields stay. */
export type LessonChanges = Partial<LessonDetails> & {
  readonly studentId?: string | null;
  readonly entryType?: Lesson['entryType'];
  readonly dayOfWeek?: DayOfWeek;
  readonly start?: number;
  readonly duration?: number;
};

export type SeriesChange = {
  readonly changes: LessonChanges;
  /** The first day that may change: the one in the call, but never before today. */
  readonly cut: IsoDate;
  /** The id of the continuing part when the past is kept. */
  readonly newId: string;
  readonly fact: 'LessonEdited' | 'LessonRescheduled';
};

/** The day from which a change to a whole series applies: the earliest date in the call, but never before today. */
export const cutOf = (today: IsoDate, ...named: readonly (IsoDate | null | undefined)[]): IsoDate => {
  const dates = named.filter((date) => date !== null && date !== undefined).toSorted();
  return laterOf(today, dates[0] ?? today);
};

/** What a call changes on a row. An appointment has no student, even if the call names one. */
export const changesTo = (row: Pick<Lesson, 'entryType'>, changes: LessonChanges): LessonChanges =>
  (changes.entryType ?? row.entryType) === 'appointment' ? { ...changes, studentId: null } : changes;

/** The fields that actually change; null when there are none. */
export const changed = <Row extends Lesson>(row: Row, changes: LessonChanges): Row | null => {
  const next = { ...row, ...changes };
  const before = new Map(Object.entries(row));
  const differs = Object.entries(changes).some(([name, value]) => before.get(name) !== value);
  const moves =
    next.start !== row.start || next.dayOfWeek !== row.dayOfWeek || next.customAddress !== row.customAddress;
  return differs ? { ...next, driveMinutes: moves ? null : row.driveMinutes } : null;
};

type ByHand = { facts: ScheduleEvent[]; becomes: Pick<Lesson, 'source' | 'status' | 'pin'> };

/** A pending lesson changed as a whole by hand leaves the plan: it becomes scheduled and manual, and no plan moves it any more. */
export const byHand = (series: WeeklyLesson): ByHand =>
  series.status === 'optimized'
    ? {
        facts: [{ type: 'LessonKept', data: { lessonId: series.lessonId, source: 'manual' } }],
        becomes: { source: 'manual', status: 'scheduled', pin: null },
      }
    : { facts: [], becomes: { source: series.source, status: series.status, pin: series.pin } };

export type DividedSeries = {
  /** The part that changes, under a new id when the past is kept. */
  readonly going: WeeklyLesson;
  readonly carried: readonly Lesson[];
  readonly dropped: readonly string[];
  /** The last day of the past that is kept; null when nothing is. */
  readonly lastDay: IsoDate | null;
};

/** Divides a series where its change begins; exceptions from there on move along with their weeks. */
export const divide = (
  state: ScheduleState,
  series: WeeklyLesson,
  next: WeeklyLesson,
  { cut, newId }: Pick<SeriesChange, 'cut' | 'newId'>,
): DividedSeries => {
  const { from, before, after } = splitSeries(series, next.dayOfWeek, cut);
  const going: WeeklyLesson = before
    ? { ...next, ...after, skips: [...after.skips], lessonId: newId, continues: series.lessonId }
    : { ...next, ...after, skips: [...after.skips] };
  if (!hasAnyDate(going)) throw new RuleBroken('This lesson has ended and has no dates left to change.');
  const end = { lastDay: addDays(from, -1), occurrences: occurrencesOf(state, series.lessonId) };
  const exceptions = handOver([end], { to: going });
  return {
    going,
    carried: exceptions.carried,
    dropped: exceptions.dropped.map(({ lessonId }) => lessonId),
    lastDay: before?.validTo ?? null,
  };
};

/** Changes a whole series from a day on. Dates before it stay with the old part, which keeps the id. @throws RuleBroken */
export const changeSeries = (state: ScheduleState, series: WeeklyLesson, change: SeriesChange): ScheduleEvent[] => {
  const next = changed(series, change.changes);
  if (!next) return [];
  const { facts, becomes } = byHand(series);
  const { going, carried, dropped, lastDay } = divide(state, series, { ...next, ...becomes }, change);
  const occurrences = [...carried];
  if (lastDay === null)
    return [{ type: change.fact, data: { lesson: going, occurrences, fellAway: [...dropped] } }, ...facts];
  const { lessonId } = series;
  return [
    ...facts,
    {
      type: 'LessonEnded',
      data: { lessonId, validTo: lastDay, status: becomes.status, fellAway: [...dropped], forGood: false },
    },
    { type: 'LessonCreated', data: { lesson: going, occurrences } },
  ];
};

/** Changes a dated lesson or an occurrence in place. */
export const changeDated = (
  row: Lesson,
  {
    changes,
    date,
    fact,
    becomes = {},
  }: Pick<SeriesChange, 'changes' | 'fact'> & {
    date: IsoDate | null;
    becomes?: Partial<Pick<Lesson, 'status' | 'cancellation' | 'makesUp'>>;
  },
): ScheduleEvent[] => {
  const day = date ?? row.date;
  const dayOfWeek = day === null ? row.dayOfWeek : dayOfWeekOf(day);
  const next = { ...row, ...changes, ...becomes, date: day, dayOfWeek };
  const same = new Map(Object.entries(row));
  if (Object.entries(next).every(([name, value]) => same.get(name) === value)) return [];
  return [{ type: fact, data: { lesson: { ...next, driveMinutes: null }, occurrences: [], fellAway: [] } }];
};
