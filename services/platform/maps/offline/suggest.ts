import { abbreviatedWord, isStreetWord, tidyAddress } from '../address.ts';
import { defaultSuggestionLimit, type Point, type SuggestOptions, type Suggestion } from '../provider.ts';
import { stateNamed, statesStartingWith, trailingState } from '../states.ts';
import type { Gazetteer } from './gazetteer.ts';
import { joined } from './geocode.ts';
import { parseAddress } from './parse-address.ts';
import { citiesStartingWith, cityNamed, isNameOf, milesFrom, placeAt, rowsOfCity, rowsStartingWith } from './places.ts';

/** One way to read what has been typed so far: the street is taken as it is, city, state and ZIP code may be cut short. */
type Reading = {
  readonly street: string;
  readonly city: string;
  readonly states: readonly string[] | null;
  readonly zip: string;
};

const shortestText = 3;
const longestText = 300;
const shortestCity = 3;
/** Places within this many miles of `near` come first: teachers do not drive farther to a lesson. */
const neighborhoodMiles = 100;

/**
 * Completes an address while it is being typed: the street as typed, with the cities and ZIP codes that what follows it can
 * mean. The neighborhood of `near` comes first, the nearest first; then the larger city first, of a city the lower ZIP
 * code.
 */
export const suggestAddresses = (places: Gazetteer, text: string, options: SuggestOptions = {}): Suggestion[] => {
  const { limit = defaultSuggestionLimit, near = [] } = options;
  const typed = tidyAddress(text.slice(0, longestText));
  if (typed.length < shortestText || limit < 1) return [];
  const whole = parseAddress(places, typed);
  if (whole.row !== null && !/^\d{3,5}$/.test(typed))
    return [suggestionAt(places, whole.row, asTyped(whole.street, typed), whole.city)];

  for (const reading of readings(places, typed, text.trimEnd().endsWith(','))) {
    const rows = bestRows(places, reading, limit, near);
    if (rows.length > 0) return rows.map((row) => suggestionAt(places, row, reading.street, null));
  }
  return [];
};

/** The street in the letters in which it was typed. */
const asTyped = (street: string, typed: string): string => {
  const begin = typed.slice(0, street.length);
  return begin.toLowerCase() === street.toLowerCase() ? begin : street;
};

const suggestionAt = (places: Gazetteer, row: number, street: string, typedCity: string | null): Suggestion => {
  const place = placeAt(places, row);
  const city = typedCity ?? place.city;
  const address = joined(street, city, `${place.state} ${place.zipCode}`);
  return { address, ...place, city, precision: 'zip' };
};

const directions = new Set(['n', 's', 'e', 'w', 'ne', 'nw', 'se', 'sw']);

/** True for "St" and "Avenue", which end a street's name, false for "S". */
const namesKind = (word: string): boolean => isStreetWord(word) && !directions.has(abbreviatedWord(word));

/** The ways to read the text, likeliest first; the first one that matches any place is used. */
const readings = function* (places: Gazetteer, typed: string, afterComma: boolean): Generator<Reading> {
  if (/^\d{3,5}$/.test(typed)) yield { street: '', city: '', states: null, zip: typed };
  const pieces = typed.split(', ');
  const streetAlone = { street: typed, city: '', states: null, zip: '' };
  const isStreet = /^\d.*[a-z]/i.test(typed);
  if (afterComma && isStreet) yield streetAlone;
  if (pieces.length > 1) yield* readingsOfPieces(places, pieces);
  if (!/\d/.test(typed)) yield* readingsOfEnd(places, '', typed);
  const tokens = typed.split(' ');
  if (!isStreet) return;
  // Only what names its kind is certain to be a whole street: "2108 S Lamar" goes on, and Lamar is no town then.
  yield* splits(places, tokens, (street) => street.slice(1).some(namesKind));
  yield streetAlone;
};

/** Readings of "street, end" and of "street, city, end". */
const readingsOfPieces = function* (places: Gazetteer, pieces: readonly string[]): Generator<Reading> {
  const [end = '', middle = ''] = [pieces.at(-1), pieces.at(-2)];
  const start = pieces.slice(0, -2).join(', ');
  const { rest, zip } = zipStart(end);
  const states = rest === '' ? null : statesStartingWith(rest);
  const isCity =
    !/\d/.test(middle) && citiesStartingWith(places, middle).some((city) => isNameOf(places, middle, city));
  if (isCity && (states === null || states.length > 0)) yield { street: start, city: middle, states, zip };
  yield* readingsOfEnd(places, pieces.slice(0, -1).join(', '), end);
};

