// How far this device's clock is from the server's, as its last answer said.

let behind = 0;

/** A clock that is less wrong than this is believed: milliseconds. The server's `Date` has whole seconds, and an answer takes its time. */
const tolerance = 60_000;

/** Notes the `Date` of an answer that has just come; null if it had none. */
export const noteServerTime = (date: string | null): void => {
  const ahead = Date.parse(date ?? '') - Date.now();
  if (!Number.isNaN(ahead)) setClockBehind(ahead);
};

/** Milliseconds to add to this device's clock; 0 while it is about right. */
export const clockBehind = (): number => behind;

/** @param by milliseconds, negative for a clock that is fast */
export const setClockBehind = (by: number): void => {
  behind = Math.abs(by) > tolerance ? by : 0;
};

/** The time now, in milliseconds, by the server's clock where this device's is wrong. */
export const trueTime = (): number => Date.now() + behind;
