import { z } from 'zod';
import { MapsFailure } from '../failure.ts';
import { greatCircleMiles } from '@rondo/contracts/people/distance.ts';
import { straightRoad } from '../offline/road.ts';
import type { MapsProvider, Point, Road } from '../provider.ts';
import { pauseAfterFailure, type MapboxClient } from './client.ts';
import { coordinatesOf, milesOf } from './places.ts';

const directionsAnswer = z.object({
  code: z.string(),
  routes: z
    .array(
      z.object({
        distance: z.number().nonnegative(),
        geometry: z.object({
          type: z.literal('LineString'),
          coordinates: z.array(z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)])).min(1),
        }),
      }),
    )
    .default([]),
});

/** Coordinates per call. */
const mostPlaces = 25;
/** A road begins and ends this near to its stops: a place may be moved to the nearest road. */
const nearMiles = 5;
/** A line has no longer straight part. */
const straightMiles = 60;

type Line = Road['line'];

const pointOf = ([longitude, latitude]: Line[number]): Point => ({ latitude, longitude });

const isPlausible = (line: Line, stops: readonly Point[]): boolean => {
  const [first, last] = [line[0], line.at(-1)];
  const [start, end] = [stops[0], stops.at(-1)];
  if (!first || !last || !start || !end) return false;
  const isNear = (position: Line[number], stop: Point) => greatCircleMiles(pointOf(position), stop) <= nearMiles;
  return (
    isNear(first, start) &&
    isNear(last, end) &&
    line.slice(1).every((to, i) => greatCircleMiles(pointOf(line[i] ?? to), pointOf(to)) <= straightMiles)
  );
};

const roadIn = ({ code, routes }: z.infer<typeof directionsAnswer>, stops: readonly Point[]): Road => {
  const [route] = routes;
  // "NoRoute" and "NoSegment": no road leads there.
  if (code !== 'Ok' || route === undefined) return straightRoad(stops);
  const line = route.geometry.coordinates;
  if (isPlausible(line, stops)) return { line, miles: milesOf(route.distance), approximate: false };
  throw new MapsFailure('wrong', 'the road leads somewhere else.', { pause: pauseAfterFailure });
};

/** A day with more stops than a call may have, in pieces: each begins where the one before ends. */
const piecesOf = (stops: readonly Point[]): Point[][] => {
  const pieces: Point[][] = [];
  for (let at = 0; at < stops.length - 1; at += mostPlaces - 1) pieces.push(stops.slice(at, at + mostPlaces));
  return pieces;
};

export const mapboxRoad = (client: MapboxClient): MapsProvider['road'] => {
  const ask = (stops: readonly Point[]): Promise<Road> =>
    client.get({
      kind: 'roads',
      path: `/directions/v5/mapbox/driving/${stops.map(coordinatesOf).join(';')}`,
      query: { geometries: 'geojson', overview: 'full' },
      shape: directionsAnswer,
      read: (answer) => roadIn(answer, stops),
    });

  return async (points) => {
    const stops = points.filter((point, i) => {
      const before = points[i - 1];
      return before === undefined || coordinatesOf(before) !== coordinatesOf(point);
    });
    if (stops.length < 2) return { ...straightRoad(points), approximate: false };
    const roads: Road[] = [];
    for (const piece of piecesOf(stops)) roads.push(await ask(piece));
    return {
      line: roads.flatMap(({ line }, i) => (i === 0 ? line : line.slice(1))),
      miles: Math.round(roads.reduce((sum, { miles }) => sum + miles, 0) * 10) / 10,
      approximate: roads.some(({ approximate }) => approximate),
    };
  };
};
