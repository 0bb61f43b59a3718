import type {
  CalendarAnalysis,
  ImportedRow,
  ReadFeed,
  SyncEffect,
} from '@rondo/contracts/api/calendars/calendar-sync.ts';
import { toTimeText } from '@rondo/contracts/calendar/times.ts';
import type { Lesson } from '@rondo/contracts/events/schedule/lesson.ts';
import { importDifferences, isImportedBetween, type StatusChange } from '../../schedule/feed/feed-sync.ts';
import { mapWithPauses } from '@rondo/projections/pacing/pauses.ts';
import type { Analysis, Compared } from './analysis/analyze.ts';
import { replacementOf, replacementRefused } from './sync-commands.ts';
import type { Days, ReadContent, TeacherFeed } from './teacher-feeds.ts';

type TimeOf = { readonly date: string | null; readonly start: number; readonly duration: number };

const timeView = ({ date, start, duration }: TimeOf) => ({
  date: date ?? '',
  startTime: toTimeText(start),
  endTime: toTimeText(start + duration),
});

/** Where an imported row is that replacing moves. */
const movedFrom = ({ event, match, replacing }: Compared): Lesson | null => {
  if (!match || replacing !== 'change') return null;
  return match.date !== event.date || match.start !== event.start || match.duration !== event.duration ? match : null;
};

const eventView = (teacherId: string, one: Compared) => {
  const { event, match, effect, replacing, named, past } = one;
  const before = movedFrom(one);
  return {
    key: event.key,
    uid: event.uid,
    title: event.title,
    ...timeView(event),
    status: event.isCancelled ? ('cancelled' as const) : ('confirmed' as const),
    teacherId,
    match: match?.lessonId ?? null,
    effect,
    replacing,
    studentId: named.studentId,
    before: before && timeView(before),
    past: past !== null && replacing === 'add' ? timeView(past) : null,
  };
};

const importedView = (teacherId: string, row: Lesson, titleOf: (row: Lesson) => string): ImportedRow => ({
  lessonId: row.lessonId,
  teacherId,
  title: titleOf(row),
  ...timeView(row),
});

const noCounts: ReadFeed['counts'] = {
  added: 0,
  moved: 0,
  cancelled: 0,
  restored: 0,
  unknownNames: 0,
  untouched: 0,
  vanished: 0,
};

const countOf: Readonly<Record<SyncEffect, keyof ReadFeed['counts']>> = {
  add: 'added',
  move: 'moved',
  cancel: 'cancelled',
  restore: 'restored',
  'unknown-name': 'unknownNames',
  none: 'untouched',
};

/** A feed that could not be read. */
export const failedView = ({ teacherId, teacherName }: TeacherFeed, detail: string): ReadFeed => ({
  teacherId,
  teacherName,
  ok: false,
  detail,
  events: 0,
  counts: noCounts,
  statuses: { cancels: 0, restores: 0 },
  replacement: { adds: 0, changes: 0, removes: 0, keeps: 0 },
  ignored: [],
  ignoredCount: 0,
  unreadCount: 0,
  stays: 0,
});

const detailOf = ({ compared, unsure }: Analysis, { isWhole }: ReadContent, refused: string | null): string => {
  const events = compared.length;
  if (events === 0 && refused !== null)
    return unsure.length > 0
      ? 'None of the calendar’s events could be read. Nothing is replaced or cancelled.'
      : 'The calendar has no events any more. Nothing is replaced or cancelled.';
  return [
    `${events === 1 ? '1 event' : `${events} events`} from today on.`,
    ...(isWhole ? [] : ['It could not be read whole, so nothing is taken as gone.']),
    ...(refused === null ? [] : [refused, 'Nothing is replaced.']),
  ].join(' ');
};

export type Analyzed = {
  readonly feed: TeacherFeed;
  readonly content: ReadContent;
  /** What syncing statuses would change. */
  readonly changes: readonly Pick<StatusChange, 'effect'>[];
  readonly analysis: Analysis & { readonly lessons: ReadonlyMap<string, Lesson> };
};
type Names = { readonly titleOf: (row: Lesson) => string; readonly studentName: (studentId: string) => string };

const unknownNames = (teacherId: string, compared: readonly Compared[], { studentName }: Names) =>
  [
    ...Map.groupBy(
      compared.filter(({ effect }) => effect === 'unknown-name'),
      ({ named }) => named.key,
    ).values(),
  ].flatMap((same) => {
    const [first] = same;
    if (!first) return [];
    const candidates = first.named.candidates.map((id) => ({ id, name: studentName(id) }));
    return [{ teacherId, name: first.event.title, events: same.length, candidates }];
  });

/** One teacher's part of the analysis. */
export const analysisView = async ({ feed, content, changes, analysis }: Analyzed, days: Days, names: Names) => {
  const { teacherId, teacherName } = feed;
  const { compared, vanished, lessons } = analysis;
  const cancels = changes.filter(({ effect }) => effect === 'cancelled').length;
  const refused = replacementRefused(analysis);
  const differences = refused === null ? importDifferences(lessons, replacementOf(analysis, days)) : null;
  const counts = { ...noCounts, vanished: vanished.length };
  for (const { effect } of compared) counts[countOf[effect]] += 1;
  const rowView = (row: Lesson): ImportedRow => importedView(teacherId, row, names.titleOf);
  return {
    calendarEvents: await mapWithPauses(compared, (one) =>
      eventView(teacherId, refused === null ? one : { ...one, replacing: 'none' }),
    ),
    vanished: vanished.map(rowView),
    removed: differences ? differences.removed.map(rowView) : [],
    unknownNames: unknownNames(teacherId, compared, names),
    feed: {
      teacherId,
      teacherName,
      ok: true,
      detail: detailOf(analysis, content, refused),
      events: compared.length,
      counts,
      statuses: { cancels, restores: changes.length - cancels },
      replacement: differences
        ? {
            adds: differences.added.length,
            changes: differences.changed.length,
            removes: differences.removed.length,
            keeps: differences.unchanged,
          }
        : {
            adds: 0,
            changes: 0,
            removes: 0,
            keeps: [...lessons.values()].filter(isImportedBetween(days.today, days.to)).length,
          },
      ignored: [...content.ignored],
      ignoredCount: content.ignoredCount,
      unreadCount: content.unreadCount,
      stays: analysis.unsure.length,
    },
  };
};

/** A sentence over all feeds. */
export const messageOf = (feeds: readonly ReadFeed[]): Pick<CalendarAnalysis, 'success' | 'message'> => {
  if (feeds.length === 0) return { success: false, message: 'No Calendar URLs Found' };
  const read = feeds.filter(({ ok }) => ok);
  const events = read.reduce((sum, feed) => sum + feed.events, 0);
  if (read.length === 0) return { success: false, message: feeds[0]?.detail ?? '' };
  const calendars = (count: number): string => (count === 1 ? '1 calendar' : `${count} calendars`);
  const failed = feeds.length - read.length;
  const found = `Found ${events === 1 ? '1 event' : `${events} events`} in ${calendars(read.length)}.`;
  return { success: true, message: failed === 0 ? found : `${found} ${calendars(failed)} could not be read.` };
};
