import { expect, test } from 'vitest';
import { MapsFailure } from '../failure.ts';
import type { MapsProvider, Place } from '../provider.ts';
import { askForMissing } from './drives.ts';

const places = (count: number): Place[] =>
  Array.from({ length: count }, (_, i) => ({
    latitude: i,
    longitude: -97,
    address: `${i} Elm St`,
    precision: 'exact',
  }));

/** A provider whose drives identify their ends, and that counts what it was asked. */
const recording = () => {
  const asked = { calls: 0, drives: 0 };
  const driveMatrix: MapsProvider['driveMatrix'] = async (origins, destinations, wanted = () => true) => {
    asked.calls += 1;
    const drives = origins.map((from, row) =>
      destinations.map((to, column) => {
        if (!wanted(row, column)) return null;
        asked.drives += 1;
        return { minutes: from.latitude * 100 + to.latitude, miles: 1 };
      }),
    );
    return { drives, failure: null, charged: asked.drives };
  };
  return { asked, driveMatrix };
};

const square = (size: number) => ({ origins: places(size), destinations: places(size) });
const offDiagonal = (row: number, column: number): boolean => row !== column;

test('nothing missing makes no call', async () => {
  const { asked, driveMatrix } = recording();
  expect(await askForMissing(driveMatrix, square(3), () => false)).toEqual({ pairs: [], failure: null, charged: 0 });
  expect(asked.calls).toBe(0);
});

test('one new place among eighty costs its drives, in one call', async () => {
  const { asked, driveMatrix } = recording();
  const isNew = (row: number, column: number) => row !== column && (row === 80 || column === 80);
  const { pairs } = await askForMissing(driveMatrix, square(81), isNew);
  expect(asked).toEqual({ calls: 1, drives: 160 });
  expect(pairs).toHaveLength(160);
  expect(pairs.every(({ row, column, minutes }) => minutes === row * 100 + column)).toBe(true);
});

test('every missing cell is answered, whichever they are', async () => {
  const { asked, driveMatrix } = recording();
  const isMissing = (row: number, column: number) => row !== column && (row * 7 + column * 3) % 5 === 0;
  const { pairs } = await askForMissing(driveMatrix, square(20), isMissing);
  expect(pairs).toHaveLength(asked.drives);
  expect(pairs.every(({ row, column, minutes }) => isMissing(row, column) && minutes === row * 100 + column)).toBe(
    true,
  );
});

test('a service that leaves out a drive without saying why is an error, not a guess', async () => {
  const short: MapsProvider['driveMatrix'] = async () => ({ drives: [[null]], failure: null, charged: 1 });
  await expect(askForMissing(short, square(2), offDiagonal)).rejects.toThrow('did not return a requested drive');
});

test('what was answered before a failure is not lost', async () => {
  const failure = new MapsFailure('limited', 'too many requests', { pause: 1000 });
  const first: MapsProvider['driveMatrix'] = async () => ({
    drives: [[null, { minutes: 7, miles: 3 }]],
    failure,
    charged: 1,
  });
  expect(await askForMissing(first, square(2), offDiagonal)).toEqual({
    pairs: [{ row: 0, column: 1, minutes: 7, miles: 3 }],
    failure,
    charged: 1,
  });
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
  expect((await askForMissing(driveMatrix, square(size), offDiagonal)).pairs).toHaveLength(size * (size - 1));
  isOver = true;
  expect(turns).toBeGreaterThan(1);
});
