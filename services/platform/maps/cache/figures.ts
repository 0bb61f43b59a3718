import type { CacheFigures, mapsCacheStats } from '@rondo/contracts/api/maps-monitor.ts';
import type { AnswerOf } from '@rondo/contracts/api/endpoint.ts';
import { listPrices } from '../list-prices.ts';
import { inHours, type Lifetimes } from './lifetimes.ts';
import type { CacheName } from './schema.ts';

/** What the provider's call for one lookup costs, in USD per 1,000: the list price of what Mapbox charges for it (docs/map-costs.md). */
const usdPerThousand = {
  driveTime: listPrices.matrixElement,
  geocode: listPrices.geocodingPermanent,
  suggestions: listPrices.geocodingTemporary,
  roads: listPrices.directions,
} as const satisfies Record<CacheName, number>;

export type CacheCounts = {
  readonly cacheSize: number;
  readonly hits: number;
  readonly misses: number;
  /** What the misses were charged for: one asked pair of places gives the drives of both directions. */
  readonly charged: number;
};

export type MapsCacheStats = AnswerOf<typeof mapsCacheStats>;

const toCents = (usd: number): number => Math.round(usd * 100) / 100;
const priceOf = (cache: CacheName, calls: number): number => (calls * usdPerThousand[cache]) / 1000;

/** `hitRate` is a percentage from 0 to 100, to a tenth; 0 before the first lookup. Amounts are to a cent. */
const figuresOf = (cache: CacheName, { charged: _, ...counts }: CacheCounts, lifetimes: Lifetimes): CacheFigures => {
  const lookups = counts.hits + counts.misses;
  return {
    ...counts,
    hitRate: lookups === 0 ? 0 : Math.round((counts.hits / lookups) * 1000) / 10,
    keptHours: inHours(lifetimes[cache]),
    listPriceUSD: usdPerThousand[cache],
    savedUSD: toCents(priceOf(cache, counts.hits)),
  };
};

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/**
 * The figures of one studio's caches, from their counts.
 * @param since when counting began, if that is known
 */
export const statsOf = (
  counts: Readonly<Record<CacheName, CacheCounts>>,
  { lifetimes, since }: { readonly lifetimes: Lifetimes; readonly since: string | null },
): MapsCacheStats => {
  const { driveTime, geocode, suggestions, roads } = counts;
  const caches = [
    ['driveTime', driveTime],
    ['geocode', geocode],
    ['suggestions', suggestions],
    ['roads', roads],
  ] as const;
  return {
    cacheStats: {
      driveTime: figuresOf('driveTime', driveTime, lifetimes),
      geocode: figuresOf('geocode', geocode, lifetimes),
      suggestions: figuresOf('suggestions', suggestions, lifetimes),
      roads: figuresOf('roads', roads, lifetimes),
      // Calls to a maps service that the caches have made unnecessary.
      totalSavings: sum(caches.map(([, { hits }]) => hits)),
    },
    costSavingsEstimate: {
      estimatedSavingsUSD: toCents(sum(caches.map(([cache, { hits }]) => priceOf(cache, hits)))),
      geocodingCalls: geocode.hits,
      directionsCallsSaved: driveTime.hits + roads.hits,
      spentUSD: toCents(sum(caches.map(([cache, { charged }]) => priceOf(cache, charged)))),
      callsMade: sum(caches.map(([, { charged }]) => charged)),
      since,
      pricesAsOf: listPrices.asOf,
    },
  };
};
