/**
 * Does work again while it fails in a way that another attempt may change.
 * @param most attempts
 * @throws the error of the last attempt
 */
export const retried = async <T>(
  most: number,
  mayPass: (error: unknown) => boolean,
  work: () => Promise<T>,
): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === most || !mayPass(error)) throw error;
    }
  }
};
