import { instantOf } from '@rondo/contracts/calendar/instants.ts';
import { mondayOf } from '@rondo/contracts/calendar/dates.ts';
import { isOccurrence } from '@rondo/contracts/calendar/rows.ts';
import { lessonRowsGiven, lessonRowsTouched } from '@rondo/contracts/events/schedule/lesson-rows.ts';
import type { Lesson } from '@rondo/contracts/events/schedule/lesson.ts';
import {
  isLessonEvent,
  scheduleEvents,
  type LessonEvent,
  type PlanEvent,
} from '@rondo/contracts/events/schedule/schedule.ts';
import { entityOf } from '@rondo/contracts/events/stream-name.ts';
import { lineageChanges } from '../shared/lineages.ts';
import { lineagesTable, plansTable } from '../shared/lineage-tables.ts';
import { daysTouched, ownLessonChanges } from '../shared/own-lessons.ts';
import { eventReader, recordedAtOf } from '../runner/events.ts';
import { put, remove, type Handled, type RowChange, type RowOf, type RowReader } from '../runner/read-model.ts';
import type { SourceEvent } from '../runner/source.ts';
import { feedLessonsTable, feedsTable, runsTable, touchesTable } from './table.ts';
import { countedIn, covers, weeksTouched, type Weeks } from './weeks.ts';

type Touches = RowOf<typeof touchesTable>;
type Change = { readonly lessonId: string; readonly before: Row | undefined; readonly lesson: Lesson | null };
type Row = RowOf<typeof feedLessonsTable>;

const read = eventReader(scheduleEvents);

/** A schedule's event, with what its handler sees. */
type Handling = {
  readonly studioId: string;
  readonly teacherId: string;
  readonly at: string;
  readonly rows: RowReader;
  /** The lineages as the event leaves them. */
  readonly originOf: (lessonId: string) => string | null;
};

const rowOf = ({ studioId, teacherId }: Handling, lesson: Lesson): Row => ({
  studio_id: studioId,
  lesson_id: lesson.lessonId,
  teacher_id: teacherId,
  student_id: lesson.studentId,
  series_id: lesson.seriesId,
  ...daysTouched(lesson),
  lesson,
});

/** The weeks that an event touches on each lesson. A single date that changes with its series is not counted again. */
const touchedBy = (handling: Handling, changes: readonly Change[]): Map<string, Weeks[]> => {
  const touched = new Map<string, Weeks[]>();
  for (const { lessonId, before, lesson } of changes) {
    const origin = handling.originOf(lessonId);
    const weeks = weeksTouched(
      before ? { teacherId: before.teacher_id, lesson: before.lesson, origin } : null,
      lesson && { teacherId: handling.teacherId, lesson, origin },
    );
    const { seriesId, originalDate } = lesson ?? before?.lesson ?? { seriesId: null, originalDate: null };
    const withSeries =
      seriesId !== null &&
      originalDate !== null &&
      touched.get(seriesId)?.some((counted) => covers(counted, mondayOf(originalDate)));
    touched.set(lessonId, withSeries === true ? [] : weeks);
  }
  return touched;
};

const peopleIn = ({ rows, studioId, teacherId }: Handling, { before, lesson }: Change): string[] => {
  const series = lesson?.seriesId ?? before?.series_id ?? null;
  const seriesRow = series === null ? undefined : rows.get(feedLessonsTable, [studioId, series]);
  return [teacherId, before?.teacher_id, before?.student_id, lesson?.studentId, seriesRow?.student_id].filter(
    (id) => id !== undefined && id !== null,
  );
};

/**
 * The people of each row that an event changes, and those of its single dates for each series: a change of a series is one of its dates too.
 * @param named the rows that the event names: a date that comes back without its series brings that no new people
 */
const peopleOf = (
  handling: Handling,
  changes: readonly Change[],
  named: readonly string[],
): ReadonlyMap<string, readonly string[]> => {
  const people = new Map<string, string[]>();
  const join = (lessonId: string, ids: readonly string[]) =>
    people.set(lessonId, [...(people.get(lessonId) ?? []), ...ids]);
  for (const change of changes) {
    const ids = peopleIn(handling, change);
    join(change.lessonId, ids);
    if (change.lesson && isOccurrence(change.lesson) && named.includes(change.lesson.seriesId))
      join(change.lesson.seriesId, ids);
  }
  return people;
};

const touchesAfter = (
  { studioId, at, rows }: Handling,
  [lessonId, people]: readonly [string, readonly string[]],
  weeks: readonly Weeks[],
): Touches => {
  const before = rows.get(touchesTable, [studioId, lessonId]);
  return {
    studio_id: studioId,
    lesson_id: lessonId,
    people: [...new Set([...(before?.people ?? []), ...people])],
    weeks: weeks.reduce((counts, counted) => countedIn(counts, counted, at), before?.weeks ?? []),
    count: (before?.count ?? 0) + (weeks.length > 0 ? 1 : 0),
    at: weeks.length > 0 ? at : (before?.at ?? ''),
  };
};

