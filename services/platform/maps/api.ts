import { cleanMapsCache, clearMapsCache, mapsCacheStats, mapsStatus } from '@rondo/contracts/api/maps/maps-monitor.ts';
import { drawRoad, getGoogleMapsKey, getMapsKey } from '@rondo/contracts/api/maps/maps-drawing.ts';
import { calculateDriveTime, geocode, suggestAddresses } from '@rondo/contracts/api/maps/maps.ts';
import { route, type Route } from '../http/route.ts';
import { drivesNotice, isInexact, stopOf } from './drive-time.ts';
import { noticeOf } from './failure.ts';
import type { Services } from '../kit/services.ts';
import type { Place } from './provider.ts';

/** The place of an address that the studio knows better than a maps service; null for others. */
type KnownPlace = (studioId: string, address: string) => Promise<Place | null>;

const entries = (count: number): string => (count === 1 ? '1 entry was' : `${count} entries were`);

const noKey = { apiKey: '', apiUrl: '' };

/** Addresses, drives and what the cache in front of them saved. */
export const mapsRoutes = ({ maps: service }: Pick<Services, 'maps'>, knownPlace: KnownPlace): Route[] => [
  route(getMapsKey, async () => service.browser ?? noKey),
  route(getGoogleMapsKey, async () => service.browser ?? noKey),
  route(geocode, async ({ body: { address } }, { actor }) => {
    const { failure, ...answer } = await service.mapsFor(actor.studioId).geocode(address);
    const notice = noticeOf(failure);
    if (answer.success) return { ...answer, error: null, notice };
    const { success, error } = answer;
    return { success, error, latitude: null, longitude: null, formattedAddress: null, precision: null, notice };
  }),
  route(calculateDriveTime, async ({ body: { origin, destination } }, { actor }) => {
    const maps = service.mapsFor(actor.studioId);
    const located = async (address: string) => {
      const known = await knownPlace(actor.studioId, address);
      if (known) return { stop: known, failure: null };
      const answer = await maps.geocode(address);
      return { stop: stopOf(address, answer), failure: answer.failure };
    };
    const [from, to] = await Promise.all([located(origin), located(destination)]);
    const { minutes, miles, failure } = await maps.drive(from.stop, to.stop);
    const estimated = failure ?? from.failure ?? to.failure;
    return {
      driveTimeMinutes: minutes,
      distance: miles,
      approximate: estimated !== null || isInexact(from.stop) || isInexact(to.stop),
      notice: drivesNotice(maps, estimated, [from.stop, to.stop]),
    };
  }),
  route(suggestAddresses, async ({ query: { q } }, { actor }) => service.mapsFor(actor.studioId).suggest(q)),
  route(drawRoad, async ({ body: { stops } }, { actor }) => {
    const { failure, ...road } = await service.mapsFor(actor.studioId).road(stops);
    return { ...road, notice: noticeOf(failure) };
  }),
  route(mapsStatus, () => service.status()),
  route(mapsCacheStats, (_, { actor }) => service.stats(actor.studioId)),
  route(clearMapsCache, async (_, { actor }) => {
    const removed = await service.clear(actor.studioId);
    return { success: true, removed, message: `${entries(removed)} removed from the cache.` };
  }),
  route(cleanMapsCache, async (_, { actor }) => {
    const removed = await service.cleanExpired(actor.studioId);
    return { success: true, removed, message: `${entries(removed)} expired and removed.` };
  }),
];
