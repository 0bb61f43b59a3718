import { BoundedMap } from '@rondo/projections/kit/bounded-map.ts';
import type { Caller } from '@rondo/projections/pacing/callers.ts';
import type { Endpoint } from '@rondo/contracts/api/endpoint.ts';
import type { Request, RequestHandler, Response } from 'express';
import { busy } from '../kit/errors.ts';
import { fairQueue } from '../kit/fair-queue.ts';
import { wantsEventStream } from './bodies/event-stream.ts';
import { isOfFamilies } from './callers/family.ts';
import { placeOf } from './callers/place.ts';
import { paceRefusal } from './paced-refusals.ts';
import { problemOf, sendProblem } from './problem.ts';

declare module '../kit/services.ts' {
  interface Services {
    readonly overload: Overload;
  }
}

type CallLimits = {
  /** How many short calls are carried out at a time, and how many wait for them. */
  readonly atOnce: number;
  readonly waiting: number;
  /** Milliseconds after which a call counts no more, and after which one that waits is refused. */
  readonly longest: number;
};

type Waiting = Caller & {
  /** Commands begin before reads. */
  readonly precedence: 0 | 1;
  readonly begin: () => void;
  readonly refuse: () => void;
};

/** Of how many sessions and links it is known whose they are; the one used longest ago is forgotten first. */
const remembered = 10_000;

/** The cookie that names the session or the family's link of a request. */
const cookieOf = (request: Request): string | undefined =>
  (isOfFamilies(request.path) ? /rondo-family=[^;]+/ : /rondo\.sid=[^;]+/).exec(request.get('cookie') ?? '')?.[0];

/** Seconds until a refused call may be repeated: not the same for all, so that they do not come together once more. */
const secondsToWait = (): number => 1 + Math.floor(Math.random() * 4);

/**
 * Keeps a process from taking on more calls than it can carry. Up to `atOnce` short calls are carried out at a time; the others wait, each studio in
 * turn, commands before reads. When too many wait, one is refused at once: a read before a command, then a guest's before an account's, then
 * the last call of the studio that waits most. Who calls is known by the cookie, once one of its calls has been let in: finding a session costs
 * more than refusing.
 */
export const overload = ({ atOnce, waiting: mostWaiting, longest }: CallLimits) => {
  const most = { ofStudio: Math.ceil(atOnce / 2), ofGuests: Math.ceil((atOnce * 3) / 4) };
  const queue = fairQueue<Waiting>(
    ({ isGuest }, now) =>
      now.total < atOnce && now.ofStudio < most.ofStudio && (!isGuest || now.ofGuests < most.ofGuests),
  );
  const callers = new BoundedMap<string, Caller>(remembered);
  const figures = { carriedOut: 0, refused: 0 };

  const callerOf = (request: Request): Caller => {
    const cookie = cookieOf(request);
    const known = cookie === undefined ? undefined : callers.get(cookie);
    // Who is not known shares the turns of the place, so that nobody gets more by new cookies.
    return known ?? { studioId: placeOf(request), isGuest: true };
  };

  /** Resolves with what ends the call once it begins. @throws Unavailable when the server is too busy for it */
  const turnOf = (caller: Caller, isRead: boolean, left: (listener: () => void) => void): Promise<() => void> =>
    new Promise((resolve, reject) => {
      const refuse = (): void => {
        clearTimeout(timer);
        queue.leave(one);
        figures.refused += 1;
        reject(busy('calls', secondsToWait()));
      };
      const timer = setTimeout(refuse, longest);
      const begin = (): void => {
        clearTimeout(timer);
        figures.carriedOut += 1;
        const end = (): void => {
          if (!lasting) return;
          clearTimeout(lasting);
          lasting = undefined;
          figures.carriedOut -= 1;
          queue.end(one);
        };
        let lasting: NodeJS.Timeout | undefined = setTimeout(end, longest).unref();
        resolve(end);
      };
      const one: Waiting = { ...caller, precedence: isRead ? 1 : 0, begin, refuse };
      left(() => {
        clearTimeout(timer);
        queue.leave(one);
      });
      queue.join(one);
      queue.oneTooMany(mostWaiting, ({ precedence, isGuest }) => 2 * precedence + Number(isGuest))?.refuse();
    });

  return {
    turnOf,
    /** Remembers whose a session or link is. */
    recognize: (request: Request, { studioId, isGuest }: Caller): void => {
      const cookie = cookieOf(request);
      if (cookie !== undefined) callers.set(cookie, { studioId, isGuest });
    },
    /** Lets a call in, or refuses it; `endpoints` that have limits of their own, streams and signing out are not counted. */
    admit: (endpoints: readonly Endpoint[]): RequestHandler => {
      const isCounted = shortCalls(endpoints);
      return async (request, response, next) => {
        if (!isCounted(request)) return next();
        const caller = callerOf(request);
        let end: () => void;
        try {
          end = await turnOf(caller, request.method === 'GET', (left) => response.once('close', left));
        } catch (error) {
          return refuseCall(request, response, caller, error);
        }
        if (response.closed) return end();
        response.once('close', end);
        next();
      };
    },
    /** How many calls are carried out and wait now, and how many were refused. */
    figures: () => ({ ...figures, waiting: queue.waiting() }),
  };
};
export type Overload = ReturnType<typeof overload>;

const refuseCall = async (request: Request, response: Response, { isGuest }: Caller, error: unknown): Promise<void> => {
  if (isGuest) await paceRefusal(request);
  sendProblem(request, response, problemOf(error));
};

/** Whether a request is a short call. */
const shortCalls = (endpoints: readonly Endpoint[]): ((request: Request) => boolean) => {
  const long = endpoints
    .filter(({ slow, expensive }) => slow === true || expensive === true)
    .map(({ method, path }) => ({ method, path: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}/?$`, 'i') }));
  const isLong = (request: Request): boolean =>
    long.some(({ method, path }) => method === request.method && path.test(request.path));
  return (request) => !wantsEventStream(request) && !/^\/api\/logout\/?$/i.test(request.path) && !isLong(request);
};