/** The calendars of these students and teachers have changed. */
const changedFeeds = (recorded: SourceEvent, people: readonly string[]): RowChange[] =>
  people.map((id) =>
    put(feedsTable, {
      studio_id: recorded.metadata.studioId,
      person_id: id,
      version: recorded.position,
      changed_at: instantOf(recordedAtOf(recorded)),
    }),
  );

const onLesson = (event: LessonEvent, recorded: SourceEvent, lineages: Handled | null): Handled => {
  const { studioId } = recorded.metadata;
  const teacherId = entityOf(recorded.stream);
  const key = (lessonId: string) => [studioId, lessonId];
  const ids = lessonRowsTouched(event);
  const series = lessonRowsGiven(event).flatMap(({ seriesId }) => seriesId ?? []);
  const withSeries = [...new Set([...ids, ...series])];
  return {
    reads: [
      ...(lineages?.reads ?? []),
      ...withSeries.flatMap((id) => [
        { table: feedLessonsTable, key: key(id) },
        { table: touchesTable, key: key(id) },
      ]),
      ...ids.map((id) => ({ table: lineagesTable, key: key(id) })),
      { table: runsTable, key: [studioId, teacherId] },
    ],
    changes: (rows) => {
      const ofLineages = lineages?.changes(rows) ?? [];
      const changed = new Map(
        ofLineages.map(({ table, key: [, id = ''], row }) => [id, table === lineagesTable ? row : null]),
      );
      const originOf = (id: string): string | null => {
        const after = lineagesTable.row.safeParse(changed.get(id));
        return (after.success ? after.data : rows.get(lineagesTable, key(id)))?.original_date ?? null;
      };
      const at = instantOf(recordedAtOf(recorded));
      const handling: Handling = { studioId, teacherId, at, rows, originOf };
      const changes = ownLessonChanges(event, teacherId, (id) => rows.get(feedLessonsTable, key(id))).map(
        ({ lessonId, lesson }): Change => ({ lessonId, before: rows.get(feedLessonsTable, key(lessonId)), lesson }),
      );
      // While its plan is pending, calendars show what was accepted before. Accepting it counts.
      const run = rows.get(runsTable, [studioId, teacherId]);
      const isOfRun = run?.batch_id === recorded.metadata.batchId;
      const touched: ReadonlyMap<string, Weeks[]> = isOfRun ? new Map() : touchedBy(handling, changes);
      const [readers, met] = [new Set<string>(), new Set<string>(run?.people)];
      const ofTouches = [...peopleOf(handling, changes, withSeries)].flatMap((own): RowChange[] => {
        const [lessonId] = own;
        const weeks = touched.get(lessonId) ?? [];
        const touches = touchesAfter(handling, own, weeks);
        const known = rows.get(touchesTable, key(lessonId));
        if (isOfRun) for (const id of touches.people) met.add(id);
        else if (weeks.length > 0) for (const id of touches.people) readers.add(id);
        const isNew = weeks.length > 0 || touches.people.length !== (known?.people.length ?? 0);
        return isNew ? [put(touchesTable, touches)] : [];
      });
      const ofLessons = changes.flatMap(({ lessonId, before, lesson }): RowChange[] => {
        if (lesson) return [put(feedLessonsTable, rowOf(handling, lesson))];
        return before ? [remove(feedLessonsTable, key(lessonId))] : [];
      });
      const ofRuns = isOfRun && met.size > run.people.length ? [put(runsTable, { ...run, people: [...met] })] : [];
      return [...ofLineages, ...ofLessons, ...ofTouches, ...ofRuns, ...changedFeeds(recorded, [...readers])];
    },
  };
};

/**
 * A run changes no calendar. Accepting its plan changes those of its students, also of one for whom nothing is placed, and of everyone who had a
 * date of the lessons that runs have changed; so does opening it again.
 */
const onPlan = (event: PlanEvent, recorded: SourceEvent, lineages: Handled | null): Handled | null => {
  const { studioId, batchId } = recorded.metadata;
  const teacherId = entityOf(recorded.stream);
  const key = [studioId, teacherId];
  const own = (rows: RowReader): RowChange[] => {
    const met = rows.get(runsTable, key)?.people ?? [];
    if (event.type === 'ScheduleOptimized')
      return [put(runsTable, { studio_id: studioId, teacher_id: teacherId, batch_id: batchId, people: met })];
    if (event.type !== 'ScheduleAccepted' && event.type !== 'ScheduleReopened') return [];
    const students = Object.keys(rows.get(plansTable, key)?.roots ?? {});
    return changedFeeds(recorded, [...new Set([teacherId, ...students, ...met])]);
  };
  return (
    lineages && {
      reads: [...lineages.reads, { table: runsTable, key }],
      changes: (rows) => [...own(rows), ...lineages.changes(rows)],
    }
  );
};

export const onSchedule = (recorded: SourceEvent): Handled | null => {
  const event = read(recorded);
  const lineages = lineageChanges(recorded);
  return isLessonEvent(event) ? onLesson(event, recorded, lineages) : onPlan(event, recorded, lineages);
};
