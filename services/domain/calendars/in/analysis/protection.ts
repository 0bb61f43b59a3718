import { addDays, daysBetween, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { toTimeText } from '@rondo/contracts/calendar/times.ts';
import type { Lesson } from '@rondo/contracts/events/schedule/lesson.ts';
import type { Unread } from '../reading/unread.ts';
import { titleKey, type Named } from './names.ts';
import { stemsOf } from './identity.ts';

/** Keys that are tried for rows of which no key is remembered. */
const maxTried = 50_000;
/** Days before today on which an event can have been from which a date was moved. */
const daysBack = 28;

export type ToProtect = {
  /** Imported rows that no date of the feed is about. */
  readonly missing: readonly Lesson[];
  /** Keys of the last reading that the feed does not have now. */
  readonly missingKeys: readonly string[];
  readonly unread: readonly Unread[];
  /** The first and the last day that are compared. */
  readonly from: IsoDate;
  readonly to: IsoDate;
  readonly idOf: (key: string) => string;
  readonly nameOf: (title: string) => Named;
};

/** What may still be in a feed although it was not read. */
export type Protection = {
  /** Ids of rows. */
  readonly rows: ReadonlySet<string>;
  /** Keys of the last reading. */
  readonly keys: readonly string[];
  /** Keys of the last reading whose dates are gone, and whose rows are still there. */
  readonly goneKeys: readonly string[];
};

const who = ({ studentId, eventTitle }: Lesson): string =>
  studentId === null ? `title ${titleKey(eventTitle ?? '')}` : `student ${studentId}`;

/** Rows by name and day, as the events without a UID mean them. */
const namedBy = (unread: readonly Unread[], nameOf: ToProtect['nameOf']): ((row: Lesson) => boolean) => {
  const meant = new Set(
    unread.flatMap(({ uid, title, date }) => {
      if (uid !== null) return [];
      const day = date ?? 'any';
      if (title === null) return [`any ${day}`];
      const { key, studentId, candidates } = nameOf(title);
      const students = studentId === null ? candidates : [studentId];
      return [`title ${key} ${day}`, ...students.map((id) => `student ${id} ${day}`)];
    }),
  );
  return (row) =>
    [`${who(row)} any`, `${who(row)} ${row.date}`, `any ${row.date}`, 'any any'].some((one) => meant.has(one));
};

/** The keys that dates of a UID on some days can have, without the UID: by the day, and by the day and one of the times. */
const endsOf = (days: readonly IsoDate[], times: readonly string[]): string[] => [
  '',
  ...days.flatMap((day) => [` ${day}`, ...times.map((time) => ` ${day} ${time}`)]),
];

/**
 * The ends of keys to try for rows of which no key is remembered: on any day, since a date may have been moved; when those are too many, about where the
 * rows are now, also in a zone where it is another day. Null when these are too many as well.
 */
const endsToTry = (
  rows: readonly Lesson[],
  uids: number,
  { from, to }: Pick<ToProtect, 'from' | 'to'>,
): string[] | null => {
  const times = [...new Set(rows.map(({ start }) => toTimeText(start)))];
  const near = new Set(
    rows.flatMap(({ date }) => (date === null ? [] : [-1, 0, 1].map((days) => addDays(date, days)))),
  );
  const any = Array.from({ length: daysBetween(from, to) + 1 + daysBack }, (_, i) => addDays(from, i - daysBack));
  const days = [any, [...near]].find(({ length }) => uids * (1 + length * (1 + times.length)) <= maxTried);
  return days ? endsOf(days, times) : null;
};

/**
 * Finds the missing rows that an event which was not read may be, in steps: those of its UID, or of its name and day. A row's key is the one that is
 * remembered. Of a row that was never applied from this feed the likely keys are tried; when they are too many, it stays.
 */
export function* protectionSteps(toProtect: ToProtect): Generator<undefined, Protection> {
  const { missing, missingKeys, unread, idOf, nameOf } = toProtect;
  const uids = new Set(unread.flatMap(({ uid, names }) => (uid !== null && names === null ? [uid] : [])));
  const names = new Set(unread.flatMap((one) => one.names ?? []));
  const isNamed = namedBy(unread, nameOf);
  const isMeant = (key: string): boolean => names.has(key) || stemsOf(key).some((stem) => uids.has(stem));

  const keyOf = new Map<string, string>();
  for (const key of missingKeys) {
    keyOf.set(idOf(key), key);
    yield;
  }
  const unknown = missing.filter(({ lessonId }) => !keyOf.has(lessonId));
  const tried = new Set<string>();
  let isTooMany = false;
  if (unknown.length > 0 && uids.size + names.size > 0) {
    const ends = endsToTry(unknown, uids.size, toProtect);
    isTooMany = ends === null;
    for (const name of names) {
      tried.add(idOf(name));
      yield;
    }
    for (const uid of uids)
      for (const end of ends ?? []) {
        tried.add(idOf(`${uid}${end}`));
        yield;
      }
  }

  const rows = new Set<string>();
  const goneRows = new Set<string>();
  for (const row of missing) {
    const key = keyOf.get(row.lessonId);
    const isOwn = key === undefined ? isTooMany || tried.has(row.lessonId) : isMeant(key);
    if (isOwn || isNamed(row)) rows.add(row.lessonId);
    else goneRows.add(row.lessonId);
    yield;
  }
  const known = [...keyOf];
  return {
    rows,
    keys: known.flatMap(([id, key]) => (rows.has(id) || isMeant(key) ? [key] : [])),
    goneKeys: known.flatMap(([id, key]) => (goneRows.has(id) && !isMeant(key) ? [key] : [])),
  };
}
