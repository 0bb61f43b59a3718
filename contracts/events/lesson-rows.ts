import { isRow, type Lesson } from './lesson.ts';
import type { ScheduleEvent } from './schedule.ts';

/** What an event does to one row: its new content, or null when the row is gone. */
export type LessonRowChange = { readonly lessonId: string; readonly lesson: Lesson | null };

/** The rows that `lessonRowChanges` asks for. */
export const lessonRowsRead = (event: ScheduleEvent): string[] => {
  switch (event.type) {
    case 'LessonEnded':
    case 'LessonKept':
      return [event.data.lessonId];
    case 'LessonCreated':
    case 'LessonPlaced':
    case 'LessonReinstated':
    case 'LessonDeleted':
    case 'ScheduleOptimized':
    case 'ScheduleAccepted':
    case 'ScheduleRejected':
    case 'ScheduleCleared':
      return [];
  }
};

const gone = (lessonId: string): LessonRowChange => ({ lessonId, lesson: null });
const stands = (lesson: Lesson): LessonRowChange =>
  isRow(lesson) ? { lessonId: lesson.lessonId, lesson } : gone(lesson.lessonId);

/**
 * What an event does to the rows of a schedule. The one fold of lessons: the aggregate decides by it and the read models show it.
 * Headers change no row; the facts behind them do.
 */
export const lessonRowChanges = (
  event: ScheduleEvent,
  rowOf: (lessonId: string) => Lesson | undefined,
): LessonRowChange[] => {
  switch (event.type) {
    case 'LessonCreated':
    case 'LessonPlaced':
    case 'LessonReinstated':
      return [event.data.lesson, ...event.data.occurrences].map(stands);
    case 'LessonEnded': {
      const { lessonId, validTo, status, fellAway } = event.data;
      const row = rowOf(lessonId);
      return [...(row ? [stands({ ...row, validTo, status })] : []), ...fellAway.map(gone)];
    }
    case 'LessonKept': {
      const row = rowOf(event.data.lessonId);
      return row ? [stands({ ...row, status: 'scheduled', source: event.data.source })] : [];
    }
    case 'LessonDeleted':
      return [gone(event.data.lessonId)];
    case 'ScheduleOptimized':
    case 'ScheduleAccepted':
    case 'ScheduleRejected':
    case 'ScheduleCleared':
      return [];
  }
};
