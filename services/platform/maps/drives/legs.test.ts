import { expect, test } from 'vitest';
import { MapsFailure } from '../failure.ts';
import type { Maps, Stop } from '../drive-time.ts';
import { mapsOf } from '../drive-time.ts';
import { offlineMaps } from '../offline/offline-maps.ts';
import { legMemory } from './legs.ts';

const stopAt = (i: number): Stop => ({
  latitude: 30 + i / 100,
  longitude: -97,
  address: `${i} Elm St`,
  precision: 'exact',
});
const stops = (count: number, from = 0): Stop[] => Array.from({ length: count }, (_, i) => stopAt(from + i));

/** A cache, and the number of drives it has requested. */
const counting = () => {
  const asked = { drives: 0 };
  const maps: Maps = {
    ...mapsOf(offlineMaps),
    driveMatrix: async (from, to = from, wanted = () => true) => {
      asked.drives += from.flatMap((_, row) => to.filter((_place, column) => wanted(row, column))).length;
      return mapsOf(offlineMaps).driveMatrix(from, to, wanted);
    },
  };
  return { asked, legs: legMemory(() => maps) };
};

test('a table of many days requests the legs along each day, not the square of all stops', async () => {
  const { asked, legs } = counting();
  const days = Array.from({ length: 100 }, (_, day) => stops(6, 6 * day));
  const hub = stopAt(1000);
  const minutes = await legs.table('studio', [hub], days);
  expect(asked.drives).toBe(2 * 600 + 500 + 1);
  const [first = null, second = null] = days[99] ?? [];
  const [exact] = (await mapsOf(offlineMaps).driveMatrix([first, second, hub])).minutes;
  expect([minutes(first, second), minutes(first, hub)]).toEqual(exact?.slice(1));
  const before = asked.drives;
  await legs.table('studio', [hub], days);
  expect(asked.drives).toBe(before);
});

test('a table stays complete when other requests clear the cache', async () => {
  const { legs } = counting();
  const minutes = await legs.table('studio', stops(1), [stops(3)]);
  const [exact] = (await mapsOf(offlineMaps).driveMatrix(stops(3))).minutes;
  for (let i = 1; i < 40; i += 1) await legs('studio', stops(41, 100 * i));
  expect([minutes(stopAt(0), stopAt(1)), minutes(stopAt(0), stopAt(2))]).toEqual(exact?.slice(1));
});

test('a leg from a place to itself takes no time; a leg between two unknown places is not one of these', async () => {
  const { legs } = counting();
  expect(await legs('studio', [stopAt(1), stopAt(1), null, null])).toEqual([0, 15, 15]);
});

test('a leg from a place to itself is exact, however little the maps service knows of the place', async () => {
  const failure = new MapsFailure('unavailable', 'gone', { pause: 0 });
  const away: Maps = {
    ...mapsOf({ ...offlineMaps, name: 'mapbox' }),
    driveMatrix: async (from, to = from) => ({ minutes: from.map(() => to.map(() => 9)), failure }),
  };
  const [home, own, siblings, elsewhere]: Stop[] = [
    stopAt(1),
    stopAt(2),
    stopAt(2),
    { address: 'Oz', precision: null },
  ];
  const ways = [home, own, siblings, elsewhere, elsewhere].map((stop) => stop ?? null);
  const notes = await legMemory(() => away).noted('studio', ways);
  expect(notes.map(({ minutes, notice }) => [minutes, notice === null])).toEqual([
    [9, false],
    [0, true],
    [9, false],
    [0, true],
  ]);
});

test('an estimate is not remembered: the service is asked again', async () => {
  const failure = new MapsFailure('unavailable', 'gone', { pause: 0 });
  let isAway = true;
  const maps = mapsOf(
    {
      ...offlineMaps,
      driveMatrix: async (from, to, wanted) =>
        isAway ? { drives: [], failure, charged: 0 } : offlineMaps.driveMatrix(from, to, wanted),
    },
    {
      ...offlineMaps,
      driveMatrix: async (from, to) => ({
        drives: from.map(() => to.map(() => ({ minutes: 99, miles: 9 }))),
        failure: null,
        charged: 1,
      }),
    },
  );
  const legs = legMemory(() => maps);
  expect(await legs('studio', stops(2))).toEqual([99]);
  isAway = false;
  const [[, exact] = []] = (await mapsOf(offlineMaps).driveMatrix(stops(2))).minutes;
  expect(await legs('studio', stops(2))).toEqual([exact]);
});
