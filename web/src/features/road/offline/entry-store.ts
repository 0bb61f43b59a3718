import { keptEntries, namesOf } from '../../../api/session/forget-kept.ts';
import type { Entry, NewEntry } from './entries.ts';
import { openKept } from './open-kept.ts';
import type { EntryStore } from './sending.ts';

const store = 'entries';

/** What waits of a user in this browser. A database is made by the first entry. */
export const entryStore = (userId: string): EntryStore => {
  const name = `${keptEntries}${userId}`;
  const open = () => openKept(name, (db) => db.createObjectStore(store, { keyPath: 'id', autoIncrement: true }));
  const isThere = async (): Promise<boolean> => (await namesOf(keptEntries)).includes(name);
  return {
    all: async () => {
      if (!(await isThere())) return [];
      const database = await open();
      const all: readonly Entry[] = await database.getAll(store);
      database.close();
      return all;
    },
    add: async (entry: NewEntry) => {
      const database = await open();
      const id = Number(await database.add(store, entry));
      database.close();
      return { ...entry, id };
    },
    update: async (id, change) => {
      if (!(await isThere())) return false;
      const database = await open();
      const writing = database.transaction(store, 'readwrite');
      const entry: Entry | undefined = await writing.store.get(id);
      if (entry) await writing.store.put({ ...entry, ...change });
      await writing.done;
      database.close();
      return entry !== undefined;
    },
    remove: async (id) => {
      if (!(await isThere())) return;
      const database = await open();
      await database.delete(store, id);
      database.close();
    },
  };
};
