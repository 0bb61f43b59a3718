import { randomUUID } from 'node:crypto';
import { sumsModel } from '@rondo/projections/testing/row-storage-contract.ts';
import { expect, test } from 'vitest';
import type { EventStore } from '../../log/event-store.ts';
import { memoryEventStore } from '../../log/memory/memory-event-store.ts';
import { openMoments } from './moments.ts';
import type { MomentStorage } from './moment-storage.ts';
import { memoryMoments } from './testing/memory-moments.ts';
import { momentStorageContract } from './testing/moment-storage-contract.ts';

momentStorageContract('in memory', async () => {
  const registered = new Set<string>();
  return {
    storage: memoryMoments((studioId, stream) => registered.has(`${studioId} ${stream}`)),
    register: async (studioId, stream) => registered.add(`${studioId} ${stream}`),
  };
});

const stream = 'sum-studio.a';
const [sums] = sumsModel.tables;

/** A log with this many events, each of which adds 1. */
const logOf = async (count: number) => {
  const store = memoryEventStore();
  const add = async (from: number, length: number, type = 'add'): Promise<void> => {
    const metadata = { commandId: '', inputHash: '', correlationId: '', causationId: '', batchId: '', actor: '' };
    const events = Array.from({ length }, () => ({
      eventId: randomUUID(),
      type,
      data: 1,
      metadata: { ...metadata, studioId: 'studio', schemaVersion: 1 },
    }));
    await store.append(stream, from === 0 ? 'no_stream' : from - 1, events);
  };
  for (let from = 0; from < count; from += 500) await add(from, Math.min(500, count - from));
  return { store, add };
};

/** One process after another: each has nothing cached. @returns what it showed, and how many events it read for that */
const processOn = async (store: EventStore, storage: MomentStorage, positions: readonly number[]) => {
  let read = 0;
  const counted = (events: readonly unknown[]): void => void (read += events.length);
  const errors: Error[] = [];
  const moments = openMoments({
    store: {
      ...store,
      readStream: async (...range) => {
        const events = await store.readStream(...range);
        counted(events);
        return events;
      },
      readStreams: async (...range) => {
        const all = await store.readStreams(...range);
        all.forEach(counted);
        return all;
      },
    },
    streamsOf: async () => [stream],
    storage,
    report: (error) => errors.push(error),
  });
  const totals: unknown[] = [];
  for (const position of positions) {
    const { rows } = await moments.momentOf('studio', { position: String(position) }).of(sumsModel);
    totals.push(sums ? rows(sums)[0]?.['total'] : null);
  }
  await moments.close();
  return { totals, read, errors: errors.map(({ message }) => message) };
};

test('another process folds from the nearest stored moment, and shows the same', async () => {
  const { store } = await logOf(5000);
  const storage = memoryMoments();
  const first = await processOn(store, storage, [4900]);
  expect(first).toMatchObject({ totals: [4900], errors: [] });
  expect(first.read).toBeGreaterThanOrEqual(4900);
  expect(storage.stored()).toEqual([500, 1000, 1500, 2000, 2500, 3000, 3500, 4000, 4500]);
  for (const position of [4999, 4500, 3000, 501, 5]) {
    const next = await processOn(store, storage, [position]);
    expect(next.totals, String(position)).toEqual([position]);
    expect(next.read, String(position)).toBeLessThan(1200);
  }
});

test('several moments are seen through what is stored, and are the same', async () => {
  const { store } = await logOf(5000);
  const storage = memoryMoments();
  await processOn(store, storage, [4900]);
  const moments = openMoments({ store, streamsOf: async () => [stream], storage });
  const positions = [700, 701, 2000, 2700, 4999];
  const seen = await moments.each(
    'studio',
    sumsModel,
    positions.map((position) => ({ position: String(position) })),
    ({ rows }) => (sums ? rows(sums)[0]?.['total'] : null),
  );
  await moments.close();
  expect(seen).toEqual(positions);
  expect(storage.loads()).toBe(2);
});

test('stored moments stay few, however long the log gets', async () => {
  const { store, add } = await logOf(16_000);
  const storage = memoryMoments();
  await processOn(store, storage, [15_900]);
  for (let from = 16_000; from < 22_000; from += 3000) {
    await add(from, 3000);
    expect((await processOn(store, storage, [from + 2900])).totals).toEqual([from + 2900]);
    expect(storage.stored().length).toBeLessThanOrEqual(32);
  }
  expect(Math.max(...storage.stored())).toBeGreaterThan(18_000);
});

test('moments of another log are not read, and are dropped', async () => {
  const storage = memoryMoments();
  await processOn((await logOf(3000)).store, storage, [2900]);
  const { store } = await logOf(3000);
  const other = await processOn(store, storage, [2950]);
  expect(other).toMatchObject({ totals: [2950], errors: [] });
  expect(other.read, 'the whole log').toBeGreaterThanOrEqual(2950);
  const next = await processOn(store, storage, [2950]);
  expect(next).toMatchObject({ totals: [2950], errors: [] });
  expect(next.read, 'from what was stored of this log').toBeLessThan(1200);
});

test('a studio with an event that cannot be handled has no moments stored after it', async () => {
  const { store, add } = await logOf(1000);
  await add(1000, 1, 'poison');
  for (let from = 1001; from < 4000; from += 500) await add(from, 500);
  const storage = memoryMoments();
  expect((await processOn(store, storage, [3900])).totals).toEqual([1000]);
  expect(Math.max(...storage.stored())).toBeLessThanOrEqual(1000);
  expect((await processOn(store, storage, [3900])).totals).toEqual([1000]);
});

test('a storage that fails is reported, and the log is folded', async () => {
  const { store } = await logOf(2000);
  const fails = () => Promise.reject(new Error('No.'));
  const storage = { places: fails, parts: fails, save: fails, remove: fails };
  expect(await processOn(store, storage, [1900])).toMatchObject({
    totals: [1900],
    errors: ['Stored moments of sums could not be read.', 'Moments of sums could not be stored.'],
  });
});
