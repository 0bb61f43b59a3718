// What a phone keeps of a day on the road is in IndexedDB, in databases with the user's id in their names (features/road/offline). Who signs
// in or out removes what is another's, without loading the code that reads it.

/** The databases of kept days are called so, with the user's id behind it. */
export const keptDays = 'rondo.day.';
/** Those of entries that wait for a connection. They outlive the end of a session, but not signing out. */
export const keptEntries = 'rondo.entries.';

/** The names of the databases that begin so; none in a browser that keeps nothing. */
export const namesOf = async (prefix: string): Promise<readonly string[]> => {
  try {
    const all = await indexedDB.databases();
    return all.flatMap(({ name }) => (name?.startsWith(prefix) === true ? [name] : []));
  } catch {
    return [];
  }
};

/** Ends once it is deleted, or will be as soon as another tab lets go of it. */
const deleted = (name: string): Promise<void> =>
  new Promise((resolve) => {
    const request = indexedDB.deleteDatabase(name);
    for (const end of ['success', 'error', 'blocked']) request.addEventListener(end, () => resolve());
  });

const forget = async (prefix: string, userId: string | null): Promise<void> => {
  for (const name of await namesOf(prefix)) if (userId === null || name !== `${prefix}${userId}`) await deleted(name);
};

/** Deletes the kept days of anyone but this user; of everyone with null. */
export const forgetDays = (userId: string | null): Promise<void> => forget(keptDays, userId);

/** Deletes all that is kept of anyone but this user, also what waits for a connection; of everyone with null. */
export const forgetOthers = async (userId: string | null): Promise<void> => {
  await forgetDays(userId);
  await forget(keptEntries, userId);
};
