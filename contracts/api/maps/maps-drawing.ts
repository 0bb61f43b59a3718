import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { mapsNotice } from './maps.ts';

const mapsKey = z.object({
  apiKey: z.string(),
  /** Where the browser requests styles and tiles with the key; empty without one. */
  apiUrl: z.string(),
});
const oneHour = 3600;

export const getMapsKey = endpoint({
  method: 'GET',
  path: '/api/maps/api-key',
  summary: 'The public key of the maps service; empty when maps are drawn offline.',
  response: mapsKey,
  cachedSeconds: oneHour,
});

export const getGoogleMapsKey = endpoint({
  method: 'GET',
  path: '/api/google-maps-key',
  summary: 'The same call under its older path.',
  response: mapsKey,
  cachedSeconds: oneHour,
});

const roadStop = z.object({
  latitude: z.number('The latitude must be a number.').min(-90).max(90),
  longitude: z.number('The longitude must be a number.').min(-180).max(180),
});

export const drawRoad = endpoint({
  method: 'POST',
  path: '/api/maps/road',
  summary: 'The road from each stop of a day to the next, to draw it on a map.',
  body: z.object({
    /** In the order in which they are driven, home at both ends where it is known. */
    stops: z
      .array(roadStop)
      .min(2, 'A road needs at least 2 stops.')
      .max(100, 'At most 100 stops can be drawn as one road.'),
  }),
  response: z.object({
    /** Longitude and latitude of each point, as in GeoJSON; straight from stop to stop where the road is not known. */
    line: z.array(z.tuple([z.number(), z.number()])),
    /** Road miles, to a tenth. */
    miles: z.number(),
    /** True when a part of the line is straight. */
    approximate: z.boolean(),
    notice: mapsNotice,
  }),
});
