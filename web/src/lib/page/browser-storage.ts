// What this browser stores of a studio between visits. Every value is stored under its user's id, and all values are removed when that user
// is no longer signed in here.

const prefix = 'rondo.kept';
const keyFor = (userId: string, name: string): string => `${prefix}.${userId}.${name}`;

/** Ignores errors: without storage, or if it is full, only a convenience is lost. */
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

/** The stored value; null if there is none. The caller validates its shape. */
export const storedValue = (userId: string, name: string): unknown =>
  attempt((storage): unknown => JSON.parse(storage.getItem(keyFor(userId, name)) ?? 'null'));

export const drop = (userId: string, name: string): void => {
  attempt((storage) => storage.removeItem(keyFor(userId, name)));
};

/** Removes everything that does not belong to this user; with null, everything. */
export const dropOthers = (userId: string | null): void => {
  attempt((storage) => {
    const strangers = Object.keys(storage).filter(
      (key) => key.startsWith(`${prefix}.`) && (userId === null || !key.startsWith(`${prefix}.${userId}.`)),
    );
    for (const key of strangers) storage.removeItem(key);
  });
};
