import { dayOfWeekOf } from '@rondo/contracts/calendar/dates.ts';
import { plainRow, type Lesson } from '@rondo/contracts/events/schedule/lesson.ts';
import type { ScheduleEvent } from '@rondo/contracts/events/schedule/schedule.ts';
import { plainDetails } from '@rondo/contracts/lessons/plain-details.ts';
import type { Fact } from './facts.ts';

const blank: Lesson = {
  lessonId: 'lesson',
  studentId: 'ann',
  entryType: 'lesson',
  ...plainDetails,
  ...plainRow,
  source: 'manual',
  status: 'scheduled',
  dayOfWeek: 1,
  start: 16 * 60,
  duration: 45,
  date: null,
  validFrom: null,
};

/** A weekly lesson on Mondays, starting Monday, September 7, 2026. */
export const series = (lessonId: string, more: Partial<Lesson> = {}): Lesson => ({
  ...blank,
  validFrom: '2026-09-07',
  ...more,
  lessonId,
});

/** A lesson on one date. */
export const dated = (lessonId: string, date: string, more: Partial<Lesson> = {}): Lesson => ({
  ...blank,
  dayOfWeek: dayOfWeekOf(date),
  date,
  ...more,
  lessonId,
});

/** An occurrence: one date of a series that differs from it. */
export const occurrence = (of: Lesson, originalDate: string, more: Partial<Lesson> = {}): Lesson =>
  dated(`${of.lessonId} ${originalDate}`, more.date ?? originalDate, {
    studentId: of.studentId,
    start: of.start,
    seriesId: of.lessonId,
    originalDate,
    ...more,
  });

/** Events of one teacher's schedule. */
export const scheduleOf =
  (teacherId: string, studioId = 'studio') =>
  ({ type, data }: ScheduleEvent): Fact => ({ stream: `schedule-${studioId}.${teacherId}`, type, data, studioId });

export const created = (lesson: Lesson, occurrences: Lesson[] = []): ScheduleEvent => ({
  type: 'LessonCreated',
  data: { lesson, occurrences },
});

export const placed = (lesson: Lesson, occurrences: Lesson[] = []): ScheduleEvent => ({
  type: 'LessonPlaced',
  data: { lesson, occurrences, endsElsewhere: [] },
});

export const ended = (
  lessonId: string,
  validTo: string,
  more: Partial<Extract<ScheduleEvent, { type: 'LessonEnded' }>['data']> = {},
): ScheduleEvent => ({
  type: 'LessonEnded',
  data: { lessonId, validTo, status: 'scheduled', fellAway: [], forGood: false, ...more },
});
