import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mapsOf, stopOf, type Stop } from './drive-time.ts';
import { mapboxMaps } from './open-maps.ts';
import { fakeMapbox, fakeToken, type FakeMapbox } from './mapbox/testing/fake-mapbox.ts';
import { offlineMaps } from './offline/offline-maps.ts';
import type { MapsProvider, Place } from './provider.ts';

// What every provider does, whoever it is.

let fake: FakeMapbox;
beforeAll(async () => {
  fake = await fakeMapbox();
});
afterAll(() => fake.stop());

const providers: readonly (readonly [string, () => MapsProvider])[] = [
  ['offline', () => offlineMaps],
  [
    'mapbox',
    () =>
      mapboxMaps({
        token: fakeToken,
        apiUrl: fake.url,
        budget: { take: async () => true },
        report: (failure) => {
          throw failure;
        },
      }),
  ],
];

describe.each(providers)('%s', (name, open) => {
  const placeAt = async (address: string): Promise<Place> => {
    const stop: Stop = stopOf(address, await open().geocode(address));
    if (stop.precision === null) throw new Error(`${address} was not located.`);
    return stop;
  };
  const homes = () =>
    Promise.all(
      ['1905 S 5th St, Austin, TX 78704', '10621 Beckett Rd, Austin, TX 78759', '2 Main St, Houston, TX 77002'].map(
        placeAt,
      ),
    );

  test('has a name', () => {
    expect(open().name).toBe(name);
  });

  test('locates an address in its city and ZIP code', async () => {
    const found = await open().geocode('1905 S 5th St, Austin, TX 78704');
    expect(found).toMatchObject({ success: true, city: 'Austin', state: 'TX', zipCode: '78704' });
    expect(found).toMatchObject({ formattedAddress: '1905 S 5th St, Austin, TX 78704' });
    const { latitude, longitude } = await placeAt('1905 S 5th St, Austin, TX 78704');
    expect(Math.abs(latitude - 30.24)).toBeLessThan(0.1);
    expect(Math.abs(longitude + 97.76)).toBeLessThan(0.1);
  });

  test('says in a sentence what would help with an address that it cannot locate', async () => {
    const found = await open().geocode('12 Nowhere Lane');
    expect(found).toMatchObject({ success: false, error: expect.stringContaining('such as "Austin, TX 78704"') });
  });

  test('suggests at most five addresses, or fewer where asked to', async () => {
    const five = await open().suggest('1905 S 5th St, Aus');
    expect(five.length).toBeGreaterThan(0);
    expect(five.length).toBeLessThanOrEqual(5);
    expect(five.every(({ address }) => address.startsWith('1905 S 5th St'))).toBe(true);
    expect((await open().suggest('1905 S 5th St, Aus', { limit: 2 })).length).toBeLessThanOrEqual(2);
    expect(await open().suggest('1')).toEqual([]);
  });

  test('asks one direction of a drive for both', async () => {
    const places = await homes();
    const [two, among] = [places.slice(0, 2), (row: number, column: number) => row !== column];
    expect((await open().driveMatrix(two, two, among)).charged).toBe(1);
    expect((await open().driveMatrix(places.slice(0, 1), places.slice(1))).charged).toBe(2);
    // A call less can be worth a pair more.
    expect([3, 4]).toContain((await open().driveMatrix(places, places, among)).charged);
  });

  test('gives every wanted drive of a matrix, and no other', async () => {
    const places = await homes();
    const { drives, failure } = await open().driveMatrix(places, places, (row, column) => row !== column);
    expect(failure).toBeNull();
    expect(drives.map((row) => row.map((drive) => drive !== null))).toEqual([
      [false, true, true],
      [true, false, true],
      [true, true, false],
    ]);
    const [across, away] = [drives[0]?.[1], drives[0]?.[2]];
    expect(across?.minutes).toBeGreaterThan(5);
    expect(away?.minutes).toBeGreaterThan(100);
    for (const drive of drives.flat()) {
      if (drive === null) continue;
      expect(Number.isInteger(drive.minutes)).toBe(true);
      expect(Math.round(drive.miles * 10)).toBeCloseTo(drive.miles * 10, 6);
    }
  });

  test('a matrix and a single drive agree, and both directions take the same time', async () => {
    const [home, other] = await homes();
    if (!home || !other) throw new Error('Two homes are needed.');
    const { drives } = await open().driveMatrix([home], [other]);
    expect(drives).toEqual([[await open().drive(home, other)]]);
    const { drives: both } = await open().driveMatrix([home, other], [home, other], (row, column) => row !== column);
    expect(both[0]?.[1]).toEqual(both[1]?.[0]);
  });

  test('two homes in one building are at least a short drive apart', async () => {
    const flat = await placeAt('1905 S 5th St, Austin, TX 78704');
    const neighbor = { ...flat, address: '1905 S 5th St, Apt 2, Austin, TX 78704' };
    const { drives } = await open().driveMatrix([flat], [neighbor]);
    expect(drives[0]?.[0]?.minutes).toBeGreaterThanOrEqual(1);
  });

  test('an empty matrix is one', async () => {
    expect(await open().driveMatrix([], [])).toEqual({ drives: [], failure: null, charged: 0 });
  });

  test('draws a road through all stops of a long day', async () => {
    const middle = await placeAt('1905 S 5th St, Austin, TX 78704');
    const stops = Array.from({ length: 60 }, (_, i) => ({
      latitude: Math.round((middle.latitude + i / 100) * 1e6) / 1e6,
      longitude: middle.longitude,
    }));
    const { line, miles, approximate } = await open().road(stops);
    expect(line[0]).toEqual([stops[0]?.longitude, stops[0]?.latitude]);
    expect(line.at(-1)).toEqual([stops.at(-1)?.longitude, stops.at(-1)?.latitude]);
    for (const { latitude, longitude } of stops) expect(line).toContainEqual([longitude, latitude]);
    expect(miles).toBeGreaterThan(40);
    expect(approximate).toBe(name === 'offline');
  });

  test('addresses of any length and letter are answered', async () => {
    for (const odd of [
      `${'x'.repeat(10_000)}, Austin, TX 78704`,
      `${'1 Elm St, '.repeat(1000)}Austin`,
      '\u0000; drop; 78704',
      '\uD800 Elm St, Austin, TX',
      '東京',
    ])
      expect(typeof (await open().geocode(odd)).success).toBe('boolean');
    expect(await mapsOf(open()).suggest('x'.repeat(10_000))).toEqual([]);
  });
});
