// What this browser keeps of a studio between visits. Each thing is filed under the user whose studio it is, and everything goes when
// that user is no longer signed in here.

const prefix = 'rondo.kept';
const keyFor = (userId: string, name: string): string => `${prefix}.${userId}.${name}`;

/** A browser that keeps nothing for us, or that is full, costs a convenience and nothing else. */
const attempt = <Result>(use: (storage: Storage) => Result): Result | null => {
  try {
    return use(localStorage);
  } catch {
    return null;
  }
};

export const keep = (userId: string, name: string, value: unknown): void => {
  attempt((storage) => storage.setItem(keyFor(userId, name), JSON.stringify(value)));
};

/** What was kept; null when there is nothing. Its shape is for the caller to check. */
export const kept = (userId: string, name: string): unknown =>
  attempt((storage): unknown => JSON.parse(storage.getItem(keyFor(userId, name)) ?? 'null'));

export const drop = (userId: string, name: string): void => {
  attempt((storage) => storage.removeItem(keyFor(userId, name)));
};

/** Drops everything that is not this user's; with null, everything. */
export const dropOthers = (userId: string | null): void => {
  attempt((storage) => {
    const strangers = Object.keys(storage).filter(
      (key) => key.startsWith(`${prefix}.`) && (userId === null || !key.startsWith(`${prefix}.${userId}.`)),
    );
    for (const key of strangers) storage.removeItem(key);
  });
};
