import { placeholderCity, placeholderZip } from '@rondo/contracts/api/placeholders.ts';
import { trailingState } from './states.ts';

/** A map address is longer than this many characters. */
const shortestMapAddress = 5;

/** Street types and directions as people write them, to their USPS abbreviation (Publication 28, appendix C). */
const abbreviations = new Map(
  Object.entries({
    avenue: 'ave',
    av: 'ave',
    boulevard: 'blvd',
    circle: 'cir',
    court: 'ct',
    cove: 'cv',
    crossing: 'xing',
    drive: 'dr',
    expressway: 'expy',
    freeway: 'fwy',
    heights: 'hts',
    highway: 'hwy',
    lane: 'ln',
    loop: 'loop',
    parkway: 'pkwy',
    pass: 'pass',
    place: 'pl',
    plaza: 'plz',
    road: 'rd',
    route: 'rte',
    square: 'sq',
    street: 'st',
    terrace: 'ter',
    trail: 'trl',
    turnpike: 'tpke',
    way: 'way',
    north: 'n',
    south: 's',
    east: 'e',
    west: 'w',
    northeast: 'ne',
    northwest: 'nw',
    southeast: 'se',
    southwest: 'sw',
    apartment: 'apt',
    suite: 'ste',
    number: '#',
    saint: 'st',
    fort: 'ft',
    mount: 'mt',
  }),
);
const abbreviated = new Set([
  ...abbreviations.values(),
  'run',
  'row',
  'path',
  'walk',
  'alley',
  'aly',
  'bend',
  'bnd',
  'broadway',
]);

/** True for the words that name a kind of street: street, st, avenue, ln ... and directions. */
export const isStreetWord = (word: string): boolean => abbreviated.has(abbreviatedWord(word));

/** "st" of "Street", "s" of "South". */
export const abbreviatedWord = (word: string): string => {
  const plain = word.toLowerCase().replaceAll('.', '');
  return abbreviations.get(plain) ?? plain;
};

const country = /[\s,]+(?:usa|u\.s\.a\.?|us|u\.s\.?|united states(?: of america)?)[\s.]*$/i;

/** The text on one line without doubled spaces, control characters, stray commas and the country at its end. */
export const tidyAddress = (text: string): string =>
  text
    .toWellFormed()
    .normalize('NFKC')
    .replaceAll(/[\r\n;]+/g, ', ')
    .replaceAll(/\p{Cc}+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?(?:, ?)+/g, ', ')
    .replace(country, '')
    .replaceAll(/^[\s,]+|[\s,]+$/g, '');

/**
 * One spelling for the many ways to write an address, to tell whether two are the same: "1905 South 5th Street, Austin,
 * Texas 78704-1234, USA" and "1905 s 5th st austin 78704" are. Not for showing.
 */
export const normalizeAddress = (text: string): string => {
  const tokens = tidyAddress(text)
    .toLowerCase()
    .replaceAll(/['’.]/g, '')
    .replace(/(\d{5})-\d{4}$/, '$1')
    .replaceAll('#', ' # ')
    .split(/[^\p{L}\p{N}#]+/u)
    .filter((word) => word !== '');
  const zip = /^\d{5}$/.test(tokens.at(-1) ?? '') && tokens.length > 1 ? tokens.slice(-1) : [];
  const rest = tokens.slice(0, tokens.length - zip.length);
  const state = trailingState(rest);
  const named = state === undefined ? rest : rest.slice(0, -state.wordCount);
  // A ZIP says the state; without one, both spellings of the state become one.
  const end = zip.length > 0 ? zip : state === undefined ? [] : [state.state.toLowerCase()];
  return [...named.map((word) => abbreviations.get(word) ?? word), ...end].join(' ');
};

/** An address as students and teachers have it, in three fields. */
export type PostalAddress = {
  readonly address?: string | null | undefined;
  readonly city?: string | null | undefined;
  readonly zipCode?: string | null | undefined;
};

const trimmed = (part: string | null | undefined): string => part?.trim() ?? '';

const realCity = (city: string | null | undefined): string =>
  trimmed(city).toLowerCase() === placeholderCity.toLowerCase() ? '' : trimmed(city);

const realZipCode = (zipCode: string | null | undefined): string =>
  trimmed(zipCode) === placeholderZip ? '' : trimmed(zipCode);

const plainWords = (text: string): string =>
  ` ${text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()} `;

/** Whether an address says its city: after its first comma, or at its end. "100 Austin St" does not say Austin. */
const namesCity = (address: string, city: string): boolean => {
  const [first = '', ...later] = address.split(',');
  if (plainWords(later.join(' ')).includes(plainWords(city))) return true;
  const end = first
    .trim()
    .split(' ')
    .filter((word) => !/^\d{5}(-\d{4})?$/.test(word));
  const state = trailingState(end)?.wordCount ?? 0;
  return [end, end.slice(0, end.length - state)].some((spelling) =>
    plainWords(spelling.join(' ')).endsWith(plainWords(city)),
  );
};

/** Whether an address says its ZIP code. A house number that happens to equal it does not. */
const namesZip = (address: string, zipCode: string): boolean =>
  plainWords(address.replace(/^\d+\s/, '')).includes(plainWords(zipCode));

/** The address without the placeholders that an import may have written into it. */
const withoutPlaceholders = (address: string): string =>
  tidyAddress(address.replaceAll(/City not provided/gi, '').replace(/[\s,]*\b00000$/, ''));

/**
 * The address as it is shown and looked up: address, city and ZIP code with the placeholders left out, and without a
 * city or ZIP code that the address names already.
 */
export const formatAddress = ({ address, city, zipCode }: PostalAddress): string => {
  const street = withoutPlaceholders(trimmed(address));
  const [town, zip] = [realCity(city), realZipCode(zipCode)];
  const parts = [street, namesCity(street, town) ? '' : town, namesZip(street, zip) ? '' : zip];
  return parts.filter((part) => part !== '').join(', ');
};

/** The address that a map can show, or null where there is too little of it (5 characters or fewer). */
export const mapAddress = (address: PostalAddress): string | null => {
  const text = formatAddress(address);
  return text.length > shortestMapAddress ? text : null;
};
