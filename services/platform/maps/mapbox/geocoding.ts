import { z } from 'zod';
import { tidyAddress } from '../address.ts';
import { MapsFailure } from '../failure.ts';
import { greatCircleMiles } from '@rondo/contracts/people/distance.ts';
import { gazetteer } from '../offline/gazetteer.ts';
import { joined } from '../offline/geocode.ts';
import { offlineMaps } from '../offline/offline-maps.ts';
import { parseAddress } from '../offline/parse-address.ts';
import { defaultSuggestionLimit, type GeocodeAnswer, type MapsProvider, type Suggestion } from '../provider.ts';
import { stateNames } from '../states.ts';
import { pauseAfterFailure, type MapboxClient } from './client.ts';
import { canBeInUnitedStates, coordinatesOf } from './places.ts';

const named = z.object({ name: z.string() });

/** What Rondo reads of a feature of the Geocoding API v6. */
const feature = z.object({
  properties: z.object({
    feature_type: z.string(),
    name: z.string(),
    coordinates: z.object({
      longitude: z.number().min(-180).max(180),
      latitude: z.number().min(-90).max(90),
      accuracy: z.string().optional(),
    }),
    /** Only addresses have it. */
    match_code: z.object({ confidence: z.string() }).optional(),
    context: z.object({
      country: z.object({ country_code: z.string() }),
      region: z.object({ region_code: z.string() }).optional(),
      place: named.optional(),
      locality: named.optional(),
      postcode: named.optional(),
    }),
  }),
});
type Feature = z.infer<typeof feature>['properties'];

const geocodingAnswer = z.object({ type: z.literal('FeatureCollection'), features: z.array(feature) });

/** What the API accepts as a search text. */
const [longestText, mostWords] = [256, 20];
/** Shorter texts complete to anything. */
const shortestText = 3;
/** Farther from its ZIP code or city an address is another one of the same name. */
const farthestMiles = 150;

/** Words and numbers are separated by spacing and punctuation. */
const wordsIn = (text: string): readonly string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];

const isAskable = (text: string): boolean => text.length <= longestText && wordsIn(text).length <= mostWords;

const precisionOf = ({ feature_type, coordinates }: Feature): Suggestion['precision'] | null => {
  switch (feature_type) {
    case 'address':
    case 'secondary_address':
      return coordinates.accuracy === 'approximate' ? 'zip' : 'exact';
    case 'street':
    case 'postcode':
    case 'neighborhood':
    case 'block':
      return 'zip';
    case 'place':
    case 'locality':
      return 'city';
    default:
      return null;
  }
};

const placeOf = (found: Feature): Suggestion | null => {
  const { context, coordinates, feature_type, name } = found;
  const [precision, state] = [precisionOf(found), context.region?.region_code ?? ''];
  if (precision === null || !Object.hasOwn(stateNames, state)) return null;
  const city = context.place?.name ?? context.locality?.name ?? (precision === 'city' ? name : '');
  const zipCode = /^\d{5}/.exec(context.postcode?.name ?? (feature_type === 'postcode' ? name : ''))?.[0] ?? '';
  const street = ['address', 'secondary_address', 'street'].includes(feature_type) ? name : '';
  return {
    address: joined(street, city, `${state} ${zipCode}`.trim()),
    city,
    state,
    zipCode,
    latitude: coordinates.latitude,
    longitude: coordinates.longitude,
    precision,
  };
};

/** Asked for places of the United States only, any other answer is a lie. */
const isAbroad = ({ context, coordinates }: Feature): boolean =>
  context.country.country_code.toUpperCase() !== 'US' || !canBeInUnitedStates(coordinates);

/** The features in the United States. @throws MapsFailure when there are others only */
const featuresIn = ({ features }: z.infer<typeof geocodingAnswer>): Feature[] => {
  const found = features.map(({ properties }) => properties).filter((one) => !isAbroad(one));
  if (found.length > 0 || features.length === 0) return found;
  throw new MapsFailure('wrong', 'an address of the United States was located elsewhere.', {
    pause: pauseAfterFailure,
  });
};

/** Whether the service found the address that was meant, as far as its ZIP code or city can tell. */
const isMeant = (found: Feature, place: Suggestion, offline: GeocodeAnswer): boolean => {
  const confidence = found.match_code?.confidence;
  if (!offline.success) return confidence === 'exact' || confidence === 'high';
  return confidence !== 'low' && place.state === offline.state && greatCircleMiles(place, offline) <= farthestMiles;
};

/**
 * Addresses by the Geocoding API. What names no street is located by its ZIP code or city without a call, and so is an address
 * that Mapbox does not know.
 */
export const mapboxGeocode =
  (client: MapboxClient): MapsProvider['geocode'] =>
  async (address) => {
    const offline = await offlineMaps.geocode(address);
    const text = tidyAddress(address);
    if (!isAskable(text) || parseAddress(gazetteer(), address).street === '') return offline;
    const [found] = await client.get({
      kind: 'geocode',
      path: '/search/geocode/v6/forward',
      query: {
        q: text,
        // The location of a student or teacher is stored.
        permanent: 'true',
        autocomplete: 'false',
        country: 'us',
        language: 'en',
        limit: '1',
        types: 'address,street',
      },
      shape: geocodingAnswer,
      read: featuresIn,
    });
    if (found === undefined) return offline;
    const place = placeOf(found);
    if (place === null || !isMeant(found, place, offline)) return offline;
    const { address: formattedAddress, zipCode, ...rest } = place;
    return { success: true, ...rest, formattedAddress, zipCode: zipCode === '' ? null : zipCode };
  };

/** Suggestions by the Geocoding API, as its temporary answers, which may be shown but not stored. */
export const mapboxSuggest =
  (client: MapboxClient): MapsProvider['suggest'] =>
  async (text, options = {}) => {
    const { limit = defaultSuggestionLimit, near: [near] = [] } = options;
    const sought = tidyAddress(text);
    if (sought.length < shortestText || !isAskable(sought)) return offlineMaps.suggest(text, options);
    const found = await client.get({
      kind: 'suggestions',
      path: '/search/geocode/v6/forward',
      query: {
        q: sought,
        autocomplete: 'true',
        country: 'us',
        language: 'en',
        limit: String(Math.min(limit, defaultSuggestionLimit)),
        types: 'address,street,postcode,place,locality',
        ...(near === undefined ? {} : { proximity: coordinatesOf(near) }),
      },
      shape: geocodingAnswer,
      read: featuresIn,
    });
    const places = found.flatMap((one) => placeOf(one) ?? []);
    return [...new Map(places.map((place) => [place.address, place])).values()].slice(0, limit);
  };
