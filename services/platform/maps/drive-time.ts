import { assumedDrive } from '@rondo/contracts/calendar/legs.ts';
import { normalizeAddress } from './address.ts';
import { inexactNotice, noticeOf, type Answered, type MapsFailure } from './failure.ts';
import type { DriveTable, GeocodeAnswer, MapsProvider, Place, Road, IsNeeded } from './provider.ts';
import { standIn, type CachedProvider } from './stand-in.ts';

type Unlocated = { readonly address: string; readonly precision: null };

/** Where a person lives, as far as it is known; null without an address. */
export type Stop = Place | Unlocated | null;

/** A drive as the screens get it; `miles` is null where a place could not be located. */
type EstimatedDrive = { readonly minutes: number; readonly miles: number | null };

type Matrix = Answered<{
  /** Whole minutes from each stop (row) to each stop (column). */
  readonly minutes: number[][];
}>;

/** Maps for the rest of Rondo: a place that cannot be located is a 15-minute drive from everywhere but its own address. */
export type Maps = Pick<MapsProvider, 'suggest'> & {
  /** Who answers, unless it fails. */
  readonly provider: MapsProvider['name'];
  readonly geocode: (address: string) => Promise<Answered<GeocodeAnswer>>;
  /** The locations of addresses as typed; each is looked up once. */
  readonly locate: (addresses: Iterable<string>) => Promise<ReadonlyMap<string, Place | Unlocated>>;
  /**
   * The drives from each stop to each stop, 0 on the diagonal; with `to`, from each stop to each of those. Drives that are not
   * needed are estimated without asking the maps service.
   */
  readonly driveMatrix: (stops: readonly Stop[], to?: readonly Stop[], isNeeded?: IsNeeded) => Promise<Matrix>;
  readonly drive: (origin: Stop, destination: Stop) => Promise<Answered<EstimatedDrive>>;
  /** The drive between two addresses as typed. */
  readonly driveBetween: (origin: string, destination: string) => Promise<Answered<EstimatedDrive>>;
  readonly road: (...parameters: Parameters<MapsProvider['road']>) => Promise<Answered<Road>>;
};

/** The stop for a geocode answer; `address` is the text as typed. */
export const stopOf = (address: string, answer: GeocodeAnswer): Place | Unlocated => {
  if (!answer.success) return { address, precision: null };
  const { latitude, longitude, zipCode, precision } = answer;
  return { latitude, longitude, address, zipCode, precision };
};

/** True for an address of which only the ZIP code or city is known, or nothing. */
export const isInexact = (stop: Stop): boolean => stop !== null && stop.precision !== 'exact';

/** Why the drives between some stops are not as exact as a maps service's; null if they are, or if no service is configured. */
export const drivesNotice = (
  { provider }: Pick<Maps, 'provider'>,
  failure: MapsFailure | null,
  stops: readonly Stop[],
): string | null => noticeOf(failure) ?? (provider === 'mapbox' && stops.some(isInexact) ? inexactNotice : null);

const isLocated = (stop: Stop) => stop !== null && stop.precision !== null;

/**
 * Adds the fallbacks to a provider: for unlocated places, and `estimates` where the provider does not answer.
 */
export const mapsOf = (provider: CachedProvider, estimates: MapsProvider = provider): Maps => {
  const { geocode, geocodeAll, suggest, driveMatrix, drive: driveTo, road } = standIn(provider, estimates);
  const drive: Maps['drive'] = async (origin, destination) => {
    if (isLocated(origin) && isLocated(destination)) return driveTo(origin, destination);
    const minutes = fallbackBetween(keyOf(origin), keyOf(destination));
    return { minutes, miles: minutes === 0 ? 0 : null, failure: null };
  };
  return {
    provider: provider.name,
    geocode,
    suggest,
    road,
    locate: async (addresses) => {
      const each = [...new Set(addresses)];
      const answers = await geocodeAll(each);
      return new Map(
        answers.map((answer, i) => {
          const address = each[i] ?? '';
          return [address, stopOf(address, answer)];
        }),
      );
    },
    drive,
    driveMatrix: async (stops, to = stops, isNeeded = () => true) => {
      const [rows, columns] = [placesIn(stops), placesIn(to)];
      const [origins, destinations] = [stops.filter(isLocated), to.filter(isLocated)];
      if (origins.length === 0 || destinations.length === 0)
        return { minutes: withFallback(rows, columns, stops === to, []), failure: null };
      const [rowAt, columnAt] = [indexesOf(rows), indexesOf(columns)];
      const { drives, failure } = await driveMatrix(origins, destinations, (row, column) =>
        isNeeded(rowAt[row] ?? -1, columnAt[column] ?? -1),
      );
      return { minutes: withFallback(rows, columns, stops === to, drives), failure };
    },
    driveBetween: async (origin, destination) => {
      const [from, to] = await Promise.all([geocode(origin), geocode(destination)]);
      const found = await drive(stopOf(origin, from), stopOf(destination, to));
      return { ...found, failure: found.failure ?? from.failure ?? to.failure };
    },
  };
};

const keyOf = (stop: Stop): string => (stop === null ? '' : normalizeAddress(stop.address));

/** The same address is the same home even when it cannot be located: siblings share one. */
const fallbackBetween = (origin: string, destination: string): number =>
  origin !== '' && origin === destination ? 0 : assumedDrive;

/** A stop's address, and its index among the located ones; -1 when it is not located. */
type Indexed = { readonly key: string; readonly index: number };

const placesIn = (stops: readonly Stop[]): Indexed[] => {
  let count = 0;
  return stops.map((stop) => ({ key: keyOf(stop), index: isLocated(stop) ? count++ : -1 }));
};

/** The indexes of the located stops among all. */
const indexesOf = (stops: readonly Indexed[]): number[] => stops.flatMap(({ index }, i) => (index < 0 ? [] : [i]));

/** Builds the matrix of all stops from that of the located stops, in the same order. */
const withFallback = (
  rows: readonly Indexed[],
  columns: readonly Indexed[],
  isSquare: boolean,
  located: DriveTable['drives'],
): number[][] =>
  rows.map((origin, row) =>
    columns.map((destination, column) =>
      isSquare && row === column
        ? 0
        : (located[origin.index]?.[destination.index]?.minutes ?? fallbackBetween(origin.key, destination.key)),
    ),
  );
