import { minutesApart } from '@rondo/contracts/calendar/legs.ts';
import {
  byTime,
  driveBetween,
  figuresOf,
  home,
  isBackInTime,
  leavesInTime,
  overlap,
  slackOf,
  standingLegs,
  stopsIn,
  unpaidBetween,
  type Entry,
  type Figures,
  type Road,
  type Stop,
} from './arrangement.ts';

/** A lesson that could be at another time of the day, or come to it. */
export type Candidate = {
  readonly id: string;
  readonly place: number;
  readonly duration: number;
  /** Its start now; null for a lesson that would be added. */
  readonly start: number | null;
  /** Whom the teacher would call. */
  readonly family: string;
  /** Starts that are allowed whatever else changes, in order; `outside`: not in the hours of the family. */
  readonly starts: readonly { readonly start: number; readonly outside: boolean }[];
};

export type RepairDay = Road & {
  /** All that takes time on the day, also what could move. */
  readonly entries: readonly Entry[];
  readonly candidates: readonly Candidate[];
};

export type Change = { readonly candidate: Candidate; readonly start: number; readonly outside: boolean };

export type Option = {
  /** In the order of their new starts. */
  readonly changes: readonly Change[];
  readonly figures: Figures;
  readonly outside: number;
  readonly calls: number;
  readonly added: number;
};

/** How many minutes less a change must save. */
const least = 10;
/** How many options are shown. */
const most = 3;

const stopOf = ({ candidate: { id, place, duration }, start }: Change): Stop => ({
  id,
  place,
  start,
  end: start + duration,
});

/** The entries of a day after some changes. */
export const entriesAfter = (entries: readonly Entry[], changes: readonly Change[]): Entry[] => {
  const ids = new Set(changes.map(({ candidate }) => candidate.id));
  return [...entries.filter(({ id }) => !ids.has(id)), ...changes.map(stopOf)];
};

/** Whether a day may look like this: nothing that changes overlaps anything, and every leg has the time that it needs. */
export const isAllowed = (day: RepairDay, changes: readonly Change[]): boolean => {
  const entries = entriesAfter(day.entries, changes);
  const ids = new Set(changes.map(({ candidate }) => candidate.id));
  const changed = entries.filter(({ id }) => ids.has(id));
  if (changed.some((one) => entries.some((other) => other !== one && overlap(one, other)))) return false;
  const floor = standingLegs(day, day.entries);
  const stops = stopsIn(entries);
  return stops.every((stop, i) => {
    const [before, after] = [stops[i - 1], stops[i + 1]];
    if (!fits(day, floor, stop, after)) return false;
    return !ids.has(stop.id) || (leavesInTime(day, before, stop) && isBackInTime(day, stop, after));
  });
};

/** What a change is worth, in the order in which it counts: less is better in each. */
type Worth = readonly number[];

const compare = (a: Worth, b: Worth): number => {
  for (const [i, value] of a.entries()) {
    const other = b[i];
    if (other === undefined) return 1;
    if (value !== other) return value - other;
  }
  return a.length - b.length;
};

const optionOf = (day: RepairDay, changes: readonly Change[]): Option => ({
  changes: changes.toSorted((a, b) => a.start - b.start || (a.candidate.id < b.candidate.id ? -1 : 1)),
  figures: figuresOf(day, entriesAfter(day.entries, changes)),
  outside: changes.filter(({ outside }) => outside).length,
  calls: new Set(changes.map(({ candidate }) => candidate.family)).size,
  added: changes.filter(({ candidate }) => candidate.start === null).length,
});

const movedBy = ({ candidate, start }: Change): number =>
  candidate.start === null ? 0 : Math.abs(start - candidate.start);

const worthOf = ({ outside, calls, figures, added, changes }: Option): Worth => [
  outside,
  calls,
  figures.unpaid,
  -added,
  changes.reduce((sum, change) => sum + movedBy(change), 0),
  figures.home ?? 0,
  ...changes.map(({ start }) => start),
];

const idsOf = ({ changes }: Option): string => changes.map(({ candidate }) => candidate.id).join(' ');

