/** Milliseconds that work may block the event loop before it yields. */
const atOnce = 8;

/**
 * For long computations: awaited between steps, it yields to other requests whenever this much
 * time has passed.
 */
export const pauses = (now: () => number = () => performance.now()): (() => Promise<void>) => {
  let since = now();
  return async () => {
    if (now() - since < atOnce) return;
    await new Promise((resolve) => setImmediate(resolve));
    since = now();
  };
};
