import { describe, expect, test } from 'vitest';
import { gazetteer } from './gazetteer.ts';
import { locate } from './geocode.ts';
import { suggestAddresses } from './suggest.ts';

const southAustin = [{ latitude: 30.2428, longitude: -97.7658 }];
const suggested = (text: string, options = {}): string[] =>
  suggestAddresses(gazetteer(), text, options).map(({ address }) => address);

describe('while the city is being typed', () => {
  test.for(['1905 S 5th St, Aus', '1905 S 5th St, aus', '1905 S 5th St Aus', '1905  S 5th St ,Aus'])(
    '%s: the street as typed, the largest city of that beginning, others after it',
    (text) => {
      expect(suggested(text)).toEqual([
        '1905 S 5th St, Austin, TX 78701',
        '1905 S 5th St, Austin, TX 78702',
        '1905 S 5th St, Austin, TX 78703',
        '1905 S 5th St, Austell, GA 30106',
        '1905 S 5th St, Austerlitz, NY 12017',
      ]);
    },
  );

  test('what lies near comes first, the nearest first', () => {
    expect(suggested('1905 S 5th St, Aus', { near: southAustin })).toEqual([
      '1905 S 5th St, Austin, TX 78704',
      '1905 S 5th St, Austin, TX 78701',
      '1905 S 5th St, Austin, TX 78741',
      '1905 S 5th St, Austin, TX 78745',
      '1905 S 5th St, Austin, TX 78702',
    ]);
  });

  test('with nothing of that name near, the larger city comes first', () => {
    expect(suggested('100 Main St, St. P', { near: southAustin })[0]).toBe('100 Main St, Saint Paul, MN 55101');
    expect(suggested('350 5th Ave, New Y', { near: southAustin })[0]).toBe('350 5th Ave, New York, NY 10001');
  });
});

describe('once city and state are clear', () => {
  test.for([
    '5311 Avenue F, Austin, T',
    '5311 Avenue F, Austin, TX',
    '5311 Avenue F, Austin T',
    '5311 Avenue F, Austin TX 787',
    '5311 Avenue F Austin Texas',
  ])('%s: the ZIP codes of that city', (text) => {
    const all = suggested(text);
    expect(all).toHaveLength(5);
    expect(all[0]).toBe('5311 Avenue F, Austin, TX 78701');
    expect(all.every((address) => address.startsWith('5311 Avenue F, Austin, TX 787'))).toBe(true);
  });

  test('a whole address is its own only suggestion', () => {
    expect(suggested('1905 s 5th st, apt 4, austin tx 78704')).toEqual(['1905 s 5th st, apt 4, Austin, TX 78704']);
  });
});

describe('digits', () => {
  test('begin a ZIP code', () => {
    expect(suggested('787')).toEqual(['78701', '78702', '78703', '78704', '78705'].map((zip) => `Austin, TX ${zip}`));
    expect(suggested('787', { near: southAustin })[0]).toBe('Austin, TX 78704');
    expect(suggested('78704')).toEqual(['Austin, TX 78704']);
    expect(suggested('1905 S 5th St, 7874')[0]).toBe('1905 S 5th St, Austin, TX 78741');
  });

  test('of a street number that is no ZIP code suggest nothing', () => {
    expect(suggested('10621', { near: southAustin })).toEqual([]);
  });
});

test('a street alone is completed with the places around', () => {
  expect(suggested('1200 Barton Springs', { near: southAustin })[0]).toBe('1200 Barton Springs, Austin, TX 78704');
  expect(suggested('1905 S 5th St,', { near: southAustin })[0]).toBe('1905 S 5th St, Austin, TX 78704');
  expect(suggested('1905 S 5th St')).toEqual([]);
});

test('the words of a street stay its words: none of them becomes a town', () => {
  const near = { near: southAustin };
  for (const text of ['2108 S Lamar', '2108 S Lamar,', '2108 s lamar', '4508 Banister', '9 Old Boston', '12 E Dallas'])
    for (const options of [{}, near])
      for (const address of suggested(text, options))
        expect(address.startsWith(`${text.replace(/,$/, '')}, `), `${text}: ${address}`).toBe(true);
  expect(suggested('2108 S Lamar', near)[0]).toBe('2108 S Lamar, Austin, TX 78704');
  expect(suggested('2108 S Lamar, Austin', near)[0]).toBe('2108 S Lamar, Austin, TX 78704');
  expect(suggested('2108 S Lamar')).toEqual([]);
});

test('what is nearest to one of several places comes first', () => {
  const roundRock = { latitude: 30.51, longitude: -97.68 };
  const near = [{ latitude: 40.75, longitude: -73.99 }, roundRock];
  expect(suggested('100 Main St', { near }).some((address) => address.includes('Round Rock, TX'))).toBe(true);
});

test('too little text, or none that means anything, suggests nothing', () => {
  expect(['', '  ', '19', 'zzz qqq', ',,,'].flatMap((text) => suggested(text, { near: southAustin }))).toEqual([]);
});

test('there are never more than asked for', () => {
  expect(suggested('1905 S 5th St, Aus', { limit: 2 })).toHaveLength(2);
  expect(suggested('1905 S 5th St, Aus', { limit: 0 })).toEqual([]);
});

test('ZIP codes of post-office boxes come last', () => {
  expect(suggested('1 Main St, Austin, TX', { limit: 40 })).not.toContain('1 Main St, Austin, TX 78711');
});

test('every suggestion is located where it says', () => {
  const texts = [
    '1905 S 5th St, Aus',
    '787',
    '12 Elm St, Springf',
    'Round R',
    '350 5th Ave, New Y',
    '9 Oak Ln Winston',
  ];
  for (const suggestion of texts.flatMap((text) => suggestAddresses(gazetteer(), text))) {
    const { address, zipCode, latitude, longitude } = suggestion;
    expect(locate(gazetteer(), address)).toMatchObject({ formattedAddress: address, zipCode, latitude, longitude });
  }
});
