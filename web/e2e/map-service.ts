import { createServer } from 'node:http';
import { z } from 'zod';

/** A maps service on this machine: a style without network, and roads with a detour to the north. */
export type MapService = { readonly url: string; readonly stop: () => Promise<void> };

/** So far north of the northernmost stop a road goes, as a share of the height of all stops. */
const detour = 0.12;

type Position = readonly [number, number];

/** Streets every hundredth of a degree around a place: the worker has something to cut into tiles. */
const streetsAround = ([longitude, latitude]: Position) => {
  const steps = Array.from({ length: 41 }, (_, i) => (i - 20) / 100);
  return {
    type: 'Feature',
    properties: {},
    geometry: {
      type: 'MultiLineString',
      coordinates: steps.flatMap((step) => [
        [
          [longitude + step, latitude - 0.2],
          [longitude + step, latitude + 0.2],
        ],
        [
          [longitude - 0.2, latitude + step],
          [longitude + 0.2, latitude + step],
        ],
      ]),
    },
  };
};

const styleAround = (center: Position) => ({
  version: 8,
  sources: { streets: { type: 'geojson', data: streetsAround(center) } },
  layers: [
    { id: 'land', type: 'background', paint: { 'background-color': '#dee8d6' } },
    { id: 'streets', type: 'line', source: 'streets', paint: { 'line-color': '#d4dfcb', 'line-width': 1 } },
  ],
});

const position = z.tuple([z.number(), z.number()]);

const roadThrough = (path: string) => {
  const stops = decodeURIComponent(path)
    .split(';')
    .map((pair) => position.parse(pair.split(',').map(Number)));
  const latitudes = stops.map(([, latitude]) => latitude);
  const [south, north] = [Math.min(...latitudes), Math.max(...latitudes)];
  const [first] = stops;
  const last = stops.at(-1);
  if (!first || !last) throw new Error('A road goes somewhere.');
  const corner: Position = [(first[0] + last[0]) / 2, north + (north - south) * detour];
  const legs = stops.slice(1).map(() => ({ duration: 600, distance: 8000 }));
  const route = { duration: 600 * legs.length, distance: 8000 * legs.length, legs };
  const geometry = { type: 'LineString', coordinates: [...stops.slice(0, -1), corner, last] };
  return { code: 'Ok', routes: [{ ...route, geometry }] };
};

/** What the service answers; null for what it does not know, such as addresses. */
const answerTo = (pathname: string, center: Position): unknown => {
  if (pathname.startsWith('/styles/')) return styleAround(center);
  const [, stops] = /^\/directions\/v5\/mapbox\/driving\/([^/]+)$/.exec(pathname) ?? [];
  if (stops !== undefined) return roadThrough(stops);
  return pathname.startsWith('/map-sessions') || pathname.startsWith('/events') ? {} : null;
};

/** Starts a maps service whose streets are around a place. */
export const startMapService = async (center: Position): Promise<MapService> => {
  const server = createServer(({ url }, response) => {
    const body = answerTo(new URL(url ?? '/', 'http://maps').pathname, center);
    response
      .writeHead(body === null ? 404 : 200, {
        'content-type': 'application/json',
        'access-control-allow-origin': '*',
        'access-control-allow-headers': '*',
      })
      .end(JSON.stringify(body ?? { message: 'Not Found' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = z.object({ port: z.number() }).parse(server.address());
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