/** The first of the options that nothing else makes needless, best first. */
export const bestOf = (day: RepairDay, options: readonly Option[]): Option[] => {
  const leave = figuresOf(day, day.entries);
  const better = options
    .filter(({ figures, added }) => figures.unpaid <= leave.unpaid - least || added > 0)
    .map((option) => ({ option, worth: worthOf(option), ids: idsOf(option) }))
    .toSorted((a, b) => compare(a.worth, b.worth) || (a.ids < b.ids ? -1 : 1));
  const best: Option[] = [];
  for (const { option } of better) {
    const isHidden = best.some(
      (one) =>
        one.outside <= option.outside &&
        one.calls <= option.calls &&
        one.figures.unpaid <= option.figures.unpaid &&
        one.added >= option.added,
    );
    if (!isHidden) best.push(option);
    if (best.length === most) break;
  }
  return best;
};

/** A change where it would stand among the stops that stay: after how many of them, and what it costs there. */
type Placed = Change & { readonly gap: number; readonly unpaid: number };

/** What stays of a day when some lessons have been taken out, gap by gap: before the first stop, between each two, after the last. */
type Rest = {
  readonly entries: readonly Entry[];
  readonly stops: readonly Stop[];
  readonly unpaid: readonly number[];
  /** The gaps that are too short as they are. */
  readonly short: readonly number[];
};

const restOf = (day: RepairDay, floor: Floor, out: ReadonlySet<string>): Rest => {
  const entries = day.entries.filter(({ id }) => !out.has(id));
  const stops = stopsIn(entries);
  const gaps = Array.from({ length: stops.length + 1 }, (_, i) => [stops[i - 1], stops[i]] as const);
  return {
    entries,
    stops,
    unpaid: gaps.map(([before, after]) => wayOf(day, before, after)),
    short: gaps.flatMap(([before, after], i) => (before && after && !fits(day, floor, before, after) ? [i] : [])),
  };
};

type Floor = ReturnType<typeof standingLegs>;

const fits = (day: RepairDay, floor: Floor, before: Stop | undefined, after: Stop | undefined): boolean =>
  before === undefined || after === undefined || slackOf(day, before, after) >= floor(before, after);

/** Whether a changed lesson can follow a stop, or be the first. */
const canFollow = (day: RepairDay, floor: Floor, before: Stop | undefined, stop: Stop): boolean =>
  fits(day, floor, before, stop) && leavesInTime(day, before, stop);

/** Whether a stop can follow a changed lesson, or none. */
const canPrecede = (day: RepairDay, floor: Floor, stop: Stop, after: Stop | undefined): boolean =>
  fits(day, floor, stop, after) && isBackInTime(day, stop, after);

/** Unpaid minutes from one stop to the next, or between home and a stop. */
const wayOf = (day: RepairDay, before: Stop | undefined, after: Stop | undefined): number => {
  if (before && after) return unpaidBetween(day, before, after);
  if (after) return driveBetween(day, home, after.place);
  return before ? driveBetween(day, before.place, home) : 0;
};

/** Where a lesson can stand among what stays, the neighbors aside: it overlaps nothing. */
const standing = (rest: Rest, candidate: Candidate): (Change & { readonly gap: number; readonly stop: Stop })[] =>
  candidate.starts.flatMap(({ start, outside }) => {
    if (start === candidate.start) return [];
    const change = { candidate, start, outside };
    const stop = stopOf(change);
    if (rest.entries.some((entry) => overlap(entry, stop))) return [];
    const gap = rest.stops.findLastIndex((other) => byTime(other, stop) < 0) + 1;
    return [{ ...change, stop, gap }];
  });

type Standing = ReturnType<typeof standing>[number];

/** Keeps the best change of each gap, inside and outside the family's hours: any other is hidden by it, whatever else changes. */
const bestByGap = (changes: readonly Placed[]): Placed[] => {
  const best = new Map<number, Placed>();
  for (const change of changes) {
    const key = change.gap * 2 + (change.outside ? 1 : 0);
    const known = best.get(key);
    if (known && compare(order(known), order(change)) <= 0) continue;
    best.set(key, change);
  }
  return [...best.values()];
};

const order = (change: Placed): Worth => [change.unpaid, movedBy(change), change.start];

const alone = (day: RepairDay, floor: Floor, rest: Rest, all: readonly Standing[]): Placed[] =>
  bestByGap(
    all.flatMap(({ stop, ...change }) => {
      const [before, after] = [rest.stops[change.gap - 1], rest.stops[change.gap]];
      if (!canFollow(day, floor, before, stop) || !canPrecede(day, floor, stop, after)) return [];
      return [{ ...change, unpaid: wayOf(day, before, stop) + wayOf(day, stop, after) }];
    }),
  );

