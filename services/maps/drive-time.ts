import { assumedDrive } from '@rondo/contracts/calendar/legs.ts';
import { normalizeAddress } from './address.ts';
import type { GeocodeAnswer, MapsProvider, Place } from './provider.ts';

/** An address that could not be located. */
type Unlocated = { readonly address: string; readonly precision: null };

/** Where a person lives, as far as it is known; null without an address. */
export type Stop = Place | Unlocated | null;

/** A drive as the screens get it; `miles` is null where a place could not be located. */
type EstimatedDrive = { readonly minutes: number; readonly miles: number | null };

/** Maps for the rest of Rondo: a place that cannot be located is a 15-minute drive from everywhere but its own address. */
export type Maps = Pick<MapsProvider, 'geocode' | 'suggest'> & {
  /** The locations of addresses as typed; each is looked up once. */
  readonly locate: (addresses: Iterable<string>) => Promise<ReadonlyMap<string, Place | Unlocated>>;
  /** Whole minutes from each stop (row) to each stop (column), 0 on the diagonal; with `to`, from each stop to each of those. */
  readonly driveMatrix: (stops: readonly Stop[], to?: readonly Stop[]) => Promise<number[][]>;
  readonly drive: (origin: Stop, destination: Stop) => Promise<EstimatedDrive>;
  /** The drive between two addresses as typed. */
  readonly driveBetween: (origin: string, destination: string) => Promise<EstimatedDrive>;
};

/** The stop for a geocode answer; `address` is the text as typed. */
export const stopOf = (address: string, answer: GeocodeAnswer): Place | Unlocated => {
  if (!answer.success) return { address, precision: null };
  const { latitude, longitude, zipCode, precision } = answer;
  return { latitude, longitude, address, zipCode, precision };
};

const isLocated = (stop: Stop) => stop !== null && stop.precision !== null;

type GeocodeAll = (addresses: readonly string[]) => Promise<readonly GeocodeAnswer[]>;

/** Adds the fallback for unlocated places to a provider. `geocodeAll`: many addresses, in their order. */
export const mapsOf = (
  provider: MapsProvider,
  geocodeAll: GeocodeAll = (addresses) => Promise.all(addresses.map(provider.geocode)),
): Maps => {
  const drive: Maps['drive'] = async (origin, destination) => {
    if (isLocated(origin) && isLocated(destination)) return provider.drive(origin, destination);
    const minutes = fallbackBetween(keyOf(origin), keyOf(destination));
    return { minutes, miles: minutes === 0 ? 0 : null };
  };
  return {
    geocode: provider.geocode,
    suggest: provider.suggest,
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
    driveMatrix: async (stops, to = stops) => {
      const [origins, destinations] = [stops.filter(isLocated), to.filter(isLocated)];
      const isNone = origins.length === 0 || destinations.length === 0;
      return withFallback(stops, to, isNone ? [] : await provider.driveMatrix(origins, destinations));
    },
    driveBetween: async (origin, destination) => {
      const [from, to] = await Promise.all([provider.geocode(origin), provider.geocode(destination)]);
      return drive(stopOf(origin, from), stopOf(destination, to));
    },
  };
};

const keyOf = (stop: Stop): string => (stop === null ? '' : normalizeAddress(stop.address));

/** The same address is the same home even when it cannot be located: siblings share one. */
const fallbackBetween = (origin: string, destination: string): number =>
  origin !== '' && origin === destination ? 0 : assumedDrive;

/** Builds the matrix of all stops from that of the located stops, in the same order. */
const withFallback = (
  from: readonly Stop[],
  to: readonly Stop[],
  located: readonly (readonly number[])[],
): number[][] => {
  const [rows, columns] = [placesIn(from), placesIn(to)];
  return rows.map((origin, row) =>
    columns.map((destination, column) =>
      from === to && row === column
        ? 0
        : (located[origin.index]?.[destination.index] ?? fallbackBetween(origin.key, destination.key)),
    ),
  );
};

/** Each stop's address, and its index among the located ones; -1 when it is not located. */
const placesIn = (stops: readonly Stop[]): { key: string; index: number }[] => {
  let count = 0;
  return stops.map((stop) => ({ key: keyOf(stop), index: isLocated(stop) ? count++ : -1 }));
};
