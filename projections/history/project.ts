import type { ReactorName } from '@rondo/contracts/api/endpoint.ts';
import { lessonRowsGiven, lessonRowsTouched } from '@rondo/contracts/events/schedule/lesson-rows.ts';
import {
  isLessonEvent,
  scheduleEvents,
  type LessonEvent,
  type PlanEvent,
} from '@rondo/contracts/events/schedule/schedule.ts';
import { entityOf, parseStreamName } from '@rondo/contracts/events/stream-name.ts';
import { eventReader, recordedAtOf } from '../runner/events.ts';
import { put, type Handled, queriedModel, type RowChange, type RowKey, type RowReader } from '../runner/read-model.ts';
import type { SourceEvent } from '../runner/source.ts';
import { isTriedOnly } from './parts/branch-parts.ts';
import { deedsOf } from './deeds.ts';
import { deedsTable, subjectsTable } from './deeds-table.ts';
import { batchesTable, entriesTable, knownTable } from './table.ts';
import type { HistoryDb } from './queries.ts';
import { attendanceText, forDate, textOf, undone } from './text.ts';
import { isOnMileage } from './parts/timeoff-parts.ts';

const readSchedule = eventReader(scheduleEvents);

const batchKey = ({ metadata, stream }: SourceEvent): RowKey => [metadata.studioId, metadata.batchId, stream];

const reactors: ReadonlySet<string> = new Set<ReactorName>(['removals', 'transfers']);

/** What the header of an append says of the events that follow. */
type Header = { readonly undoes?: string; readonly fromFeed?: boolean };

/** Marks the batch as having written to this stream. */
const inBatch = (recorded: SourceEvent, rows: RowReader, header: Header = {}): RowChange => {
  const { metadata, stream } = recorded;
  const undoes = metadata.undoes ?? header.undoes ?? null;
  const known = rows.get(batchesTable, batchKey(recorded));
  return put(batchesTable, {
    studio_id: metadata.studioId,
    batch_id: metadata.batchId,
    stream,
    undoes: known?.undoes ?? undoes,
    correlation_id: metadata.correlationId,
    from_feed: known?.from_feed === true || header.fromFeed === true,
    apart: reactors.has(metadata.actor) && metadata.batchId === metadata.commandId,
  });
};

/** True after the header of an undo: the events that follow only reverse others. */
const undoesIn = (recorded: SourceEvent, rows: RowReader): boolean =>
  typeof rows.get(batchesTable, batchKey(recorded))?.undoes === 'string';

/** The lesson an event concerns. */
const subjectOf = ({ data }: LessonEvent): string => ('lesson' in data ? data.lesson.lessonId : data.lessonId);

/** An event in another category, or about no single lesson, is recorded for its batch only. */
const onlyInBatch = (recorded: SourceEvent, header: Header = {}): Handled => ({
  reads: [{ table: batchesTable, key: batchKey(recorded) }],
  changes: (rows) => [inBatch(recorded, rows, header)],
});

const headerOf = (event: PlanEvent): Header => {
  if (event.type === 'BatchUndone') return { undoes: event.data.undoes };
  return { fromFeed: event.type === 'CalendarSynced' || event.type === 'CalendarReplaced' };
};

const onSchedule = (recorded: SourceEvent): Handled => {
  const event = readSchedule(recorded);
  if (isLessonEvent(event)) return onLesson(recorded, event);
  return event.type === 'AttendanceRecorded' ? onAttendance(recorded, event) : onlyInBatch(recorded, headerOf(event));
};

/** An entry for each lesson of which something is recorded. */
const onAttendance = (recorded: SourceEvent, { data }: Extract<PlanEvent, { type: 'AttendanceRecorded' }>): Handled => {
  const { metadata, stream, revision, eventId, type } = recorded;
  const { studioId, actor, batchId } = metadata;
  const entries = [...Map.groupBy(data.entries, ({ lessonId }) => lessonId)];
  return {
    reads: [
      { table: batchesTable, key: batchKey(recorded) },
      ...entries.map(([lessonId]) => ({ table: knownTable, key: [studioId, lessonId] })),
    ],
    changes: (rows) => [
      inBatch(recorded, rows),
      ...entries.map(([lessonId, dates]) => {
        const known = rows.get(knownTable, [studioId, lessonId]);
        const isUndo = undoesIn(recorded, rows);
        const sentences = dates.map(({ date, record, before }) =>
          isUndo ? undone(attendanceText(date, before)) : attendanceText(date, record),
        );
        return put(entriesTable, {
          studio_id: studioId,
          event_id: eventId,
          lesson_id: lessonId,
          series_id: known?.series_id ?? null,
          through: null,
          continues: known?.continues ?? null,
          type,
          recorded_at: recordedAtOf(recorded),
          stream,
          revision,
          actor,
          text: sentences.join(' '),
          batch_id: batchId,
          lesson_date: dates.length === 1 ? (dates[0]?.date ?? null) : null,
          lesson_start: null,
        });
      }),
    ],
  };
};

