import { z } from 'zod';
import { MapsFailure } from '../failure.ts';
import { greatCircleMiles } from '@rondo/contracts/people/distance.ts';
import { estimateDrive, keyed, leastMinutesBetween } from '../offline/drive.ts';
import type { Drive, MapsProvider, Place } from '../provider.ts';
import { blocksOf, type Block } from './blocks.ts';
import { pauseAfterFailure, type MapboxClient } from './client.ts';
import { coordinatesOf, milesOf } from './places.ts';

const cells = z.array(z.array(z.number().nonnegative().nullable()));

/** What Rondo reads of an answer of the Matrix API v1. */
const matrixAnswer = z.object({ code: z.string(), durations: cells.default([]), distances: cells.default([]) });

/** A road that was found; null where there is none, as to an island. */
type Way = { readonly seconds: number; readonly meters: number } | null;

/** No drive in the United States takes longer, from Key West to Prudhoe Bay. */
const longestSeconds = 120 * 3600;
/** Nobody drives faster on average. */
const fastestMph = 100;
/** How far Mapbox may move a place to the nearest road, both ends together. */
const movedMiles = 3;

/** Fewer drives can all be without a road: to one student on an island. */
const leastAnswered = 4;

const callsAtOnce = 4;
/** Milliseconds for all calls of a matrix; what is left after it is estimated. */
const patience = 25_000;

const isPlausible = ({ seconds, meters }: NonNullable<Way>, from: Place, to: Place): boolean => {
  const least = Math.max(0, greatCircleMiles(from, to) - movedMiles);
  return seconds <= longestSeconds && seconds * fastestMph >= least * 3600 && milesOf(meters) + 0.1 >= least;
};

/** The ways of a block, from the index of one point to that of another. */
const waysIn = (
  { code, durations, distances }: z.infer<typeof matrixAnswer>,
  points: readonly Place[],
  { sources, destinations }: Block,
): [number, number, Way][] => {
  // "NoSegment": one of the places is near no road. Only this question is lost.
  if (code !== 'Ok')
    throw new MapsFailure(code === 'NoSegment' ? 'wrong' : 'rejected', `the matrix was answered with ${code}.`, {
      pause: 0,
    });
  const wrong = new MapsFailure('wrong', 'the matrix has times or distances that cannot be right.', {
    pause: pauseAfterFailure,
  });
  const cells = durations.flat();
  if (cells.length >= leastAnswered && cells.every((cell) => cell === null))
    throw new MapsFailure('wrong', 'the matrix knows no road at all.', { pause: pauseAfterFailure });
  return sources.flatMap((source, row) =>
    destinations.map((destination, column): [number, number, Way] => {
      const [seconds, meters] = [durations[row]?.[column], distances[row]?.[column]];
      const [from, to] = [points[source], points[destination]];
      if (seconds === undefined || meters === undefined || !from || !to) throw wrong;
      if (seconds === null || meters === null) return [source, destination, null];
      if (!isPlausible({ seconds, meters }, from, to)) throw wrong;
      return [source, destination, { seconds, meters }];
    }),
  );
};

/** The drives between distinct points, by their indexes; one direction serves for both. */
const waysBetween = (client: MapboxClient, elapsed: () => number) => {
  const ask = async (points: readonly Place[], block: Block): Promise<[number, number, Way][]> => {
    const { sources, destinations } = block;
    const indexes = [...new Set([...sources, ...destinations])];
    const at = new Map(indexes.map((index, i) => [index, i]));
    const listed = (some: readonly number[]): string => some.map((index) => at.get(index)).join(';');
    const places = indexes.flatMap((index) => points[index] ?? []);
    return client.get({
      kind: 'elements',
      path: `/directions-matrix/v1/mapbox/driving/${places.map(coordinatesOf).join(';')}`,
      query: {
        sources: listed(sources),
        destinations: listed(destinations),
        annotations: 'duration,distance',
      },
      shape: matrixAnswer,
      read: (answer) => waysIn(answer, points, block),
      units: sources.length * destinations.length,
    });
  };

  return async (points: readonly Place[], isNeeded: (a: number, b: number) => boolean) => {
    const waiting = blocksOf(points.length, isNeeded).values();
    const found = new Map<string, Way>();
    const started = elapsed();
    const failed: MapsFailure[] = [];
    let charged = 0;
    const work = async (): Promise<void> => {
      for (const block of waiting) {
        // After a failure that concerns one question the others are still asked.
        if (failed.some(({ pause }) => pause > 0)) return;
        if (elapsed() - started > patience) {
          failed.push(new MapsFailure('unavailable', 'the whole matrix took too long.', { pause: 0 }));
          return;
        }
        try {
          const answered = await ask(points, block);
          charged += answered.length;
          for (const [a, b, way] of answered) found.set(`${a} ${b}`, way);
        } catch (error) {
          if (!(error instanceof MapsFailure)) throw error;
          failed.push(error);
        }
      }
    };
    await Promise.all(Array.from({ length: callsAtOnce }, work));
    return {
      wayOf: (a: number, b: number): Way | undefined => {
        const way = found.get(`${a} ${b}`);
        return way === undefined ? found.get(`${b} ${a}`) : way;
      },
      failure: failed[0] ?? null,
      charged,
    };
  };
};

/** Whole minutes, rounded up as all drives are; never under the least between such places. Estimated where there is no road. */
const driveOf = (way: Way, from: Place, to: Place): Drive => {
  if (way === null) return estimateDrive(keyed(from), keyed(to));
  return {
    minutes: Math.max(leastMinutesBetween(from, to), Math.ceil(way.seconds / 60)),
    miles: milesOf(way.meters),
  };
};

/** Each distinct point gets an index. */
const indexed = () => {
  const points: Place[] = [];
  const indexes = new Map<string, number>();
  return {
    points,
    indexOf: (place: Place): number => {
      const key = coordinatesOf(place);
      const known = indexes.get(key);
      if (known !== undefined) return known;
      indexes.set(key, points.length);
      return points.push(place) - 1;
    },
  };
};

/** Drives by the Matrix API. Places at the same point are not asked for: their drive is estimated. */
export const mapboxDrives = (
  client: MapboxClient,
  elapsed: () => number,
): Pick<MapsProvider, 'driveMatrix' | 'drive'> => {
  const ways = waysBetween(client, elapsed);

  const driveMatrix: MapsProvider['driveMatrix'] = async (origins, destinations, isNeeded = () => true) => {
    const { points, indexOf } = indexed();
    const [rows, columns] = [origins.map(indexOf), destinations.map(indexOf)];
    const needed = Array.from({ length: points.length }, () => new Set<number>());
    rows.forEach((a, row) =>
      columns.forEach((b, column) => {
        if (a === b || !isNeeded(row, column)) return;
        needed[a]?.add(b);
        needed[b]?.add(a);
      }),
    );
    const { wayOf, failure, charged } = await ways(points, (a, b) => needed[a]?.has(b) === true);
    const drives = origins.map((from, row) =>
      destinations.map((to, column): Drive | null => {
        if (!isNeeded(row, column)) return null;
        const [a = -1, b = -1] = [rows[row], columns[column]];
        const way = a === b ? null : wayOf(a, b);
        return way === undefined ? null : driveOf(way, from, to);
      }),
    );
    return { drives, failure, charged };
  };

  return {
    driveMatrix,
    drive: async (origin, destination) => {
      const { drives, failure } = await driveMatrix([origin], [destination]);
      const drive = drives[0]?.[0];
      if (drive) return drive;
      throw failure ?? new Error('The matrix left out its only drive.');
    },
  };
};
