import type {
  CalendarAnalysis,
  CalendarEvent,
  ImportedRow,
  ReadFeed,
  SyncEffect,
  TiedName,
  UnknownName,
} from '@rondo/contracts/api/calendar-sync.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { toMinutes } from '@rondo/contracts/calendar/times.ts';
import { counted } from '../../../lib/texts.ts';

/** What differs between a feed and the schedule, in the order in which a person works through it. */
export const kinds = ['unknown', 'cancelled', 'restored', 'moved', 'added', 'untouched'] as const;
export type Kind = (typeof kinds)[number];
export type Counts = Readonly<Record<Kind, number>>;

/** A time of the schedule or of a feed. */
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
  /** It is an imported row that the feed no longer has. */
  readonly gone: boolean;
};

/** A title to link to a student, with the first date that has it. */
export type Unknown = UnknownName & { readonly first: Difference | null };

/** Everything about one teacher's feed. */
export type FeedDifferences = {
  readonly feed: ReadFeed;
  readonly counts: Counts;
  readonly unknown: readonly Unknown[];
  readonly tied: readonly TiedName[];
  readonly lists: Readonly<Record<Exclude<Kind, 'unknown'>, readonly Difference[]>>;
  /** The imported rows that replacing removes. */
  readonly removed: readonly Difference[];
  /** The dates that replacing adds. */
  readonly adds: readonly Difference[];
};

const byTime = (a: When, b: When): number =>
  a.date === b.date ? toMinutes(a.startTime) - toMinutes(b.startTime) : a.date < b.date ? -1 : 1;

const ofEvent = ({ key, title, match, studentId, date, startTime, endTime, before }: CalendarEvent): Difference => ({
  key,
  title,
  lessonId: match,
  studentId,
  date,
  startTime,
  endTime,
  before,
  gone: false,
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
  gone: true,
});

const countsOf = ({ counts }: ReadFeed): Counts => ({
  unknown: counts.unknownNames,
  cancelled: counts.cancelled + counts.vanished,
  restored: counts.restored,
  moved: counts.moved,
  added: counts.added,
  untouched: counts.untouched,
});

const differencesOf = (
  feed: ReadFeed,
  events: ReadonlyMap<SyncEffect, readonly CalendarEvent[]>,
  analysis: Pick<CalendarAnalysis, 'vanished' | 'removed' | 'unknownNames' | 'tiedNames'>,
): FeedDifferences => {
  const isOwn = ({ teacherId }: { readonly teacherId: string }): boolean => teacherId === feed.teacherId;
  const listOf = (effect: SyncEffect): Difference[] => (events.get(effect) ?? []).map(ofEvent);
  const nameless = listOf('unknown-name');
  const added = listOf('add');
  return {
    feed,
    counts: countsOf(feed),
    unknown: analysis.unknownNames.filter(isOwn).map((name) => ({
      ...name,
      first: nameless.find(({ title }) => title === name.name) ?? null,
    })),
    tied: analysis.tiedNames.filter(isOwn),
    lists: {
      cancelled: [...listOf('cancel'), ...analysis.vanished.filter(isOwn).map(ofRow)].toSorted(byTime),
      restored: listOf('restore'),
      moved: listOf('move'),
      added,
      untouched: listOf('none'),
    },
    removed: analysis.removed.filter(isOwn).map(ofRow),
    adds: [...added, ...nameless].toSorted(byTime),
  };
};

/** The analysis by teacher: feeds that could not be read first, otherwise in the server's order. */
export const byFeed = (analysis: CalendarAnalysis): FeedDifferences[] => {
  const events = Map.groupBy(analysis.calendarEvents, ({ teacherId }) => teacherId);
  const feeds = analysis.feeds.toSorted((a, b) => Number(a.ok) - Number(b.ok));
  return feeds.map((feed) =>
    differencesOf(
      feed,
      Map.groupBy(events.get(feed.teacherId) ?? [], ({ effect }) => effect),
      analysis,
    ),
  );
};

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** The counts of several feeds together. */
export const totalOf = (feeds: readonly FeedDifferences[]): Counts => {
  const count = (kind: Kind): number => sum(feeds.map(({ counts }) => counts[kind]));
  return {
    unknown: count('unknown'),
    cancelled: count('cancelled'),
    restored: count('restored'),
    moved: count('moved'),
    added: count('added'),
    untouched: count('untouched'),
  };
};

/** What syncing statuses does to all feeds together. */
export const statusesOf = (feeds: readonly FeedDifferences[]): ReadFeed['statuses'] => ({
  cancels: sum(feeds.map(({ feed }) => feed.statuses.cancels)),
  restores: sum(feeds.map(({ feed }) => feed.statuses.restores)),
});

/** What replacing does to all feeds together. */
export const replacementOf = (feeds: readonly FeedDifferences[]): ReadFeed['replacement'] => {
  const count = (part: keyof ReadFeed['replacement']): number => sum(feeds.map(({ feed }) => feed.replacement[part]));
  return { adds: count('adds'), changes: count('changes'), removes: count('removes'), keeps: count('keeps') };
};

const differing = (counts: Counts): number =>
  sum(kinds.filter((kind) => kind !== 'untouched').map((kind) => counts[kind]));

/** True if a feed and the schedule agree. */
export const isSame = (counts: Counts): boolean => differing(counts) === 0;

/** "3 differences", "no differences": how far a feed is from the schedule. */
export const differsText = (counts: Counts): string =>
  isSame(counts) ? 'no differences' : counted(differing(counts), 'difference');

/** What syncing statuses would do: "Cancels 4 and restores 1." */
export const statusesText = ({ cancels, restores }: ReadFeed['statuses']): string => {
  if (cancels + restores === 0) return 'No lesson is cancelled or restored in the calendar.';
  if (cancels === 0) return `Restores ${restores}.`;
  return restores === 0 ? `Cancels ${cancels}.` : `Cancels ${cancels} and restores ${restores}.`;
};
