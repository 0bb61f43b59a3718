import { sql, type Kysely } from 'kysely';
import { chunksOf } from '@rondo/projections/kit/chunks.ts';
import { pauses } from '@rondo/projections/pacing/pauses.ts';
import type { Drive, IsNeeded, MapsProvider, Place } from '../provider.ts';
import type { MapsFailure } from '../failure.ts';
import { countMisses, type HitCounts } from './figures.ts';
import { instant, type Lookups, type MapsCacheTables } from './schema.ts';

/** One cell of a matrix. */
type Pair = Drive & { readonly row: number; readonly column: number };

/** The cells that were answered, why the others are missing, and for how many pairs the service charges. */
type MissingDrives = {
  readonly pairs: readonly Pair[];
  readonly failure: MapsFailure | null;
  readonly charged: number;
};

type Question = { readonly origins: readonly Place[]; readonly destinations: readonly Place[] };

/** Requests the missing cells of a matrix, and of its rows and columns only those that have one. */
export const askForMissing = async (
  driveMatrix: MapsProvider['driveMatrix'],
  { origins, destinations }: Question,
  isMissing: (row: number, column: number) => boolean,
): Promise<MissingDrives> => {
  const pause = pauses();
  const missing: { row: number; column: number }[] = [];
  for (const row of origins.keys()) {
    for (const column of destinations.keys()) if (isMissing(row, column)) missing.push({ row, column });
    await pause();
  }
  if (missing.length === 0) return { pairs: [], failure: null, charged: 0 };
  const rows = [...new Set(missing.map(({ row }) => row))];
  const columns = [...new Set(missing.map(({ column }) => column))].toSorted((a, b) => a - b);
  const { drives, failure, charged } = await driveMatrix(
    pick(origins, rows),
    pick(destinations, columns),
    (row, column) => isMissing(rows[row] ?? -1, columns[column] ?? -1),
  );
  const [rowAt, columnAt] = [indexesOf(rows), indexesOf(columns)];
  const pairs: Pair[] = [];
  for (const [i, { row, column }] of missing.entries()) {
    const drive = drives[rowAt.get(row) ?? -1]?.[columnAt.get(column) ?? -1] ?? null;
    if (drive !== null && Number.isFinite(drive.minutes)) pairs.push({ row, column, ...drive });
    else if (failure === null) throw new Error('The maps service did not return a requested drive.');
    if (i % 1000 === 0) await pause();
  }
  return { pairs, failure, charged };
};

const indexesOf = (values: readonly number[]): Map<number, number> => new Map(values.map((value, i) => [value, i]));

const pick = (places: readonly Place[], indexes: readonly number[]): Place[] =>
  indexes.flatMap((index) => {
    const place = places[index];
    return place === undefined ? [] : [place];
  });

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

type CachedDrive = {
  readonly origin: string;
  readonly destination: string;
  readonly minutes: number;
  readonly miles: number | null;
};

type Ends = readonly [origin: string, destination: string];
const sameWay = ({ origin, destination }: CachedDrive): Ends => [origin, destination];
const wayBack = ({ origin, destination }: CachedDrive): Ends => [destination, origin];

/** The distinct places of one side of a matrix, and the index of each given place among them. */
const sideOf = (placeLookup: Lookups['place'], places: readonly Place[]) => {
  const lookups = places.map(placeLookup);
  const distinct = [...new Set(lookups)];
  const index = new Map(distinct.map((lookup, i) => [lookup, i]));
  const positions = lookups.map((lookup) => index.get(lookup) ?? -1);
  const distinctPlaces = [...new Map(places.map((place, i) => [lookups[i], place])).values()];
  return { lookups: distinct, places: distinctPlaces, index, positions };
};

/**
 * The studio's drives: a matrix is one read and one write (a large one several), and the provider is asked only for missing
 * drives. From a place to itself is 0 minutes without a lookup.
 */
