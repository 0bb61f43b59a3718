import { neverClosed, type ClosedOn } from '@rondo/contracts/calendar/closures/closures.ts';
import type { ReplacingEffect, SyncEffect } from '@rondo/contracts/api/calendars/calendar-sync.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { isWeekly } from '@rondo/contracts/calendar/rows.ts';
import { calendarOf } from '@rondo/contracts/calendar/week.ts';
import type { Lesson } from '@rondo/contracts/events/schedule/lesson.ts';
import { entryEffect, isImportedBetween, type ImportedEntry } from '../../../schedule/feed/feed-sync.ts';
import type { FeedDate } from '../reading/read-feed.ts';
import type { Unread } from '../reading/unread.ts';
import { identitySteps, type Identity } from './identity.ts';
import { nameFinder, type Named, type NamedStudent } from './names.ts';
import { protectionSteps } from './protection.ts';

/** How far the start of a lesson may be from that of the event that is about it, in minutes. */
const startTolerance = 15;

export type Compared = {
  readonly event: FeedDate;
  /** The key under which the event is remembered. */
  readonly key: string;
  /** The row that the event is about; for a date of a series the series' row. */
  readonly match: Lesson | null;
  readonly effect: SyncEffect;
  /** What 'Replace All Appointments' does to the row that is imported from the event. */
  readonly replacing: ReplacingEffect;
  readonly named: Named;
  /** The id under which the event is imported. */
  readonly importedAs: string;
  /** The row of an earlier day from which the event was moved, and which stays. */
  readonly past: Lesson | null;
  /** What is imported; null for an event that is cancelled or about a lesson of Rondo's own. */
  readonly entry: ImportedEntry | null;
};

export type Analysis = {
  /** By date and start. */
  readonly compared: readonly Compared[];
  /** What each of them says, by its key. */
  readonly contents: ReadonlyMap<string, string>;
  /** Keys of the last reading that none of them has. */
  readonly missingKeys: readonly string[];
  /** Imported rows that the feed no longer has; none when it was not read whole. */
  readonly vanished: readonly Lesson[];
  /** Imported rows whose own event was not found but may be one that was not read. They stay. */
  readonly unsure: readonly Lesson[];
  /** Keys of the last reading that such events may have. */
  readonly unsureKeys: readonly string[];
  /** Keys of the last reading whose dates are gone, and whose rows are still there. */
  readonly goneKeys: readonly string[];
  /** Keys of events, and of rows that vanished, that would change a status if the date were not closed. They take effect when it stands again. */
  readonly waitingKeys: ReadonlySet<string>;
  /** The rows that vanished on closed dates. */
  readonly waitingRows: ReadonlySet<string>;
  /** What 'Replace All Appointments' imports. */
  readonly entries: readonly ImportedEntry[];
};

export type ToCompare = {
  /** The teacher's rows. */
  readonly lessons: ReadonlyMap<string, Lesson>;
  readonly dates: readonly FeedDate[];
  readonly isWhole: boolean;
  /** What can be seen of the events that were not read. */
  readonly unread: readonly Unread[];
  /** What the feed said when it was last applied, by key. */
  readonly remembered: ReadonlyMap<string, string>;
  readonly students: readonly NamedStudent[];
  /** Students by the key of a title that a person tied to them. */
  readonly ties: ReadonlyMap<string, string>;
  /** Which dates of the rows are closed: there an event changes no status. */
  readonly closedOn: ClosedOn<Lesson>;
  /** The first and the last day that are compared. */
  readonly from: IsoDate;
  readonly to: IsoDate;
  /** The id under which an event is imported: the same for the same key. */
  readonly idOf: (key: string) => string;
};

type About = Pick<Compared, 'event' | 'match' | 'replacing' | 'named'> & {
  /** The lesson is closed, or would be if it were restored. */
  readonly isClosed: boolean;
};

/** Whether the status of the row differs. Past dates stay as they took place. */
const statusEffect = ({ event, match }: Pick<About, 'event' | 'match'>, from: IsoDate): 'cancel' | 'restore' | null => {
  if (!match || (match.date !== null && match.date < from)) return null;
  if (event.isCancelled) return match.status === 'cancelled' ? null : 'cancel';
  return match.status === 'cancelled' ? 'restore' : null;
};

/** What a person is shown first: a status, a name to tie, then what replacing imports. */
const effectOf = (about: About, from: IsoDate): SyncEffect => {
  const { event, replacing, named } = about;
  const status = statusEffect(about, from);
  if (status !== null) return about.isClosed ? 'none' : status;
  if (event.isCancelled || replacing === 'none' || replacing === 'remove') return 'none';
  if (named.studentId === null) return 'unknown-name';
  switch (replacing) {
    case 'add':
      return 'add';
    case 'change':
      return 'move';
    case 'keep':
      return 'none';
  }
};

/** Events that take place choose before cancelled ones: a lesson that was cancelled and entered again is not cancelled. */
const inOrderOfChoice = (dates: readonly FeedDate[]): FeedDate[] => [
  ...dates.filter(({ isCancelled }) => !isCancelled),
  ...dates.filter(({ isCancelled }) => isCancelled),
];

/**
 * Compares a feed with a teacher's schedule, in steps: an event is about the row that was imported from it, else about the lesson of the
 * student that its title names, on the same date within 15 minutes. Every date of a row is matched once. Pure; yields between the steps, so that a
 * caller can let other work run.
 */
