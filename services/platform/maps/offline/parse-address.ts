import { isStreetWord, tidyAddress } from '../address.ts';
import { stateNames, trailingState } from '../states.ts';
import type { Gazetteer } from './gazetteer.ts';
import { cityName, cityNamed, placeAt, rowOfZip } from './places.ts';

export type ParsedAddress = {
  /** Everything before the city, tidied; '' when there is nothing. */
  readonly street: string;
  /** In the gazetteer's spelling where it knows the city, else as typed; null where no city was recognized. */
  readonly city: string | null;
  /** The gazetteer's number of that city in that state. */
  readonly cityNumber: number | null;
  /** Two letters: the one typed, else the ZIP code's. */
  readonly state: string | null;
  /** The ZIP code's row in the gazetteer. */
  readonly row: number | null;
  /** A ZIP code that the gazetteer does not know. */
  readonly unknownZip: string | null;
  /** A city of another state than the ZIP code's, as "Austin, TX 10001" has it. */
  readonly elsewhere: string | null;
};

const longestAddress = 300;
const unitAtEnd =
  /(?:^|[\s,]+)(?:(?:apt|apartment|unit|suite|ste|bldg|building|floor|rm|room|lot|trlr|spc)\.?[\s#]+|#\s*)(?:[\w-]*\d[\w-]*|[a-z])$/i;
/** Words after which a number is no ZIP code. */
const numbered =
  /^(?:apt|apartment|unit|suite|ste|bldg|box|hwy|highway|route|rte|rt|fm|rm|cr|sr|road|rd|lot|#|no|number)\.?$/i;
const zipAtEnd = /^(.*?)(?:^|[\s,])(\d{5})(?:[-\s]?\d{4})?$/;
const zipAtStart = /^(\d{5})(?:-\d{4})?(?:$|\s+(?=\D))/;
/** 02139 as a spreadsheet writes it: 2139. */
const shortZip = /^(?:.*[\s,])?(?:CT|MA|ME|NH|NJ|RI|VT)\s(\d{4})$/i;

const upperWords = new Set(['nw', 'ne', 'sw', 'se', 'po']);

/** Words that were typed in small letters get capitals; others stay as they are. */
const capitalized = (text: string): string =>
  text.replaceAll(/(?<![\w'’.-])[a-z][a-z'’]*(?!\w)/g, (word) =>
    upperWords.has(word) ? word.toUpperCase() : word.charAt(0).toUpperCase() + word.slice(1),
  );

const partsOf = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
const wordsOf = (text: string): string[] => text.split(' ').filter((word) => word !== '');

type ZipTaken = { readonly parts: readonly string[]; readonly zip: string };

/** Extracts the ZIP code of a part, if any. A number at the start is the house number, unless it is the whole address. */
const zipOfPart = (places: Gazetteer, parts: readonly string[], i: number): ZipTaken | undefined => {
  const part = parts[i] ?? '';
  const without = (text: string): readonly string[] => parts.toSpliced(i, 1, ...partsOf(text));
  const [, before = '', last] = zipAtEnd.exec(part) ?? [];
  const isHouseNumber = i === 0 && before === '' && parts.length > 1;
  if (last !== undefined && !isHouseNumber && !numbered.test(wordsOf(before).at(-1) ?? ''))
    return { parts: without(before), zip: last };
  const [opening, first = ''] = zipAtStart.exec(part) ?? [];
  if (opening !== undefined && i > 0 && rowOfZip(places, first) !== undefined)
    return { parts: without(part.slice(opening.length)), zip: first };
  const short = shortZip.exec(part)?.[1];
  if (short !== undefined && rowOfZip(places, `0${short}`) !== undefined)
    return { parts: without(part.slice(0, -4)), zip: `0${short}` };
  return undefined;
};

const stateOfZip = (places: Gazetteer, zip: string): string | null => {
  const row = rowOfZip(places, zip);
  return row === undefined ? null : placeAt(places, row).state;
};

/** Extracts the ZIP code from the parts: the last number that can be one. */
const takeZip = (places: Gazetteer, parts: readonly string[]): ZipTaken | undefined => {
  const state = trailingState(wordsOf(parts.at(-1) ?? ''))?.state;
  for (let i = parts.length - 1; i >= 0; i--) {
    const found = zipOfPart(places, parts, i);
    if (found === undefined) continue;
    const zipState = stateOfZip(places, found.zip);
    // Earlier in the text it must be certain: known, and of the state that follows.
    if (i === parts.length - 1 || (zipState !== null && (state ?? zipState) === zipState)) return found;
  }
  return zipInFront(places, parts);
};

/** "78704 Austin TX": a leading ZIP code, followed only by its city and state. */
const zipInFront = (places: Gazetteer, parts: readonly string[]): ZipTaken | undefined => {
  const [opening = '', zip = ''] = zipAtStart.exec(parts[0] ?? '') ?? [];
  const zipState = stateOfZip(places, zip);
  if (zipState === null) return undefined;
  const rest = partsOf([(parts[0] ?? '').slice(opening.length), ...parts.slice(1)].join(','));
  const { street, cityNumber } = takeCityAndState(places, rest, zipState);
  return street === '' && cityNumber !== null ? { parts: rest, zip } : undefined;
};

type CityAndState = Pick<ParsedAddress, 'street' | 'city' | 'cityNumber' | 'state'>;

/** Extracts city and state from the end. With a ZIP code, the name of another state is read as part of the street. */
const takeCityAndState = (places: Gazetteer, parts: readonly string[], zipState: string | null): CityAndState => {
  const tokens = wordsOf(parts.at(-1) ?? '');
  const named = trailingState(tokens);
  const typed = named !== undefined && (zipState ?? named.state) === named.state ? named : undefined;
  const state = typed?.state ?? zipState;
  if (state === null) return { street: parts.join(', '), city: null, cityNumber: null, state: null };

  const left = partsOf(
    [...parts.slice(0, -1), tokens.slice(0, tokens.length - (typed?.wordCount ?? 0)).join(' ')].join(','),
  );
  const city = takeCity(places, left, state) ?? (typed === undefined ? undefined : namesake(places, left, state));
  if (city !== undefined) return { ...city, state };
  // "12 Windsor Ct, 06095" ends with a court, not with Connecticut.
  const isStreet = zipState !== null && tokens.length > 1 && isStreetWord(tokens.at(-1) ?? '');
  return { street: (isStreet ? parts : left).join(', '), city: null, cityNumber: null, state };
};

type CityTaken = Omit<CityAndState, 'state'>;

/** "350 5th Ave, New York": the city that has its state's name. */
const namesake = (places: Gazetteer, left: readonly string[], state: string): CityTaken | undefined => {
  const name = stateNames[state] ?? '';
  const cityNumber = cityNamed(places, name, state);
  return cityNumber === undefined ? undefined : { street: left.join(', '), city: name, cityNumber };
};

/** "Austin, TX" beside a ZIP code of New York: both a known city and its state must be named, or it is a street. */
const cityElsewhere = (places: Gazetteer, parts: readonly string[], zipState: string): string | null => {
  const typed = trailingState(wordsOf(parts.at(-1) ?? ''))?.state;
  if (typed === undefined || typed === zipState) return null;
  const { city, cityNumber } = takeCityAndState(places, parts, null);
  return city === null || cityNumber === null ? null : `${city}, ${typed}`;
};

const isCounty = (part: string): boolean => /^\D+ (?:county|parish)$/i.test(part);

const takeCity = (places: Gazetteer, parts: readonly string[], state: string): CityTaken | undefined => {
  const all = parts.filter((part, i) => i === 0 || !isCounty(part));
  const [before, last = ''] = [all.slice(0, -1), all.at(-1)];
  if (before.length > 0 && !/\d/.test(last) && !unitAtEnd.test(last)) {
    // The part after the last comma is the city, even if the gazetteer does not know it.
    const cityNumber = cityNamed(places, last, state) ?? null;
    const city = cityNumber === null ? capitalized(last) : cityName(places, cityNumber);
    return { street: before.join(', '), city, cityNumber };
  }
  const tokens = wordsOf(last);
  const found = cityAtEnd(places, tokens, state);
  if (found === undefined) return undefined;
  const street = [...before, tokens.slice(0, found.from).join(' ')].filter((part) => part !== '').join(', ');
  return { street, city: cityName(places, found.cityNumber), cityNumber: found.cityNumber };
};

/** The longest known city that the words end with. A house number alone is no street: "12 Windsor Ct" names no city. */
const cityAtEnd = (
  places: Gazetteer,
  tokens: readonly string[],
  state: string,
): { from: number; cityNumber: number } | undefined => {
  for (let from = Math.max(0, tokens.length - 5); from < tokens.length; from++) {
    const cityNumber = cityNamed(places, tokens.slice(from).join(' '), state);
    if (cityNumber === undefined) continue;
    return from === 1 && /^\d/.test(tokens[0] ?? '') ? undefined : { from, cityNumber };
  }
  return undefined;
};

/**
 * Parses a US address as people type it. Nothing is rejected: what is not recognized stays in the street. Only the
 * first 300 characters are read.
 */
export const parseAddress = (places: Gazetteer, text: string): ParsedAddress => {
  const tidy = tidyAddress(text.slice(0, longestAddress));
  // A unit behind everything else ("..., TX 78704, Apt 4") goes back behind the street.
  const unit = unitAtEnd.exec(tidy)?.[0] ?? '';
  const parts = partsOf(tidy.slice(0, tidy.length - unit.length));
  const withZip = takeZip(places, parts);
  const row = withZip === undefined ? undefined : rowOfZip(places, withZip.zip);
  const zipState = row === undefined ? null : placeAt(places, row).state;
  const rest = withZip?.parts ?? parts;
  const { street, ...place } = takeCityAndState(places, rest, zipState);
  return {
    ...place,
    street: capitalized([street, unit.replace(/^[\s,]+/, '')].filter((part) => part !== '').join(', ')),
    row: row ?? null,
    unknownZip: withZip !== undefined && row === undefined ? withZip.zip : null,
    elsewhere: zipState === null ? null : cityElsewhere(places, rest, zipState),
  };
};
