import { lessonRowsGiven } from '@rondo/contracts/events/schedule/lesson-rows.ts';
import { isLessonEvent, scheduleEvents, type PlanEvent } from '@rondo/contracts/events/schedule/schedule.ts';
import { entityOf } from '@rondo/contracts/events/stream-name.ts';
import { eventReader, recordedAtOf } from '@rondo/projections/runner/events.ts';
import {
  defineTable,
  put,
  reading,
  remove,
  type Handled,
  type ReadModel,
  type RowKey,
} from '@rondo/projections/runner/read-model.ts';
import type { SourceEvent } from '@rondo/projections/runner/source.ts';
import { z } from 'zod';

/** Every lesson that ever existed. */
export const originsTable = defineTable({
  name: 'origins',
  row: z.object({
    studio_id: z.string(),
    lesson_id: z.string(),
    /** The lesson that it was split from, at the beginning of all splits. */
    root: z.string(),
    /** When it was entered. */
    entered: z.string(),
  }),
  key: ['studio_id', 'lesson_id'],
});

/** The dates that families cancelled on their pages: when and for whom each was last cancelled so. */
export const ownCancellationsTable = defineTable({
  name: 'own_cancellations',
  row: z.object({
    studio_id: z.string(),
    lesson_id: z.string(),
    student_id: z.string(),
    date: z.string(),
    start: z.number(),
    at: z.string(),
  }),
  key: ['studio_id', 'lesson_id'],
});

/** The teachers whose schedule has a plan that waits for a decision. */
export const plannedTable = defineTable({
  name: 'planned',
  row: z.object({ studio_id: z.string(), teacher_id: z.string(), report_id: z.string() }),
  key: ['studio_id', 'teacher_id'],
});

const read = eventReader(scheduleEvents);

const onPlan = (event: PlanEvent, key: readonly [studioId: string, teacherId: string]): Handled | null => {
  const [studio_id, teacher_id] = key;
  switch (event.type) {
    case 'ScheduleOptimized':
    case 'ScheduleReopened': {
      const { reportId: report_id } = event.data;
      return reading(plannedTable, [], () => [put(plannedTable, { studio_id, teacher_id, report_id })]);
    }
    case 'ScheduleAccepted':
    case 'ScheduleRejected':
      return reading(plannedTable, [], () => [remove(plannedTable, key)]);
    case 'BatchUndone':
    case 'ScheduleRestored':
      return reading(plannedTable, [key], (rows) =>
        rows.get(plannedTable, key)?.report_id === event.data.undoneReportId ? [remove(plannedTable, key)] : [],
      );
    case 'CalendarSynced':
    case 'CalendarReplaced':
    case 'AttendanceRecorded':
    case 'RepairApplied':
    case 'RepairAsked':
    case 'RepairAnswered':
    case 'RepairEnded':
    case 'TimeHeld':
    case 'TimeReleased':
    case 'TimeRequested':
    case 'RequestAnswered':
    case 'RequestWithdrawn':
    case 'ScheduleCleared':
    case 'PlanCorrected':
      return null;
  }
};

const on = (recorded: SourceEvent): Handled | null => {
  const event = read(recorded);
  const { studioId } = recorded.metadata;
  if (!isLessonEvent(event)) return onPlan(event, [studioId, entityOf(recorded.stream)]);
  const lessons = lessonRowsGiven(event);
  const ids = new Set(lessons.flatMap(({ lessonId, continues }) => [lessonId, continues ?? lessonId]));
  const keys = [...ids].map((lessonId): RowKey => [studioId, lessonId]);
  return reading(originsTable, keys, (rows) => {
    const rootOf = (lessonId: string) => rows.get(originsTable, [studioId, lessonId])?.root;
    const cancelled = lessons.flatMap(({ lessonId: lesson_id, studentId: student_id, date, start, cancellation }) => {
      if (cancellation?.onPage !== true || student_id === null || date === null) return [];
      const row = { studio_id: studioId, lesson_id, student_id, date, start, at: recordedAtOf(recorded) };
      return put(ownCancellationsTable, row);
    });
    const begun = lessons.flatMap(({ lessonId, continues }) => {
      if (rootOf(lessonId) !== undefined) return [];
      const root = continues === null ? lessonId : (rootOf(continues) ?? continues);
      return put(originsTable, { studio_id: studioId, lesson_id: lessonId, root, entered: recordedAtOf(recorded) });
    });
    return [...begun, ...cancelled];
  });
};

/** Where lessons come from, which dates families cancelled, and which schedules have a pending plan. Folded for moments only, never stored. */
export const originsModel: ReadModel = {
  name: 'origins',
  version: 5,
  categories: [scheduleEvents.name],
  tables: [originsTable, plannedTable, ownCancellationsTable],
  on,
};
