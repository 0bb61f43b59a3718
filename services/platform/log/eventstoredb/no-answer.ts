/** No answer arrived within the limit. */
export class NoAnswer extends Error {}

/** @throws NoAnswer when the promise settles later than this */
export const within = async <T>(milliseconds: number, what: string, promise: Promise<T>): Promise<T> => {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new NoAnswer(`Nothing was heard of ${what} for ${milliseconds} ms.`)),
    milliseconds,
  );
  try {
    return await Promise.race([promise, late.promise]);
  } finally {
    clearTimeout(timer);
  }
};
