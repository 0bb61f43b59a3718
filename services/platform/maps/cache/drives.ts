import { sql, type Kysely } from 'kysely';
import { pauses } from '@rondo/projections/pacing/pauses.ts';
import type { Drive, MapsProvider, Place, Wanted } from '../provider.ts';
import { countMisses, instant } from './counting.ts';
import type { HitCounts } from './hit-counts.ts';
import type { Lookups } from './lookup.ts';
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
  readonly placeLookup: Lookups['place'];
};

/** Drives per statement: the week of a teacher with eighty students, and what can be written in a few milliseconds. */
const writtenAtOnce = 8000;

type KeptDrive = {
  readonly origin: string;
  readonly destination: string;
  readonly minutes: number;
  readonly miles: number | null;
};

type Ends = readonly [origin: string, destination: string];
const sameWay = ({ origin, destination }: KeptDrive): Ends => [origin, destination];
const wayBack = ({ origin, destination }: KeptDrive): Ends => [destination, origin];

/** The distinct places of one side of a matrix, and the index of each given place among them. */
const sideOf = (placeLookup: Lookups['place'], given: readonly Place[]) => {
  const lookups = given.map(placeLookup);
  const distinct = [...new Set(lookups)];
  const index = new Map(distinct.map((lookup, i) => [lookup, i]));
  const positions = lookups.map((lookup) => index.get(lookup) ?? -1);
  const places = [...new Map(given.map((place, i) => [lookups[i], place])).values()];
  return { lookups: distinct, places, index, positions };
};

/**
 * The studio's drives: a matrix is one read and one write (a large one several), and the provider is asked only for missing
 * drives. From a place to itself is 0 minutes without a lookup.
 */
export const drivesOf = (studio: Studio): Pick<MapsProvider, 'drive' | 'driveMatrix'> => ({
  driveMatrix: async (origins, destinations, wanted = () => true) => {
    const [from, to] = [sideOf(studio.placeLookup, origins), sideOf(studio.placeLookup, destinations)];
    const known: (Drive | null)[][] = from.lookups.map((origin) =>
      to.lookups.map((destination) => (origin === destination ? { minutes: 0, miles: 0 } : null)),
    );
    const put = (row: number, column: number, { minutes, miles }: Drive): void => {
      const cells = known[row];
      if (cells !== undefined) cells[column] = { minutes, miles };
    };
    const isWanted = wantedAmong(from.positions, to.positions, wanted);
    const kept = await keptDrives(studio, from.lookups, to.lookups);
    const pause = pauses();
    let hits = 0;
    // Entries of the wanted direction count first.
    for (const endsOf of [sameWay, wayBack])
      for (const [i, entry] of kept.entries()) {
        if (i % 1000 === 0) await pause();
        const [origin, destination] = endsOf(entry);
        const [row, column] = [from.index.get(origin) ?? -1, to.index.get(destination) ?? -1];
        if (known[row]?.[column] !== null) continue;
        // Entries of earlier versions lack the miles, which a matrix does not show.
        put(row, column, { minutes: entry.minutes, miles: entry.miles ?? 0 });
        if (isWanted(row, column)) hits += 1;
      }
    const isMissing = (row: number, column: number) => known[row]?.[column] === null && isWanted(row, column);
    const question = { origins: from.places, destinations: to.places };
    const { pairs, failure, charged } = await askForMissing(studio.provider.driveMatrix, question, isMissing);
    for (const pair of pairs) put(pair.row, pair.column, pair);
    if (hits > 0) studio.hits.add(studio.studioId, 'driveTime', hits);
    for (let at = 0; at < pairs.length; at += writtenAtOnce) {
      const some = pairs.slice(at, at + writtenAtOnce).map(asDrive(from.lookups, to.lookups));
      await keep(studio, some, at === 0 ? charged : 0);
    }
    return {
      drives: from.positions.map((row) => to.positions.map((column) => known[row]?.[column] ?? null)),
      failure,
      charged,
    };
  },

  drive: async (origin, destination) => {
    const [from, to] = [studio.placeLookup(origin), studio.placeLookup(destination)];
    if (from === to) return { minutes: 0, miles: 0 };
    const whole = (await keptDrives(studio, [from], [to])).filter(({ miles }) => miles !== null);
    const kept = whole.find(({ origin }) => origin === from) ?? whole[0];
    if (kept !== undefined && kept.miles !== null) {
      studio.hits.add(studio.studioId, 'driveTime', 1);
      return { minutes: kept.minutes, miles: kept.miles };
    }
    const drive = await studio.provider.drive(origin, destination);
    await keep(studio, [{ origin: from, destination: to, ...drive }], 1);
    return drive;
  },
});

const asDrive =
  (origins: readonly string[], destinations: readonly string[]) =>
  ({ row, column, minutes, miles }: Pair): KeptDrive => ({
    origin: origins[row] ?? '',
    destination: destinations[column] ?? '',
    minutes,
    miles,
  });

/** The wanted drives of given places, as those between the distinct ones. */
const wantedAmong = (rows: readonly number[], columns: readonly number[], wanted: Wanted): Wanted => {
  const cells = new Set<number>();
  rows.forEach((row, i) =>
    columns.forEach((column, j) => {
      if (wanted(i, j)) cells.add(row * columns.length + column);
    }),
  );
  return (row, column) => cells.has(row * columns.length + column);
};

/** The entries of either direction: one serves both (docs/decisions/130-one-direction-serves-both.md). */
const keptDrives = async (
  { db, studioId, now }: Studio,
  origins: readonly string[],
  destinations: readonly string[],
): Promise<KeptDrive[]> =>
  db
    .selectFrom('maps.drives')
    .select(['origin', 'destination', 'minutes', 'miles'])
    .where('studio_id', '=', studioId)
    .where(
      sql<boolean>`(origin = any(${origins}::uuid[]) and destination = any(${destinations}::uuid[])
        or origin = any(${destinations}::uuid[]) and destination = any(${origins}::uuid[]))`,
    )
    .where('expires_at', '>', instant(now()))
    .execute();

/** Writes the drives and counts them in one statement, in sorted order so that concurrent writes cannot deadlock. */
const keep = async (
  { db, studioId, now, lifetime }: Studio,
  drives: readonly KeptDrive[],
  charged: number,
): Promise<void> => {
  await sql`
    with counted as (${countMisses(studioId, { cache: 'driveTime', misses: drives.length, charged, now: now() })})
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
