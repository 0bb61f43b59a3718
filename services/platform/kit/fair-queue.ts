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
  const waitingOf = new Map<string, number>();
  let ofGuests = 0;
  let total = 0;
  let turnsGiven = 0;

  const heldBy = (studioId: string): number => ofStudios.get(studioId) ?? 0;

  const add = (counts: Map<string, number>, studioId: string, by: 1 | -1): void => {
    const count = (counts.get(studioId) ?? 0) + by;
    if (count === 0) counts.delete(studioId);
    else counts.set(studioId, count);
  };

  const leave = (one: One): void => {
    if (waiting.delete(one)) add(waitingOf, one.studioId, -1);
  };

  const noteServed = (studioId: string): void => {
    turnsGiven += 1;
    served.set(studioId, turnsGiven);
  };

  const change = ({ studioId, isGuest }: Caller, by: 1 | -1): void => {
    add(ofStudios, studioId, by);
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
      leave(one);
      noteServed(one.studioId);
      change(one, 1);
      one.begin();
    }
  };

  return {
    /** How many wait. */
    waiting: (): number => waiting.size,
    /** Whom to refuse, when more than `most` wait: of the highest rank, the last of the studio that waits most. Who has no rank does not count. */
    oneTooMany: (most: number, rankOf: (one: One) => number | null): One | undefined => {
      if (waiting.size <= most) return undefined;
      let worst: { readonly one: One; readonly rank: number; readonly many: number } | undefined;
      let ranked = 0;
      for (const one of waiting) {
        const rank = rankOf(one);
        if (rank === null) continue;
        ranked += 1;
        const many = waitingOf.get(one.studioId) ?? 0;
        if (!worst || rank > worst.rank || (rank === worst.rank && many >= worst.many)) worst = { one, rank, many };
      }
      return ranked > most ? worst?.one : undefined;
    },
    join: (one: One): void => {
      waiting.add(one);
      add(waitingOf, one.studioId, 1);
      serve();
    },
    /** Waits no longer, without having begun. */
    leave,
    /** Ends what has begun. */
    end: (caller: Caller): void => {
      change(caller, -1);
      serve();
    },
  };
};
