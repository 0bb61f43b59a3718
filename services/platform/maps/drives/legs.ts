import { assumedDrive } from '@rondo/contracts/calendar/legs.ts';
import { chunksOf } from '@rondo/projections/kit/chunks.ts';
import { drivesNotice, isInexact, type Maps, type Stop } from '../drive-time.ts';
import type { MapsFailure } from '../failure.ts';

declare module '../../kit/services.ts' {
  interface Services {
    readonly legs: Legs;
  }
}

const rememberedLegs = 50_000;
/** Longer routes are requested in pieces: the cache looks at every pair of their stops. */
const legsAtOnce = 40;

/** A list asks for the same few stops thousands of times. */
const keys = new WeakMap<object, string>();

const keyOf = (stop: Stop): string => {
  if (stop === null) return '';
  const known = keys.get(stop);
  if (known !== undefined) return known;
  const key = `${stop.address}@${stop.precision === null ? '' : `${stop.latitude},${stop.longitude}`}`;
  keys.set(stop, key);
  return key;
};

const legKey = (from: Stop, to: Stop): string => `${keyOf(from)}>${keyOf(to)}`;

const distinct = (stops: readonly Stop[]): Stop[] => [...new Map(stops.map((stop) => [keyOf(stop), stop])).values()];

/** A leg from a stop to itself; two stops without a known place are not assumed to be the same. Null for any other leg. */
const legWithin = (from: Stop, to: Stop): number | null => {
  if (from === null) return to === null ? assumedDrive : null;
  return keyOf(from) === keyOf(to) ? 0 : null;
};

type Leg = readonly [from: Stop, to: Stop];

/**
 * The minutes of a drive; `notice` says why they are an estimate or approximate, null without a maps service too. `approximate`: one of the
 * addresses is known by its ZIP code or city only, or the maps service did not answer.
 */
export type NotedLeg = { readonly minutes: number; readonly notice: string | null; readonly approximate: boolean };

const legsAlong = (stops: readonly Stop[]): Leg[] => stops.slice(1).map((to, i) => [stops[i] ?? null, to]);

/** Caches drive minutes between consecutive stops: lesson lists need the same few legs again and again. */
export const legMemory = (mapsFor: (studioId: string) => Maps) => {
  const known = new Map<string, number>();

  const remember = (key: string, minutes: number): void => {
    if (known.size >= rememberedLegs) known.clear();
    known.set(key, minutes);
  };

  /** The drives of one request. They stay complete when the cache is cleared in the meantime. */
  const lookup = (studioId: string) => {
    const found = new Map<string, number>();
    const estimated = new Map<string, MapsFailure>();

    /** @returns false for a leg that must be requested */
    const recall = ([from, to]: Leg): boolean => {
      const key = legKey(from, to);
      const minutes = found.get(key) ?? known.get(key);
      if (minutes !== undefined) found.set(key, minutes);
      return minutes !== undefined;
    };

    /** Requests these legs and no others between these stops. */
    const ask = async (
      origins: readonly Stop[],
      destinations: readonly Stop[],
      legs: ReadonlySet<string>,
    ): Promise<void> => {
      const isNeeded = origins.map((from) => destinations.map((to) => legs.has(legKey(from, to))));
      const { minutes, failure } = await mapsFor(studioId).driveMatrix(
        origins,
        destinations,
        (row, column) => isNeeded[row]?.[column] === true,
      );
      origins.forEach((from, row) =>
        destinations.forEach((to, column) => {
          if (isNeeded[row]?.[column] !== true) return;
          const key = legKey(from, to);
          const leg = legWithin(from, to) ?? minutes[row]?.[column] ?? assumedDrive;
          found.set(key, leg);
          // An estimate counts until the maps service answers again.
          if (failure === null) remember(key, leg);
          else estimated.set(key, failure);
        }),
      );
    };

    const askFor = async (legs: readonly Leg[]): Promise<void> => {
      if (legs.length === 0) return;
      const keys = new Set(legs.map((leg) => legKey(...leg)));
      await ask(distinct(legs.map(([from]) => from)), distinct(legs.map(([, to]) => to)), keys);
    };

    return {
      /** Loads the legs from each hub to each stop and back. */
      around: async (hubs: readonly Stop[], stops: readonly Stop[]): Promise<void> => {
        const missing = (legOf: (hub: Stop, stop: Stop) => Leg) =>
          stops.flatMap((stop) => hubs.map((hub) => legOf(hub, stop)).filter((leg) => !recall(leg)));
        await askFor(missing((hub, stop) => [hub, stop]));
        await askFor(missing((hub, stop) => [stop, hub]));
      },
      /** Loads the legs of routes, from each stop to the next. */
      along: async (ways: readonly (readonly Stop[])[]): Promise<void> => {
        const missing = ways.flatMap(legsAlong).filter((leg) => !recall(leg));
        for (const some of chunksOf(missing, legsAtOnce)) await askFor(some);
      },
      minutes: (from: Stop, to: Stop): number => found.get(legKey(from, to)) ?? assumedDrive,
      failure: (from: Stop, to: Stop): MapsFailure | null => estimated.get(legKey(from, to)) ?? null,
    };
  };

  /** The drives from each stop to the next, one fewer than stops, and why they are not exact. */
  const noted = async (studioId: string, stops: readonly Stop[]): Promise<NotedLeg[]> => {
    const { along, minutes, failure } = lookup(studioId);
    await along([stops]);
    const maps = mapsFor(studioId);
    return legsAlong(stops).map(([from, to]) => {
      // How long it takes to stay where one is needs no maps service.
      if (legWithin(from, to) !== null) return { minutes: minutes(from, to), notice: null, approximate: false };
      return {
        minutes: minutes(from, to),
        notice: drivesNotice(maps, failure(from, to), [from, to]),
        approximate: failure(from, to) !== null || isInexact(from) || isInexact(to),
      };
    });
  };

  /** Minutes from each stop to the next: one fewer than stops. */
  const between = async (studioId: string, stops: readonly Stop[]): Promise<number[]> =>
    (await noted(studioId, stops)).map(({ minutes }) => minutes);

  /**
   * Minutes from each hub to every stop and back, and from each stop of a route to the next, for synchronous lookup: the number of legs is
   * linear in the number of stops, not quadratic.
   */
  const table = async (
    studioId: string,
    hubs: readonly Stop[],
    ways: readonly (readonly Stop[])[],
  ): Promise<(from: Stop, to: Stop) => number> => {
    const { around, along, minutes } = lookup(studioId);
    const each = distinct(hubs);
    await around(each, distinct([...each, ...ways.flat()]));
    await along(ways);
    return minutes;
  };

  return Object.assign(between, { noted, table });
};
export type Legs = ReturnType<typeof legMemory>;