export const drivesOf = (studio: Studio): Pick<MapsProvider, 'drive' | 'driveMatrix'> => ({
  driveMatrix: async (origins, destinations, isNeeded = () => true) => {
    const [from, to] = [sideOf(studio.placeLookup, origins), sideOf(studio.placeLookup, destinations)];
    const known: (Drive | null)[][] = from.lookups.map((origin) =>
      to.lookups.map((destination) => (origin === destination ? { minutes: 0, miles: 0 } : null)),
    );
    const put = (row: number, column: number, { minutes, miles }: Drive): void => {
      const cells = known[row];
      if (cells !== undefined) cells[column] = { minutes, miles };
    };
    const isNeededHere = neededAmong(from.positions, to.positions, isNeeded);
    const cached = await cachedDrives(studio, from.lookups, to.lookups);
    const pause = pauses();
    let hits = 0;
    // Entries of the needed direction count first.
    for (const endsOf of [sameWay, wayBack])
      for (const [i, entry] of cached.entries()) {
        if (i % 1000 === 0) await pause();
        const [origin, destination] = endsOf(entry);
        const [row, column] = [from.index.get(origin) ?? -1, to.index.get(destination) ?? -1];
        if (known[row]?.[column] !== null) continue;
        // Entries of earlier versions lack the miles, which a matrix does not show.
        put(row, column, { minutes: entry.minutes, miles: entry.miles ?? 0 });
        if (isNeededHere(row, column)) hits += 1;
      }
    const isMissing = (row: number, column: number) => known[row]?.[column] === null && isNeededHere(row, column);
    const question = { origins: from.places, destinations: to.places };
    const { pairs, failure, charged } = await askForMissing(studio.provider.driveMatrix, question, isMissing);
    for (const pair of pairs) put(pair.row, pair.column, pair);
    if (hits > 0) studio.hits.add(studio.studioId, 'driveTime', hits);
    for (const [i, some] of chunksOf(pairs, writtenAtOnce).entries())
      await save(studio, some.map(asDrive(from.lookups, to.lookups)), i === 0 ? charged : 0);
    return {
      drives: from.positions.map((row) => to.positions.map((column) => known[row]?.[column] ?? null)),
      failure,
      charged,
    };
  },

  drive: async (origin, destination) => {
    const [from, to] = [studio.placeLookup(origin), studio.placeLookup(destination)];
    if (from === to) return { minutes: 0, miles: 0 };
    const whole = (await cachedDrives(studio, [from], [to])).filter(({ miles }) => miles !== null);
    const cached = whole.find(({ origin }) => origin === from) ?? whole[0];
    if (cached !== undefined && cached.miles !== null) {
      studio.hits.add(studio.studioId, 'driveTime', 1);
      return { minutes: cached.minutes, miles: cached.miles };
    }
    const drive = await studio.provider.drive(origin, destination);
    await save(studio, [{ origin: from, destination: to, ...drive }], 1);
    return drive;
  },
});

const asDrive =
  (origins: readonly string[], destinations: readonly string[]) =>
  ({ row, column, minutes, miles }: Pair): CachedDrive => ({
    origin: origins[row] ?? '',
    destination: destinations[column] ?? '',
    minutes,
    miles,
  });

/** The needed drives of some places, as those between the distinct ones. */
const neededAmong = (rows: readonly number[], columns: readonly number[], isNeeded: IsNeeded): IsNeeded => {
  const cells = new Set<number>();
  rows.forEach((row, i) =>
    columns.forEach((column, j) => {
      if (isNeeded(i, j)) cells.add(row * columns.length + column);
    }),
  );
  return (row, column) => cells.has(row * columns.length + column);
};

/** The entries of either direction: one serves both (docs/decisions/130-one-direction-serves-both.md). */
const cachedDrives = async (
  { db, studioId, now }: Studio,
  origins: readonly string[],
  destinations: readonly string[],
): Promise<CachedDrive[]> =>
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
const save = async (
  { db, studioId, now, lifetime }: Studio,
  drives: readonly CachedDrive[],
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
