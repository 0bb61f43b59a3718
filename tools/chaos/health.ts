/** A clock that runs only while nothing is broken, to tell when an unanswered command is late or stuck. */
export const healthyClock = () => {
  let ran = 0;
  let since: number | undefined;
  return {
    /** Everything is running and ready again. */
    start: (): void => {
      since ??= performance.now();
    },
    /** A fault is about to be injected. */
    stop: (): void => {
      if (since !== undefined) ran += performance.now() - since;
      since = undefined;
    },
    /** Milliseconds of healthy time so far. */
    elapsed: (): number => ran + (since === undefined ? 0 : performance.now() - since),
  };
};
export type HealthyClock = ReturnType<typeof healthyClock>;
