import { BoundedMap } from '@rondo/projections/kit/bounded-map.ts';
import type { Caller } from '@rondo/projections/pacing/callers.ts';

type Waiting = Caller & {
  /** Lower goes first. */
  readonly precedence: number;
  readonly begin: () => void;
};

/** How many have begun and not ended. */
export type Begun = { readonly total: number; readonly ofGuests: number; readonly ofStudio: number };

/** Of how many studios it is known when they were served last; the one served longest ago is forgotten first. */
const remembered = 10_000;

/**
 * Shares something among studios: of all that may begin, the one that precedes the others does; of equals the studio that holds least, then the one served
 * longest ago, then who came first.
 */
export const fairQueue = <One extends Waiting>(mayBegin: (one: One, now: Begun) => boolean) => {
  const ofStudios = new Map<string, number>();
  /** When a studio was last served, as a count. Also of studios that wait for nothing now, which would else be first each time. */
  const served = new BoundedMap<string, number>(remembered);
  const waiting = new Set<One>();
  let ofGuests = 0;
  let total = 0;
  let turnsGiven = 0;

  const heldBy = (studioId: string): number => ofStudios.get(studioId) ?? 0;

  const noteServed = (studioId: string): void => {
    turnsGiven += 1;
    served.set(studioId, turnsGiven);
  };

  const change = ({ studioId, isGuest }: Caller, by: 1 | -1): void => {
    const count = heldBy(studioId) + by;
    if (count === 0) ofStudios.delete(studioId);
    else ofStudios.set(studioId, count);
    if (isGuest) ofGuests += by;
    total += by;
  };

  const precedes = (a: One, b: One): boolean => {
    if (a.precedence !== b.precedence) return a.precedence < b.precedence;
    if (a.studioId === b.studioId) return false;
    const [ofA, ofB] = [heldBy(a.studioId), heldBy(b.studioId)];
    if (ofA !== ofB) return ofA < ofB;
    return (served.get(a.studioId) ?? -1) < (served.get(b.studioId) ?? -1);
  };

  const next = (): One | undefined => {
    let first: One | undefined;
    for (const one of waiting)
      if (mayBegin(one, { total, ofGuests, ofStudio: heldBy(one.studioId) }) && (!first || precedes(one, first)))
        first = one;
    return first;
  };

  const serve = (): void => {
    for (let one = next(); one; one = next()) {
      waiting.delete(one);
      noteServed(one.studioId);
      change(one, 1);
      one.begin();
    }
  };

  return {
    /** Those who wait, in the order in which they came. */
    waiting: (): readonly One[] => [...waiting],
    join: (one: One): void => {
      waiting.add(one);
      serve();
    },
    /** Waits no longer, without having begun. */
    leave: (one: One): void => void waiting.delete(one),
    /** Ends what has begun. */
    end: (caller: Caller): void => {
      change(caller, -1);
      serve();
    },
  };
};
