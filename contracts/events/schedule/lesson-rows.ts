import { isRow, type Lesson } from './lesson.ts';
import { isLessonEvent, type LessonEvent, type ScheduleEvent } from './schedule.ts';

/** What an event does to one row: its new content, or null when the row is deleted. */
type LessonRowChange = { readonly lessonId: string; readonly lesson: Lesson | null };

type Effect = {
  /** Rows that the event carries, with their new content. */
  readonly placed: readonly Lesson[];
  /** The row that the event changes in a few fields. */
  readonly amended?: { readonly lessonId: string; readonly change: (row: Lesson) => Lesson };
  /** Rows that the event deletes. */
  readonly removed: readonly string[];
};

const nothing: Effect = { placed: [], removed: [] };
const place = (...rows: readonly Lesson[]): Effect => ({ placed: rows, removed: [] });
const remove = (...lessonIds: readonly string[]): Effect => ({ placed: [], removed: lessonIds });

const effectOfLesson = (event: LessonEvent): Effect => {
  switch (event.type) {
    case 'LessonCreated':
    case 'LessonPlaced':
    case 'LessonReinstated':
    case 'LessonTakenOver':
      return place(event.data.lesson, ...event.data.occurrences);
    case 'LessonRescheduled':
    case 'LessonEdited':
      return { placed: [event.data.lesson, ...event.data.occurrences], removed: event.data.fellAway };
    case 'LessonCancelled':
    case 'LessonCancellationChanged':
      return place(event.data.lesson);
    case 'LessonDeleted':
      return remove(event.data.lessonId);
    case 'LessonEnded': {
      const { lessonId, validTo, status, fellAway } = event.data;
      return {
        placed: [],
        amended: { lessonId, change: (row) => ({ ...row, validTo, status, pin: null }) },
        removed: fellAway,
      };
    }
    case 'LessonKept': {
      const { lessonId, source } = event.data;
      return {
        ...nothing,
        amended: {
          lessonId,
          change: (row) => ({ ...row, status: 'scheduled', source, pin: source === 'manual' ? null : row.pin }),
        },
      };
    }
    case 'LessonSkipped': {
      const { lessonId, date } = event.data;
      return { ...nothing, amended: { lessonId, change: (row) => ({ ...row, skips: withDate(row.skips, date) }) } };
    }
    case 'LessonPinned': {
      const { lessonId, until } = event.data;
      return { ...nothing, amended: { lessonId, change: (row) => ({ ...row, pin: { until } }) } };
    }
    case 'LessonUnpinned':
      return { ...nothing, amended: { lessonId: event.data.lessonId, change: (row) => ({ ...row, pin: null }) } };
    case 'LessonRestored': {
      const { lessonId, seriesId } = event.data;
      if (seriesId !== null) return remove(lessonId);
      return {
        ...nothing,
        amended: { lessonId, change: (row) => ({ ...row, status: 'scheduled', cancellation: null }) },
      };
    }
    case 'LessonReleased': {
      const { lessonId, validTo, gone: removed } = event.data;
      if (validTo === null) return remove(lessonId, ...removed);
      return { placed: [], amended: { lessonId, change: (row) => endedWith(row, validTo) }, removed };
    }
  }
};

/** Plan events change no rows: the events behind them in the append do. */
const effectOf = (event: ScheduleEvent): Effect => (isLessonEvent(event) ? effectOfLesson(event) : nothing);

const withDate = (dates: readonly string[], date: string): string[] => [...new Set([...dates, date])].toSorted();

/** The past dates of a pending lesson took place; a pin goes along with the part that goes on. */
const endedWith = (row: Lesson, validTo: string): Lesson => ({
  ...row,
  validTo,
  status: row.status === 'optimized' ? 'scheduled' : row.status,
  pin: null,
});

/** The rows that an event carries, with their new content. */
export const lessonRowsGiven = (event: ScheduleEvent): readonly Lesson[] => effectOf(event).placed;

/** Every row that `lessonRowChanges` reads or changes. */
export const lessonRowsTouched = (event: ScheduleEvent): string[] => {
  const { placed: rows, amended, removed: ids } = effectOf(event);
  return [...new Set([...rows.map(({ lessonId }) => lessonId), ...(amended ? [amended.lessonId] : []), ...ids])];
};

const placed = (lesson: Lesson): LessonRowChange => ({
  lessonId: lesson.lessonId,
  lesson: isRow(lesson) ? lesson : null,
});

/** What an event does to the rows of a schedule. The only fold of lessons, shared by the aggregate and the read models. */
export const lessonRowChanges = (
  event: ScheduleEvent,
  rowOf: (lessonId: string) => Lesson | undefined,
): LessonRowChange[] => {
  const { placed: rows, amended, removed: ids } = effectOf(event);
  const row = amended && rowOf(amended.lessonId);
  return [
    ...rows.map(placed),
    ...(amended && row ? [placed(amended.change(row))] : []),
    ...ids.map((lessonId) => ({ lessonId, lesson: null })),
  ];
};
