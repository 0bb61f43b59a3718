import { dayOfWeekOf, type DayOfWeek } from '@rondo/contracts/calendar/dates.ts';
import { occurrenceOf } from '@rondo/contracts/calendar/rows.ts';
import { plainRow, type Lesson } from '@rondo/contracts/events/schedule/lesson.ts';
import { plainDetails } from '@rondo/contracts/lessons/plain-details.ts';
import type { FeedDate } from '../reading/read-feed.ts';

export const feedDate = (more: Partial<FeedDate>): FeedDate => ({
  key: 'lesson-1',
  names: [],
  uid: 'lesson-1',
  title: 'Ann Lee',
  date: '2026-11-24',
  start: 16 * 60,
  duration: 45,
  isCancelled: false,
  ...more,
});

const row = (lessonId: string, studentId: string | null, start: number, dayOfWeek: DayOfWeek): Lesson => ({
  ...plainDetails,
  ...plainRow,
  lessonId,
  studentId,
  entryType: studentId === null ? 'appointment' : 'lesson',
  source: 'manual',
  status: 'scheduled',
  dayOfWeek,
  start,
  duration: 45,
  date: null,
  validFrom: null,
});

export const manualOn = (lessonId: string, studentId: string | null, date: string, start: number): Lesson => ({
  ...row(lessonId, studentId, start, dayOfWeekOf(date)),
  date,
});

export const imported = (key: string, studentId: string | null, date: string, start: number): Lesson => ({
  ...manualOn(`imported ${key}`, studentId, date, start),
  source: 'actual',
});

export const optimizedSeries = (lessonId: string, studentId: string, dayOfWeek: DayOfWeek, start: number): Lesson => ({
  ...row(lessonId, studentId, start, dayOfWeek),
  source: 'optimized',
  validFrom: '2026-09-07',
});

export const cancelledOn = (series: Lesson, date: string, lessonId: string): Lesson => ({
  ...occurrenceOf(series, date, lessonId),
  status: 'cancelled',
});

export const rowsOf = (...rows: readonly Lesson[]): Map<string, Lesson> =>
  new Map(rows.map((one) => [one.lessonId, one]));
