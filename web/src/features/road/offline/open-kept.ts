import { openDB, type IDBPDatabase } from 'idb';

/** A database that makes room when another tab deletes it. */
export const openKept = (name: string, create: (database: IDBPDatabase) => void): Promise<IDBPDatabase> =>
  openDB(name, 1, {
    upgrade: create,
    blocking: (_current, _blocked, event) => {
      if (event.target instanceof IDBDatabase) event.target.close();
    },
  });