/** What a pair in one gap is worth, in two numbers: unpaid, moved and the end of the day, then both starts. */
type Pair = { readonly changes: readonly Change[]; readonly weight: number; readonly starts: number };

const scale = 4096;

/** Whether two changed lessons can follow each other, as far as the teacher's windows go. */
const areJoined = (day: RepairDay, first: Stop, second: Stop): boolean =>
  day.away === null || (isBackInTime(day, first, second) && leavesInTime(day, first, second));

/** Two lessons in one gap, the first before the second: the best for each choice of hours. */
const together = (
  day: RepairDay,
  floor: Floor,
  rest: Rest,
  { firsts, seconds }: { readonly firsts: readonly Standing[]; readonly seconds: readonly Standing[] },
): (readonly Change[])[] => {
  const best = new Map<string, Pair>();
  const later = Map.groupBy(seconds, ({ gap }) => gap);
  for (const [gap, openers] of Map.groupBy(firsts, (one) => one.gap)) {
    const [before, after] = [rest.stops[gap - 1], rest.stops[gap]];
    const closers = (later.get(gap) ?? [])
      .filter(({ stop }) => canPrecede(day, floor, stop, after))
      .map((change) => ({ ...change, way: wayOf(day, change.stop, after), moved: movedBy(change) }));
    const [one, other] = [openers[0]?.stop, closers[0]?.stop];
    if (!one || !other || rest.short.some((short) => short !== gap)) continue;
    const drive = driveBetween(day, one.place, other.place);
    const apart = Math.max(0, minutesApart(drive, day.minutesBetween) + floor(one, other));
    for (const first of openers) {
      if (!canFollow(day, floor, before, first.stop)) continue;
      const [way, moved, { end }] = [wayOf(day, before, first.stop), movedBy(first), first.stop];
      for (const second of closers) {
        if (second.start < end + apart || !areJoined(day, first.stop, second.stop)) continue;
        const unpaid = way + Math.max(drive, second.start - end) + second.way;
        const weight = (unpaid * scale + moved + second.moved) * scale + (after ? 0 : second.stop.end);
        const starts = first.start * scale + second.start;
        const key = `${gap} ${first.outside} ${second.outside}`;
        const known = best.get(key);
        if (known && (known.weight < weight || (known.weight === weight && known.starts <= starts))) continue;
        best.set(key, { changes: [first, second], weight, starts });
      }
    }
  }
  return [...best.values()].map(({ changes }) => changes);
};

/**
 * The best ways to use a day in which time is left: every choice of at most two changes is weighed.
 * @param isOver asked between the pairs of lessons; true ends the search
 * @returns at most three options, best first; `proven`: none is missing
 */
export const repairsOf = (
  day: RepairDay,
  isOver: () => boolean = () => false,
): { readonly options: Option[]; readonly proven: boolean } => {
  const floor = standingLegs(day, day.entries);
  const found: Option[] = [];
  const { candidates } = day;
  const note = (...changes: readonly Change[]): void => void found.push(optionOf(day, changes));
  const isWhole = (rest: Rest, gaps: readonly number[]): boolean => rest.short.every((gap) => gaps.includes(gap));
  for (const one of candidates) {
    const rest = restOf(day, floor, new Set([one.id]));
    for (const change of alone(day, floor, rest, standing(rest, one))) if (isWhole(rest, [change.gap])) note(change);
  }
  for (const [i, one] of candidates.entries())
    for (const other of candidates.slice(i + 1)) {
      if (isOver()) return { options: bestOf(day, found), proven: false };
      const rest = restOf(day, floor, new Set([one.id, other.id]));
      const [own, others] = [standing(rest, one), standing(rest, other)];
      const apart = alone(day, floor, rest, others);
      for (const first of alone(day, floor, rest, own))
        for (const second of apart)
          if (first.gap !== second.gap && isWhole(rest, [first.gap, second.gap])) note(first, second);
      for (const changes of together(day, floor, rest, { firsts: own, seconds: others })) note(...changes);
      for (const changes of together(day, floor, rest, { firsts: others, seconds: own })) note(...changes);
    }
  return { options: bestOf(day, found), proven: true };
};
