import type { Point } from '../provider.ts';
import { cityKey, type Gazetteer } from './gazetteer.ts';

// Queries to the gazetteer. Rows and cities are its numbers.

/** One ZIP code with its city and the point that GeoNames gives it. */
type ZipPlace = Point & { readonly zipCode: string; readonly city: string; readonly state: string };

/** The first index whose item is at least a bound. */
const lowerBound = <Item extends string | number>(sorted: ArrayLike<Item>, bound: Item): number => {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const item = sorted[middle];
    if (item !== undefined && item < bound) low = middle + 1;
    else high = middle;
  }
  return low;
};

const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);

/** The row of a five-digit ZIP code, or undefined. */
export const rowOfZip = (places: Gazetteer, zipCode: string): number | undefined => {
  const row = lowerBound(places.zips, Number(zipCode));
  return /^\d{5}$/.test(zipCode) && places.zips[row] === Number(zipCode) ? row : undefined;
};

/** The rows whose ZIP code begins with these one to five digits. */
export const rowsStartingWith = (places: Gazetteer, digits: string): number[] => {
  const from = Number(digits.padEnd(5, '0'));
  return range(lowerBound(places.zips, from), lowerBound(places.zips, from + 10 ** (5 - digits.length)));
};

/** The city of that name in that state, or undefined. */
export const cityNamed = (places: Gazetteer, name: string, state: string): number | undefined => {
  const key = cityKey(name);
  const number = lowerBound(places.nameKeys, key);
  if (places.nameKeys[number] !== key) return undefined;
  return citiesOfNames(places, number, number + 1).find((city) => places.stateOfCity[city] === state);
};

const citiesOfNames = (places: Gazetteer, from: number, to: number): number[] =>
  range(places.citiesStart[from] ?? 0, places.citiesStart[to] ?? 0);

/** The cities whose name begins with the text; of one of these states, where states are given. */
export const citiesStartingWith = (places: Gazetteer, text: string, states?: readonly string[]): number[] => {
  const start = cityKey(text);
  if (start === '') return [];
  const from = lowerBound(places.nameKeys, start);
  const to = lowerBound(places.nameKeys, `${start}\u{FFFF}`);
  return citiesOfNames(places, from, to).filter((city) => states?.includes(places.stateOfCity[city] ?? '') ?? true);
};

export const isNameOf = (places: Gazetteer, text: string, city: number): boolean =>
  places.nameKeys[places.nameOfCity[city] ?? 0] === cityKey(text);

/** A city's rows in order of ZIP code. */
export const rowsOfCity = (places: Gazetteer, city: number): number[] => [
  ...places.zipsByCity.subarray(places.zipsStart[city], places.zipsStart[city + 1]),
];

const pointOf = (places: Gazetteer, row: number): Point => ({
  latitude: (places.latitudes[row] ?? 0) / 1e4,
  longitude: (places.longitudes[row] ?? 0) / 1e4,
});

export const cityName = (places: Gazetteer, city: number): string => places.names[places.nameOfCity[city] ?? 0] ?? '';

/** What the gazetteer knows of a row. */
export const placeAt = (places: Gazetteer, row: number): ZipPlace => {
  const city = places.cityOfZip[row] ?? 0;
  return {
    zipCode: String(places.zips[row]).padStart(5, '0'),
    city: cityName(places, city),
    state: places.stateOfCity[city] ?? '',
    ...pointOf(places, row),
  };
};

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** The middle of a city: the median of its ZIP codes' points, which a single wrong point cannot distort. */
export const middleOfCity = (places: Gazetteer, city: number): Point => {
  const all = rowsOfCity(places, city);
  const own = all.filter((row) => places.isBox[row] === 0);
  const points = (own.length > 0 ? own : all).map((row) => pointOf(places, row));
  return {
    latitude: median(points.map(({ latitude }) => latitude)),
    longitude: median(points.map(({ longitude }) => longitude)),
  };
};

const milesPerDegree = 69.1;

/** Miles from a point to each row, on a flat map around the point: good enough to compare neighbors by, and cheap. */
export const milesFrom = (places: Gazetteer, near: Point): ((row: number) => number) => {
  const narrowing = Math.cos((near.latitude * Math.PI) / 180);
  return (row) => {
    const up = (places.latitudes[row] ?? 0) / 1e4 - near.latitude;
    const across = ((places.longitudes[row] ?? 0) / 1e4 - near.longitude) * narrowing;
    return milesPerDegree * Math.hypot(up, across);
  };
};
