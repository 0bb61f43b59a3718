import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { success } from '../shapes.ts';
import { mapsNotice } from './maps.ts';

export const mapsStatus = endpoint({
  method: 'GET',
  path: '/api/maps/status',
  summary: 'Who answers addresses and drives, and why the answers are estimates right now.',
  response: z.object({
    provider: z.enum(['offline', 'mapbox']),
    notice: mapsNotice,
    /** Calls to the maps service today (UTC), of all studios of this server. */
    callsToday: z.number(),
    /** The most calls a day; null without a maps service. */
    dailyLimit: z.number().nullable(),
  }),
});

const cacheFigures = z.object({
  cacheSize: z.number(),
  /** Percent, 0 to 100. */
  hitRate: z.number(),
  hits: z.number(),
  misses: z.number(),
  /** How long an entry is used, in hours. */
  keptHours: z.number(),
  /** The list price of 1,000 calls to the maps service that an answer from this cache replaces, in USD. */
  listPriceUSD: z.number(),
  /** The hits at that price, in USD. */
  savedUSD: z.number(),
});
export type CacheFigures = z.infer<typeof cacheFigures>;

export const mapsCacheStats = endpoint({
  method: 'GET',
  path: '/api/maps-cache-stats',
  summary: 'What the maps cache contains for this studio and how much it has saved.',
  response: z.object({
    cacheStats: z.object({
      driveTime: cacheFigures,
      geocode: cacheFigures,
      suggestions: cacheFigures,
      /** The drawn roads. */
      roads: cacheFigures,
      totalSavings: z.number(),
    }),
    costSavingsEstimate: z.object({
      estimatedSavingsUSD: z.number(),
      geocodingCalls: z.number(),
      directionsCallsSaved: z.number(),
      /** What the calls that were made cost at the list price, in USD: what a maps service has charged, or would have. */
      spentUSD: z.number(),
      /** In what is charged for: of drives, the pairs of places that were asked for, each of which serves both directions. */
      callsMade: z.number(),
      /** When the first call was made since the caches were cleared; null without calls, or if it is not known. */
      since: z.string().nullable(),
      /** The month whose list prices are used. */
      pricesAsOf: z.string(),
    }),
  }),
  reads: ['mapsCache'],
});

const cleaned = success.extend({ message: z.string(), removed: z.number() });

export const clearMapsCache = endpoint({
  method: 'POST',
  path: '/api/maps-cache/clear',
  summary: 'Clears everything that this studio has in the maps cache.',
  response: cleaned,
  writes: ['mapsCache'],
});

export const cleanMapsCache = endpoint({
  method: 'POST',
  path: '/api/maps-cache/cleanup',
  summary: 'Removes expired entries.',
  response: cleaned,
  writes: ['mapsCache'],
});
