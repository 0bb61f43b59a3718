import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Place } from '../provider.ts';
import { greatCircleMiles } from '@rondo/contracts/people/distance.ts';
import { estimateDrive, keyed, minutesForRoadMiles } from './drive.ts';

const miles = fc.double({ min: 0, max: 12_500, noNaN: true });
const place = (from: { latitude: fc.Arbitrary<number>; longitude: fc.Arbitrary<number> }): fc.Arbitrary<Place> =>
  fc.record({
    ...from,
    address: fc.integer({ min: 1, max: 9999 }).map((number) => `${number} Elm St`),
    zipCode: fc.option(fc.constantFrom('78704', '78745', '10001')),
    precision: fc.constantFrom('zip', 'city', 'exact'),
  });
const between = (min: number, max: number): fc.Arbitrary<number> => fc.double({ min, max, noNaN: true });
const anywhere = place({ latitude: between(-90, 90), longitude: between(-180, 180) });
const inTown = place({ latitude: between(30, 30.5), longitude: between(-98, -97.5) });
const somewhere = fc.oneof(anywhere, inTown);

const minutes = (a: Place, b: Place): number => estimateDrive(keyed(a), keyed(b)).minutes;

describe('minutes for road miles', () => {
  test.for([
    [0, 0],
    [2, 6],
    [8, 18],
    [20, 34],
    [50, 64],
  ] as const)('%d miles take %d minutes', ([road, expected]) => {
    expect(minutesForRoadMiles(road)).toBeCloseTo(expected, 9);
  });

  test('never fall as the miles rise, and never jump', () => {
    fc.assert(
      fc.property(miles, between(0, 10), (road, more) => {
        const longer = minutesForRoadMiles(road + more) - minutesForRoadMiles(road);
        // At least 60 mph, at most 20 mph.
        expect(longer).toBeGreaterThanOrEqual(more - 1e-6);
        expect(longer).toBeLessThanOrEqual(more * 3 + 1e-6);
      }),
    );
  });

  test('a longer drive is never slower on average', () => {
    fc.assert(
      fc.property(between(0.1, 500), between(0, 500), (road, more) => {
        const pace = (distance: number): number => minutesForRoadMiles(distance) / distance;
        expect(pace(road + more)).toBeLessThanOrEqual(pace(road) + 1e-9);
      }),
    );
  });
});

describe('the drive between two places', () => {
  test('takes as long back as there', () => {
    fc.assert(
      fc.property(somewhere, somewhere, (a, b) => {
        expect(estimateDrive(keyed(a), keyed(b))).toEqual(estimateDrive(keyed(b), keyed(a)));
      }),
    );
  });

  test('is a finite whole number of minutes, 0 for the same address alone', () => {
    fc.assert(
      fc.property(somewhere, somewhere, (a, b) => {
        expect(Number.isSafeInteger(minutes(a, b))).toBe(true);
        expect(minutes(a, b) === 0).toBe(a.address === b.address);
        expect(minutes(a, { ...b, address: a.address.toUpperCase() })).toBe(0);
      }),
    );
  });

  test('is at least 5 minutes to a home that is known by its ZIP code', () => {
    fc.assert(
      fc.property(inTown, inTown, (a, b) => {
        fc.pre(a.address !== b.address);
        expect(minutes(a, { ...a, address: b.address, precision: 'zip' })).toBeGreaterThanOrEqual(5);
      }),
    );
  });

  test('between two homes that are known exactly depends on nothing but their distance, also in one ZIP code', () => {
    const home = { latitude: 30.2428, longitude: -97.7658, zipCode: '78704', precision: 'exact' } as const;
    const neighbor = { ...home, latitude: 30.2445, address: '2000 S 5th St' };
    expect(minutes({ ...home, address: '1905 S 5th St' }, neighbor)).toBe(1);
  });

  test('takes no longer straight there than by way of a third place', () => {
    const approximate = inTown.map((known): Place => ({ ...known, precision: 'zip' }));
    fc.assert(
      fc.property(approximate, approximate, approximate, (a, b, c) => {
        fc.pre(new Set([a.address, b.address, c.address]).size === 3);
        expect(minutes(a, c)).toBeLessThanOrEqual(minutes(a, b) + minutes(b, c));
      }),
    );
  });

  test('is rounded up to whole minutes and says its road miles', () => {
    const zilker = {
      latitude: 30.2428,
      longitude: -97.7658,
      address: '1905 S 5th St',
      zipCode: '78704',
      precision: 'zip',
    } as const;
    const arboretum = {
      latitude: 30.4036,
      longitude: -97.7526,
      address: '10621 Beckett Rd',
      zipCode: '78759',
      precision: 'zip',
    } as const;
    expect(greatCircleMiles(zilker, arboretum)).toBeCloseTo(11.14, 2);
    expect(estimateDrive(keyed(zilker), keyed(arboretum))).toEqual({ minutes: 27, miles: 14.5 });
    expect(estimateDrive(keyed(zilker), keyed({ ...zilker, address: '2000 S 5th St' }))).toEqual({
      minutes: 5,
      miles: 1.7,
    });
  });

  test('without addresses, is recognized by the points', () => {
    const spot = { latitude: 30, longitude: -97, address: '', precision: 'exact' } as const;
    expect(minutes(spot, spot)).toBe(0);
    expect(minutes(spot, { ...spot, latitude: 30.001 })).toBe(1);
  });
});
