import type { CacheName } from './schema.ts';

/**
 * What a call would cost at Google Maps Platform, in USD per 1,000, first volume tier
 * (https://developers.google.com/maps/billing-and-pricing/pricing, SKUs Geocoding, Distance Matrix per element, Autocomplete
 * per request). An estimate of what the cache is worth: the offline provider itself costs nothing.
 */
const usdPerThousand = { geocode: 5, driveTime: 5, suggestions: 2.83 } as const satisfies Record<CacheName, number>;

export type CacheCounts = { readonly cacheSize: number; readonly hits: number; readonly misses: number };

/** `hitRate` is a percentage from 0 to 100, to a tenth; 0 before the first lookup. */
type CacheFigures = CacheCounts & { readonly hitRate: number };

export type MapsCacheStats = {
  readonly cacheStats: Readonly<Record<CacheName, CacheFigures>> & {
    /** Calls to a maps service that the caches have made unnecessary. */
    readonly totalSavings: number;
  };
  readonly costSavingsEstimate: {
    /** In USD, to a cent. */
    readonly estimatedSavingsUSD: number;
    readonly geocodingCalls: number;
    readonly directionsCallsSaved: number;
  };
};

const figures = (counts: CacheCounts): CacheFigures => {
  const lookups = counts.hits + counts.misses;
  return { ...counts, hitRate: lookups === 0 ? 0 : Math.round((counts.hits / lookups) * 1000) / 10 };
};

/** The figures of one studio's caches, from their counts. */
export const statsOf = (counts: Readonly<Record<CacheName, CacheCounts>>): MapsCacheStats => {
  const { driveTime, geocode, suggestions } = counts;
  const usd =
    (driveTime.hits * usdPerThousand.driveTime +
      geocode.hits * usdPerThousand.geocode +
      suggestions.hits * usdPerThousand.suggestions) /
    1000;
  return {
    cacheStats: {
      driveTime: figures(driveTime),
      geocode: figures(geocode),
      suggestions: figures(suggestions),
      totalSavings: driveTime.hits + geocode.hits + suggestions.hits,
    },
    costSavingsEstimate: {
      estimatedSavingsUSD: Math.round(usd * 100) / 100,
      geocodingCalls: geocode.hits,
      directionsCallsSaved: driveTime.hits,
    },
  };
};
