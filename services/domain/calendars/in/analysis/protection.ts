import { toTimeText } from '@rondo/contracts/calendar/times.ts';
import type { Lesson } from '@rondo/contracts/events/lesson.ts';
import type { Unread } from '../reading/unread.ts';
import { titleKey, type Named } from './names.ts';
import { stemsOf } from './remembered-keys.ts';

/** Keys that are tried for rows of which no key is remembered. */
const maxTried = 20_000;

export type ToProtect = {
  /** Imported rows that no date of the feed is about. */
  readonly missing: readonly Lesson[];
  /** Keys of the last reading that the feed does not have now. */
  readonly missingKeys: readonly string[];
  readonly unread: readonly Unread[];
  readonly idOf: (key: string) => string;
  readonly nameOf: (title: string) => Named;
};

/** What may still be in a feed although it was not read. */
export type Protection = {
  /** Ids of rows. */
  readonly rows: ReadonlySet<string>;
  /** Keys of the last reading. */
  readonly keys: readonly string[];
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
      const { studentId, candidates } = nameOf(title);
      const students = studentId === null ? candidates : [studentId];
      return [`title ${titleKey(title)} ${day}`, ...students.map((id) => `student ${id} ${day}`)];
    }),
  );
  return (row) =>
    [`${who(row)} any`, `${who(row)} ${row.date}`, `any ${row.date}`, 'any any'].some((one) => meant.has(one));
};

/**
 * Finds the missing rows that an event which was not read may be, in steps: those of its UID, or of its name and day. A row's key is the one that is
 * remembered. Of a row that was never applied from this feed the likely keys are tried; when they are too many, it stays.
 */
export function* protectionSteps(toProtect: ToProtect): Generator<undefined, Protection> {
  const { missing, missingKeys, unread, idOf, nameOf } = toProtect;
  if (unread.length === 0) return { rows: new Set(), keys: [] };
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
  const places = new Set(unknown.flatMap(({ date, start }) => [` ${date}`, ` ${date} ${toTimeText(start)}`]));
  const isTooMany = unknown.length > 0 && uids.size * (places.size + 1) + names.size > maxTried;
  const tried = new Set<string>();
  if (unknown.length > 0 && !isTooMany) {
    for (const name of names) tried.add(idOf(name));
    for (const uid of uids)
      for (const place of ['', ...places]) {
        tried.add(idOf(`${uid}${place}`));
        yield;
      }
  }

  const rows = new Set<string>();
  for (const row of missing) {
    const key = keyOf.get(row.lessonId);
    const isOwn = key === undefined ? isTooMany || tried.has(row.lessonId) : isMeant(key);
    if (isOwn || isNamed(row)) rows.add(row.lessonId);
    yield;
  }
  return { rows, keys: [...keyOf].flatMap(([id, key]) => (rows.has(id) || isMeant(key) ? [key] : [])) };
}
