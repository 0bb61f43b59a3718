import { limitMet, Unavailable, TooMany } from '../../../platform/kit/errors.ts';

export type TurnLimits = {
  /** Concurrent runs: the number of optimizer threads. */
  readonly threads: number;
  /** Maximum calls, active or pending: of one studio, from one place, of all guests together, of all studios. */
  readonly callsOfAStudio: number;
  readonly callsOfAPlace: number;
  readonly callsOfGuests: number;
  readonly calls: number;
};

/** Runs a task when it is its turn. */
export type Turn = <T>(work: () => Promise<T>) => Promise<T>;

/** Who plans, and from where. */
export type Planner = { readonly studioId: string; readonly isGuest: boolean; readonly place: string };

export type Turns = {
  /**
   * Admits a call, whose runs then wait for their turns. When aborted, runs still waiting are dropped.
   * @throws TooMany when the studio or the place has too many active calls, Unavailable when guests or all studios have
   */
  readonly admit: <T>(planner: Planner, signal: AbortSignal, call: (turn: Turn) => Promise<T>) => Promise<T>;
};

type Waiting = { readonly begin: () => void };

/** The runs of one studio that wait, the first to come first. */
type Queue = { readonly isGuest: boolean; readonly runs: Set<Waiting> };

/** Of how many studios it is known when they were served last; the one served longest ago is forgotten first. */
const remembered = 10_000;

const aMinute = 60;
const busy = (limit: string) =>
  limitMet(limit, new Unavailable('The planner is busy right now. Please try again in a minute.'), aMinute);

/** How many there are of each. */
const counter = () => {
  const counts = new Map<string, number>();
  const of = (key: string): number => counts.get(key) ?? 0;
  return {
    of,
    change: (key: string, by: 1 | -1): void => {
      const left = of(key) + by;
      if (left === 0) counts.delete(key);
      else counts.set(key, left);
    },
    total: (): number => [...counts.values()].reduce((sum, n) => sum + n, 0),
  };
};

/** Counts the calls under way. */
const admissions = ({ callsOfAStudio, callsOfAPlace, callsOfGuests, calls }: TurnLimits) => {
  const ofStudios = counter();
  const ofPlaces = counter();
  let ofGuests = 0;
  return {
    /** @throws TooMany, Unavailable @returns what ends the call */
    enter: ({ studioId, place, isGuest }: Planner): (() => void) => {
      if (ofStudios.of(studioId) >= callsOfAStudio)
        throw limitMet('plans of a studio', new TooMany('You are planning already. Wait for that plan or stop it.'));
      if (ofPlaces.of(place) >= callsOfAPlace)
        throw limitMet(
          'plans of a place',
          new TooMany('Other plans are being made from your network. Please try again in a minute.'),
          aMinute,
        );
      if (isGuest && ofGuests >= callsOfGuests) throw busy('plans of guests');
      if (ofStudios.total() >= calls) throw busy('plans');
      const count = (by: 1 | -1): void => {
        ofStudios.change(studioId, by);
        ofPlaces.change(place, by);
        if (isGuest) ofGuests += by;
      };
      count(1);
      return () => count(-1);
    },
  };
};

/**
 * Shares the optimizer among studios. A free thread goes to an account before a guest, then to the studio with the fewest active runs, then to the
 * one that was served longest ago. So an account waits for the guests' runs that have begun and for one run of each other account.
 */
export const openTurns = (limits: TurnLimits): Turns => {
  const admitted = admissions(limits);
  const running = counter();
  const waiting = new Map<string, Queue>();
  /** When a studio's last run began or ended, as a count of such moments. Also of studios without a call, which would else be first each time. */
  const served = new Map<string, number>();
  let moment = 0;

  const noteServed = (studioId: string): void => {
    moment += 1;
    served.delete(studioId);
    served.set(studioId, moment);
    const [eldest] = served.keys();
    if (served.size > remembered && eldest !== undefined) served.delete(eldest);
  };

  const leave = (studioId: string, one: Waiting): void => {
    const queue = waiting.get(studioId);
    queue?.runs.delete(one);
    if (queue?.runs.size === 0) waiting.delete(studioId);
  };

  /** Lower goes first. */
  const rankOf = ([studioId, { isGuest }]: readonly [string, Queue]): readonly [number, number, number] => [
    Number(isGuest),
    running.of(studioId),
    served.get(studioId) ?? 0,
  ];

  const serve = (): void => {
    if (running.total() >= limits.threads) return;
    const [next] = [...waiting]
      .map((entry) => ({ entry, rank: rankOf(entry) }))
      .toSorted((a, b) => a.rank[0] - b.rank[0] || a.rank[1] - b.rank[1] || a.rank[2] - b.rank[2]);
    if (!next) return;
    const [studioId, { runs }] = next.entry;
    const [first] = runs;
    if (!first) return;
    leave(studioId, first);
    noteServed(studioId);
    running.change(studioId, 1);
    first.begin();
    serve();
  };

  const turnOf = ({ studioId, isGuest }: Planner, signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const one: Waiting = {
        begin: () => {
          signal.removeEventListener('abort', giveUp);
          resolve();
        },
      };
      const giveUp = (): void => {
        leave(studioId, one);
        reject(signal.reason);
      };
      signal.addEventListener('abort', giveUp, { once: true });
      const queue = waiting.get(studioId) ?? { isGuest, runs: new Set() };
      // A guest who has registered meanwhile is an account.
      waiting.set(studioId, { isGuest: queue.isGuest && isGuest, runs: queue.runs.add(one) });
      serve();
    });

  return {
    admit: async (planner, signal, call) => {
      const { studioId } = planner;
      const end = admitted.enter(planner);
      try {
        return await call(async (work) => {
          await turnOf(planner, signal);
          try {
            return await work();
          } finally {
            running.change(studioId, -1);
            noteServed(studioId);
            serve();
          }
        });
      } finally {
        end();
      }
    },
  };
};
