import type {
  CalendarAnalysis,
  CalendarEvent,
  ImportedRow,
  ReadFeed,
  ReplacingEffect,
  SyncEffect,
  TiedName,
  UnknownName,
} from '@rondo/contracts/api/calendars/calendar-sync.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { toMinutes } from '@rondo/contracts/calendar/times.ts';
import { counted } from '../../../lib/texts.ts';
import type { Student } from '@rondo/contracts/api/people/students.ts';
import { shortDate } from '@rondo/contracts/calendar/words.ts';
import { isOccurrence, isWeekly } from '@rondo/contracts/calendar/rows.ts';
import type { CalendarLesson } from '@rondo/contracts/lessons/timing.ts';

/** What differs between a feed and the schedule, in the order in which a person works through it. */
export const kinds = ['unknown', 'cancelled', 'gone', 'restored', 'moved', 'added', 'untouched'] as const;
export type Kind = (typeof kinds)[number];
export type Counts = Readonly<Record<Kind, number>>;

type When = { readonly date: IsoDate; readonly startTime: string; readonly endTime: string };

/** One line of the list: a date of the feed, or an imported row that the feed no longer has. */
export type Difference = When & {
  readonly key: string;
  readonly title: string;
  /** The row of the schedule that it is about. */
  readonly lessonId: string | null;
  /** The student that its title names. */
  readonly studentId: string | null;
  /** Where the schedule has it; null unless it moves. */
  readonly before: When | null;
  /** An earlier day from which the event was moved; that lesson stays. */
  readonly past: When | null;
  /** The calendar says that it does not take place. */
  readonly isCancelled: boolean;
};

/** A title to link to a student, with the first date that has it. */
export type Unknown = UnknownName & {
  readonly first: Difference | null;
  /** All its dates are in Rondo, as appointments. */
  readonly isImported: boolean;
};

export type FeedDifferences = {
  readonly feed: ReadFeed;
  readonly tied: readonly TiedName[];
  readonly lists: Readonly<Record<Exclude<Kind, 'unknown'>, readonly Difference[]>> & {
    readonly unknown: readonly Unknown[];
  };
  /** The imported rows that replacing removes. */
  readonly removed: readonly Difference[];
  /** The dates that replacing adds, and those whose imported rows it changes. */
  readonly adds: readonly Difference[];
  readonly changes: readonly Difference[];
};

const byTime = (a: When, b: When): number =>
  a.date === b.date ? toMinutes(a.startTime) - toMinutes(b.startTime) : a.date < b.date ? -1 : 1;

const ofEvent = (event: CalendarEvent): Difference => ({
  key: event.key,
  title: event.title,
  lessonId: event.match,
  studentId: event.studentId,
  date: event.date,
  startTime: event.startTime,
  endTime: event.endTime,
  before: event.before,
  past: event.past,
  isCancelled: event.status === 'cancelled',
});

const ofRow = ({ lessonId, title, date, startTime, endTime }: ImportedRow): Difference => ({
  key: `gone ${lessonId}`,
  title,
  lessonId,
  studentId: null,
  date,
  startTime,
  endTime,
  before: null,
  past: null,
  isCancelled: false,
});

const unknownOf = (name: UnknownName, nameless: readonly Difference[]): Unknown => {
  const dates = nameless.filter(({ title }) => title === name.name);
  const [first] = dates;
  return {
    ...name,
    // Where it moves is said among what changes.
    first: first ? { ...first, before: null } : null,
    isImported: dates.length > 0 && dates.every(({ lessonId }) => lessonId !== null),
  };
};

