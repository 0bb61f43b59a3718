/** Milliseconds that work may block the event loop before it yields. */
const atOnce = 4;

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

/** Maps a long list, yielding on the way. */
export const mapWithPauses = async <From, To>(list: readonly From[], map: (one: From) => To): Promise<To[]> => {
  const pause = pauses();
  const mapped: To[] = [];
  for (const one of list) {
    mapped.push(map(one));
    if (mapped.length % 50 === 0) await pause();
  }
  return mapped;
};
