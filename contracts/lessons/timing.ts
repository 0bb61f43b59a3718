import type { Lesson } from '../api/lessons.ts';
import { spanOf, type CalendarRow } from '../calendar/rows.ts';
import { toMinutes } from '../calendar/times.ts';
import { inText } from '../calendar/windows.ts';

/** The timing of a row as answers carry it: text times, and an empty date for a weekly series. */
type ApiTiming = Pick<
  Lesson,
  | 'id'
  | 'dayOfWeek'
  | 'startTime'
  | 'endTime'
  | 'duration'
  | 'lessonDate'
  | 'validFrom'
  | 'validTo'
  | 'skips'
  | 'seriesId'
  | 'originalDate'
  | 'continues'
>;

/** A lesson of an answer as calendars compute with it. */
export type CalendarLesson = Omit<Lesson, keyof ApiTiming> & CalendarRow & Pick<Lesson, 'status'>;

/** The timing of a row for an answer. */
export const timingInApi = (row: Omit<CalendarRow, 'status'>): ApiTiming => ({
  id: row.lessonId,
  dayOfWeek: row.dayOfWeek,
  ...inText(spanOf(row)),
  duration: row.duration,
  lessonDate: row.date ?? '',
  validFrom: row.validFrom,
  validTo: row.validTo,
  skips: [...row.skips],
  seriesId: row.seriesId,
  originalDate: row.originalDate,
  continues: row.continues,
});

/** The inverse: a lesson of an answer as a row of a calendar. */
export const calendarLesson = ({ id, startTime, endTime: _, lessonDate, ...rest }: Lesson): CalendarLesson => ({
  ...rest,
  lessonId: id,
  start: toMinutes(startTime),
  date: lessonDate === '' ? null : lessonDate,
});
