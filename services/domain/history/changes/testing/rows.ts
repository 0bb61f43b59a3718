import { dayOfWeekOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { plainRow, type Lesson } from '@rondo/contracts/events/schedule/lesson.ts';
import { plainDetails } from '@rondo/contracts/lessons/plain-details.ts';
import type { TaughtRow } from '../../../schedule/plan/as-rejected.ts';

const plain: Lesson = {
  ...plainDetails,
  ...plainRow,
  lessonId: 'L',
  studentId: 'ann',
  entryType: 'lesson',
  source: 'manual',
  status: 'scheduled',
  dayOfWeek: 1,
  start: 975,
  duration: 45,
  date: null,
  validFrom: null,
};

/** Every Monday at 4:15 PM from November 2, 2026, with Dana. */
export const weekly = (changes: Partial<Lesson> = {}, teacherId = 'dana'): TaughtRow => ({
  teacherId,
  lesson: { ...plain, validFrom: '2026-11-02', ...changes },
});

/** One date of the weekly lesson that differs. */
export const occurrence = (originalDate: IsoDate, changes: Partial<Lesson> = {}, teacherId = 'dana'): TaughtRow => {
  const date = changes.date ?? originalDate;
  return {
    teacherId,
    lesson: {
      ...plain,
      lessonId: `${changes.seriesId ?? 'L'} ${originalDate}`,
      seriesId: 'L',
      originalDate,
      date,
      dayOfWeek: dayOfWeekOf(date),
      ...changes,
    },
  };
};

export const dated = (date: IsoDate, changes: Partial<Lesson> = {}, teacherId = 'dana'): TaughtRow => ({
  teacherId,
  lesson: { ...plain, lessonId: 'D', date, dayOfWeek: dayOfWeekOf(date), ...changes },
});
