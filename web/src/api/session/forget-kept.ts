// What a phone keeps of a day on the road is in IndexedDB, in databases with the user's id in their names (features/road/offline). Who signs
// in or out removes what is another's, without loading the code that reads it.

/** The databases of kept days are called so, with the user's id behind it. */
export const keptDays = 'rondo.day.';

/** The names of the databases with kept days; none in a browser that keeps nothing. */
export const keptDatabases = async (): Promise<readonly string[]> => {
  try {
    const all = await indexedDB.databases();
    return all.flatMap(({ name }) => (name?.startsWith(keptDays) === true ? [name] : []));
  } catch {
    return [];
  }
};

/** Deletes what is kept of anyone but this user; of everyone with null. */
export const forgetOthers = async (userId: string | null): Promise<void> => {
  for (const name of await keptDatabases())
    if (userId === null || name !== `${keptDays}${userId}`) indexedDB.deleteDatabase(name);
};
