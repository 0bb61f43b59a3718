import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { typedText } from '../shapes.ts';

/** Why estimates stand in for the maps service, as a sentence for a person; null if they do not, or if no service is configured. */
export const mapsNotice = z.string().nullable();

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
    notice: mapsNotice,
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
    /** True when a location is known by its ZIP code or city only, or an estimate stands in for the maps service. */
    approximate: z.boolean(),
    notice: mapsNotice,
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
