import type { Closure } from '@rondo/contracts/calendar/closures/closures.ts';
import { addDays, earlierOf, laterOf, mondayOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';

/** Closures by the Monday of each week that they reach into, in the order in which they were entered. */
export type ClosedWeeks = ReadonlyMap<IsoDate, readonly Closure[]>;

export const noClosedWeeks: ClosedWeeks = new Map();

/** The weeks from a day on that closures reach into, or did before they were changed: what has begun stays as it was. */
export const closedWeeksFrom = (closures: readonly Closure[], from: IsoDate): ClosedWeeks => {
  const weeks = new Map<IsoDate, Closure[]>();
  for (const closure of closures) {
    const terms = closure.states.flatMap((state) => state.closure ?? []);
    const [first, ...others] = terms;
    if (!first) continue;
    const begins = others.reduce((earliest, one) => earlierOf(earliest, one.from), first.from);
    const ends = others.reduce((latest, one) => laterOf(latest, one.to), first.to);
    for (let monday = mondayOf(laterOf(begins, from)); monday <= ends; monday = addDays(monday, 7)) {
      const own = weeks.get(monday);
      if (own) own.push(closure);
      else weeks.set(monday, [closure]);
    }
  }
  return weeks;
};
