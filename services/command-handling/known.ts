class NotYetKnown extends Error {}

/**
 * Looks whether a command was carried out before, without carrying it out: for work that computes long before it decides.
 * @returns what it did the first time, or null
 */
export const ifKnown = async <Result>(execute: (decide: () => never) => Promise<Result>): Promise<Result | null> => {
  try {
    return await execute(() => {
      throw new NotYetKnown();
    });
  } catch (error) {
    if (error instanceof NotYetKnown) return null;
    throw error;
  }
};
