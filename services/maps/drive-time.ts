import { normalizeAddress } from './address.ts';
import type { GeocodeAnswer, MapsProvider, Place } from './provider.ts';

/** Minutes of a drive to or from a place that cannot be located. */
export const fallbackDriveMinutes = 15;

/** An address that could not be located. */
type Unlocated = { readonly address: string; readonly precision: null };

/** Where somebody lives, as far as it is known; null where not even an address is. */
export type Stop = Place | Unlocated | null;

/** A drive as the screens get it; `miles` is null where a place could not be located. */
type EstimatedDrive = { readonly minutes: number; readonly miles: number | null };

/** Maps as the rest of Rondo uses them: what cannot be located is a 15-minute drive from everywhere but its own address. */
export type Maps = Pick<MapsProvider, 'geocode' | 'suggest'> & {
  /** Whole minutes from each stop (row) to each stop (column), 0 on the diagonal. */
  readonly driveMatrix: (stops: readonly Stop[]) => Promise<number[][]>;
  readonly drive: (origin: Stop, destination: Stop) => Promise<EstimatedDrive>;
  /** The drive between two addresses as people type them. */
  readonly driveBetween: (origin: string, destination: string) => Promise<EstimatedDrive>;
};

/** The stop that a geocode answer makes of an address; `address` is what the person wrote. */
export const stopOf = (address: string, answer: GeocodeAnswer): Place | Unlocated => {
  if (!answer.success) return { address, precision: null };
  const { latitude, longitude, zipCode, precision } = answer;
  return { latitude, longitude, address, zipCode, precision };
};

const isLocated = (stop: Stop): stop is Place => stop !== null && stop.precision !== null;

/** Puts the fallback for what cannot be located around a provider. */
export const mapsOf = (provider: MapsProvider): Maps => {
  const drive: Maps['drive'] = async (origin, destination) => {
    if (isLocated(origin) && isLocated(destination)) return provider.drive(origin, destination);
    const minutes = fallbackBetween(keyOf(origin), keyOf(destination));
    return { minutes, miles: minutes === 0 ? 0 : null };
  };
  return {
    geocode: provider.geocode,
    suggest: provider.suggest,
    drive,
    driveMatrix: async (stops) => {
      const located = stops.filter(isLocated);
      return withFallback(stops, located.length === 0 ? [] : await provider.driveMatrix(located, located));
    },
    driveBetween: async (origin, destination) => {
      const [from, to] = await Promise.all([provider.geocode(origin), provider.geocode(destination)]);
      return drive(stopOf(origin, from), stopOf(destination, to));
    },
  };
};

const keyOf = (stop: Stop): string => (stop === null ? '' : normalizeAddress(stop.address));

/** The same address is the same home even where nobody can locate it: brothers and sisters have one. */
const fallbackBetween = (origin: string, destination: string): number =>
  origin !== '' && origin === destination ? 0 : fallbackDriveMinutes;

/** The matrix of all stops, from the one of the located stops in the same order. */
const withFallback = (stops: readonly Stop[], located: readonly (readonly number[])[]): number[][] => {
  const keys = stops.map(keyOf);
  let count = 0;
  const indexes = stops.map((stop) => (isLocated(stop) ? count++ : -1));
  return indexes.map((from, row) =>
    indexes.map((to, column) =>
      row === column ? 0 : (located[from]?.[to] ?? fallbackBetween(keys[row] ?? '', keys[column] ?? '')),
    ),
  );
};
