import { describe, expect, test } from 'vitest';
import type { Snapshot, SnapshotStore } from '../snapshots.ts';

type StoreUnderTest = {
  readonly store: SnapshotStore;
  readonly register: (studioId: string, stream: string) => Promise<void>;
};

const stream = 'counter-studio.one';
const snapshot = (revision: number, version = 1): Snapshot => ({
  studioId: 'studio',
  stream,
  version,
  revision,
  state: { total: revision, 'key ü': ['"', null] },
});

/** The behavior of every snapshot store. */
export const snapshotContract = (name: string, open: () => Promise<StoreUnderTest>): void => {
  describe(`snapshots ${name}`, () => {
    test('read back as saved, the newest of each stream', async () => {
      const { store, register } = await open();
      await register('studio', stream);
      expect(await store.find(stream, 1)).toBeUndefined();
      await store.save(snapshot(7));
      await store.save(snapshot(9));
      expect(await store.find(stream, 1)).toEqual({ revision: 9, state: snapshot(9).state });
      expect(await store.find('counter-studio.other', 1)).toBeUndefined();
    });

    test('of another version count as absent, and are replaced by those of this one', async () => {
      const { store, register } = await open();
      await register('studio', stream);
      await store.save(snapshot(9));
      expect(await store.find(stream, 2)).toBeUndefined();
      await store.save(snapshot(3, 2));
      expect(await store.find(stream, 2)).toMatchObject({ revision: 3 });
      expect(await store.find(stream, 1)).toBeUndefined();
    });

    test('are not saved for an unregistered stream', async () => {
      const { store } = await open();
      await store.save(snapshot(9));
      expect(await store.find(stream, 1)).toBeUndefined();
    });
  });
};