export function* analysisSteps(toCompare: ToCompare): Generator<undefined, Analysis> {
  const { lessons, isWhole, remembered, students, ties, from, to } = toCompare;
  const ids = new Map<string, string>();
  const idOf = (key: string): string => {
    const id = ids.get(key) ?? toCompare.idOf(key);
    ids.set(key, id);
    return id;
  };
  const dates = toCompare.dates.filter(({ date }) => date >= from && date <= to);
  const calendar = calendarOf([...lessons.values()], neverClosed);
  const nameOf = nameFinder(students, ties);
  const matchedPlaces = new Set<string>();
  const placeOf = (row: Lesson, date: IsoDate): string => `${row.lessonId} ${isWeekly(row) ? date : ''}`;

  const lessonOf = (event: FeedDate, { studentId }: Named): Lesson | null => {
    if (studentId === null) return null;
    const near = calendar
      .on(event.date)
      .filter(
        (row) =>
          row.studentId === studentId &&
          Math.abs(row.start - event.start) <= startTolerance &&
          !matchedPlaces.has(placeOf(row, event.date)),
      )
      .toSorted((a, b) => Math.abs(a.start - event.start) - Math.abs(b.start - event.start));
    return near[0] ?? null;
  };

  const isClosedOn = (row: Lesson, date: IsoDate): boolean =>
    toCompare.closedOn({ ...row, status: 'scheduled' }, date) !== null;
  const waitingKeys = new Set<string>();
  const isReplaced = isImportedBetween(from, to);
  const identities = yield* identitySteps({ dates, lessons, remembered, from, idOf });
  const byDate = new Map<FeedDate, Compared>();
  const put = (event: FeedDate, match: Lesson | null, { key, importedAs, past }: Identity): void => {
    const named = nameOf(event.title);
    if (match) matchedPlaces.add(placeOf(match, event.date));
    const entry = entryOf({ event, match, named, importedAs });
    const row = lessons.get(importedAs);
    const withoutEntry = row && isReplaced(row) ? 'remove' : 'none';
    const isClosed = match !== null && isClosedOn(match, match.date ?? event.date);
    const replacing = entry ? entryEffect(row, entry) : withoutEntry;
    const about = { event, match, named, replacing, isClosed } as const;
    if (isClosed && statusEffect(about, from) !== null) waitingKeys.add(key);
    byDate.set(event, { event, match, named, replacing, effect: effectOf(about, from), key, importedAs, past, entry });
  };
  const rest: FeedDate[] = [];
  for (const event of dates) {
    const identity = identities.get(event);
    if (identity?.row) put(event, identity.row, identity);
    else rest.push(event);
    yield;
  }
  for (const event of inOrderOfChoice(rest)) {
    const identity = identities.get(event);
    if (identity) put(event, lessonOf(event, nameOf(event.title)), identity);
    yield;
  }
  const compared: Compared[] = [];
  const entries: ImportedEntry[] = [];
  const own = new Set<string>();
  const present = new Set<string>();
  const contents = new Map<string, string>();
  for (const event of dates) {
    const one = byDate.get(event);
    if (!one) continue;
    compared.push(one);
    if (one.entry) entries.push(one.entry);
    own.add(one.importedAs);
    contents.set(one.key, `${event.date} ${event.start} ${event.duration}${event.isCancelled ? ' cancelled' : ''}`);
    if (one.match) present.add(one.match.lessonId);
    yield;
  }
  const missing = [...lessons.values()].filter(isReplaced).filter(({ lessonId }) => !own.has(lessonId));
  const missingKeys = [...remembered.keys()].filter((key) => !contents.has(key));
  const protection = yield* protectionSteps({ ...toCompare, missing, missingKeys, nameOf });
  const isUnsure = ({ lessonId }: Lesson): boolean => !isWhole || protection.rows.has(lessonId);
  const vanished = missing.filter((row) => !isUnsure(row) && !present.has(row.lessonId));
  const waiting = vanished.filter(
    (row) => row.date !== null && row.status !== 'cancelled' && isClosedOn(row, row.date),
  );
  const waitingRows = new Set(waiting.map(({ lessonId }) => lessonId));
  if (waitingRows.size > 0) for (const key of missingKeys) if (waitingRows.has(idOf(key))) waitingKeys.add(key);
  return {
    compared,
    contents,
    missingKeys,
    vanished,
    waitingKeys,
    waitingRows,
    unsure: missing.filter(isUnsure),
    unsureKeys: isWhole ? protection.keys : missingKeys,
    goneKeys: isWhole ? protection.goneKeys : [],
    entries,
  };
}

/** An event that takes place and is about no lesson of Rondo's own is imported. */
const entryOf = ({
  event,
  match,
  named,
  importedAs,
}: Pick<Compared, 'event' | 'match' | 'named' | 'importedAs'>): ImportedEntry | null => {
  if (event.isCancelled || (match !== null && match.source !== 'actual')) return null;
  const { title, date, start, duration } = event;
  return { lessonId: importedAs, studentId: named.studentId, title, date, start, duration };
};

/** The same at once. */
export const analyze = (toCompare: ToCompare): Analysis => {
  const steps = analysisSteps(toCompare);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
};
