import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { gazetteer } from './gazetteer.ts';
import { locate } from './geocode.ts';

const found = (address: string): string => {
  const answer = locate(gazetteer(), address);
  return answer.success ? `${answer.formattedAddress} (${answer.precision})` : answer.error;
};

test('a ZIP code gives its own point', () => {
  expect(locate(gazetteer(), '1905 S 5th St, Austin, TX 78704')).toEqual({
    success: true,
    latitude: 30.2428,
    longitude: -97.7658,
    formattedAddress: '1905 S 5th St, Austin, TX 78704',
    precision: 'zip',
    city: 'Austin',
    state: 'TX',
    zipCode: '78704',
  });
});

describe('the ZIP code wins', () => {
  test.for([
    ['78704', 'Austin, TX 78704 (zip)'],
    ['  1905   s 5th st,austin,tx  78704-1234 ', '1905 S 5th St, Austin, TX 78704 (zip)'],
    ['1905 S 5th St, Apt 4, Austin, TX 78704', '1905 S 5th St, Apt 4, Austin, TX 78704 (zip)'],
    ['1905 S 5th St Apt 4 Austin TX 78704', '1905 S 5th St Apt 4, Austin, TX 78704 (zip)'],
    ['1905 S 5th St, Austin, TX 78704, Apt 4', '1905 S 5th St, Apt 4, Austin, TX 78704 (zip)'],
    ['1905 S 5th St\nAustin TX 78704', '1905 S 5th St, Austin, TX 78704 (zip)'],
    ['1905 S 5th St, Austin, 78704', '1905 S 5th St, Austin, TX 78704 (zip)'],
    ['1905 S 5th St, 78704 Austin', '1905 S 5th St, Austin, TX 78704 (zip)'],
    ['1905 S 5th St, TX 78704', '1905 S 5th St, Austin, TX 78704 (zip)'],
    ['78704 Austin TX', 'Austin, TX 78704 (zip)'],
    ['78704, USA', 'Austin, TX 78704 (zip)'],
    ['12345 Main St 78704', '12345 Main St, Austin, TX 78704 (zip)'],
    ['12 Windsor Ct, 78704', '12 Windsor Ct, Austin, TX 78704 (zip)'],
    ['12 Main St, West Lake Hills, TX 78746', '12 Main St, West Lake Hills, TX 78746 (zip)'],
    ['350 Fifth Avenue New York New York 10118', '350 Fifth Avenue, New York, NY 10118 (zip)'],
    ['1600 Pennsylvania Ave NW, Washington, D.C. 20500', '1600 Pennsylvania Ave NW, Washington, DC 20500 (zip)'],
    ['1 Elm St, Cambridge, MA 2139', '1 Elm St, Cambridge, MA 02139 (zip)'],
  ] as const)('%s', ([typed, formatted]) => {
    expect(found(typed)).toBe(formatted);
  });
});

describe('without a known ZIP code, city and state decide', () => {
  test.for([
    ['5311 Avenue F Austin Texas', '5311 Avenue F, Austin, TX (city)'],
    ['austin tx', 'Austin, TX (city)'],
    ['10621 Beckett Rd, Austin, TX', '10621 Beckett Rd, Austin, TX (city)'],
    ['10621 Beckett Rd, Austin, TX, USA', '10621 Beckett Rd, Austin, TX (city)'],
    ['PO Box 12345, Austin, TX', 'PO Box 12345, Austin, TX (city)'],
    ['Space 12345, 100 Main St, Austin, TX', 'Space 12345, 100 Main St, Austin, TX (city)'],
    ['1 Congress Ave, Austin, TX 00000', '1 Congress Ave, Austin, TX (city)'],
    ['1905 S 5th St, Austin, Travis County, TX', '1905 S 5th St, Austin, TX (city)'],
    ['1905 S 5TH ST, AUSTIN, TX', '1905 S 5TH ST, Austin, TX (city)'],
    ['350 5th Ave, New York', '350 5th Ave, New York, NY (city)'],
    ['100 Main St, St. Paul, MN', '100 Main St, Saint Paul, MN (city)'],
    ['9 Elm St, E Lansing, MI', '9 Elm St, East Lansing, MI (city)'],
    ["1 Lake Dr, Coeur d'Alene, ID", "1 Lake Dr, Coeur d'Alene, ID (city)"],
    ['100 N Main St, Winston Salem, NC', '100 N Main St, Winston-Salem, NC (city)'],
    ['1600 pennsylvania ave nw washington dc', '1600 Pennsylvania Ave NW, Washington, DC (city)'],
  ] as const)('%s', ([typed, formatted]) => {
    expect(found(typed)).toBe(formatted);
  });

  test('a city lies in its middle, not at its post-office boxes', () => {
    expect(locate(gazetteer(), 'Austin, TX')).toMatchObject({ latitude: 30.3093, longitude: -97.7426, zipCode: null });
  });
});

describe('what cannot be located says what would help', () => {
  test.for([
    ['', 'Enter an address with its city and state or its ZIP code, such as "Austin, TX 78704".'],
    [
      '10621 Beckett Rd',
      'We could not locate this address. Add the city and state or the ZIP code, such as "Austin, TX 78704".',
    ],
    [
      '123 Main St, Springfield',
      'We could not locate this address. Add the city and state or the ZIP code, such as "Austin, TX 78704".',
    ],
    [
      '12 Windsor Ct',
      'We could not locate this address. Add the city and state or the ZIP code, such as "Austin, TX 78704".',
    ],
    ['99999', 'We do not know the ZIP code 99999. Check it, or add the city and state.'],
    ['12 Main St, West Lake Hills, TX', 'We do not know West Lake Hills, TX. Add the ZIP code.'],
  ] as const)('%s', ([typed, sentence]) => {
    expect(found(typed)).toBe(sentence);
  });
});

test('any text gets an answer, and a located one is in the United States', () => {
  const words = fc.constantFrom(
    'Austin',
    'TX',
    ',',
    '78704',
    '12345',
    'Apt',
    '#',
    'St',
    'New York',
    'Ct',
    '-',
    '\n',
    'usa',
    '4',
  );
  const text = fc.oneof(
    fc.string(),
    fc.array(words, { maxLength: 12 }).map((some) => some.join(' ')),
  );
  fc.assert(
    fc.property(text, (typed) => {
      const answer = locate(gazetteer(), typed);
      // From Wake Island, which the source counts to Hawaii, to Maine.
      const isThere = answer.success && answer.latitude > 18 && (answer.longitude < -66 || answer.longitude > 166);
      expect(isThere || (!answer.success && answer.error.endsWith('.'))).toBe(true);
    }),
  );
});

test('a very long text is answered at once', () => {
  expect(found('1,a 78704 '.repeat(200_000))).toMatch(/./);
});

test('a ZIP code of another state than the city is said, not glued to it', () => {
  expect(locate(gazetteer(), 'Austin, TX 10001')).toEqual({
    success: false,
    error: 'The ZIP code 10001 is not in Austin, TX. Please check the address.',
  });
  expect(locate(gazetteer(), '12 Texas Ave, Stamford 06902').success).toBe(true);
});
