import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { success, typedText } from './shapes.ts';

const mapsKey = z.object({ apiKey: z.string() });

export const getMapsKey = endpoint({
  method: 'GET',
  path: '/api/maps/api-key',
  summary: 'The public key of the maps service; empty when maps are drawn offline.',
  response: mapsKey,
});

export const getGoogleMapsKey = endpoint({
  method: 'GET',
  path: '/api/google-maps-key',
  summary: 'The same call under its older path.',
  response: mapsKey,
});

const address = typedText(300).min(1, 'Please enter an address.');

export const geocode = endpoint({
  method: 'POST',
  path: '/api/maps/geocode',
  summary: 'Locates a US address.',
  body: z.object({ address }),
  response: z.object({
    success: z.boolean(),
    latitude: z.number().nullable(),
    longitude: z.number().nullable(),
    formattedAddress: z.string().nullable(),
    /** How precisely the location is known. */
    precision: z.enum(['exact', 'zip', 'city']).nullable(),
    error: z.string().nullable(),
  }),
});

export const calculateDriveTime = endpoint({
  method: 'POST',
  path: '/api/calculate-drive-time',
  summary: 'Minutes and miles of the drive between two addresses; 15 minutes when one cannot be located.',
  body: z.object({ origin: address, destination: address }),
  response: z.object({
    driveTimeMinutes: z.number(),
    /** Road miles; null when an address could not be located. */
    distance: z.number().nullable(),
    /** True when a location is known by its ZIP code or city only. */
    approximate: z.boolean(),
  }),
});

export const suggestAddresses = endpoint({
  method: 'GET',
  path: '/api/address-suggestions',
  summary: 'Up to five US addresses that complete the typed text.',
  query: z.object({ q: typedText(300) }),
  response: z.array(
    z.object({
      address: z.string(),
      latitude: z.number(),
      longitude: z.number(),
      precision: z.enum(['exact', 'zip', 'city']),
    }),
  ),
});

const cacheFigures = z.object({
  cacheSize: z.number(),
  /** Percent, 0 to 100. */
  hitRate: z.number(),
  hits: z.number(),
  misses: z.number(),
});

export const mapsCacheStats = endpoint({
  method: 'GET',
  path: '/api/maps-cache-stats',
  summary: 'What the maps cache contains for this studio and how much it has saved.',
  response: z.object({
    cacheStats: z.object({
      driveTime: cacheFigures,
      geocode: cacheFigures,
      suggestions: cacheFigures,
      totalSavings: z.number(),
    }),
    costSavingsEstimate: z.object({
      estimatedSavingsUSD: z.number(),
      geocodingCalls: z.number(),
      directionsCallsSaved: z.number(),
    }),
  }),
});

const cleaned = success.extend({ message: z.string(), removed: z.number() });

export const clearMapsCache = endpoint({
  method: 'POST',
  path: '/api/maps-cache/clear',
  summary: 'Clears everything that this studio has in the maps cache.',
  response: cleaned,
});

export const cleanMapsCache = endpoint({
  method: 'POST',
  path: '/api/maps-cache/cleanup',
  summary: 'Removes expired entries.',
  response: cleaned,
});
