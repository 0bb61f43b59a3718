/** Milliseconds that a piece of work may hold the event loop before it gives way. */
const atOnce = 8;

/**
 * For work that may take longer than a request should wait for another: awaited between its steps, it lets other requests go on whenever so
 * much time has passed.
 */
export const pauses = (now: () => number = () => performance.now()): (() => Promise<void>) => {
  let since = now();
  return async () => {
    if (now() - since < atOnce) return;
    await new Promise((resolve) => setImmediate(resolve));
    since = now();
  };
};
