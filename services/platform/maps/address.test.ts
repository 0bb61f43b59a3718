import { describe, expect, test } from 'vitest';
import { formatAddress, mapAddress, normalizeAddress } from './address.ts';

describe('an address as it is shown', () => {
  test.for([
    [{ address: '1905 S 5th St', city: 'Austin', zipCode: '78704' }, '1905 S 5th St, Austin, 78704'],
    [{ address: '1905 S 5th St', city: 'City not provided', zipCode: '00000' }, '1905 S 5th St'],
    [{ address: '1905 S 5th St', city: 'City not provided', zipCode: '78704' }, '1905 S 5th St, 78704'],
    [{ address: '1905 S 5th St', city: null, zipCode: undefined }, '1905 S 5th St'],
    [{ address: ' 1905 S 5th St, City not provided, 00000', city: '', zipCode: '' }, '1905 S 5th St'],
    [{ address: null, city: 'Austin', zipCode: '78704' }, 'Austin, 78704'],
    [{}, ''],
  ] as const)('leaves out placeholders and what is missing: %o', ([parts, shown]) => {
    expect(formatAddress(parts)).toBe(shown);
  });

  test.for([
    [
      { address: '1905 S 5th St, Austin, TX 78704', city: 'Austin', zipCode: '78704' },
      '1905 S 5th St, Austin, TX 78704',
    ],
    [{ address: '5311 Avenue F Austin Texas', city: 'Austin', zipCode: '78751' }, '5311 Avenue F Austin Texas, 78751'],
    [{ address: '100 Austin St', city: 'Austin', zipCode: '78704' }, '100 Austin St, Austin, 78704'],
    [{ address: '78704 Beckett Rd', city: 'Austin', zipCode: '78704' }, '78704 Beckett Rd, Austin, 78704'],
  ] as const)('says city and ZIP code once: %o', ([parts, shown]) => {
    expect(formatAddress(parts)).toBe(shown);
  });

  test('can be put on a map when it is longer than five characters', () => {
    expect(mapAddress({ address: '78704' })).toBeNull();
    expect(mapAddress({ address: '12 Oak' })).toBe('12 Oak');
    expect(mapAddress({ address: '', city: 'City not provided', zipCode: '00000' })).toBeNull();
  });
});

describe('two spellings of one address', () => {
  const home = normalizeAddress('1905 S 5th St, Austin, TX 78704');

  test.for([
    '1905 s 5th st, austin, tx 78704',
    '  1905  South 5th Street ,Austin,Texas   78704-1234, USA ',
    '1905 S. 5th St.\nAustin TX 78704',
    '1905 S 5th St, Austin, 78704',
  ])('are the same: %s', (spelling) => {
    expect(normalizeAddress(spelling)).toBe(home);
  });

  test.for([
    '1907 S 5th St, Austin, TX 78704',
    '1905 S 5th St, Apt 4, Austin, TX 78704',
    '1905 N 5th St, Austin, TX 78704',
  ])('are not the same: %s', (other) => {
    expect(normalizeAddress(other)).not.toBe(home);
  });

  test('keep letters of every alphabet apart', () => {
    expect(normalizeAddress('Улица 1')).not.toBe(normalizeAddress('東京 1'));
  });
});
