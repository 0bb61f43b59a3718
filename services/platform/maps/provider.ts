import { z } from 'zod';
import type { MapsFailure } from './failure.ts';

/** How exactly a place is known: its own point, the middle of its ZIP code, or the middle of its city. */
const precision = z.enum(['exact', 'zip', 'city']);

/** A point on the globe, in degrees. */
export type Point = { readonly latitude: number; readonly longitude: number };

/** A place that was located; `address` tells apart the homes that share a ZIP code's point. */
export type Place = Point & {
  readonly address: string;
  readonly zipCode?: string | null | undefined;
  readonly precision: z.infer<typeof precision>;
};

const located = z.object({
  success: z.literal(true),
  latitude: z.number(),
  longitude: z.number(),
  formattedAddress: z.string(),
  precision,
  city: z.string(),
  /** Two letters, such as TX. */
  state: z.string(),
  /** Five digits; null where the address was located by its city. */
  zipCode: z.string().nullable(),
});
const notLocated = z.object({ success: z.literal(false), error: z.string() });

/** Where an address is, or one sentence for a person that says why it could not be located and what would help. */
export const geocodeAnswer = z.discriminatedUnion('success', [located, notLocated]);
export type GeocodeAnswer = z.infer<typeof geocodeAnswer>;

/** An address that completes what was typed. */
export const suggestion = z.object({
  address: z.string(),
  city: z.string(),
  state: z.string(),
  zipCode: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  precision,
});
export type Suggestion = z.infer<typeof suggestion>;

export type SuggestOptions = {
  /** The maximum number; 5 when absent. */
  readonly limit?: number;
  /** Where the person works: what is nearest to one of these places comes first. */
  readonly near?: readonly Point[];
};

/** One drive: whole minutes and road miles (to a tenth). */
export type Drive = { readonly minutes: number; readonly miles: number };

/** Which drives of a matrix are needed, by the index of origin (row) and destination (column). */
export type IsNeeded = (row: number, column: number) => boolean;

/** The drives from each origin (row) to each destination (column). */
export type DriveTable = {
  /** Null where a drive was not needed, or is missing because of the failure. */
  readonly drives: readonly (readonly (Drive | null)[])[];
  /** Why some needed drives are missing; null if none is. */
  readonly failure: MapsFailure | null;
  /** Pairs of places that were asked for, which is what Mapbox charges for: one serves both directions. */
  readonly charged: number;
};

/** A way along the road, to be drawn. */
export const road = z.object({
  /** Longitude and latitude of each point. */
  line: z.array(z.tuple([z.number(), z.number()])),
  /** To a tenth. */
  miles: z.number(),
  /** True when a part of the line is straight from stop to stop. */
  approximate: z.boolean(),
});
export type Road = z.infer<typeof road>;

/**
 * The interface of a maps service. Providers handle located places only; `drive-time.ts` decides what happens to the
 * others. A service that does not answer rejects with a `MapsFailure`; `success: false` means that the address itself is the problem.
 */
export type MapsProvider = {
  /** Keeps the answers of one provider apart from another's, in the cache. */
  readonly name: 'offline' | 'mapbox';
  readonly geocode: (address: string) => Promise<GeocodeAnswer>;
  readonly suggest: (text: string, options?: SuggestOptions) => Promise<Suggestion[]>;
  /** Does not reject with a `MapsFailure`: what was answered before it is not lost. */
  readonly driveMatrix: (
    origins: readonly Place[],
    destinations: readonly Place[],
    isNeeded?: IsNeeded,
  ) => Promise<DriveTable>;
  readonly drive: (origin: Place, destination: Place) => Promise<Drive>;
  /** The way through these points, two or more, in their order. */
  readonly road: (points: readonly Point[]) => Promise<Road>;
};

export const defaultSuggestionLimit = 5;
