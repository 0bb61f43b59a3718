import { addDays, earlierOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { isWeekly, type Lesson } from '@rondo/contracts/events/lesson.ts';
import type { ScheduleEvent } from '@rondo/contracts/events/schedule.ts';
import { deleteRow, endedForGood } from './ending.ts';
import { seriesFrom, type ScheduleState } from './state.ts';

/** Ends the series and removes the dated lessons from `on` that `which` names, for good; bases of a pending plan too. */
export const endLessons = (state: ScheduleState, on: IsoDate, which: (lesson: Lesson) => boolean): ScheduleEvent[] => {
  const eve = addDays(on, -1);
  const stays = (occurrence: Lesson): boolean => !which(occurrence);
  const series = seriesFrom(state, on).filter(which);
  const alreadyEnded = new Set(series.map(({ lessonId }) => lessonId));
  const bases = [...(state.plan?.entries.values() ?? [])]
    .flatMap((entry) => entry.bases)
    .map(({ lesson }) => lesson)
    .filter((lesson) => which(lesson) && !alreadyEnded.has(lesson.lessonId));
  const ended = [
    ...series.flatMap((one) => endedForGood(state, one, { from: on, stays })),
    ...bases.flatMap((base) => {
      const { validTo } = state.lessons.get(base.lessonId) ?? base;
      return endedForGood(state, base, { from: on, lastDay: validTo === null ? eve : earlierOf(validTo, eve), stays });
    }),
  ];
  const fallen = new Set(ended.flatMap((event) => (event.type === 'LessonEnded' ? event.data.fellAway : [])));
  const dated = [...state.lessons.values()].filter(
    (lesson) => !isWeekly(lesson) && which(lesson) && (lesson.date ?? '') >= on && !fallen.has(lesson.lessonId),
  );
  return [...ended, ...dated.flatMap((lesson) => deleteRow(state, lesson))];
};

/** A removed student's lessons end; what was taught before `on` stays. */
export const endStudentLessons =
  ({ studentId, on }: { studentId: string; on: IsoDate }) =>
  (state: ScheduleState): ScheduleEvent[] =>
    endLessons(state, on, (lesson) => lesson.studentId === studentId);

/** A removed teacher's lessons end and a plan that waits is over. */
export const endSchedule =
  ({ on }: { on: IsoDate }) =>
  (state: ScheduleState): ScheduleEvent[] => [
    ...endLessons(state, on, () => true),
    ...(state.plan
      ? [
          {
            type: 'ScheduleRejected' as const,
            data: { reportId: state.plan.reportId, withdrawn: false, fellAway: [] },
          },
        ]
      : []),
  ];

/** One optimized series ends from `from` on because another teacher's plan took the student over. */
export const endSeries =
  ({ lessonId, from }: { lessonId: string; from: IsoDate }) =>
  (state: ScheduleState): ScheduleEvent[] =>
    seriesFrom(state, from)
      .filter((series) => series.lessonId === lessonId)
      .flatMap((series) =>
        endedForGood(state, series, { from, stays: ({ studentId }) => studentId !== series.studentId }),
      );
