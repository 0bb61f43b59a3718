import { expect, test } from 'vitest';
import { directions, iosIn } from './directions.ts';

const exact = { address: '2108 S Lamar Blvd, Austin', latitude: 30.29, longitude: -97.71, precision: 'exact' as const };
const iphone = (version: string) => `Mozilla/5.0 (iPhone; CPU iPhone OS ${version} like Mac OS X) AppleWebKit/605.1.15`;

test('directions go to coordinates that are exact', () => {
  expect(directions(exact, 'Google Maps', '')).toBe(
    'https://www.google.com/maps/dir/?api=1&destination=30.29%2C-97.71&travelmode=driving',
  );
  expect(directions(exact, 'Apple Maps', iphone('18_4'))).toBe(
    'https://maps.apple.com/directions?destination=30.29%2C-97.71&mode=driving',
  );
  expect(directions(exact, 'Apple Maps', iphone('17_2'))).toBe('https://maps.apple.com/?daddr=30.29%2C-97.71&dirflg=d');
  expect(directions(exact, 'Waze', '')).toBe('https://waze.com/ul?ll=30.29%2C-97.71&navigate=yes');
});

test('else to the address, and nowhere without one', () => {
  const about = { ...exact, precision: 'zip' as const };
  expect(directions(about, 'Google Maps', '')).toContain('destination=2108+S+Lamar+Blvd%2C+Austin');
  expect(directions(about, 'Apple Maps', '')).toContain('destination=2108%20S%20Lamar%20Blvd%2C%20Austin');
  expect(directions(about, 'Waze', '')).toContain('q=2108+S+Lamar+Blvd%2C+Austin');
  expect(directions({ ...about, address: null }, 'Waze', '')).toBeNull();
});

test('the version of iOS', () => {
  expect([iosIn(iphone('18_4')), iosIn(iphone('17_6_1')), iosIn('Android')]).toEqual([18.4, 17.6, null]);
});
