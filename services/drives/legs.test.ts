import { expect, test } from 'vitest';
import type { Maps, Stop } from '../maps/drive-time.ts';
import { mapsOf } from '../maps/drive-time.ts';
import { offlineMaps } from '../maps/offline/offline-maps.ts';
import { legMemory } from './legs.ts';

const stopAt = (i: number): Stop => ({
  latitude: 30 + i / 100,
  longitude: -97,
  address: `${i} Elm St`,
  precision: 'exact',
});
const stops = (count: number, from = 0): Stop[] => Array.from({ length: count }, (_, i) => stopAt(from + i));

/** A memory, and how many drives it has asked for. */
const counting = () => {
  const asked = { drives: 0 };
  const maps: Maps = {
    ...mapsOf(offlineMaps),
    driveMatrix: async (from, to = from) => {
      asked.drives += from.length * to.length;
      return mapsOf(offlineMaps).driveMatrix(from, to);
    },
  };
  return { asked, legs: legMemory(() => maps) };
};

test('a table of many days asks for the legs along the days, not for the square of all stops', async () => {
  const { asked, legs } = counting();
  const days = Array.from({ length: 100 }, (_, day) => stops(6, 6 * day));
  const hub = stopAt(1000);
  const minutes = await legs.table('studio', [hub], days);
  expect(asked.drives).toBeLessThan(600 * 50);
  const [first = null, second = null] = days[99] ?? [];
  const [exact] = await mapsOf(offlineMaps).driveMatrix([first, second, hub]);
  expect([minutes(first, second), minutes(first, hub)]).toEqual(exact?.slice(1));
  const before = asked.drives;
  await legs.table('studio', [hub], days);
  expect(asked.drives).toBe(before);
});

test('a table stays whole when the memory is emptied by others', async () => {
  const { legs } = counting();
  const minutes = await legs.table('studio', stops(1), [stops(3)]);
  const [exact] = await mapsOf(offlineMaps).driveMatrix(stops(3));
  for (let i = 1; i < 40; i += 1) await legs('studio', stops(41, 100 * i));
  expect([minutes(stopAt(0), stopAt(1)), minutes(stopAt(0), stopAt(2))]).toEqual(exact?.slice(1));
});

test('from a place to itself is no drive; two unknown places are not one', async () => {
  const { legs } = counting();
  expect(await legs('studio', [stopAt(1), stopAt(1), null, null])).toEqual([0, 15, 15]);
});
