import { addDays, earlierOf, latestOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { isWeekly } from '@rondo/contracts/calendar/rows.ts';
import type { Lesson } from '@rondo/contracts/events/schedule/lesson.ts';
import type { ScheduleEvent } from '@rondo/contracts/events/schedule/schedule.ts';
import { isPinnedFor } from '@rondo/contracts/lessons/pins.ts';
import { isOwed } from '@rondo/contracts/policy/charge.ts';
import { deleteRows, permanentlyEnded } from './edit/series-end.ts';
import { releaseHold } from './questions/holds.ts';
import { pendingSeries, seriesFrom, type ScheduleState } from './state.ts';

/** Permanently ends the series, and removes the dated lessons, that `which` selects from `on`; bases of a pending plan too. */
export const endLessons = (state: ScheduleState, on: IsoDate, which: (lesson: Lesson) => boolean): ScheduleEvent[] => {
  const eve = addDays(on, -1);
  const stays = (occurrence: Lesson): boolean => !which(occurrence);
  const series = seriesFrom(state, on).filter(which);
  const alreadyEnded = new Set(series.map(({ lessonId }) => lessonId));
  const bases = [...(state.plan?.entries.values() ?? [])]
    .flatMap((entry) => entry.bases)
    .map(({ lesson }) => lesson)
    .filter((lesson) => which(lesson) && !alreadyEnded.has(lesson.lessonId));
  // An earlier part of a plan that is already over has nothing left to decide.
  const over = pendingSeries(state).filter(
    (one) => one.validTo !== null && one.validTo < on && which(one) && !alreadyEnded.has(one.lessonId),
  );
  const ended = [
    ...over.flatMap((one) => permanentlyEnded(state, one, { from: on, lastDay: one.validTo ?? eve, stays })),
    ...series.flatMap((one) => permanentlyEnded(state, one, { from: on, stays })),
    ...bases.flatMap((base) => {
      const { validTo } = state.lessons.get(base.lessonId) ?? base;
      return permanentlyEnded(state, base, {
        from: on,
        lastDay: validTo === null ? eve : earlierOf(validTo, eve),
        stays,
      });
    }),
  ];
  const droppedIds = new Set(ended.flatMap((event) => (event.type === 'LessonEnded' ? event.data.fellAway : [])));
  const dated = [...state.lessons.values()].filter(
    (lesson) => !isWeekly(lesson) && which(lesson) && (lesson.date ?? '') >= on && !droppedIds.has(lesson.lessonId),
  );
  return [...ended, ...deleteRows(state, dated)];
};

/** True for a date that the family cancelled and that stays charged, because a lesson is owed for it. */
const staysCharged = ({ status, cancellation }: Lesson): boolean =>
  status === 'cancelled' && cancellation?.by === 'family' && isOwed(cancellation.outcome);

/** A removed student's lessons end; what was taught before `on` stays, and what the family cancelled and owes the price of. */
export const endStudentLessons =
  ({ studentId, on }: { studentId: string; on: IsoDate }) =>
  (state: ScheduleState): ScheduleEvent[] =>
    endLessons(state, on, (lesson) => lesson.studentId === studentId && !staysCharged(lesson));

/** A removed teacher's lessons end, and so does a pending plan. */
export const endSchedule =
  ({ on }: { on: IsoDate }) =>
  (state: ScheduleState): ScheduleEvent[] => [
    ...endLessons(state, on, () => true),
    ...[...state.holds.keys()].flatMap((inquiryId) => releaseHold(inquiryId, 'released')(state)),
    ...(state.plan
      ? [
          {
            type: 'ScheduleRejected' as const,
            data: { reportId: state.plan.reportId, withdrawn: false, fellAway: [] },
          },
        ]
      : []),
  ];

/** A student's optimized series with one teacher that have a date from `from` on, including pending ones and those a plan replaces. */
export const optimizedSeriesOf = (state: ScheduleState, studentIds: ReadonlySet<string>, from: IsoDate) => {
  const bases = [...(state.plan?.entries.values() ?? [])].flatMap((entry) => entry.bases.map(({ lesson }) => lesson));
  const byId = new Map([...bases, ...seriesFrom(state, from)].map((series) => [series.lessonId, series]));
  return [...byId.values()].filter(
    ({ source, studentId }) => source === 'optimized' && studentId !== null && studentIds.has(studentId),
  );
};

/** Lessons that another teacher's plan took over; the oldest acceptances name them without their students. */
export type TakenOver = readonly {
  readonly lessonId: string;
  readonly studentId: string | null;
  readonly from: IsoDate;
}[];

/**
 * Ends the optimized series of the students whom another teacher's plan took over, even if the named series have since been divided or
 * replanned under other ids; not those that are pinned.
 */
export const endTakenOver =
  (takenOver: TakenOver) =>
  (state: ScheduleState): ScheduleEvent[] => {
    const named = takenOver.map(({ lessonId, studentId, from }) => ({
      from,
      studentId: studentId ?? state.lessons.get(lessonId)?.studentId ?? null,
    }));
    const days = Map.groupBy(named, ({ studentId }) => studentId);
    return [...days].flatMap(([studentId, own]) => {
      // Of several days the last one wins: every series then ends on the day on which the student's last one does.
      const from = latestOf(own.map((one) => one.from));
      if (studentId === null || from === null) return [];
      const series = optimizedSeriesOf(state, new Set([studentId]), from);
      const ending = series.filter(
        (one) => !isPinnedFor(one, from) || takenOver.some(({ lessonId }) => lessonId === one.lessonId),
      );
      const ids = new Set(ending.map(({ lessonId }) => lessonId));
      return endLessons(
        state,
        from,
        (lesson) =>
          ids.has(lesson.lessonId) ||
          (lesson.studentId === studentId && (ids.has(lesson.seriesId ?? '') || lesson.status === 'optimized')),
      );
    });
  };

/**
 * Ends an optimized series that was transferred here while another teacher's plan took it over, with the parts into which it has since been
 * divided.
 */
export const endTransferred =
  ({ takenAs, studentId, from }: { takenAs: string; studentId: string; from: IsoDate }) =>
  (state: ScheduleState): ScheduleEvent[] => {
    const ids = new Set([takenAs]);
    const optimized = optimizedSeriesOf(state, new Set([studentId]), from);
    for (const _ of optimized)
      for (const { lessonId, continues } of optimized) if (continues !== null && ids.has(continues)) ids.add(lessonId);
    const ending = new Set(optimized.map(({ lessonId }) => lessonId).filter((lessonId) => ids.has(lessonId)));
    return endLessons(state, from, (lesson) => ending.has(lesson.lessonId) || ending.has(lesson.seriesId ?? ''));
  };
