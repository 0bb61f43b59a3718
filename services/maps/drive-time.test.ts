import { expect, test } from 'vitest';
import { mapsOf, stopOf, type Stop } from './drive-time.ts';
import { offlineMaps } from './offline/offline-maps.ts';

const maps = mapsOf(offlineMaps);

const stopAt = async (address: string): Promise<Stop> => stopOf(address, await maps.geocode(address));

test('a place that could not be located is 15 minutes from everywhere', async () => {
  const home = await stopAt('1905 S 5th St, Austin, TX 78704');
  await expect(maps.driveMatrix([home, null, home, null])).resolves.toEqual([
    [0, 15, 0, 15],
    [15, 0, 15, 15],
    [0, 15, 0, 15],
    [15, 15, 15, 0],
  ]);
  await expect(maps.drive(home, null)).resolves.toEqual({ minutes: 15, miles: null });
});

test('a matrix works with unlocated places, or none at all', async () => {
  await expect(maps.driveMatrix([null, null])).resolves.toEqual([
    [0, 15],
    [15, 0],
  ]);
  await expect(maps.driveMatrix([])).resolves.toEqual([]);
});

test('two children at one address are 0 minutes apart, even when it cannot be located', async () => {
  const [ann, ben, cy] = [
    await stopAt('12 Nowhere Lane'),
    await stopAt('12  nowhere ln.'),
    await stopAt('14 Nowhere Lane'),
  ];
  await expect(maps.driveMatrix([ann, ben, cy])).resolves.toEqual([
    [0, 0, 15],
    [0, 0, 15],
    [15, 15, 0],
  ]);
  await expect(maps.drive(ann, ben)).resolves.toEqual({ minutes: 0, miles: 0 });
});

test('a stop says what is known of its place', async () => {
  await expect(stopAt('123 Nowhere')).resolves.toEqual({ address: '123 Nowhere', precision: null });
  await expect(stopAt('78704')).resolves.toMatchObject({ address: '78704', zipCode: '78704', precision: 'zip' });
});

test('the drive between two typed addresses', async () => {
  const across = await maps.driveBetween('1905 S 5th St, Austin, TX 78704', '10621 Beckett Rd, Austin, TX 78759');
  expect(across).toEqual({ minutes: 27, miles: 14.5 });
  const home = '1905 S 5th St, Austin, TX 78704';
  await expect(maps.driveBetween('12 Nowhere', '12  nowhere')).resolves.toEqual({ minutes: 0, miles: 0 });
  await expect(maps.driveBetween('12 Nowhere', home)).resolves.toEqual({ minutes: 15, miles: null });
  await expect(maps.driveBetween('', '')).resolves.toEqual({ minutes: 15, miles: null });
});
