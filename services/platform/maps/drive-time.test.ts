import { expect, test } from 'vitest';
import { mapsOf, stopOf, type Stop } from './drive-time.ts';
import { MapsFailure } from './failure.ts';
import { offlineMaps } from './offline/offline-maps.ts';
import type { MapsProvider } from './provider.ts';

const maps = mapsOf(offlineMaps);

const stopAt = async (address: string): Promise<Stop> => stopOf(address, await maps.geocode(address));

test('a place that could not be located is 15 minutes from everywhere', async () => {
  const home = await stopAt('1905 S 5th St, Austin, TX 78704');
  expect((await maps.driveMatrix([home, null, home, null])).minutes).toEqual([
    [0, 15, 0, 15],
    [15, 0, 15, 15],
    [0, 15, 0, 15],
    [15, 15, 15, 0],
  ]);
  await expect(maps.drive(home, null)).resolves.toEqual({ minutes: 15, miles: null, failure: null });
});

test('a matrix works with unlocated places, or none at all', async () => {
  expect((await maps.driveMatrix([null, null])).minutes).toEqual([
    [0, 15],
    [15, 0],
  ]);
  expect((await maps.driveMatrix([])).minutes).toEqual([]);
});

test('two children at one address are 0 minutes apart, even when it cannot be located', async () => {
  const [ann, ben, cy] = [
    await stopAt('12 Nowhere Lane'),
    await stopAt('12  nowhere ln.'),
    await stopAt('14 Nowhere Lane'),
  ];
  expect((await maps.driveMatrix([ann, ben, cy])).minutes).toEqual([
    [0, 0, 15],
    [0, 0, 15],
    [15, 15, 0],
  ]);
  await expect(maps.drive(ann, ben)).resolves.toEqual({ minutes: 0, miles: 0, failure: null });
});

test('a stop says what is known of its place', async () => {
  await expect(stopAt('123 Nowhere')).resolves.toEqual({ address: '123 Nowhere', precision: null });
  await expect(stopAt('78704')).resolves.toMatchObject({ address: '78704', zipCode: '78704', precision: 'zip' });
});

test('the drive between two typed addresses', async () => {
  const across = await maps.driveBetween('1905 S 5th St, Austin, TX 78704', '10621 Beckett Rd, Austin, TX 78759');
  expect(across).toEqual({ minutes: 27, miles: 14.5, failure: null });
  const home = '1905 S 5th St, Austin, TX 78704';
  await expect(maps.driveBetween('12 Nowhere', '12  nowhere')).resolves.toEqual({
    minutes: 0,
    miles: 0,
    failure: null,
  });
  await expect(maps.driveBetween('12 Nowhere', home)).resolves.toEqual({ minutes: 15, miles: null, failure: null });
  await expect(maps.driveBetween('', '')).resolves.toEqual({ minutes: 15, miles: null, failure: null });
});

/** Away: answers nothing, or only the first row of a matrix. */
const failure = new MapsFailure('unavailable', 'no answer', { pause: 1000 });
const away: MapsProvider = {
  name: 'mapbox',
  geocode: () => Promise.reject(failure),
  suggest: () => Promise.reject(failure),
  drive: () => Promise.reject(failure),
  road: () => Promise.reject(failure),
  driveMatrix: async (from, to) => ({ drives: [to.map(() => ({ minutes: 77, miles: 50 }))], failure, charged: 1 }),
};

test('estimates stand in for a service that does not answer, and say so', async () => {
  const standIn = mapsOf(away, offlineMaps);
  const address = '1905 S 5th St, Austin, TX 78704';
  expect(await standIn.geocode(address)).toEqual({ ...(await offlineMaps.geocode(address)), failure });
  expect(await standIn.suggest('1905 S 5th St, Aus')).toEqual(await offlineMaps.suggest('1905 S 5th St, Aus'));
  expect((await standIn.locate([address])).get(address)).toEqual(await stopAt(address));
  const [home, other] = [await stopAt(address), await stopAt('10621 Beckett Rd, Austin, TX 78759')];
  expect(await standIn.drive(home, other)).toEqual({ ...(await maps.drive(home, other)), failure });
  expect(await standIn.driveBetween(address, '12 Nowhere')).toEqual({ minutes: 15, miles: null, failure });
  const points = [
    { latitude: 30, longitude: -97 },
    { latitude: 30, longitude: -98 },
  ];
  expect(await standIn.road(points)).toEqual({ ...(await offlineMaps.road(points)), failure });
});

test('what a service answered before it failed counts; only the rest is estimated', async () => {
  const [home, other] = [await stopAt('78704'), await stopAt('78759')];
  const { minutes, failure: said } = await mapsOf(away, offlineMaps).driveMatrix([home, other]);
  const estimated = (await maps.driveMatrix([home, other])).minutes;
  expect(minutes).toEqual([[0, 77], estimated[1]]);
  expect(said).toBe(failure);
});

test('an error that is not the service’s rises', async () => {
  const broken = { ...away, geocode: () => Promise.reject(new Error('the database is away')) };
  await expect(mapsOf(broken, offlineMaps).geocode('78704')).rejects.toThrow('the database is away');
});