/** True for a date that goes along with its series to another teacher, whose schedule tells so. */
const leaves = (event: LessonEvent, lessonId: string): boolean =>
  event.type === 'LessonReleased' && event.data.lessonId !== lessonId;

const onLesson = (recorded: SourceEvent, event: LessonEvent): Handled => {
  const { metadata, stream, revision, eventId, type } = recorded;
  const studioId = metadata.studioId;
  const subject = subjectOf(event);
  const carried = new Map(lessonRowsGiven(event).map((lesson) => [lesson.lessonId, lesson]));
  const touched = [...new Set([...lessonRowsTouched(event), subject])];
  const knownAs = (lessonId: string, rows: RowReader) => {
    const known = rows.get(knownTable, [studioId, lessonId]);
    const row = carried.get(lessonId);
    return {
      studio_id: studioId,
      lesson_id: lessonId,
      // The event that adds the row sets the teacher; the one that releases or deletes it may come from a previous teacher.
      teacher_id: known && !row ? known.teacher_id : entityOf(stream),
      series_id: row ? row.seriesId : (known?.series_id ?? null),
      continues: row?.continues ?? known?.continues ?? null,
    };
  };
  const entry = (lessonId: string, rows: RowReader): RowChange => {
    const { teacher_id: _, ...lesson } = knownAs(lessonId, rows);
    const sentence = textOf(event, { fromFeed: rows.get(batchesTable, batchKey(recorded))?.from_feed === true });
    const text = undoesIn(recorded, rows) ? undone(sentence) : sentence;
    return put(entriesTable, {
      ...lesson,
      event_id: eventId,
      through: lessonId === subject ? null : subject,
      type,
      recorded_at: recordedAtOf(recorded),
      stream,
      revision,
      actor: metadata.actor,
      text: lessonId === subject ? text : forDate(text, carried.get(lessonId)),
      batch_id: metadata.batchId,
      lesson_date: event.type === 'LessonCancelled' ? event.data.lesson.date : null,
      lesson_start: event.type === 'LessonCancelled' ? event.data.lesson.start : null,
    });
  };
  return {
    reads: [
      { table: batchesTable, key: batchKey(recorded) },
      ...touched.map((lessonId) => ({ table: knownTable, key: [studioId, lessonId] })),
    ],
    changes: (rows) => [
      inBatch(recorded, rows),
      ...touched.map((lessonId) => put(knownTable, knownAs(lessonId, rows))),
      ...touched.filter((lessonId) => !leaves(event, lessonId)).map((lessonId) => entry(lessonId, rows)),
    ],
  };
};

const together = (one: Handled, other: Handled): Handled => ({
  reads: [...one.reads, ...other.reads],
  changes: (rows) => [...one.changes(rows), ...other.changes(rows)],
});

/** True for mail that someone clicks for. */
const isClicked = ({ type, metadata: { actor } }: SourceEvent): boolean =>
  type === 'MessageQueued' && actor !== 'messages';

/** The history of every lesson, the streams each batch wrote to, and what each batch did. */
export const historyModel = queriedModel<HistoryDb, 'history'>({
  name: 'history',
  version: 22,
  categories: [
    'schedule',
    'student',
    'teacher',
    'household',
    'timeoff',
    'day',
    'notes',
    'messages',
    'inquiry',
    'inquiries',
    'studio',
    'report',
    'branch',
    'backups',
    'billing',
    'calendar',
  ],
  tables: [entriesTable, knownTable, batchesTable, deedsTable, subjectsTable],
  on: (recorded) => {
    const { category } = parseStreamName(recorded.stream);
    // What else is noted on the road can be undone from its toast, and is no entry of the history. Mail that no one clicks for has a list of its own.
    // What is tried in a branch is none either, but for its beginning and its end.
    const isQuiet =
      (category === 'day' && !isOnMileage(recorded)) ||
      (category === 'messages' && !isClicked(recorded)) ||
      isTriedOnly(recorded);
    if (isQuiet) return onlyInBatch(recorded);
    return together(category === 'schedule' ? onSchedule(recorded) : onlyInBatch(recorded), deedsOf(recorded));
  },
});
