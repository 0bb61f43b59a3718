import { sql, type Kysely } from 'kysely';
import { pauses } from '../../jobs/pauses.ts';
import type { MapsProvider, Place } from '../provider.ts';
import { countMisses, instant } from './counting.ts';
import type { HitCounts } from './hit-counts.ts';
import { placeLookup } from './lookup.ts';
import { askForMissing, type Pair } from './missing-pairs.ts';
import type { MapsCacheTables } from './schema.ts';

type Studio = {
  readonly db: Kysely<MapsCacheTables>;
  readonly studioId: string;
  readonly now: () => number;
  readonly provider: Pick<MapsProvider, 'drive' | 'driveMatrix'>;
  /** Milliseconds. */
  readonly lifetime: number;
  readonly hits: HitCounts;
};

/** Drives per statement: the week of a teacher with eighty students, and what can be written in a few milliseconds. */
const writtenAtOnce = 8000;

type KeptDrive = {
  readonly origin: string;
  readonly destination: string;
  readonly minutes: number;
  readonly miles: number | null;
};

/** The distinct places of one side of a matrix, and the index of each given place among them. */
const sideOf = (given: readonly Place[]) => {
  const lookups = given.map(placeLookup);
  const distinct = [...new Set(lookups)];
  const index = new Map(distinct.map((lookup, i) => [lookup, i]));
  const positions = lookups.map((lookup) => index.get(lookup) ?? -1);
  const places = [...new Map(given.map((place, i) => [lookups[i], place])).values()];
  return { lookups: distinct, places, index, positions };
};

/**
 * The studio's drives: a matrix is one read and one write (a large one several), and the provider is asked only for missing rows
 * and columns. From a place to itself is 0 minutes without a lookup.
 */
export const drivesOf = (studio: Studio): Pick<MapsProvider, 'drive' | 'driveMatrix'> => ({
  driveMatrix: async (origins, destinations) => {
    const [from, to] = [sideOf(origins), sideOf(destinations)];
    const known: (number | undefined)[][] = from.lookups.map((origin) =>
      to.lookups.map((destination) => (origin === destination ? 0 : undefined)),
    );
    const put = (row: number, column: number, minutes: number): void => {
      const cells = known[row];
      if (cells !== undefined) cells[column] = minutes;
    };
    const kept = await keptDrives(studio, from.lookups, to.lookups);
    const pause = pauses();
    for (const [i, { origin, destination, minutes }] of kept.entries()) {
      put(from.index.get(origin) ?? -1, to.index.get(destination) ?? -1, minutes);
      if (i % 1000 === 0) await pause();
    }
    const fetched = await askForMissing(studio.provider.driveMatrix, from.places, to.places, known);
    for (const { row, column, minutes } of fetched) put(row, column, minutes);
    if (kept.length > 0) studio.hits.add(studio.studioId, 'driveTime', kept.length);
    for (let at = 0; at < fetched.length; at += writtenAtOnce)
      await keep(studio, fetched.slice(at, at + writtenAtOnce).map(asDrive(from.lookups, to.lookups)));
    return from.positions.map((row) => to.positions.map((column) => known[row]?.[column] ?? 0));
  },

  drive: async (origin, destination) => {
    const [from, to] = [placeLookup(origin), placeLookup(destination)];
    if (from === to) return { minutes: 0, miles: 0 };
    const [kept] = await keptDrives(studio, [from], [to]);
    if (kept !== undefined && kept.miles !== null) {
      studio.hits.add(studio.studioId, 'driveTime', 1);
      return { minutes: kept.minutes, miles: kept.miles };
    }
    const drive = await studio.provider.drive(origin, destination);
    await keep(studio, [{ origin: from, destination: to, ...drive }]);
    return drive;
  },
});

const asDrive =
  (origins: readonly string[], destinations: readonly string[]) =>
  ({ row, column, minutes }: Pair): KeptDrive => ({
    origin: origins[row] ?? '',
    destination: destinations[column] ?? '',
    minutes,
    miles: null,
  });

const keptDrives = async (
  { db, studioId, now }: Studio,
  origins: readonly string[],
  destinations: readonly string[],
): Promise<KeptDrive[]> =>
  db
    .selectFrom('maps.drives')
    .select(['origin', 'destination', 'minutes', 'miles'])
    .where('studio_id', '=', studioId)
    .where('origin', '=', sql<string>`any(${origins}::uuid[])`)
    .where('destination', '=', sql<string>`any(${destinations}::uuid[])`)
    .where('expires_at', '>', instant(now()))
    .execute();

/** Writes the drives and counts them in one statement, in sorted order so that concurrent writes cannot deadlock. */
const keep = async ({ db, studioId, now, lifetime }: Studio, drives: readonly KeptDrive[]): Promise<void> => {
  if (drives.length === 0) return;
  await sql`
    with counted as (${countMisses(studioId, 'driveTime', drives.length)})
    insert into maps.drives as d (studio_id, origin, destination, minutes, miles, expires_at)
    select ${studioId}, origin, destination, minutes, miles, ${instant(now() + lifetime)}
    from unnest(
      ${drives.map(({ origin }) => origin)}::uuid[],
      ${drives.map(({ destination }) => destination)}::uuid[],
      ${drives.map(({ minutes }) => minutes)}::integer[],
      ${drives.map(({ miles }) => miles)}::double precision[]
    ) as given (origin, destination, minutes, miles)
    order by origin, destination
    on conflict (studio_id, origin, destination) do update
      set minutes = excluded.minutes, miles = excluded.miles, expires_at = excluded.expires_at`.execute(db);
};
