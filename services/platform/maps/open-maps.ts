import { performance } from 'node:perf_hooks';
import type pg from 'pg';
import { mapsCache, type MapsCache } from './cache/maps-cache.ts';
import { noticeOf } from './failure.ts';
import { mapsBudget } from './mapbox/budget.ts';
import { budgetFailure, mapboxClient, type MapboxClient, type MapboxClientOptions } from './mapbox/client.ts';
import { mapboxRoad } from './mapbox/directions.ts';
import { mapboxGeocode, mapboxSuggest } from './mapbox/geocoding.ts';
import { mapboxDrives } from './mapbox/matrix.ts';
import { offlineMaps } from './offline/offline-maps.ts';
import type { MapsProvider } from './provider.ts';

declare module '../kit/services.ts' {
  interface Services {
    readonly maps: OpenedMaps;
  }
}

export type MapsSettings = {
  readonly MAPBOX_TOKEN?: string | undefined;
  readonly MAPBOX_SERVER_TOKEN?: string | undefined;
  readonly MAPBOX_API_URL: string;
  readonly MAPBOX_DAILY_LIMIT: number;
  /** The clock, in epoch milliseconds. */
  readonly now: () => number;
};

/** What the screens can know of the maps service. */
type MapsStatus = {
  readonly provider: 'offline' | 'mapbox';
  readonly notice: string | null;
  readonly callsToday: number;
  readonly dailyLimit: number | null;
};

export type OpenedMaps = MapsCache & {
  readonly status: () => Promise<MapsStatus>;
  /** What the browser draws maps with; undefined when they are drawn offline. */
  readonly browser: { readonly apiKey: string; readonly apiUrl: string } | undefined;
};

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

/**
 * Mapbox with a token, estimates without one.
 * @param pool whose `mapsCacheSchema` has been applied
 * @param report is told when Mapbox fails
 */
export const openMaps = (
  { MAPBOX_TOKEN, MAPBOX_SERVER_TOKEN, MAPBOX_API_URL, MAPBOX_DAILY_LIMIT, now }: MapsSettings,
  pool: pg.Pool,
  report: (failure: Error) => void,
): OpenedMaps => {
  if (MAPBOX_TOKEN === undefined)
    return {
      ...mapsCache({ pool, provider: offlineMaps, now }),
      status: async () => ({ provider: 'offline', notice: null, callsToday: 0, dailyLimit: null }),
      browser: undefined,
    };
  const budget = mapsBudget({ pool, limit: MAPBOX_DAILY_LIMIT, now });
  const mapbox = mapboxMaps({
    token: MAPBOX_SERVER_TOKEN ?? MAPBOX_TOKEN,
    apiUrl: MAPBOX_API_URL,
    budget,
    report,
  });
  return {
    ...mapsCache({ pool, provider: mapbox, estimates: offlineMaps, now }),
    status: async () => {
      const { calls } = await budget.today();
      const failure = calls >= budget.limit ? budgetFailure() : mapbox.failure();
      return { provider: 'mapbox', notice: noticeOf(failure), callsToday: calls, dailyLimit: budget.limit };
    },
    browser: { apiKey: MAPBOX_TOKEN, apiUrl: MAPBOX_API_URL },
  };
};
