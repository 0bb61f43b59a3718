import { busy } from '../kit/errors.ts';
import { answerAccount, askedBy, workFor, workInTurn, type Caller } from '@rondo/projections/pacing/callers.ts';
import { fairQueue } from '../kit/fair-queue.ts';

declare module '../kit/services.ts' {
  interface Services {
    readonly turns: ExpensiveTurns;
  }
}

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

/**
 * Does expensive work in a turn of the request that it belongs to; work without a request, or within a turn, is done at once.
 * @param hasBegun the answer has begun, so that it waits as long as it takes
 */
export type InTurn = <T>(work: () => Promise<T>, hasBegun?: boolean) => Promise<T>;

type Waiting = Caller & {
  readonly precedence: number;
  readonly begin: () => void;
  readonly refuse: () => void;
  readonly hasBegun: boolean;
};

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
  const queue = fairQueue<Waiting>(
    ({ isGuest }, now) => now.total < all && now.ofStudio < ofStudio && (!isGuest || now.ofGuests < ofGuests),
  );

  /** @throws Unavailable when it takes too long, or too many wait */
  const turnOf = ({ studioId, isGuest }: Caller, hasBegun: boolean): Promise<void> =>
    new Promise((resolve, reject) => {
      const refuse = (): void => {
        clearTimeout(timer);
        queue.leave(one);
        reject(busy('expensive calls'));
      };
      const timer = hasBegun ? undefined : setTimeout(refuse, patience);
      const begin = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const one: Waiting = { studioId, isGuest, precedence: Number(isGuest), begin, refuse, hasBegun };
      queue.join(one);
      // An answer that has begun cannot be refused any more.
      queue.oneTooMany(mostWaiting, ({ isGuest, hasBegun }) => (hasBegun ? null : Number(isGuest)))?.refuse();
    });

  const inTurn: InTurn = async (work, hasBegun = false) => {
    const caller = askedBy();
    if (!caller || caller.holdsTurn) return work();
    caller.isLong();
    await turnOf(caller, hasBegun);
    try {
      return await workInTurn(caller, work);
    } finally {
      queue.end(caller);
    }
  };

  return {
    inTurn,
    /** Handles a caller's request: its expensive work waits for turns. */
    asked: <T>(caller: Caller, handle: () => Promise<T>): Promise<T> =>
      caller.isGuest ? workFor(caller, handle) : answerAccount(caller.studioId, handle),
    /** Does a part of what goes on for a caller without a request, however long it waits. */
    inTurnOf: <T>(caller: Caller, work: () => Promise<T>): Promise<T> => workFor(caller, () => inTurn(work, true)),
  };
};
export type ExpensiveTurns = ReturnType<typeof expensiveTurns>;
