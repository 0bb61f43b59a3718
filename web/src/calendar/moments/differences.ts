import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { formatTime } from '@rondo/contracts/calendar/times.ts';
import { shortDate } from '@rondo/contracts/calendar/words.ts';
import type { Day } from '../days/day.ts';
import type { DayEntry } from '../days/entry.ts';

/** One lesson of a week that is not now as it was then: `gone` took place then, `new` takes place now, `moved` has another time. */
export type Difference = {
  readonly key: string;
  readonly kind: 'gone' | 'cancelled' | 'new' | 'moved';
  readonly title: string;
  /** "Mon, Nov 30, 6:20 PM"; null where it did not or does not take place. */
  readonly before: string | null;
  readonly now: string | null;
};

type Placed = { readonly date: IsoDate; readonly entry: DayEntry };

const placedIn = (days: readonly Day[]): Placed[] =>
  days.flatMap(({ date, entries }) => entries.map((entry) => ({ date, entry })));

const takesPlace = ({ entry }: Placed): boolean => entry.state !== 'cancelled';

/** Whose it is: a student's lessons are compared with each other, appointments by their titles. */
const whose = ({ entry }: Placed): string => entry.studentId ?? `title ${entry.title}`;

const timeOf = ({ date, entry }: Placed): string => `${shortDate(date)}, ${formatTime(entry.start)}`;

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

/** The differences of a teacher's week between a moment and now, in the order of their times. */
export const differencesOf = (then: readonly Day[], now: readonly Day[]): Difference[] => {
  const was = Map.groupBy(placedIn(then), whose);
  const is = Map.groupBy(placedIn(now), whose);
  const found = [...new Set([...was.keys(), ...is.keys()])].flatMap((key) => {
    const today = is.get(key) ?? [];
    const [missing, added] = unmatched((was.get(key) ?? []).filter(takesPlace), today.filter(takesPlace));
    const count = Math.max(missing.length, added.length);
    return Array.from({ length: count }, (_, i) => {
      const [before, after] = [missing[i], added[i]];
      const isCancelled = before !== undefined && today.some((one) => !takesPlace(one) && isSame(one, before));
      const kind = before === undefined ? 'new' : after !== undefined ? 'moved' : isCancelled ? 'cancelled' : 'gone';
      const difference: Difference = {
        key: `${key} ${i}`,
        kind,
        title: (before ?? after)?.entry.title ?? '',
        before: before ? timeOf(before) : null,
        now: after ? timeOf(after) : null,
      };
      return { difference, at: before ?? after };
    });
  });
  const order = ({ at }: (typeof found)[number]): string =>
    at ? `${at.date} ${String(at.entry.start).padStart(4, '0')}` : '';
  return found.toSorted((a, b) => (order(a) < order(b) ? -1 : 1)).map(({ difference }) => difference);
};
