import { expect, test } from 'vitest';
import type { MapsProvider, Place } from '../provider.ts';
import { askForMissing } from './missing-pairs.ts';

const places = (count: number): Place[] =>
  Array.from({ length: count }, (_, i) => ({
    latitude: i,
    longitude: -97,
    address: `${i} Elm St`,
    precision: 'exact',
  }));

/** A provider whose drives identify their origin, and that counts its calls. */
const recording = () => {
  const asked: [number, number][] = [];
  const driveMatrix: MapsProvider['driveMatrix'] = async (origins, destinations) => {
    asked.push([origins.length, destinations.length]);
    return origins.map((from) => destinations.map((to) => from.latitude * 100 + to.latitude));
  };
  return { asked, driveMatrix };
};

/** A full matrix with these cells unknown. */
const matrix = (size: number, isMissing: (row: number, column: number) => boolean): (number | undefined)[][] =>
  Array.from({ length: size }, (_, row) =>
    Array.from({ length: size }, (_, column) => (row !== column && isMissing(row, column) ? undefined : 0)),
  );

test('nothing missing makes no call', async () => {
  const { asked, driveMatrix } = recording();
  await expect(
    askForMissing(
      driveMatrix,
      places(3),
      places(3),
      matrix(3, () => false),
    ),
  ).resolves.toEqual([]);
  expect(asked).toEqual([]);
});

test('one new place among eighty costs its row and its column', async () => {
  const { asked, driveMatrix } = recording();
  const known = matrix(81, (row, column) => row === 80 || column === 80);
  const found = await askForMissing(driveMatrix, places(81), places(81), known);
  expect(asked).toEqual([
    [1, 81],
    [80, 1],
  ]);
  expect(found).toHaveLength(160);
  expect(found.every(({ row, column, minutes }) => minutes === row * 100 + column)).toBe(true);
});

test('every missing cell is answered, whichever they are', async () => {
  const { driveMatrix } = recording();
  const known = matrix(20, (row, column) => (row * 7 + column * 3) % 5 === 0);
  const found = await askForMissing(driveMatrix, places(20), places(20), known);
  const missing = known.flat().filter((minutes) => minutes === undefined);
  expect(found).toHaveLength(missing.length);
  expect(found.every(({ row, column, minutes }) => minutes === row * 100 + column)).toBe(true);
});

test('a service that leaves out a drive is an error, not a guess', async () => {
  const short: MapsProvider['driveMatrix'] = async () => [[0]];
  await expect(
    askForMissing(
      short,
      places(2),
      places(2),
      matrix(2, () => true),
    ),
  ).rejects.toThrow('did not return a requested drive');
});

test('other requests continue while a large matrix is assembled', async () => {
  const { driveMatrix } = recording();
  let turns = 0;
  let isOver = false;
  const another = (): void => {
    turns += 1;
    if (!isOver) setImmediate(another);
  };
  setImmediate(another);
  const size = 600;
  expect(
    await askForMissing(
      driveMatrix,
      places(size),
      places(size),
      matrix(size, () => true),
    ),
  ).toHaveLength(size * (size - 1));
  isOver = true;
  expect(turns).toBeGreaterThan(1);
});
