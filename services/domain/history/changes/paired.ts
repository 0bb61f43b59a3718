import { addDays, earlierOf, laterOf, latestOf, mondayOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { hasAnyDate } from '@rondo/contracts/calendar/series.ts';
import { noClosedWeeks } from './closed-weeks.ts';
import { slotIn, type Chain, type Part, type Slot, type Timetable } from './timetable.ts';

type Pair = readonly [before: Chain | undefined, after: Chain | undefined];

/** The parts with a date from a day on. */
const partsFrom = (chain: Chain | undefined, from: IsoDate): Part[] =>
  (chain?.parts ?? [])
    .map((part) => ({ ...part, validFrom: laterOf(part.validFrom, from) }))
    .filter((part) => part.validTo === null || part.validTo >= part.validFrom)
    .filter(hasAnyDate);

const never = '9999-12-31';
/** The last day of some parts that have dates from a day on; without any it is the day before. */
const endOf = (parts: readonly Part[], from: IsoDate): IsoDate =>
  latestOf(parts.map(({ validTo }) => validTo ?? never)) ?? addDays(from, -1);

/** How long after the last date of a lesson another one may begin and still count as its replacement, in days. */
const gapDays = 14;

/** How likely a new lesson replaces one that ends; higher is likelier. */
const likeness = (former: Part | undefined, come: Part | undefined): number => {
  if (!former || !come) return 0;
  const isSameTime = former.dayOfWeek === come.dayOfWeek && former.start === come.start;
  return (isSameTime ? 2 : 0) + (former.teacherId === come.teacherId ? 1 : 0);
};

/**
 * The weekly lessons of two moments side by side. A lesson that ends and a new one that begins where it ends are one lesson that was moved: a plan
 * replaces lessons in this way.
 */
export const paired = (before: Timetable, after: Timetable, from: IsoDate): Pair[] => {
  const roots = [...new Set([...before.weekly.keys(), ...after.weekly.keys()])].toSorted().map((root) => {
    const [was, is] = [before.weekly.get(root), after.weekly.get(root)];
    return { was, is, wasFrom: partsFrom(was, from), isFrom: partsFrom(is, from) };
  });
  const ending = roots.filter(({ wasFrom, isFrom }) => endOf(isFrom, from) < endOf(wasFrom, from));
  const beginning = new Set(roots.filter(({ was, isFrom }) => was === undefined && isFrom.length > 0));
  const joined = new Set(ending);
  const pairs: Pair[] = [];
  for (const former of ending) {
    const end = endOf(former.isFrom, from);
    const [best] = [...beginning]
      .filter(({ isFrom }) => {
        // Each has a part: those without any are none of the beginning ones.
        const begins = isFrom.map(({ validFrom }) => validFrom).reduce(earlierOf);
        return begins > end && begins <= addDays(end, gapDays);
      })
      .toSorted((a, b) => likeness(former.wasFrom.at(-1), b.isFrom[0]) - likeness(former.wasFrom.at(-1), a.isFrom[0]));
    if (!best) {
      pairs.push([former.was, former.is]);
      continue;
    }
    const { chain, more } = together(former.is, best.is, end);
    pairs.push([former.was, chain], [undefined, more]);
    beginning.delete(best);
    joined.add(best);
  }
  const rest = roots.filter((one) => !joined.has(one));
  return [...pairs, ...rest.map(({ was, is }): Pair => [was, is])];
};

/**
 * Two lessons as one, the first of which has no dates after `end`. In a week that both have, a date that takes place comes before one that does not; `more` are the dates of weeks in which
 * both take place, as when the new lesson begins later in the week in which the other one ends.
 */
const together = (one: Chain | undefined, other: Chain | undefined, end: IsoDate): { chain: Chain; more: Chain } => {
  const exceptions = new Map([...(other?.exceptions ?? []), ...(one?.exceptions ?? [])]);
  const more = new Map<IsoDate, Slot>();
  const closed = (one ?? other)?.closed ?? noClosedWeeks;
  // What the first one has after its last date is skipped, and would hide dates of the other one.
  const untilEnd = (part: Part): Part[] =>
    part.validFrom > end ? [] : [{ ...part, validTo: earlierOf(part.validTo ?? end, end) }];
  for (const week of new Set([mondayOf(end), ...exceptions.keys()])) {
    const [first, second] = [slotIn(one, week), slotIn(other, week)];
    const own = first && (!first.isOff || second === null || second.isOff) ? first : second;
    if (own) exceptions.set(week, own);
    if (own === first && second && !second.isOff) more.set(week, second);
  }
  return {
    chain: { parts: [...(one?.parts ?? []).flatMap(untilEnd), ...(other?.parts ?? [])], exceptions, closed },
    more: { parts: [], exceptions: more, closed },
  };
};
