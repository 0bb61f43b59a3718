import { addDays, earlierOf, laterOf, mondayOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { Instant } from '@rondo/contracts/calendar/instants.ts';
import type { LessonChange } from '@rondo/contracts/api/history/changes.ts';
import type { RowOf } from '@rondo/projections/runner/read-model.ts';
import type { ownCancellationsTable } from './origins.ts';
import { paired } from './paired.ts';
import {
  datesBetween,
  partIn,
  plainSlot,
  slotIn,
  weeksAhead,
  type Chain,
  type Part,
  type Pattern,
  type Slot,
  type Timetable,
} from './timetable.ts';

type Kind = LessonChange['kind'];

/** A difference between two moments: of one date, or of a weekly lesson over many weeks. */
export type NetChange =
  | {
      readonly kind: Kind;
      readonly of: 'date';
      readonly before: Slot | null;
      readonly after: Slot | null;
      /** The closure that closes it now, or that closed it before; null when none is the reason. */
      readonly closure: string | null;
      /** When that closure was entered and changed. */
      readonly changedAt?: readonly Instant[];
      /** The family knew no lesson of this week before. */
      readonly isNew?: boolean;
    }
  | {
      readonly kind: Kind;
      readonly of: 'weeks';
      readonly before: Pattern | null;
      readonly after: Pattern | null;
      readonly from: IsoDate;
      /** The last date, if lessons continue differently afterwards. */
      readonly to: IsoDate | null;
      /** For a lesson that ends: its last date, if one is still to come. */
      readonly last: IsoDate | null;
    };

/** At least this many consecutive weeks that change alike are one change, not one for each date. */
const fewestWeeks = 4;

const samePlace = (a: Pattern, b: Pattern): boolean =>
  a.duration === b.duration && a.address === b.address && a.teacherId === b.teacherId;
const samePattern = (a: Pattern | null, b: Pattern | null): boolean =>
  a === b || (a !== null && b !== null && a.dayOfWeek === b.dayOfWeek && a.start === b.start && samePlace(a, b));
const sameSlot = (a: Slot, b: Slot): boolean => a.date === b.date && a.start === b.start && samePlace(a, b);

const kindOf = (before: Pattern | null, after: Pattern | null, isSameTime: boolean): Kind => {
  if (!before) return 'added';
  if (!after) return 'ended';
  return isSameTime ? 'edited' : 'moved';
};

/** The difference of one date from `from` on; null when there is none. */
const dateChange = (before: Slot | null, after: Slot | null, from: IsoDate): NetChange | null => {
  const [was, is] = [before?.isOff === false ? before : null, after?.isOff === false ? after : null];
  if ([was, is].every((slot) => slot === null || slot.date < from)) return null;
  if (was && is) {
    if (sameSlot(was, is)) return null;
    const isSameTime = was.date === is.date && was.start === is.start;
    return { of: 'date', kind: isSameTime ? 'edited' : 'moved', before: was, after: is, closure: null };
  }
  if (was && after?.byFamily) return null;
  if (was) return { of: 'date', kind: 'cancelled', before: was, after: null, closure: after?.closedBy ?? null };
  if (is)
    return {
      of: 'date',
      kind: before ? 'restored' : 'added',
      before: null,
      after: is,
      closure: before?.closedBy ?? null,
    };
  return null;
};

type Week = { readonly monday: IsoDate; readonly before: Part | null; readonly after: Part | null };

/** The weeks from `from` on, until only a permanent repetition is left. */
const weeksOf = (before: Chain | undefined, after: Chain | undefined, from: IsoDate): Week[] => {
  const known = [before, after].flatMap((chain) => [
    ...(chain?.parts ?? []).flatMap(({ validFrom, validTo, skips }) => [validFrom, validTo ?? from, ...skips]),
    ...(chain?.exceptions.keys() ?? []),
    ...(chain?.closed.keys() ?? []),
  ]);
  const first = mondayOf(from);
  const end = earlierOf(addDays(known.reduce(laterOf, from), 14), addDays(first, 7 * weeksAhead));
  const weeks: Week[] = [];
  for (let monday = first; monday <= end; monday = addDays(monday, 7)) {
    const [was, is] = [before, after].map((chain) => {
      const part = partIn(chain, monday);
      return part && plainSlot(part, monday).date >= from ? part : null;
    });
    weeks.push({ monday, before: was ?? null, after: is ?? null });
  }
  return weeks;
};

/** Consecutive weeks that change alike; `isLast`: the lesson repeats permanently from then on, or does not take place again. */
type Run = { readonly weeks: readonly Week[]; readonly isLast: boolean };

const runsOf = (weeks: readonly Week[]): Run[] => {
  const runs: Week[][] = [];
  for (const week of weeks) {
    const current = runs.at(-1);
    const last = current?.at(-1);
    if (last && samePattern(last.before, week.before) && samePattern(last.after, week.after)) current?.push(week);
    else runs.push([week]);
  }
  const lastTaught = runs.findLastIndex(([week]) => week?.before || week?.after);
  return runs.map((own, i) => ({ weeks: own, isLast: own[0]?.after ? i === runs.length - 1 : i >= lastTaught }));
};

const changesAt = ({ before, after }: Week): boolean => !samePattern(before, after);

const weeklyChange = ({ weeks, isLast }: Run, chain: Chain | undefined, from: IsoDate): NetChange | null => {
  const [first, last] = [weeks[0], weeks.at(-1)];
  if (!first || !last) return null;
  const { before, after } = first;
  const part = after ?? before;
  if (!part) return null;
  const isSameTime = before?.dayOfWeek === after?.dayOfWeek && before?.start === after?.start;
  return {
    of: 'weeks',
    kind: kindOf(before, after, isSameTime),
    before,
    after,
    from: plainSlot(part, first.monday).date,
    to: isLast ? null : plainSlot(part, last.monday).date,
    last: after ? null : lastDateBefore(chain, first.monday, from),
  };
};

/** The last date that still takes place before a week, from `from` on. */
const lastDateBefore = (chain: Chain | undefined, monday: IsoDate, from: IsoDate): IsoDate | null => {
  for (let week = addDays(monday, -7); week >= mondayOf(from); week = addDays(week, -7)) {
    const slot = slotIn(chain, week);
    if (slot && !slot.isOff && slot.date >= from) return slot.date;
  }
  return null;
};

/**
 * The dates that a family counts on in a week once it knows of the weekly change around it: lessons that begin come on top of a date that it
 * has anyway, a date that is cancelled stays cancelled, and any other one becomes the weekly lesson's.
 */
const countedOn = (was: Slot | null, { monday, before, after }: Week): Slot[] => {
  const known = was && !was.isOff ? [was] : [];
  const weekly = after ? [plainSlot(after, monday)] : [];
  if (before) return known.length > 0 ? weekly : [];
  return [...known, ...weekly.filter((slot) => !known.some((one) => sameSlot(one, slot)))];
};

/** What is different in a week from what a family counts on after a weekly change. */
const changesIn = (week: Week, was: Slot | null, is: Slot | null, from: IsoDate): NetChange[] => {
  const counted = countedOn(was, week);
  const same = is && !is.isOff ? counted.find((slot) => sameSlot(slot, is)) : undefined;
  const lost = counted.filter((slot) => slot !== same);
  const [first = was?.isOff === true ? was : null, ...others] = lost;
  const changes = same
    ? lost.map((slot) => dateChange(slot, null, from))
    : [dateChange(first, is, from), ...others.map((slot) => dateChange(slot, null, from))];
  const isNew = was === null || was.isOff;
  return changes.flatMap((change) => (change?.of === 'date' ? { ...change, isNew } : []));
};

const chainChanges = (before: Chain | undefined, after: Chain | undefined, from: IsoDate): NetChange[] => {
  const weeks = weeksOf(before, after, from);
  const changed = runsOf(weeks).filter(({ weeks: [first] }) => first !== undefined && changesAt(first));
  const differs = ({ monday }: Week): boolean =>
    dateChange(slotIn(before, monday), slotIn(after, monday), from) !== null;
  const long = changed.filter(
    ({ weeks: own, isLast }) => (own.length >= fewestWeeks || (isLast && own.length > 1)) && own.some(differs),
  );
  const knownWeeks = new Map(long.flatMap((run) => run.weeks.map((week) => [week.monday, week])));
  const lastToldWeek = long.findLast(({ isLast }) => isLast)?.weeks.at(-1);
  const single = new Set([
    ...changed.flatMap((run) => run.weeks.map(({ monday }) => monday)),
    ...[before, after].flatMap((chain) => [
      ...(chain?.exceptions.keys() ?? []),
      ...(chain?.parts ?? []).flatMap(({ skips }) => skips.map(mondayOf)),
      ...(chain?.closed.keys() ?? []),
    ]),
  ]);
  const dates = [...single].toSorted().flatMap((monday) => {
    const isAfterAll = lastToldWeek !== undefined && monday > lastToldWeek.monday;
    const week = knownWeeks.get(monday) ?? (isAfterAll ? { ...lastToldWeek, monday } : undefined);
    const is = slotIn(after, monday);
    const was = slotIn(before, monday);
    return week ? changesIn(week, was, is, from) : (dateChange(was, is, from) ?? []);
  });
  return [...long.flatMap((run) => weeklyChange(run, after, from) ?? []), ...dates];
};

/** A time that one lesson leaves and another one takes has not changed: the two changes become one, or none. */
const withoutSwaps = (changes: readonly NetChange[], from: IsoDate): NetChange[] => {
  for (const left of changes) {
    if (left.of !== 'date' || !left.before) continue;
    for (const other of changes) {
      if (other.of !== 'date' || !other.after || other === left || !sameSlot(other.after, left.before)) continue;
      const rest = changes.filter((change) => change !== left && change !== other);
      const one = dateChange(other.before, left.after, from);
      return withoutSwaps(one ? [...rest, one] : rest, from);
    }
  }
  return [...changes];
};

const takesPlaceAt = ({ weekly, dated }: Timetable, slot: Slot): boolean => {
  const week = mondayOf(slot.date);
  const ofWeekly = [...weekly.values()].flatMap((chain) => [slotIn(chain, week), ...chain.exceptions.values()]);
  return [...dated.values(), ...ofWeekly].some((one) => one !== null && !one.isOff && sameSlot(one, slot));
};

/** No lesson is lost at a time at which another one takes place, for example the first one of a weekly lesson that replaces it. */
const withoutStanding = (change: NetChange, after: Timetable, from: IsoDate): NetChange | null =>
  change.of === 'date' && change.before && takesPlaceAt(after, change.before)
    ? dateChange(null, change.after, from)
    : change;

/** By date, what repeats first; the same whatever the order of the rows. */
const orderOf = (change: NetChange): string => {
  const lessonId = (change.after ?? change.before)?.lessonId;
  return change.of === 'weeks'
    ? `${change.from} weekly ${lessonId}`
    : `${(change.before ?? change.after)?.date} ~ ${lessonId}`;
};

/** The net differences between one student’s lessons at two moments, from a day on, in order of date. */
export const netChanges = (before: Timetable, after: Timetable, from: IsoDate): NetChange[] => {
  const weekly = paired(before, after, from).flatMap(([was, is]) => chainChanges(was, is, from));
  const ids = new Set([...before.dated.keys(), ...after.dated.keys()]);
  const dated = [...ids]
    .toSorted()
    .flatMap((id) => dateChange(before.dated.get(id) ?? null, after.dated.get(id) ?? null, from) ?? []);
  return withoutSwaps([...weekly, ...dated], from)
    .flatMap((change) => withoutStanding(change, after, from) ?? [])
    .toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
};

/** A date that a family cancelled on its page. */
export type OwnCancellation = RowOf<typeof ownCancellationsTable>;

const isTold = (changes: readonly NetChange[], date: IsoDate): boolean =>
  changes.some((change) => change.of === 'date' && (change.before?.date === date || change.after?.date === date));

/**
 * What the two moments do not differ in, and the family has to hear all the same: a date that it cancelled itself in between, which takes
 * place after all.
 */
export const takingPlaceAfterAll = (
  own: readonly OwnCancellation[],
  changes: readonly NetChange[],
  timetable: Timetable,
  today: IsoDate,
): NetChange[] =>
  own.flatMap(({ date, start }) => {
    if (date < today || isTold(changes, date)) return [];
    const after = datesBetween(timetable, date, date).find((slot) => slot.start === start);
    return after ? { of: 'date', kind: 'restored', before: null, after, closure: null } : [];
  });
