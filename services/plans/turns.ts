import { limitMet, Unavailable, TooMany } from '../errors/errors.ts';

export type TurnLimits = {
  /** Concurrent runs: the number of optimizer threads. */
  readonly places: number;
  /** Maximum calls, active or pending, of one studio and of all studios. */
  readonly callsOfAStudio?: number;
  readonly calls?: number;
};

/** Runs a task when it is its turn. */
type Turn = <T>(work: () => Promise<T>) => Promise<T>;

export type Turns = {
  /**
   * Admits a call, whose runs then wait for their turns. When aborted, runs still waiting are dropped.
   * @throws TooMany when the studio has too many active calls, Unavailable when the process has
   */
  readonly admit: <T>(studioId: string, signal: AbortSignal, call: (turn: Turn) => Promise<T>) => Promise<T>;
};

type Waiting = { readonly begin: () => void };

/**
 * Shares the optimizer among studios: a free slot goes to the studio with the fewest active runs, then to the one served longest ago, so
 * that one studio's hundred teachers delay another's run by at most one run.
 */
export const openTurns = ({ places, callsOfAStudio = 4, calls = 64 }: TurnLimits): Turns => {
  const admitted = new Map<string, number>();
  const running = new Map<string, number>();
  const waiting = new Map<string, Set<Waiting>>();
  /** By studio with an active call: when it last got a slot, as a count of slots assigned. */
  const served = new Map<string, number>();
  let given = 0;

  const count = (counts: Map<string, number>, studioId: string, change: 1 | -1): void => {
    const left = (counts.get(studioId) ?? 0) + change;
    if (left === 0) counts.delete(studioId);
    else counts.set(studioId, left);
  };
  const total = (counts: ReadonlyMap<string, number>): number => [...counts.values()].reduce((sum, n) => sum + n, 0);

  const leave = (studioId: string, one: Waiting): void => {
    const queue = waiting.get(studioId);
    queue?.delete(one);
    if (queue?.size === 0) waiting.delete(studioId);
  };

  const serve = (): void => {
    if (total(running) >= places) return;
    const rank = (studioId: string): [number, number] => [running.get(studioId) ?? 0, served.get(studioId) ?? -1];
    const [next] = [...waiting.keys()]
      .map((studioId) => ({ studioId, rank: rank(studioId) }))
      .toSorted((a, b) => a.rank[0] - b.rank[0] || a.rank[1] - b.rank[1]);
    const [first] = (next && waiting.get(next.studioId)) ?? [];
    if (!next || !first) return;
    leave(next.studioId, first);
    given += 1;
    served.set(next.studioId, given);
    count(running, next.studioId, 1);
    first.begin();
    serve();
  };

  const turnOf = (studioId: string, signal: AbortSignal): Promise<void> =>
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
      waiting.set(studioId, (waiting.get(studioId) ?? new Set()).add(one));
      serve();
    });

  return {
    admit: async (studioId, signal, call) => {
      if ((admitted.get(studioId) ?? 0) >= callsOfAStudio)
        throw limitMet(
          'plans of a studio',
          new TooMany('Other plans are already being made for this studio. Please wait until one of them is finished.'),
        );
      if (total(admitted) >= calls)
        throw new Unavailable('The planner is busy right now. Please try again in a minute.');
      count(admitted, studioId, 1);
      try {
        return await call(async (work) => {
          await turnOf(studioId, signal);
          try {
            return await work();
          } finally {
            count(running, studioId, -1);
            serve();
          }
        });
      } finally {
        count(admitted, studioId, -1);
        if (!admitted.has(studioId)) served.delete(studioId);
      }
    },
  };
};
