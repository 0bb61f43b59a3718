import { greatCircleMiles } from '@rondo/contracts/people/distance.ts';
import { offlineMaps } from '../../offline/offline-maps.ts';
import type { Point } from '../../provider.ts';
import { stateNames } from '../../states.ts';

// The documented shapes of Mapbox's answers: https://docs.mapbox.com/api/

/** An answer before it is sent. */
export type Answer = { readonly status: number; readonly body: unknown };

export const ok = (body: unknown): Answer => ({ status: 200, body });
export const refused = (status: number, message: string): Answer => ({ status, body: { message } });

const attribution = 'NOTICE: © 2026 Mapbox and its suppliers. All rights reserved.';

/** A number from 0 to 1 that depends on nothing but the text. */
const spread = (text: string): number => {
  let hash = 7;
  for (const letter of text) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003;
  return hash / 1_000_003;
};

/** Rooftops around the middle of a ZIP code. */
const rooftop = ({ latitude, longitude }: Point, street: string): Point => ({
  latitude: Math.round((latitude + (spread(street) - 0.5) / 30) * 1e6) / 1e6,
  longitude: Math.round((longitude + (spread(`${street}!`) - 0.5) / 30) * 1e6) / 1e6,
});

type Featured = { readonly street: string; readonly city: string; readonly state: string; readonly zipCode: string };

const featureOf = ({ street, city, state, zipCode }: Featured, middle: Point): unknown => {
  const { latitude, longitude } = street === '' ? middle : rooftop(middle, street);
  const region = stateNames[state] ?? state;
  const place_formatted = `${city}, ${region} ${zipCode}, United States`;
  const id = `fake.${Math.round(spread(street + zipCode) * 1e6)}`;
  const [, number = '', streetName = street] = /^(\d+)\s+(.*)$/.exec(street) ?? [];
  return {
    type: 'Feature',
    id,
    geometry: { type: 'Point', coordinates: [longitude, latitude] },
    properties: {
      mapbox_id: id,
      feature_type: street === '' ? 'postcode' : 'address',
      name: street === '' ? zipCode : street,
      coordinates: { longitude, latitude, ...(street === '' ? {} : { accuracy: 'rooftop' }) },
      place_formatted,
      full_address: street === '' ? place_formatted : `${street}, ${place_formatted}`,
      ...(street === ''
        ? {}
        : {
            match_code: {
              address_number: 'matched',
              street: 'matched',
              postcode: 'matched',
              place: 'matched',
              region: 'matched',
              locality: 'not_applicable',
              country: 'inferred',
              confidence: 'exact',
            },
          }),
      context: {
        ...(street === ''
          ? {}
          : { address: { mapbox_id: id, address_number: number, street_name: streetName, name: street } }),
        postcode: { mapbox_id: `${id}.zip`, name: zipCode },
        place: { mapbox_id: `${id}.place`, name: city },
        region: {
          mapbox_id: `${id}.region`,
          name: region,
          region_code: state,
          region_code_full: `US-${state}`,
        },
        country: {
          mapbox_id: `${id}.country`,
          name: 'United States',
          country_code: 'US',
          country_code_alpha_3: 'USA',
        },
      },
    },
  };
};

const streetOf = (address: string): string => (/^\d+\s/.test(address) ? (address.split(',')[0] ?? '').trim() : '');

/** Geocoding v6, forward. It knows every ZIP code and each street in it. */
export const geocoded = async (query: URLSearchParams): Promise<Answer> => {
  const text = query.get('q') ?? '';
  if (text === '') return refused(404, 'No search text or structured input parameters were provided in the query.');
  if (text.length > 256 || text.split(/\s+/).length > 20 || text.includes(';'))
    return refused(422, 'Query too long or with characters that are not allowed.');
  if (query.get('country') !== 'us') return refused(422, 'This fake knows the United States only.');
  const found =
    query.get('autocomplete') === 'false'
      ? [await offlineMaps.geocode(text)].flatMap((answer) =>
          answer.success && answer.zipCode !== null
            ? [{ ...answer, address: answer.formattedAddress, zipCode: answer.zipCode }]
            : [],
        )
      : await offlineMaps.suggest(text, { limit: Number(query.get('limit') ?? 5) });
  const features = found.map(({ address, latitude, longitude, ...place }) =>
    featureOf({ street: streetOf(address), ...place }, { latitude, longitude }),
  );
  return ok({ type: 'FeatureCollection', features, attribution });
};

