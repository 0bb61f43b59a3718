import { dayOfWeekOf, shortDayName, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { formatTime } from '@rondo/contracts/calendar/times.ts';
import type { Day } from '../days/day.ts';
import type { DayEntry } from '../days/entry.ts';

export type Placed = { readonly date: IsoDate; readonly entry: DayEntry };

/** One lesson of a week that is not now as it was then: `gone` took place then, `new` and `restored` take place now, `moved` has another time. */
export type Difference = {
  readonly key: string;
  readonly kind: 'gone' | 'cancelled' | 'new' | 'restored' | 'moved';
  readonly title: string;
  /** Null where it did not or does not take place. */
  readonly was: Placed | null;
  readonly now: Placed | null;
};

const placedIn = (days: readonly Day[]): Placed[] =>
  days.flatMap(({ date, entries }) => entries.map((entry) => ({ date, entry })));

const takesPlace = ({ entry }: Placed): boolean => entry.state !== 'cancelled';

/** Whose it is: a student's lessons are compared with each other, appointments by their titles. */
const whose = ({ entry }: Placed): string => entry.studentId ?? `title ${entry.title}`;

/** "Mon 6:20 PM": the week is known. */
export const placeText = ({ date, entry }: Placed): string =>
  `${shortDayName(dayOfWeekOf(date))} ${formatTime(entry.start)}`;

const isSame = (one: Placed, other: Placed): boolean =>
  one.date === other.date && one.entry.start === other.entry.start && one.entry.end === other.entry.end;

/** What remains of two lists once each item has met one that is the same. */
const unmatched = (one: readonly Placed[], other: readonly Placed[]): [Placed[], Placed[]] => {
  const left = [...other];
  const rest = one.filter((placed) => {
    const found = left.findIndex((candidate) => isSame(placed, candidate));
    if (found >= 0) left.splice(found, 1);
    return found < 0;
  });
  return [rest, left];
};

const isCancelledIn = (placed: Placed, list: readonly Placed[]): boolean =>
  list.some((one) => !takesPlace(one) && isSame(one, placed));

const without = (list: readonly Placed[], some: readonly Placed[]): Placed[] =>
  list.filter((one) => !some.includes(one));

/** Each lesson with what it is now: the same row first, then in the order of their times; null where nothing is left. */
const paired = (then: readonly Placed[], now: readonly Placed[]): [Placed | null, Placed | null][] => {
  const byId = new Map(now.map((one) => [one.entry.id, one]));
  const known = then.flatMap((one): [Placed, Placed][] => {
    const other = byId.get(one.entry.id);
    return other ? [[one, other]] : [];
  });
  const [left, right] = [
    without(
      then,
      known.map(([one]) => one),
    ),
    without(
      now,
      known.map(([, other]) => other),
    ),
  ];
  const count = Math.max(left.length, right.length);
  return [
    ...known,
    ...Array.from({ length: count }, (_, i): [Placed | null, Placed | null] => [left[i] ?? null, right[i] ?? null]),
  ];
};

const differs = (kind: Difference['kind'], was: Placed | null, now: Placed | null): Omit<Difference, 'key'> => ({
  kind,
  title: (was ?? now)?.entry.title ?? '',
  was,
  now,
});

const order = ({ was, now }: Difference): string => {
  const at = was ?? now;
  return at ? `${at.date} ${String(at.entry.start).padStart(4, '0')}` : '';
};

/** The differences of a teacher's week between a moment and now, in the order of their times. */
export const differencesOf = (daysThen: readonly Day[], daysNow: readonly Day[]): Difference[] => {
  const was = Map.groupBy(placedIn(daysThen), whose);
  const is = Map.groupBy(placedIn(daysNow), whose);
  const found = [...new Set([...was.keys(), ...is.keys()])].flatMap((key) => {
    const [past, present] = [was.get(key) ?? [], is.get(key) ?? []];
    const [missing, added] = unmatched(past.filter(takesPlace), present.filter(takesPlace));
    // What is struck out at its own place has not moved.
    const cancelled = missing.filter((then) => isCancelledIn(then, present));
    const restored = added.filter((now) => isCancelledIn(now, past));
    const pairs = paired(without(missing, cancelled), without(added, restored));
    return [
      ...cancelled.map((then) => differs('cancelled', then, null)),
      ...restored.map((now) => differs('restored', null, now)),
      ...pairs.map(([then, now]) => differs(then === null ? 'new' : now === null ? 'gone' : 'moved', then, now)),
    ].map((difference, i) => ({ ...difference, key: `${key} ${i}` }));
  });
  return found.toSorted((a, b) => (order(a) < order(b) ? -1 : 1));
};

/** What a lesson in a week of the past says of now: `side` is whether it stands then or now, `word` where its other side is. */
export type Mark = {
  readonly side: 'then' | 'now';
  readonly kind: Difference['kind'];
  /** The other place of a lesson that moved; null for any other. */
  readonly to: Placed | null;
};

export type MarkedDay = Day & { readonly marks: ReadonlyMap<string, Mark> };

/**
 * The days of a week of the past with what stands now and did not then beside it, each with the mark that says so. Whether drives fit, and what
 * overlaps, is left out: color says only what differs.
 */
export const markedDays = (days: readonly Day[], differences: readonly Difference[]): MarkedDay[] =>
  days.map((day) => {
    const marks = new Map<string, Mark>();
    const added: Placed[] = [];
    for (const { kind, was, now } of differences) {
      if (was?.date === day.date) marks.set(was.entry.id, { side: 'then', kind, to: now });
      if (now?.date === day.date) {
        const entry = { ...now.entry, id: `now ${now.entry.id}` };
        marks.set(entry.id, { side: 'now', kind, to: was });
        added.push({ date: day.date, entry });
      }
    }
    const entries = [
      ...day.entries.filter((entry) => !added.some((one) => isCancelledIn(one, [{ date: day.date, entry }]))),
      ...added.map(({ entry }) => entry),
    ];
    return {
      ...day,
      entries: entries.map((entry) => ({ ...entry, conflict: false })).toSorted((a, b) => a.start - b.start),
      legs: day.legs.map((leg) => ({ ...leg, short: 0 })),
      marks,
    };
  });
