import { dayOfWeekOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { plainRow, type Lesson } from '@rondo/contracts/events/schedule/lesson.ts';
import type { ScheduleEvent } from '@rondo/contracts/events/schedule/schedule.ts';
import { plainDetails } from '@rondo/contracts/lessons/plain-details.ts';
import { DomainError } from '../../../platform/kit/errors.ts';
import { cancelLesson, uncancel, type Recording } from '../edit/one-date.ts';
import { deleteRows } from '../edit/series-end.ts';
import type { ScheduleState } from '../state.ts';

/** What a feed says of one date: that it is cancelled, or that it takes place. */
export type StatusChange = {
  /** A series, a dated lesson or an occurrence. */
  readonly lessonId: string;
  readonly date: IsoDate;
  readonly effect: 'cancelled' | 'restored';
  /** The id of the row, if one date of a series is cancelled. */
  readonly occurrenceId: string;
};

const cancelled = (
  state: ScheduleState,
  { lessonId, date, occurrenceId }: StatusChange,
  record: Recording | undefined,
): ScheduleEvent[] => {
  try {
    return cancelLesson({ lessonId, date, occurrenceId, revision: undefined, record })(state);
  } catch (error) {
    // Deleted or moved since the feed was compared with it.
    if (error instanceof DomainError) return [];
    throw error;
  }
};

const restored = (state: ScheduleState, { lessonId }: StatusChange, automatic: boolean): ScheduleEvent[] => {
  const row = state.lessons.get(lessonId);
  if (row?.status !== 'cancelled' || (automatic && !state.cancelledByFeed.has(lessonId))) return [];
  return uncancel(state, row);
};

/** The row that the events of one change are about, as it is with them. */
const rowOf = (state: ScheduleState, event: ScheduleEvent): Lesson | undefined => {
  if (event.type === 'LessonCancelled') return event.data.lesson;
  return event.type === 'LessonRestored' ? state.lessons.get(event.data.lessonId) : undefined;
};

export type StatusSync = {
  readonly changes: readonly StatusChange[];
  /** No person began it: only what a sync cancelled is restored, so that a person's cancellation stays. */
  readonly automatic: boolean;
  /** What a cancellation comes to. */
  readonly record?: Recording | undefined;
  /** How many changes are made at most. */
  readonly limit: number;
};

/** One part of cancelling and restoring dates as the feed says: the first `limit` of the changes that are not made yet; nothing when all are. */
export const syncStatuses =
  ({ changes, automatic, record, limit }: StatusSync) =>
  (state: ScheduleState): ScheduleEvent[] => {
    const done: { change: StatusChange; events: ScheduleEvent[]; row: Lesson }[] = [];
    for (const change of changes) {
      if (done.length === limit) break;
      const events =
        change.effect === 'cancelled' ? cancelled(state, change, record) : restored(state, change, automatic);
      const row = events[0] && rowOf(state, events[0]);
      if (row) done.push({ change, events, row });
    }
    if (done.length === 0) return [];
    return [
      {
        type: 'CalendarSynced',
        data: {
          automatic,
          changes: done.map(({ change: { effect, date }, row: { lessonId, studentId, eventTitle, start } }) => ({
            lessonId,
            effect,
            studentId,
            title: studentId === null ? eventTitle : null,
            date,
            start,
          })),
        },
      },
      ...done.flatMap(({ events }) => events),
    ];
  };

/** One date of a feed, as a lesson with a student or as an appointment. */
export type ImportedEntry = {
  readonly lessonId: string;
  readonly studentId: string | null;
  readonly title: string;
  readonly date: IsoDate;
  readonly start: number;
  readonly duration: number;
};

/** What an entry decides of its row; a person may have added notes. */
const importedFields = ({ studentId, title, date, start, duration }: ImportedEntry) => ({
  studentId,
  entryType: studentId === null ? ('appointment' as const) : ('lesson' as const),
  eventTitle: studentId === null ? title : null,
  status: 'scheduled' as const,
  dayOfWeek: dayOfWeekOf(date),
  date,
  start,
  duration,
});

/** The row of an imported entry. */
const importedRow = (entry: ImportedEntry): Lesson => ({
  ...plainDetails,
  ...importedFields(entry),
  ...plainRow,
  lessonId: entry.lessonId,
  useInOptimization: entry.studentId !== null,
  source: 'actual',
  validFrom: null,
});

/** True for a row that a feed brought, on a day from one to another. */
export const isImportedBetween =
  (from: IsoDate, to: IsoDate) =>
  ({ source, date }: Lesson): boolean =>
    source === 'actual' && date !== null && date >= from && date <= to;

export type Replacement = {
  readonly from: IsoDate;
  readonly to: IsoDate;
  /** Every imported row of these days. */
  readonly entries: readonly ImportedEntry[];
  /** Imported rows that stay, whether or not they are among the entries. */
  readonly stays?: ReadonlySet<string>;
};

export type Differences = {
  readonly added: readonly ImportedEntry[];
  readonly changed: readonly Lesson[];
  readonly removed: readonly Lesson[];
  readonly unchanged: number;
};

/** What replacing does to the row of an entry. */
export const entryEffect = (row: Lesson | undefined, entry: ImportedEntry): 'add' | 'change' | 'keep' => {
  if (!row) return 'add';
  const before: Readonly<Record<string, unknown>> = row;
  const isSame = Object.entries(importedFields(entry)).every(([name, value]) => before[name] === value);
  return isSame ? 'keep' : 'change';
};

/** What differs between the imported rows of a schedule and what its feed has. */
export const importDifferences = (
  lessons: ReadonlyMap<string, Lesson>,
  { from, to, entries, stays }: Replacement,
): Differences => {
  const inFeed = new Set(entries.map(({ lessonId }) => lessonId));
  const added: ImportedEntry[] = [];
  const changed: Lesson[] = [];
  for (const entry of entries) {
    const row = lessons.get(entry.lessonId);
    if (!row) added.push(entry);
    // What took place stays as it was, wherever its event is now.
    else if (row.date !== null && row.date < from) continue;
    else if (entryEffect(row, entry) === 'change') changed.push({ ...row, ...importedFields(entry) });
  }
  return {
    added,
    changed,
    removed: [...lessons.values()]
      .filter(isImportedBetween(from, to))
      .filter(({ lessonId }) => !inFeed.has(lessonId) && stays?.has(lessonId) !== true),
    unchanged: entries.length - added.length - changed.length,
  };
};

export type ReplacementPart = {
  readonly limit: number;
  readonly isFirst: boolean;
  /** The rows of earlier parts. Whatever became of them since stays: a person or a reactor decided it. */
  readonly done: ReadonlySet<string>;
};

/**
 * One part of making the imported rows what the feed has: the next `limit` rows that differ, additions first; nothing when none do. The first part
 * begins with the header.
 */
export const replaceImported =
  (replacement: Replacement, { limit, isFirst, done }: ReplacementPart) =>
  (state: ScheduleState): ScheduleEvent[] => {
    const differences = importDifferences(state.lessons, replacement);
    const isLeft = ({ lessonId }: { readonly lessonId: string }): boolean => !done.has(lessonId);
    const added = differences.added.filter(isLeft);
    const changed = differences.changed.filter(isLeft);
    const removed = differences.removed.filter(isLeft);
    const total = added.length + changed.length + removed.length;
    if (total === 0) return [];
    const { from, to } = replacement;
    const counts = { added: added.length, changed: changed.length, removed: removed.length };
    const puts = [
      ...added.map((entry): ScheduleEvent => ({
        type: 'LessonCreated',
        data: { lesson: importedRow(entry), occurrences: [] },
      })),
      ...changed.map((lesson): ScheduleEvent => ({
        type: 'LessonEdited',
        data: { lesson, occurrences: [], fellAway: [] },
      })),
    ].slice(0, limit);
    return [
      ...(isFirst ? [{ type: 'CalendarReplaced' as const, data: { from, to, ...counts } }] : []),
      ...puts,
      ...deleteRows(state, removed.slice(0, limit - puts.length)),
    ];
  };