/** Readings of what follows the street: "Aus", "Austin T", "Austin TX 78", "787". */
const readingsOfEnd = function* (places: Gazetteer, street: string, end: string): Generator<Reading> {
  const { rest, zip } = zipStart(end);
  const tokens = rest.split(' ').filter((word) => word !== '');
  const state = trailingState(tokens);
  if (state !== undefined) {
    const city = tokens.slice(0, -state.wordCount).join(' ');
    if (city === '' ? zip !== '' : cityNamed(places, city, state.state) !== undefined)
      yield { street, city, states: [state.state], zip };
  }
  if (rest !== '' || zip !== '') yield { street, city: rest, states: null, zip };
  const last = tokens.at(-1) ?? '';
  if (tokens.length > 1 && stateNamed(last) === undefined)
    yield { street, city: tokens.slice(0, -1).join(' '), states: statesStartingWith(last), zip };
};

/** The digits of an incomplete ZIP code at the end of the text. */
const zipStart = (text: string): { rest: string; zip: string } => {
  const zip = /(?:^|\s)(\d{1,5})$/.exec(text)?.[1] ?? '';
  return { rest: text.slice(0, text.length - zip.length).trim(), zip };
};

/** Readings without a comma: the last words are the city's beginning, if the words before them pass as a street. */
const splits = function* (
  places: Gazetteer,
  tokens: readonly string[],
  isStreet: (tokens: readonly string[]) => boolean,
): Generator<Reading> {
  for (let from = Math.max(2, tokens.length - 5); from < tokens.length; from++) {
    const [street, end] = [tokens.slice(0, from), tokens.slice(from)];
    const first = end[0] ?? '';
    const isCity = /^[a-z]/i.test(first) && end.join('').length >= shortestCity;
    if (isCity && isStreet(street) && !(end.length === 1 && isStreetWord(first)))
      yield* readingsOfEnd(places, street.join(' '), end.join(' '));
  }
};

/** The cities that a reading can mean; those of exactly that name alone where there are any. */
const citiesOf = (places: Gazetteer, { city, states }: Reading): number[] => {
  const cities = citiesStartingWith(places, city, states ?? undefined);
  const exact = cities.filter((number) => isNameOf(places, city, number));
  return exact.length > 0 ? exact : cities;
};

/** The rows that a reading can mean, in no order: all of them where it names neither city nor ZIP code. */
const rowsOf = (places: Gazetteer, reading: Reading): number[] => {
  const { city, states, zip } = reading;
  if (city !== '') {
    const rows = citiesOf(places, reading).flatMap((number) => rowsOfCity(places, number));
    return rows.filter((row) => placeAt(places, row).zipCode.startsWith(zip));
  }
  const rows = zip === '' ? [...places.zips.keys()] : rowsStartingWith(places, zip);
  return states === null ? rows : rows.filter((row) => states.includes(placeAt(places, row).state));
};

const bestRows = (places: Gazetteer, reading: Reading, limit: number, near: readonly Point[]): number[] => {
  const isOpen = reading.city === '' && reading.zip === '';
  if (near.length === 0 && isOpen) return [];
  const rows = rowsOf(places, reading);
  const neighbors = near.length === 0 ? [] : nearestFirst(places, rows, near);
  if (neighbors.length >= limit || isOpen) return neighbors.slice(0, limit);
  const known = new Set(neighbors);
  const others = rows.filter((row) => !known.has(row));
  const ordered = reading.city === '' ? others.toSorted(boxesLast(places)) : largestFirst(places, others, limit);
  return [...neighbors, ...ordered].slice(0, limit);
};

/** In order of ZIP code, those of post-office boxes last. */
const boxesLast =
  (places: Gazetteer) =>
  (a: number, b: number): number =>
    (places.isBox[a] ?? 0) - (places.isBox[b] ?? 0) || a - b;

const nearestFirst = (places: Gazetteer, rows: readonly number[], near: readonly Point[]): number[] => {
  const distances = near.map((point) => milesFrom(places, point));
  const miles = (row: number): number => Math.min(...distances.map((from) => from(row)));
  const boxes = boxesLast(places);
  return rows
    .filter((row) => miles(row) <= neighborhoodMiles)
    .toSorted((a, b) => (places.isBox[a] === places.isBox[b] ? miles(a) - miles(b) : boxes(a, b)));
};

/** The larger city first, which leaves places for other cities of the same beginning. */
const largestFirst = (places: Gazetteer, rows: readonly number[], limit: number): number[] => {
  const cities = Map.groupBy(rows.toSorted(boxesLast(places)), (row) => places.cityOfZip[row] ?? 0);
  const [first = [], ...others] = [...cities.values()].toSorted((a, b) => b.length - a.length);
  const leading = first.slice(0, Math.max(limit - others.length, Math.ceil(limit / 2)));
  return [...leading, ...others.flatMap((rows) => rows.slice(0, 1)), ...first.slice(leading.length)];
};
