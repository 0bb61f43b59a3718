import { expect, test } from 'vitest';
import { cityKey, gazetteer } from './gazetteer.ts';
import { cityName, placeAt, rowOfZip, rowsOfCity, rowsStartingWith } from './places.ts';

test('every ZIP code is found again, in its city', () => {
  const places = gazetteer();
  const lost = [...places.zips.keys()].filter((row) => {
    const { zipCode, city } = placeAt(places, row);
    const number = places.cityOfZip[row] ?? -1;
    const isFound = rowOfZip(places, zipCode) === row && rowsOfCity(places, number).includes(row);
    return !isFound || city !== cityName(places, number);
  });
  expect(lost).toEqual([]);
  expect(places.zips.length).toBeGreaterThan(40_000);
});

test('a ZIP code of zeros in front keeps them', () => {
  const places = gazetteer();
  const row = rowOfZip(places, '02139') ?? -1;
  expect(placeAt(places, row)).toMatchObject({ zipCode: '02139', city: 'Cambridge', state: 'MA' });
  expect(rowsStartingWith(places, '021').every((found) => placeAt(places, found).zipCode.startsWith('021'))).toBe(true);
  expect(rowOfZip(places, '2139')).toBeUndefined();
});

test('military post offices have no place', () => {
  expect(rowOfZip(gazetteer(), '09001')).toBeUndefined();
});

test('a city has one key for its spellings', () => {
  expect(new Set(['St. Paul', 'saint paul', 'Saint-Paul', ' ST  PAUL '].map(cityKey))).toEqual(new Set(['saint paul']));
  expect(cityKey('Mt. Vernon')).toBe('mount vernon');
  expect(cityKey('Port St Lucie')).toBe('port saint lucie');
  expect(cityKey("Coeur d'Alene")).toBe('coeur dalene');
});
