import { lessonRowsGiven } from '@rondo/contracts/events/schedule/lesson-rows.ts';
import { lesson } from '@rondo/contracts/events/schedule/lesson.ts';
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
  timestamp,
} from '@rondo/projections/runner/read-model.ts';
import type { SourceEvent } from '@rondo/projections/runner/source.ts';
import { z } from 'zod';

/** Every lesson that ever existed, as it was when it was first agreed on. */
export const originsTable = defineTable({
  name: 'origins',
  row: z.object({
    studio_id: z.string(),
    lesson_id: z.string(),
    teacher_id: z.string(),
    /** The lesson that it was split from, at the beginning of all splits. */
    root: z.string(),
    /** When it was entered or its plan accepted; null while it is only planned. */
    since: timestamp.nullable(),
    lesson,
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
    case 'ScheduleCleared':
    case 'PlanCorrected':
      return null;
  }
};

const on = (recorded: SourceEvent): Handled | null => {
  const event = read(recorded);
  const { studioId } = recorded.metadata;
  if (!isLessonEvent(event)) return onPlan(event, [studioId, entityOf(recorded.stream)]);
  const at = recordedAtOf(recorded);
  const lessons = lessonRowsGiven(event);
  const keptIds = event.type === 'LessonKept' ? [event.data.lessonId] : [];
  const ids = [...lessons.flatMap(({ lessonId, continues }) => [lessonId, continues ?? lessonId]), ...keptIds];
  return {
    reads: [...new Set(ids)].map((lessonId) => ({ table: originsTable, key: [studioId, lessonId] })),
    changes: (rows) => {
      const originOf = (lessonId: string) => rows.get(originsTable, [studioId, lessonId]);
      const entered = lessons
        .filter(({ lessonId }) => (originOf(lessonId)?.since ?? null) === null)
        .map((row) =>
          put(originsTable, {
            studio_id: studioId,
            lesson_id: row.lessonId,
            teacher_id: entityOf(recorded.stream),
            root: row.continues === null ? row.lessonId : (originOf(row.continues)?.root ?? row.continues),
            since: row.status === 'optimized' ? null : at,
            lesson: row,
          }),
        );
      const accepted = keptIds.flatMap((lessonId) => {
        const origin = originOf(lessonId);
        if (!origin || origin.since !== null) return [];
        return put(originsTable, { ...origin, since: at, lesson: { ...origin.lesson, status: 'scheduled' } });
      });
      return [...entered, ...accepted];
    },
  };
};

/** Where lessons come from, and which schedules have a pending plan. Folded for moments only, never stored. */
export const originsModel: ReadModel = {
  name: 'origins',
  version: 2,
  categories: [scheduleEvents.name],
  tables: [originsTable, plannedTable],
  on,
};
