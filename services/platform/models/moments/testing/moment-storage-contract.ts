import { describe, expect, test } from 'vitest';
import type { MomentStorage } from '../moment-storage.ts';

type StorageUnderTest = {
  readonly storage: MomentStorage;
  readonly register: (studioId: string, stream: string) => Promise<unknown>;
};

const stream = 'sum-studio.one';
const of = { studioId: 'studio', model: 'sums', shape: 'one' };
const saved = (events: number) => ({
  events,
  stream,
  place: { at: events },
  parts: [{ 'key ü': ['"', null] }, [events], 'last'],
});

/** The behavior of every storage of moments. */
export const momentStorageContract = (name: string, open: () => Promise<StorageUnderTest>): void => {
  describe(`stored moments ${name}`, () => {
    const opened = async () => {
      const { storage, register } = await open();
      await register('studio', stream);
      const events = async (whose = of) =>
        (await storage.places(whose)).map((one) => one.events).toSorted((a, b) => a - b);
      return { storage, events };
    };

    test('read back as saved, each under its number of events', async () => {
      const { storage } = await opened();
      expect(await storage.places(of)).toEqual([]);
      await storage.save(of, saved(500));
      await storage.save(of, saved(1000));
      await storage.save(of, { ...saved(500), parts: ['again'] });
      expect((await storage.places(of)).toSorted((a, b) => a.events - b.events)).toEqual([
        { events: 500, place: { at: 500 } },
        { events: 1000, place: { at: 1000 } },
      ]);
      expect(await storage.parts(of, 500)).toEqual(saved(500).parts);
      expect(await storage.parts(of, 700)).toEqual([]);
    });

    test('of another shape count as absent, and are dropped when this one is saved', async () => {
      const { storage, events } = await opened();
      await storage.save(of, saved(500));
      const other = { ...of, shape: 'two' };
      expect(await events(other)).toEqual([]);
      await storage.save(other, saved(900));
      expect([await events(other), await events()]).toEqual([[900], []]);
    });

    test('are those of one studio and one model', async () => {
      const { storage, events } = await opened();
      await storage.save(of, saved(500));
      expect([await events({ ...of, model: 'other' }), await events({ ...of, studioId: 'eve' })]).toEqual([[], []]);
    });

    test('are removed one by one', async () => {
      const { storage, events } = await opened();
      for (const count of [500, 1000, 1500]) await storage.save(of, saved(count));
      await storage.remove(of, [500, 1500]);
      expect(await events()).toEqual([1000]);
      expect(await storage.parts(of, 500)).toEqual([]);
    });

    test('are not saved for a stream that is not registered', async () => {
      const { storage } = await open();
      await storage.save(of, saved(500));
      expect(await storage.places(of)).toEqual([]);
    });
  });
};
