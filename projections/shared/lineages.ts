import { lessonRowsGiven } from '@rondo/contracts/events/schedule/lesson-rows.ts';
import type { Lesson } from '@rondo/contracts/events/schedule/lesson.ts';
import {
  isLessonEvent,
  scheduleEvents,
  type LessonEvent,
  type PlanEvent,
} from '@rondo/contracts/events/schedule/schedule.ts';
import { entityOf } from '@rondo/contracts/events/stream-name.ts';
import { eventReader } from '../runner/events.ts';
import { put, reading, remove, type Handled, type RowOf, type RowReader } from '../runner/read-model.ts';
import type { SourceEvent } from '../runner/source.ts';
import { lineagesTable, plansTable } from './lineage-tables.ts';

type Lineage = RowOf<typeof lineagesTable>;

const read = eventReader(scheduleEvents);

/** The lineages that a handler sees, as of its event. */
const lineagesIn = (rows: RowReader, studioId: string) => {
  const of = (lessonId: string): Lineage | undefined => rows.get(lineagesTable, [studioId, lessonId]);
  return { of, rootOf: (lessonId: string): string => of(lessonId)?.root ?? lessonId };
};
const reads = (studioId: string, lessonIds: readonly string[]) =>
  [...new Set(lessonIds)].map((lessonId) => ({ table: lineagesTable, key: [studioId, lessonId] }));

/** The lessons that the events name as predecessors of those they bring. */
const predecessorsIn = (event: LessonEvent): ReadonlyMap<string, string> => {
  if (event.type === 'LessonTakenOver') return new Map([[event.data.lesson.lessonId, event.data.leaves]]);
  if (event.type !== 'LessonPlaced') return new Map();
  const [elsewhere] = event.data.endsElsewhere;
  return elsewhere ? new Map([[event.data.lesson.lessonId, elsewhere.lessonId]]) : new Map();
};

const onLesson = (event: LessonEvent, studioId: string): Handled | null => {
  const lessons = lessonRowsGiven(event);
  if (lessons.length === 0) return null;
  const predecessors = predecessorsIn(event);
  const comesFrom = ({ lessonId, continues, seriesId }: Lesson): string =>
    seriesId ?? continues ?? predecessors.get(lessonId) ?? lessonId;
  return {
    reads: reads(
      studioId,
      lessons.flatMap((row) => [row.lessonId, comesFrom(row)]),
    ),
    changes: (rows) => {
      const { of, rootOf } = lineagesIn(rows, studioId);
      // The rows of one event may come from each other: the lesson is before its single dates.
      const added = new Map<string, Lineage>();
      for (const row of lessons) {
        const { lessonId, seriesId, originalDate } = row;
        const from = comesFrom(row);
        const known = of(lessonId);
        if (from === lessonId || (seriesId === null && known)) continue;
        added.set(lessonId, {
          studio_id: studioId,
          lesson_id: lessonId,
          root: added.get(from)?.root ?? rootOf(from),
          series_id: seriesId,
          original_date: originalDate,
        });
      }
      return [...added.values()].map((row) => put(lineagesTable, row));
    },
  };
};

/** What a plan places for a student, and the lessons that it succeeds. */
type Placed = { readonly studentId: string; readonly lessonId: string | null; readonly bases: readonly string[] };

const opens = (
  event: Extract<PlanEvent, { type: 'ScheduleOptimized' | 'ScheduleReopened' }>,
  [studioId, teacherId]: readonly [string, string],
): Handled => {
  const { reportId } = event.data;
  const students: Placed[] = event.data.students.map(({ studentId, lessonId, bases }) => ({
    studentId,
    lessonId,
    bases: bases.map((base) => (typeof base === 'string' ? base : base.lesson.lessonId)),
  }));
  const key = [studioId, teacherId];
  return {
    reads: [
      { table: plansTable, key },
      ...reads(
        studioId,
        students.flatMap(({ lessonId, bases }) => [...bases, ...(lessonId === null ? [] : [lessonId])]),
      ),
    ],
    changes: (rows) => {
      const { of, rootOf } = lineagesIn(rows, studioId);
      const before = event.type === 'ScheduleOptimized' ? rows.get(plansTable, key) : undefined;
      const roots: Record<string, string> = { ...before?.roots };
      const placed: Record<string, string> = { ...before?.placed };
      const added: Lineage[] = [];
      for (const { studentId, lessonId, bases } of students) {
        const [base] = bases;
        const root = base === undefined ? roots[studentId] : rootOf(base);
        const named = root ?? (lessonId === null ? undefined : rootOf(lessonId));
        if (named !== undefined) roots[studentId] = named;
        const isNew = base === undefined && (root === undefined || studentId in placed);
        if (isNew && lessonId !== null) placed[studentId] = lessonId;
        else delete placed[studentId];
        if (lessonId !== null && root !== undefined && root !== lessonId && !of(lessonId))
          added.push({ studio_id: studioId, lesson_id: lessonId, root, series_id: null, original_date: null });
      }
      return [
        put(plansTable, { studio_id: studioId, teacher_id: teacherId, report_id: reportId, roots, placed }),
        ...added.map((row) => put(lineagesTable, row)),
      ];
    },
  };
};

/** What an accepted plan placed for students new to the teacher succeeds their series with other teachers. */
const accepts = (
  { endsElsewhere }: Extract<PlanEvent, { type: 'ScheduleAccepted' }>['data'],
  [studioId, teacherId]: readonly [string, string],
): Handled => {
  const key = [studioId, teacherId];
  return {
    reads: [
      { table: plansTable, key },
      ...reads(
        studioId,
        endsElsewhere.map(({ lessonId }) => lessonId),
      ),
    ],
    changes: (rows) => {
      const { rootOf } = lineagesIn(rows, studioId);
      const placed = rows.get(plansTable, key)?.placed ?? {};
      const added = new Map<string, Lineage>();
      for (const { studentId, lessonId: ended } of endsElsewhere) {
        const lessonId = studentId === null ? undefined : placed[studentId];
        if (lessonId === undefined || added.has(lessonId)) continue;
        const root = rootOf(ended);
        if (root !== lessonId)
          added.set(lessonId, { studio_id: studioId, lesson_id: lessonId, root, series_id: null, original_date: null });
      }
      return [remove(plansTable, key), ...[...added.values()].map((row) => put(lineagesTable, row))];
    },
  };
};

const onPlan = (event: PlanEvent, studioId: string, teacherId: string): Handled | null => {
  const key = [studioId, teacherId] as const;
  switch (event.type) {
    case 'ScheduleOptimized':
    case 'ScheduleReopened':
      return opens(event, key);
    case 'ScheduleAccepted':
      return accepts(event.data, key);
    case 'ScheduleRejected':
      return reading(plansTable, [], () => [remove(plansTable, key)]);
    case 'BatchUndone':
    case 'ScheduleRestored': {
      const { undoneReportId } = event.data;
      if (undoneReportId === null) return null;
      return reading(plansTable, [key], (rows) =>
        rows.get(plansTable, key)?.report_id === undoneReportId ? [remove(plansTable, key)] : [],
      );
    }
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

/** How an event of a schedule changes the lineages of its lessons and the list of pending plans. */
export const lineageChanges = (recorded: SourceEvent): Handled | null => {
  const event = read(recorded);
  const { studioId } = recorded.metadata;
  return isLessonEvent(event) ? onLesson(event, studioId) : onPlan(event, studioId, entityOf(recorded.stream));
};