const differencesOf = (
  feed: ReadFeed,
  events: readonly CalendarEvent[],
  analysis: Pick<CalendarAnalysis, 'vanished' | 'removed' | 'unknownNames' | 'tiedNames'>,
): FeedDifferences => {
  const isOwn = ({ teacherId }: { readonly teacherId: string }): boolean => teacherId === feed.teacherId;
  const byEffect = Map.groupBy(events, ({ effect }) => effect);
  const listOf = (effect: SyncEffect): Difference[] => (byEffect.get(effect) ?? []).map(ofEvent);
  const nameless = listOf('unknown-name');
  const replacing = (what: ReplacingEffect): Difference[] =>
    events.filter((event) => event.replacing === what).map(ofEvent);
  return {
    feed,
    tied: analysis.tiedNames.filter(isOwn),
    lists: {
      unknown: analysis.unknownNames.filter(isOwn).map((name) => unknownOf(name, nameless)),
      cancelled: listOf('cancel'),
      gone: analysis.vanished.filter(isOwn).map(ofRow).toSorted(byTime),
      restored: listOf('restore'),
      // An imported appointment can have an unknown name and change too.
      moved: events
        .filter(({ effect, replacing: what }) => effect === 'move' || (effect === 'unknown-name' && what === 'change'))
        .map(ofEvent),
      added: listOf('add'),
      untouched: listOf('none'),
    },
    removed: analysis.removed.filter(isOwn).map(ofRow),
    adds: replacing('add'),
    changes: replacing('change'),
  };
};

/** The analysis by teacher: feeds that could not be read first, otherwise in the server's order. */
export const byFeed = (analysis: CalendarAnalysis): FeedDifferences[] => {
  const events = Map.groupBy(analysis.calendarEvents, ({ teacherId }) => teacherId);
  const feeds = analysis.feeds.toSorted((a, b) => Number(a.ok) - Number(b.ok));
  return feeds.map((feed) => differencesOf(feed, events.get(feed.teacherId) ?? [], analysis));
};

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** How long the lists of each kind are, of several feeds together. */
export const countsOf = (feeds: readonly FeedDifferences[]): Counts => {
  const count = (kind: Kind): number => sum(feeds.map(({ lists }) => lists[kind].length));
  return {
    unknown: count('unknown'),
    cancelled: count('cancelled'),
    gone: count('gone'),
    restored: count('restored'),
    moved: count('moved'),
    added: count('added'),
    untouched: count('untouched'),
  };
};

/** How many names are to be linked before anything is imported under them. */
export const namesToLink = (feeds: readonly FeedDifferences[]): number =>
  sum(feeds.map(({ lists }) => lists.unknown.filter(({ isImported }) => !isImported).length));

export const statusesOf = (feeds: readonly FeedDifferences[]): ReadFeed['statuses'] => ({
  cancels: sum(feeds.map(({ feed }) => feed.statuses.cancels)),
  restores: sum(feeds.map(({ feed }) => feed.statuses.restores)),
});

export const replacementOf = (feeds: readonly FeedDifferences[]): ReadFeed['replacement'] => {
  const count = (part: keyof ReadFeed['replacement']): number => sum(feeds.map(({ feed }) => feed.replacement[part]));
  return { adds: count('adds'), changes: count('changes'), removes: count('removes'), keeps: count('keeps') };
};

const differing = (of: FeedDifferences): number => {
  const { cancelled, gone: missing, restored, moved, added } = countsOf([of]);
  return namesToLink([of]) + cancelled + missing + restored + moved + added;
};

export const isSame = (of: FeedDifferences): boolean => differing(of) === 0;

/** "3 differences", "no differences": how far a feed is from the schedule. */
export const differsText = (of: FeedDifferences): string =>
  isSame(of) ? 'no differences' : counted(differing(of), 'difference');

export const isUnreadable = ({ feed: { ok, events, stays } }: FeedDifferences): boolean =>
  ok && events === 0 && stays > 0;

/** True for a feed that replacing leaves as it is although it differs: it has too many events, or suddenly none. */
export const isRefused = (of: FeedDifferences): boolean => {
  const { adds, changes, removes } = of.feed.replacement;
  const { gone: missing, moved, added } = of.lists;
  const differs = missing.length + moved.length + added.length + namesToLink([of]) > 0;
  return of.feed.ok && (differs || isUnreadable(of)) && adds + changes + removes === 0;
};

