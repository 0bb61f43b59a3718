/** A clock that runs only while nothing is broken: by it a command that gets no answer is late, or stuck. */
export const healthyClock = () => {
  let ran = 0;
  let since: number | undefined;
  return {
    /** Everything is there and ready again. */
    start: (): void => {
      since ??= performance.now();
    },
    /** Something is about to be broken. */
    stop: (): void => {
      if (since !== undefined) ran += performance.now() - since;
      since = undefined;
    },
    /** Milliseconds of good health so far. */
    elapsed: (): number => ran + (since === undefined ? 0 : performance.now() - since),
  };
};
export type HealthyClock = ReturnType<typeof healthyClock>;
