import { dayOfWeekOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { Lesson } from '@rondo/contracts/events/lesson.ts';
import type { ScheduleEvent } from '@rondo/contracts/events/schedule.ts';
import { plainDetails } from '@rondo/contracts/lessons/details.ts';
import { DomainError } from '../errors/errors.ts';
import { cancelLesson, uncancel } from './one-date.ts';
import { deleteRows } from './series-end.ts';
import type { ScheduleState } from './state.ts';

/** What a feed says of one date: that it is cancelled, or that it takes place. */
export type StatusChange = {
  /** A series, a dated lesson or an occurrence. */
  readonly lessonId: string;
  readonly date: IsoDate;
  readonly effect: 'cancelled' | 'restored';
  /** The id of the row, if one date of a series is cancelled. */
  readonly occurrenceId: string;
};

const cancelled = (state: ScheduleState, { lessonId, date, occurrenceId }: StatusChange): ScheduleEvent[] => {
  try {
    return cancelLesson({ lessonId, date, occurrenceId, revision: undefined })(state);
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

/**
 * Cancels and restores dates as the feed says. `automatic`: no person began it; then only what a sync cancelled is restored, so that a
 * person's cancellation stays.
 */
export const syncStatuses =
  ({ changes, automatic }: { readonly changes: readonly StatusChange[]; readonly automatic: boolean }) =>
  (state: ScheduleState): ScheduleEvent[] => {
    const done = changes.flatMap((change) => {
      const events = change.effect === 'cancelled' ? cancelled(state, change) : restored(state, change, automatic);
      const row = events[0] && rowOf(state, events[0]);
      return row ? [{ change, events, row }] : [];
    });
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
  lessonId: entry.lessonId,
  useInOptimization: entry.studentId !== null,
  source: 'actual',
  validFrom: null,
  validTo: null,
  skips: [],
  seriesId: null,
  originalDate: null,
  continues: null,
  driveMinutes: null,
  reportId: null,
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
  readonly kept: number;
};

/** What differs between the imported rows of a schedule and what its feed has. */
export const importDifferences = (
  lessons: ReadonlyMap<string, Lesson>,
  { from, to, entries, stays }: Replacement,
): Differences => {
  const wanted = new Set(entries.map(({ lessonId }) => lessonId));
  const present = entries.flatMap((entry) => {
    const row = lessons.get(entry.lessonId);
    return row ? [{ row, becomes: { ...row, ...importedFields(entry) } }] : [];
  });
  const changed = present.flatMap(({ row, becomes }) => (isSame(row, becomes) ? [] : [becomes]));
  return {
    added: entries.filter(({ lessonId }) => !lessons.has(lessonId)),
    changed,
    removed: [...lessons.values()]
      .filter(isImportedBetween(from, to))
      .filter(({ lessonId }) => !wanted.has(lessonId) && stays?.has(lessonId) !== true),
    kept: present.length - changed.length,
  };
};

const isSame = (row: Lesson, becomes: Lesson): boolean => {
  const before = new Map(Object.entries(row));
  return Object.entries(becomes).every(([name, value]) => before.get(name) === value);
};

/**
 * One part of making the imported rows what the feed has: the next `limit` rows that differ, additions first; nothing when none do. The first part
 * begins with the header.
 */
export const replaceImported =
  (replacement: Replacement, { limit, isFirst }: { readonly limit: number; readonly isFirst: boolean }) =>
  (state: ScheduleState): ScheduleEvent[] => {
    const { added, changed, removed } = importDifferences(state.lessons, replacement);
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
