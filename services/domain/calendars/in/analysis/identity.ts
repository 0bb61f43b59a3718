import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { Lesson } from '@rondo/contracts/events/schedule/lesson.ts';
import type { FeedDate } from '../reading/read-feed.ts';

const suffix = / \d{4}-\d{2}-\d{2}$| \d{2}:\d{2}$/;

/** What a key can belong to: itself, and itself without the days and times at its end. One of them is the event's UID. */
export const stemsOf = (key: string): string[] => {
  const stems = [key];
  for (let stem = key; suffix.test(stem);) {
    stem = stem.replace(suffix, '');
    stems.push(stem);
  }
  return stems;
};

/**
 * Remembered of a date that is believed to be gone, as long as its imported row is there: should the event be in the feed again without being
 * readable, the row is known to be its own.
 */
export const absence = 'gone';

/** Which imported row a date of a feed is. */
export type Identity = {
  /** The key under which it is known. It stays the same when the event begins or ends to repeat. */
  readonly key: string;
  /** The id of the row that is, or would be, imported from it. */
  readonly importedAs: string;
  /** The row that was imported from it; null if there is none. */
  readonly row: Lesson | null;
  /** The row of an earlier day from which the event was moved, and which stays. */
  readonly past: Lesson | null;
};

export type ToIdentify = {
  readonly dates: readonly FeedDate[];
  readonly lessons: ReadonlyMap<string, Lesson>;
  /** What each date said when the feed was last applied, by its key; begins with the day. */
  readonly remembered: ReadonlyMap<string, string>;
  /** Rows of earlier days are not touched. */
  readonly from: IsoDate;
  readonly idOf: (key: string) => string;
};

type Found = { readonly key: string; readonly row: Lesson };

const distance = (row: Lesson, date: FeedDate): number => Math.abs(row.start - date.start);

type RememberedRows = {
  /** By what their keys can belong to. */
  readonly byStem: ReadonlyMap<string, readonly Found[]>;
  /** The same of one day. */
  readonly on: (stem: string, day: IsoDate) => readonly Found[];
};

/** Finds the rows of the dates that the last reading had, in steps. */
function* rememberedRows(
  remembered: ToIdentify['remembered'],
  rowOf: (key: string) => Found[],
): Generator<undefined, RememberedRows> {
  const byStem = new Map<string, Found[]>();
  const byDay = new Map<string, Found[]>();
  const add = (rows: Map<string, Found[]>, name: string, found: Found): void => {
    const same = rows.get(name);
    if (same) same.push(found);
    else rows.set(name, [found]);
  };
  for (const [key, content] of remembered) {
    for (const found of content === absence ? [] : rowOf(key))
      for (const stem of stemsOf(key)) {
        add(byStem, stem, found);
        add(byDay, `${found.row.date} ${stem}`, found);
      }
    yield;
  }
  return { byStem, on: (stem, day) => byDay.get(`${day} ${stem}`) ?? [] };
}

/**
 * Finds the row of each date, in steps. In this order: the row of the same UID at the same time, whatever else the UID had when it was imported; the
 * row of the same key, wherever the date is now; the row of the same UID on the same day; for a single event, and a date that was moved out of the
 * past, the row that it had before it was moved again. Every row is found once.
 */
export function* identitySteps(toIdentify: ToIdentify): Generator<undefined, ReadonlyMap<FeedDate, Identity>> {
  const { dates, lessons, remembered, from, idOf } = toIdentify;
  const usedIds = new Set<string>();
  const identities = new Map<FeedDate, Identity>();

  const rowOf = (key: string): Found[] => {
    const row = lessons.get(idOf(key));
    return row && (row.date === null || row.date >= from) ? [{ key, row }] : [];
  };
  const before = yield* rememberedRows(remembered, rowOf);
  const isFree = ({ row }: Found): boolean => !usedIds.has(row.lessonId);
  const free = (key: string): Found[] => rowOf(key).filter(isFree);
  const take = (date: FeedDate, { key, row }: Found): void => {
    usedIds.add(row.lessonId);
    identities.set(date, { key, importedAs: row.lessonId, row, past: null });
  };

  const namesOf = ({ key, names, date }: FeedDate): string[] => [...new Set([key, ...names, `${key} ${date}`])];
  const atSameTime = (date: FeedDate): Found | undefined =>
    namesOf(date)
      .flatMap(free)
      .find(({ row }) => row.date === date.date && row.start === date.start);
  const ofSameKey = ({ key }: FeedDate): Found | undefined => free(key)[0];
  const onSameDay = (date: FeedDate): Found | undefined =>
    [...namesOf(date).flatMap(free), ...before.on(date.uid, date.date).filter(isFree)]
      .filter(({ row }) => row.date === date.date)
      .toSorted((a, b) => distance(a.row, date) - distance(b.row, date))[0];
  const movedBefore = ({ key }: FeedDate): Found | undefined =>
    (before.byStem.get(key) ?? [])
      .filter(isFree)
      .toSorted((a, b) => ((a.row.date ?? '') < (b.row.date ?? '') ? -1 : 1))[0];

  /** The key of a date without a row: one under which it is remembered, or its own, unless an earlier day has that. */
  const fresh = (date: FeedDate): Identity => {
    const isUnused = (key: string): boolean => !lessons.has(idOf(key)) && !usedIds.has(idOf(key));
    const known = (key: string): boolean => remembered.get(key)?.startsWith(`${date.date} `) === true;
    let key = namesOf(date).find((name) => known(name) && isUnused(name)) ?? date.key;
    while (!isUnused(key)) key = `${key} ${date.date}`;
    const own = lessons.get(idOf(date.key));
    const past = own && own.date !== null && own.date < from ? own : null;
    usedIds.add(idOf(key));
    return { key, importedAs: idOf(key), row: null, past };
  };

  for (const ofUid of Map.groupBy(dates, ({ uid }) => uid).values()) {
    for (const find of [atSameTime, ofSameKey, onSameDay, movedBefore])
      for (const date of ofUid) {
        const found = identities.has(date) ? undefined : find(date);
        if (found) take(date, found);
        yield;
      }
    for (const date of ofUid) {
      if (!identities.has(date)) identities.set(date, fresh(date));
      yield;
    }
  }
  return identities;
}
