import {
  calculateDriveTime,
  cleanMapsCache,
  clearMapsCache,
  geocode,
  getGoogleMapsKey,
  getMapsKey,
  mapsCacheStats,
  suggestAddresses,
} from '@rondo/contracts/api/maps.ts';
import { route, type Route } from '../http/route.ts';
import type { MapsCache } from './cache/maps-cache.ts';
import { stopOf, type Stop } from './drive-time.ts';

export type MapsDependencies = { readonly cache: MapsCache; readonly publicToken: string | undefined };

const isApproximate = (stop: Stop): boolean => stop === null || stop.precision !== 'exact';

const entries = (count: number): string => (count === 1 ? '1 entry was' : `${count} entries were`);

/** Addresses, drives and what the cache in front of them saved. */
export const mapsRoutes = ({ cache, publicToken = '' }: MapsDependencies): Route[] => [
  route(getMapsKey, async () => ({ apiKey: publicToken })),
  route(getGoogleMapsKey, async () => ({ apiKey: publicToken })),
  route(geocode, async ({ body: { address } }, { actor }) => {
    const answer = await cache.mapsFor(actor.studioId).geocode(address);
    if (answer.success) return { ...answer, error: null };
    const { success, error } = answer;
    return { success, error, latitude: null, longitude: null, formattedAddress: null, precision: null };
  }),
  route(calculateDriveTime, async ({ body: { origin, destination } }, { actor }) => {
    const maps = cache.mapsFor(actor.studioId);
    const [from, to] = await Promise.all([maps.geocode(origin), maps.geocode(destination)]);
    const stops = { from: stopOf(origin, from), to: stopOf(destination, to) };
    const { minutes, miles } = await maps.drive(stops.from, stops.to);
    return {
      driveTimeMinutes: minutes,
      distance: miles,
      approximate: isApproximate(stops.from) || isApproximate(stops.to),
    };
  }),
  route(suggestAddresses, async ({ query: { q } }, { actor }) => cache.mapsFor(actor.studioId).suggest(q)),
  route(mapsCacheStats, (_, { actor }) => cache.stats(actor.studioId)),
  route(clearMapsCache, async (_, { actor }) => {
    const removed = await cache.clear(actor.studioId);
    return { success: true, removed, message: `${entries(removed)} removed from the cache.` };
  }),
  route(cleanMapsCache, async (_, { actor }) => {
    const removed = await cache.cleanExpired(actor.studioId);
    return { success: true, removed, message: `${entries(removed)} expired and removed.` };
  }),
];
