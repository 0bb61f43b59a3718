import { setTimeout as delay } from 'node:timers/promises';
import { BoundedMap } from '@rondo/projections/kit/bounded-map.ts';
import type { Request } from 'express';
import { placeOf } from './callers/place.ts';

type Pace = {
  /** Refusals that a place gets without waiting. */
  readonly atOnce?: number;
  /** Milliseconds between two further ones. */
  readonly interval?: number;
  /** The longest that one waits, in milliseconds. */
  readonly longest?: number;
  readonly now?: () => number;
};

/** Of how many places it is known how often they were refused; the one refused longest ago is forgotten first. */
const remembered = 10_000;

/**
 * Lets refusals wait where a place gets many of them: a program that repeats at once what is refused would take the time of everybody whose calls are
 * answered.
 * @returns how many milliseconds the next refusal of a place waits
 */
export const refusalPace = ({
  atOnce = 30,
  interval = 500,
  longest = 10_000,
  now = () => performance.now(),
}: Pace = {}) => {
  /** Until when the refusals of a place are spread. */
  const spread = new BoundedMap<string, number>(remembered);
  return (place: string): number => {
    const until = Math.min(Math.max(spread.get(place) ?? 0, now()) + interval, now() + atOnce * interval + longest);
    spread.set(place, until);
    return Math.max(0, until - now() - atOnce * interval);
  };
};

const ofProcess = refusalPace();

/** Waits before a guest, or somebody who has not signed in, is told once more that a limit is met. An account does not wait. */
export const paceRefusal = async (request: Request): Promise<void> => {
  // Operational calls have no session.
  const isAccount = 'session' in request && request.session.actor?.isGuest === false;
  const wait = isAccount ? 0 : ofProcess(placeOf(request));
  if (wait > 0) await delay(wait);
};
