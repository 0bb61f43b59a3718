import { AsyncLocalStorage } from 'node:async_hooks';
import { limitMet, Unavailable } from '../kit/errors.ts';

declare module '../kit/services.ts' {
  interface Services {
    readonly turns: ExpensiveTurns;
  }
}

export type Caller = { readonly studioId: string; readonly isGuest: boolean };

type TurnLimits = {
  /** How many turns are held at a time: of one studio, of all guests together, of everybody. */
  readonly ofStudio?: number;
  readonly ofGuests?: number;
  readonly all?: number;
  /** How long a request waits for one, in milliseconds. */
  readonly patience?: number;
  /** How many requests wait at a time. */
  readonly waiting?: number;
};

/** Of how many studios it is known when they were served last; the one served longest ago is forgotten first. */
const remembered = 10_000;

/**
 * Does expensive work in a turn of the request that it belongs to; work without a request, or within a turn, is done at once.
 * @param hasBegun the answer has begun, so that it waits as long as it takes
 */
export type InTurn = <T>(work: () => Promise<T>, hasBegun?: boolean) => Promise<T>;

type Asking = Caller & { readonly holdsTurn: boolean };
type Waiting = Caller & { readonly begin: () => void; readonly refuse: () => void; readonly hasBegun: boolean };

/**
 * Shares the process among studios: a turn goes to an account before a guest, then to the studio with the fewest turns, then to the one
 * served longest ago. A turn is held while the server works, and not while a body arrives or an answer is read. When too many wait, a guest is
 * refused before an account, then the last call of the studio that waits most.
 */
export const expensiveTurns = ({
  ofStudio = 2,
  ofGuests = 4,
  all = 8,
  patience = 10_000,
  waiting: mostWaiting = 256,
}: TurnLimits = {}) => {
  const asking = new AsyncLocalStorage<Asking>();
  const held = new Map<string, number>();
  /** When a studio last got a turn, as a count of turns given. Also of studios that wait for none now, which would else be first each time. */
  const served = new Map<string, number>();
  let waiting: Waiting[] = [];
  let guests = 0;
  let total = 0;
  let given = 0;

  const heldBy = (studioId: string): number => held.get(studioId) ?? 0;

  const noteServed = (studioId: string): void => {
    given += 1;
    served.delete(studioId);
    served.set(studioId, given);
    const [eldest] = served.keys();
    if (served.size > remembered && eldest !== undefined) served.delete(eldest);
  };

  const change = ({ studioId, isGuest }: Caller, by: 1 | -1): void => {
    held.set(studioId, heldBy(studioId) + by);
    if (heldBy(studioId) === 0) held.delete(studioId);
    if (isGuest) guests += by;
    total += by;
  };

  const rank = ({ studioId, isGuest }: Waiting): [number, number, number] => [
    Number(isGuest),
    heldBy(studioId),
    served.get(studioId) ?? -1,
  ];

  const serve = (): void => {
    for (;;) {
      const [next] = waiting
        .filter((one) => total < all && heldBy(one.studioId) < ofStudio && (!one.isGuest || guests < ofGuests))
        .map((one) => ({ one, rank: rank(one) }))
        .toSorted(({ rank: a }, { rank: b }) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]);
      if (!next) return;
      waiting = waiting.filter((one) => one !== next.one);
      noteServed(next.one.studioId);
      change(next.one, 1);
      next.one.begin();
    }
  };

  /** Refuses one when too many wait. */
  const shed = (): void => {
    // An answer that has begun cannot be refused any more.
    const refusable = waiting.filter(({ hasBegun }) => !hasBegun);
    if (refusable.length <= mostWaiting) return;
    const waitingOf = Map.groupBy(refusable, ({ studioId }) => studioId);
    const [worst] = refusable
      .map((one, came) => ({
        one,
        rank: [Number(one.isGuest), waitingOf.get(one.studioId)?.length ?? 0, came] as const,
      }))
      .toSorted(({ rank: a }, { rank: b }) => b[0] - a[0] || b[1] - a[1] || b[2] - a[2]);
    worst?.one.refuse();
  };

  /** @throws Unavailable when it takes too long, or too many wait */
  const turnOf = ({ studioId, isGuest }: Caller, hasBegun: boolean): Promise<void> =>
    new Promise((resolve, reject) => {
      const refuse = (): void => {
        clearTimeout(timer);
        waiting = waiting.filter((other) => other !== one);
        reject(
          limitMet('expensive calls', new Unavailable('The server is busy right now. Please try again in a moment.')),
        );
      };
      const timer = hasBegun ? undefined : setTimeout(refuse, patience);
      const begin = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const one: Waiting = { studioId, isGuest, begin, refuse, hasBegun };
      waiting.push(one);
      serve();
      shed();
    });

  const inTurn: InTurn = async (work, hasBegun = false) => {
    const caller = asking.getStore();
    if (!caller || caller.holdsTurn) return work();
    await turnOf(caller, hasBegun);
    try {
      return await asking.run({ ...caller, holdsTurn: true }, work);
    } finally {
      change(caller, -1);
      serve();
    }
  };

  return {
    inTurn,
    /** Handles a caller's request: its expensive work waits for turns. */
    asked: <T>({ studioId, isGuest }: Caller, handle: () => T): T =>
      asking.run({ studioId, isGuest, holdsTurn: false }, handle),
    /** Does a part of what goes on for a caller without a request, however long it waits. */
    inTurnOf: <T>({ studioId, isGuest }: Caller, work: () => Promise<T>): Promise<T> =>
      asking.run({ studioId, isGuest, holdsTurn: false }, () => inTurn(work, true)),
  };
};
export type ExpensiveTurns = ReturnType<typeof expensiveTurns>;
