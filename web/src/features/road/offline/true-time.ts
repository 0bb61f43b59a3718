import { clockAhead } from '../../../api/request.ts';

// When something was entered, by the server's clock where this device's is wrong.

/** A clock that is less wrong than this is believed: milliseconds. The server's `Date` has whole seconds, and an answer takes its time. */
const tolerance = 60_000;

/** What is known of an earlier visit, while there has been no answer. */
let known = 0;

/** Milliseconds to add to this device's clock; 0 while it is about right. */
export const clockBehind = (ahead = clockAhead()): number => {
  const by = Number.isNaN(ahead) ? known : ahead;
  return Math.abs(by) > tolerance ? by : 0;
};

/** Begins with what an earlier visit knew. @param by milliseconds, negative for a clock that is fast */
export const knowClock = (by: number): void => {
  known = by;
};

/** The time now, in milliseconds. */
export const trueTime = (): number => Date.now() + clockBehind();