/** The coordinates of a path, or null where they are not 2 to 25. */
const pointsOf = (path: string): Point[] | null => {
  const points = decodeURIComponent(path)
    .split(';')
    .map((pair) => {
      const [longitude = Number.NaN, latitude = Number.NaN] = pair.split(',').map(Number);
      return { latitude, longitude };
    });
  const isRight = points.every(({ latitude, longitude }) => Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180);
  return isRight && points.length >= 2 && points.length <= 25 ? points : null;
};

const invalidInput = (message: string): Answer => ({ status: 422, body: { code: 'InvalidInput', message } });

/** Meters on the road: the way back is a little longer, as with one-way streets. */
const metersBetween = (from: Point, to: Point): number => {
  const meters = greatCircleMiles(from, to) * 1609.344 * 1.25;
  return Math.round(meters * (from.longitude < to.longitude ? 1.03 : 1) * 10) / 10;
};
const secondsFor = (meters: number): number => Math.round((meters / 11) * 10) / 10;

const waypoint = ({ latitude, longitude }: Point) => ({ distance: 4.2, name: '', location: [longitude, latitude] });

const picked = <T>(all: readonly T[], indexes: string | null): T[] | null => {
  if (indexes === null || indexes === 'all') return [...all];
  const some = indexes.split(';').map((index) => all[Number(index)]);
  return some.every((one) => one !== undefined) ? some.flatMap((one) => one ?? []) : null;
};

/** Matrix v1, and for how many elements it charges. */
export const matrix = (path: string, query: URLSearchParams): Answer & { readonly elements: number } => {
  const points = pointsOf(path);
  const sources = points && picked(points, query.get('sources'));
  const destinations = points && picked(points, query.get('destinations'));
  if (!points || !sources || !destinations)
    return { ...invalidInput('Between 2 and 25 coordinates are needed.'), elements: 0 };
  const distances = sources.map((from) => destinations.map((to) => metersBetween(from, to)));
  const annotations = query.get('annotations')?.split(',') ?? ['duration'];
  return {
    ...ok({
      code: 'Ok',
      ...(annotations.includes('distance') ? { distances } : {}),
      ...(annotations.includes('duration') ? { durations: distances.map((row) => row.map(secondsFor)) } : {}),
      sources: sources.map(waypoint),
      destinations: destinations.map(waypoint),
    }),
    elements: sources.length * destinations.length,
  };
};

/** A road along the grid of streets: east or west first. */
const corner = (from: Point, to: Point): [number, number] => [to.longitude, from.latitude];

/** Directions v5. */
export const directions = (path: string, query: URLSearchParams): Answer => {
  const points = pointsOf(path);
  if (!points) return invalidInput('Between 2 and 25 coordinates are needed.');
  if (query.get('geometries') !== 'geojson') return invalidInput('This fake draws GeoJSON only.');
  const legs = points.slice(1).map((to, i) => {
    const distance = metersBetween(points[i] ?? to, to);
    return { summary: '', weight: secondsFor(distance), duration: secondsFor(distance), distance, steps: [] };
  });
  const coordinates = points.flatMap((point, i): [number, number][] => {
    const next = points[i + 1];
    return [[point.longitude, point.latitude], ...(next === undefined ? [] : [corner(point, next)])];
  });
  const sum = (of: 'distance' | 'duration') => legs.reduce((total, leg) => total + leg[of], 0);
  return ok({
    code: 'Ok',
    uuid: 'fake',
    routes: [
      {
        weight_name: 'auto',
        weight: sum('duration'),
        duration: sum('duration'),
        distance: sum('distance'),
        legs,
        geometry: { type: 'LineString', coordinates },
      },
    ],
    waypoints: points.map(waypoint),
  });
};

/** A style without sources: mapbox-gl draws it without another request. */
export const emptyStyle: unknown = {
  version: 8,
  name: 'Fake',
  sources: {},
  layers: [{ id: 'land', type: 'background', paint: { 'background-color': '#e8e4dc' } }],
};
