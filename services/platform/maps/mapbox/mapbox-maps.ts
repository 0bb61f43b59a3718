import { performance } from 'node:perf_hooks';
import type { MapsProvider } from '../provider.ts';
import { mapboxClient, type MapboxClient, type MapboxClientOptions } from './client.ts';
import { mapboxRoad } from './directions.ts';
import { mapboxGeocode, mapboxSuggest } from './geocoding.ts';
import { mapboxDrives } from './matrix.ts';

export type MapboxMaps = MapsProvider & Pick<MapboxClient, 'failure'>;

/** Maps by Mapbox's web services. They cost money: the cache is in front of them, and a daily limit in the client. */
export const mapboxMaps = (options: Omit<MapboxClientOptions, 'elapsed'> & { elapsed?: () => number }): MapboxMaps => {
  const { elapsed = () => performance.now() } = options;
  const client = mapboxClient({ ...options, elapsed });
  return {
    name: 'mapbox',
    geocode: mapboxGeocode(client),
    suggest: mapboxSuggest(client),
    road: mapboxRoad(client),
    ...mapboxDrives(client, elapsed),
    failure: client.failure,
  };
};