/** True for a feed that suddenly has no events, or none that can be read: it cancels nothing either. */
export const isEmptied = (of: FeedDifferences): boolean =>
  of.feed.ok && of.feed.events === 0 && (of.lists.gone.length > 0 || isUnreadable(of));

/** What syncing statuses would do: "Cancels 4 and restores 1." */
export const statusesText = ({ cancels, restores }: ReadFeed['statuses']): string => {
  if (cancels + restores === 0) return 'Nothing is cancelled or restored.';
  if (cancels === 0) return `Restores ${restores}.`;
  return restores === 0 ? `Cancels ${cancels}.` : `Cancels ${cancels} and restores ${restores}.`;
};

/** What Rondo knows of the rows and students that a difference names, by id. */
export type Known = {
  readonly lessons: ReadonlyMap<string, CalendarLesson>;
  readonly students: ReadonlyMap<string, Student>;
};

const sources = { optimized: 'Optimized', manual: 'Manual', actual: 'Imported' } as const;

/** "Optimized lesson, weekly", "Imported appointment". */
const rowText = (row: CalendarLesson): string =>
  `${sources[row.source]} ${row.entryType}${isWeekly(row) || isOccurrence(row) ? ', weekly' : ''}`;

/** The name of what differs: the lesson's student, else the title in the calendar. */
export const nameIn = ({ lessons }: Known, { lessonId, title }: Difference): string => {
  const student = lessonId === null ? null : lessons.get(lessonId)?.student;
  return student?.name ?? title;
};

/** What it is in Rondo, or becomes there. */
export const detailIn = (
  { lessons, students }: Known,
  kind: Kind,
  { lessonId, studentId, isCancelled, title, past }: Difference,
): string => {
  const row = lessonId === null ? undefined : lessons.get(lessonId);
  if (row) return row.student && row.student.name !== title ? `${rowText(row)} · “${title}”` : rowText(row);
  if (kind === 'gone') return 'Imported entry';
  if (kind === 'untouched' && isCancelled) return 'Cancelled in the calendar, with no lesson in Rondo';
  if (kind !== 'added') return 'Calendar event';
  const student = studentId === null ? undefined : students.get(studentId);
  const becomes = student ? `Becomes an imported lesson of ${student.name}` : 'Becomes an imported appointment';
  return past === null ? becomes : `${becomes}. Moved from ${shortDate(past.date)}, whose lesson stays`;
};

const isCancelledIn = ({ lessons }: Known, { lessonId }: Difference): boolean =>
  lessonId !== null && lessons.get(lessonId)?.status === 'cancelled';

/** How far a change of status reaches, or why nothing changes. */
export const reachIn = (known: Known, kind: Kind, difference: Difference): string | null => {
  const { lessonId } = difference;
  if (kind === 'gone') return isCancelledIn(known, difference) ? 'Cancelled in Rondo' : null;
  if (kind === 'untouched') return isCancelledIn(known, difference) ? 'Cancelled in both' : null;
  if (kind === 'moved' && difference.before === null) return 'The same time';
  if (kind !== 'cancelled' && kind !== 'restored') return null;
  const row = lessonId === null ? undefined : known.lessons.get(lessonId);
  return row && (isWeekly(row) || isOccurrence(row)) ? 'This date only' : null;
};

/** What is done with imported rows that are gone. A status is synced only if so much can be missing. */
export const goneText = (known: Known, of: FeedDifferences): string => {
  const { feed, lists } = of;
  if (isEmptied(of)) return 'They stay: an empty calendar may be a mistake.';
  const taking = lists.gone.filter((row) => !isCancelledIn(known, row)).length;
  const cancelled = feed.statuses.cancels - lists.cancelled.length;
  if (taking > 0 && cancelled === 0)
    return 'This many at once may be a mistake: syncing statuses leaves them, replacing removes them.';
  return taking > 0 ? 'Syncing statuses cancels them, replacing removes them.' : 'Replacing removes them.';
};
