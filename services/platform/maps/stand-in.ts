import { MapsFailure, type Answered } from './failure.ts';
import type { Drive, DriveTable, GeocodeAnswer, MapsProvider, Place, Point, Road, IsNeeded } from './provider.ts';

/** Addresses that were located, in the order of the question; null where the failure kept one from being. */
type GeocodedAll = { readonly answers: readonly (GeocodeAnswer | null)[]; readonly failure: MapsFailure | null };

/** A provider that can also locate many addresses at once. */
export type CachedProvider = MapsProvider & {
  readonly geocodeAll?: (addresses: readonly string[]) => Promise<GeocodedAll>;
};

const answerOr = async <Answer extends object>(
  ask: () => Promise<Answer>,
  otherwise: () => Promise<Answer>,
): Promise<Answered<Answer>> => {
  try {
    return { ...(await ask()), failure: null };
  } catch (error) {
    if (!(error instanceof MapsFailure)) throw error;
    return { ...(await otherwise()), failure: error };
  }
};

/** A provider whose failures are answered by `estimates`, and marked. Estimates are never cached: they cost nothing, and the service may be back. */
export const standIn = (provider: CachedProvider, estimates: MapsProvider) => {
  const geocode = (address: string): Promise<Answered<GeocodeAnswer>> =>
    answerOr(
      () => provider.geocode(address),
      () => estimates.geocode(address),
    );

  return {
    geocode,
    geocodeAll: async (addresses: readonly string[]): Promise<GeocodeAnswer[]> => {
      if (provider.geocodeAll === undefined) return Promise.all(addresses.map(geocode));
      const { answers } = await provider.geocodeAll(addresses);
      return Promise.all(addresses.map(async (address, i) => answers[i] ?? estimates.geocode(address)));
    },
    suggest: async (...question: Parameters<MapsProvider['suggest']>) => {
      try {
        return await provider.suggest(...question);
      } catch (error) {
        if (!(error instanceof MapsFailure)) throw error;
        return estimates.suggest(...question);
      }
    },
    drive: (origin: Place, destination: Place): Promise<Answered<Drive>> =>
      answerOr(
        () => provider.drive(origin, destination),
        () => estimates.drive(origin, destination),
      ),
    road: (points: readonly Point[]): Promise<Answered<Road>> =>
      answerOr(
        () => provider.road(points),
        () => estimates.road(points),
      ),
    /** Every drive: those that were not needed or not answered are estimated. */
    driveMatrix: async (
      origins: readonly Place[],
      destinations: readonly Place[],
      isNeeded: IsNeeded,
    ): Promise<DriveTable> => {
      const { drives, failure, charged } = await provider.driveMatrix(origins, destinations, isNeeded);
      const isMissing: IsNeeded = (row, column) => (drives[row]?.[column] ?? null) === null;
      if (!origins.some((_, row) => destinations.some((_place, column) => isMissing(row, column))))
        return { drives, failure, charged };
      const estimated = await estimates.driveMatrix(origins, destinations, isMissing);
      return {
        drives: origins.map((_, row) =>
          destinations.map((_place, column) => drives[row]?.[column] ?? estimated.drives[row]?.[column] ?? null),
        ),
        failure,
        charged,
      };
    },
  };
};
