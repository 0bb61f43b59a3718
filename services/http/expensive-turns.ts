import { AsyncLocalStorage } from 'node:async_hooks';
import { Unavailable } from '../errors/errors.ts';

export type Caller = { readonly studioId: string; readonly isGuest: boolean };

type TurnLimits = {
  /** How many turns are held at a time: of one studio, of all guests together, of everybody. */
  readonly ofStudio?: number;
  readonly ofGuests?: number;
  readonly all?: number;
  /** How long a request waits for one, in milliseconds. */
  readonly patience?: number;
};

/**
 * Does expensive work in a turn of the request that it belongs to; work without a request, or within a turn, is done at once.
 * @param hasBegun the answer has begun, so that it waits as long as it takes
 */
export type InTurn = <T>(work: () => Promise<T>, hasBegun?: boolean) => Promise<T>;

type Asking = Caller & { readonly holdsTurn: boolean };
type Waiting = Caller & { readonly begin: () => void };

/**
 * Shares the process among studios: a turn goes to an account before a guest, then to the studio with the fewest turns, then to the one
 * served longest ago. A turn is held while the server works, and not while a body arrives or an answer is read.
 */
export const expensiveTurns = ({ ofStudio = 2, ofGuests = 4, all = 8, patience = 10_000 }: TurnLimits = {}) => {
  const asking = new AsyncLocalStorage<Asking>();
  const held = new Map<string, number>();
  /** By studio that waits or holds a turn: when it last got one, as a count of turns given. */
  const served = new Map<string, number>();
  let waiting: Waiting[] = [];
  let guests = 0;
  let total = 0;
  let given = 0;

  const heldBy = (studioId: string): number => held.get(studioId) ?? 0;

  const forgetIdle = (studioId: string): void => {
    if (heldBy(studioId) === 0 && !waiting.some((one) => one.studioId === studioId)) served.delete(studioId);
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
      given += 1;
      served.set(next.one.studioId, given);
      change(next.one, 1);
      next.one.begin();
    }
  };

  /** @throws Unavailable when it takes too long */
  const turnOf = ({ studioId, isGuest }: Caller, hasBegun: boolean): Promise<void> =>
    new Promise((resolve, reject) => {
      const giveUp = (): void => {
        waiting = waiting.filter((other) => other !== one);
        forgetIdle(studioId);
        reject(new Unavailable('The server is busy right now. Please try again in a moment.'));
      };
      const timer = hasBegun ? undefined : setTimeout(giveUp, patience);
      const begin = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const one: Waiting = { studioId, isGuest, begin };
      waiting.push(one);
      serve();
    });

  const inTurn: InTurn = async (work, hasBegun = false) => {
    const caller = asking.getStore();
    if (!caller || caller.holdsTurn) return work();
    await turnOf(caller, hasBegun);
    try {
      return await asking.run({ ...caller, holdsTurn: true }, work);
    } finally {
      change(caller, -1);
      forgetIdle(caller.studioId);
      serve();
    }
  };

  return {
    inTurn,
    /** Handles a caller's request: its expensive work waits for turns. */
    asked: <T>({ studioId, isGuest }: Caller, handle: () => T): T =>
      asking.run({ studioId, isGuest, holdsTurn: false }, handle),
  };
};
export type ExpensiveTurns = ReturnType<typeof expensiveTurns>;
