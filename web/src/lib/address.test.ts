import { expect, test } from 'vitest';
import { addressLines, locationNote, shortAddress } from './address.ts';

const full = { address: '5311 Avenue F, Austin, TX 78751', city: 'Austin', zipCode: '78751' };

test('a complete address is its street and ZIP code in a list, and two lines when expanded', () => {
  expect(shortAddress(full)).toBe('5311 Avenue F, 78751');
  expect(addressLines(full)).toEqual(['5311 Avenue F', 'Austin, TX 78751']);
});

test('a street alone is completed with the located city and ZIP code', () => {
  const street = { address: '5311 Avenue F', city: 'Austin', zipCode: '78751' };
  expect(shortAddress(street)).toBe('5311 Avenue F, 78751');
  expect(addressLines(street)).toEqual(['5311 Avenue F', 'Austin, 78751']);
});

test('placeholders are never shown', () => {
  const place = { address: '12 Hill Rd', city: 'City not provided', zipCode: '00000' };
  expect(shortAddress(place)).toBe('12 Hill Rd');
  expect(addressLines(place)).toEqual(['12 Hill Rd']);
});

test('an empty address has no text', () => {
  expect(shortAddress({ address: null, city: null, zipCode: null })).toBe('');
  expect(locationNote({ address: null, city: null, zipCode: null, locationPrecision: null })).toBeNull();
});

test('the precision of an address is mentioned only if it matters', () => {
  expect(locationNote({ ...full, locationPrecision: 'exact' })).toBeNull();
  expect(locationNote({ ...full, locationPrecision: 'zip' })?.text).toBe('approximate');
  expect(locationNote({ ...full, locationPrecision: null })?.text).toBe(
    'could not be located: each drive counts as 15 minutes',
  );
});
