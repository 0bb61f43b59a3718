import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { isWeekly } from '@rondo/contracts/calendar/rows.ts';
import type { Lesson, WeeklyLesson } from '@rondo/contracts/events/schedule/lesson.ts';
import type { LessonKind, ScheduleEvent } from '@rondo/contracts/events/schedule/schedule.ts';
import { deleteRows, permanentlyEnded, leaveOut, standAlone } from './series-end.ts';
import { refuseOtherDate } from './one-date.ts';
import { endLessons } from '../people.ts';
import { changeable, dateOf, rowOf, type RowRef } from '../rows.ts';
import { occurrencesOf, type ScheduleState } from '../state.ts';
import { jointDecision } from '../plan/joint.ts';

const endFrom = (state: ScheduleState, series: WeeklyLesson, today: IsoDate): ScheduleEvent[] => {
  const isOver = series.validTo !== null && series.validTo < today;
  return isOver ? [] : permanentlyEnded(state, series, { from: today });
};

/**
 * Deletes a dated lesson, one date of a series permanently, or a series from today on: the past stays.
 * @throws NotFound, StaleRevision, InvalidInput, RuleBroken for a series that a pending plan is to replace
 */
export const deleteLesson =
  ({ date, today, ...ref }: RowRef & { readonly date: IsoDate | null; readonly today: IsoDate }) =>
  (state: ScheduleState): ScheduleEvent[] => {
    const row = rowOf(state, ref);
    if (isWeekly(row)) {
      if (date === null) return endFrom(state, changeable(state, row), today);
      const own = dateOf(state, row, date, ref.revision);
      return own ? deleteRows(state, [own]) : leaveOut(state, row.lessonId, [date]);
    }
    refuseOtherDate(row, date);
    return deleteRows(state, [row]);
  };

/**
 * Ends every series of a student that was not imported, including pending ones and those they replace, and removes the future dated
 * lessons.
 */
export const deleteSeriesOf =
  ({ studentId, today }: { studentId: string; today: IsoDate }) =>
  (state: ScheduleState): ScheduleEvent[] =>
    endLessons(state, today, (lesson) => lesson.studentId === studentId && lesson.source !== 'actual');

/** True for a series that the pending plan placed or replaces. */
const isInPlan = ({ plan }: ScheduleState, lessonId: string): boolean =>
  [...(plan?.entries.values() ?? [])].some(
    (entry) => entry.lessonId === lessonId || entry.bases.some(({ lesson }) => lesson.lessonId === lessonId),
  );

/** Deletes a series with its past. Its exceptions, unless they are deleted too, become dated lessons. */
const deleteSeriesEntirely = (
  state: ScheduleState,
  series: WeeklyLesson,
  deleted: ReadonlySet<string>,
): ScheduleEvent[] => {
  const { lessonId, validFrom, validTo } = series;
  const leavesPlan: ScheduleEvent = {
    type: 'LessonEnded',
    data: { lessonId, validTo: validTo ?? validFrom, status: 'scheduled', fellAway: [], forGood: true },
  };
  const alone = occurrencesOf(state, lessonId).filter((own) => !deleted.has(own.lessonId));
  return [
    ...(isInPlan(state, lessonId) ? [leavesPlan] : []),
    { type: 'LessonDeleted', data: { lessonId } },
    ...alone.map(standAlone),
  ];
};

/** Deletes rows that should never have been there, with everything that took place. Rows that are gone already are ignored. */
export const deleteEntirely =
  (lessonIds: ReadonlySet<string>) =>
  (state: ScheduleState): ScheduleEvent[] => {
    const rows = [...lessonIds].flatMap((lessonId) => state.lessons.get(lessonId) ?? []);
    const series = rows.filter(isWeekly);
    const goesWithSeries = ({ seriesId }: Lesson): boolean =>
      seriesId !== null && lessonIds.has(seriesId) && state.lessons.has(seriesId);
    const single = rows.filter((row) => !isWeekly(row));
    return [
      ...series.flatMap((one) => deleteSeriesEntirely(state, one, lessonIds)),
      ...single
        .filter(goesWithSeries)
        .map(({ lessonId }): ScheduleEvent => ({ type: 'LessonDeleted', data: { lessonId } })),
      ...deleteRows(
        state,
        single.filter((row) => !goesWithSeries(row)),
      ),
    ];
  };

const kindOf = (state: ScheduleState, lesson: Lesson): LessonKind => {
  const series = lesson.seriesId === null ? undefined : state.lessons.get(lesson.seriesId);
  const { source, date } = series ?? lesson;
  if (source !== 'manual') return source;
  return date === null || (series === undefined && lesson.seriesId !== null) ? 'preScheduled' : 'manual';
};

/** Clears the chosen kinds from today on; clearing optimized lessons also ends a pending plan. */
export const clearSchedule =
  ({ kinds, today }: { kinds: readonly LessonKind[]; today: IsoDate }) =>
  (state: ScheduleState): ScheduleEvent[] => {
    const ends = endLessons(state, today, (lesson) => kinds.includes(kindOf(state, lesson)));
    const plan = kinds.includes('optimized') ? state.plan : null;
    if (ends.length === 0 && !plan) return [];
    const rejected: ScheduleEvent[] = plan
      ? [
          {
            type: 'ScheduleRejected',
            data: { reportId: plan.reportId, withdrawn: false, fellAway: [], ...jointDecision(plan, today) },
          },
        ]
      : [];
    return [{ type: 'ScheduleCleared', data: { kinds: [...kinds], from: today } }, ...ends, ...rejected];
  };
