import { earlierOf, laterOf } from '@rondo/contracts/calendar/dates.ts';
import { isOccurrence, isWeekly } from '@rondo/contracts/calendar/rows.ts';
import { lessonRowChanges } from '@rondo/contracts/events/schedule/lesson-rows.ts';
import type { Lesson } from '@rondo/contracts/events/schedule/lesson.ts';
import type { LessonEvent } from '@rondo/contracts/events/schedule/schedule.ts';

/** A row of a table that has one for every lesson. */
type LessonRow = { readonly teacher_id: string; readonly lesson: Lesson };

/** A lesson transferred to another teacher can no longer be changed by this schedule until it comes back. */
const claims = new Set(['LessonTakenOver', 'LessonReinstated']);

/** What an event in a teacher's schedule does to the rows that are this teacher's. */
export const ownLessonChanges = (
  event: LessonEvent,
  teacherId: string,
  rowOf: (lessonId: string) => LessonRow | undefined,
): ReturnType<typeof lessonRowChanges> => {
  const isOurs = (lessonId: string) => (rowOf(lessonId)?.teacher_id ?? teacherId) === teacherId;
  return lessonRowChanges(event, (lessonId) => rowOf(lessonId)?.lesson).filter(
    ({ lessonId }) => claims.has(event.type) || isOurs(lessonId),
  );
};

/** The days on which a calendar must show a row. An occurrence covers both the day it is on and its original day, where it hides its series. */
export const daysTouched = (lesson: Lesson): { first_day: string; last_day: string | null } => {
  if (isWeekly(lesson)) return { first_day: lesson.validFrom, last_day: lesson.validTo };
  const { date } = lesson;
  if (!isOccurrence(lesson)) return { first_day: date ?? '', last_day: date };
  const { originalDate } = lesson;
  return { first_day: earlierOf(lesson.date, originalDate), last_day: laterOf(lesson.date, originalDate) };
};
