import { placeholderCity, placeholderZip } from '@rondo/contracts/api/placeholders.ts';
type Place = {
  readonly address: string | null;
  readonly city: string | null;
  readonly zipCode: string | null;
};

const known = (text: string | null, placeholder: string): string =>
  text === null || text === placeholder ? '' : text.trim();

/** City and ZIP code as they were located or typed; placeholders become null. */
const cityAndZip = ({ city, zipCode }: Place) => ({
  city: known(city, placeholderCity),
  zip: known(zipCode, placeholderZip),
});

/** "1905 S 5th St": everything before the first comma. */
export const streetOf = ({ address }: Place): string => address?.split(',')[0]?.trim() ?? '';

/** "1905 S 5th St, 78704", for a line in a list. */
export const shortAddress = (place: Place): string => {
  const { city, zip } = cityAndZip(place);
  return [streetOf(place), zip || city]
    .filter((part, index, parts) => part !== '' && parts.indexOf(part) === index)
    .join(', ');
};

/** An address in two lines: the street, then the rest, which is completed from city and ZIP code if the user did not type it. */
export const addressLines = (place: Place): string[] => {
  const { city, zip } = cityAndZip(place);
  const [, ...rest] = (place.address ?? '').split(',').map((part) => part.trim());
  const typed = rest.filter((part) => part !== '').join(', ');
  const second = typed || [city, zip].filter((part) => part !== '').join(', ');
  return [streetOf(place), second].filter((line) => line !== '');
};

export type LocationNote = {
  readonly kind: 'approximate' | 'unknown';
  /** Next to the address. */
  readonly text: string;
  /** On its own. */
  readonly sentence: string;
};

const notes = {
  approximate: {
    kind: 'approximate',
    text: 'approximate',
    sentence: 'This location is approximate (ZIP code).',
  },
  unknown: {
    kind: 'unknown',
    text: 'could not be located: each drive counts as 15 minutes',
    sentence: 'This address could not be located: each drive counts as 15 minutes.',
  },
} as const satisfies Record<LocationNote['kind'], LocationNote>;

/** What the user should know about the precision of an address; null if it is exact or there is none. */
export const locationNote = (
  place: Place & { readonly locationPrecision: 'exact' | 'zip' | 'city' | null },
): LocationNote | null => {
  if ((place.address ?? '') === '' || place.locationPrecision === 'exact') return null;
  return place.locationPrecision === null ? notes.unknown : notes.approximate;
};
