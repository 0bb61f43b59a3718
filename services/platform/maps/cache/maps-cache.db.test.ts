import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type pg from 'pg';
import { stopOf, type Maps, type Stop } from '../drive-time.ts';
import { offlineMaps } from '../offline/offline-maps.ts';
import type { MapsProvider } from '../provider.ts';
import { connectionPool } from '@rondo/projections/postgres/pool.ts';
import { applySchema } from '@rondo/projections/postgres/schema.ts';
import { scratchDatabase, type ScratchDatabase } from '@rondo/projections/testing/scratch-database.ts';
import { mapsCache, type MapsCache } from './maps-cache.ts';
import { mapsCacheSchema } from './schema.ts';

const start = Date.parse('2026-11-21T15:00:00Z');
const hour = 3_600_000;
const day = 24 * hour;

let database: ScratchDatabase;
let pool: pg.Pool;
let now = start;
let calls: string[] = [];
let cache: MapsCache;
let maps: Maps;

const recorded: MapsProvider = {
  name: 'offline',
  geocode: async (address) => (calls.push('geocode'), offlineMaps.geocode(address)),
  suggest: async (text, options) => (calls.push('suggest'), offlineMaps.suggest(text, options)),
  drive: async (from, to) => (calls.push('drive'), offlineMaps.drive(from, to)),
  road: async (points) => (calls.push('road'), offlineMaps.road(points)),
  driveMatrix: async (from, to, wanted = () => true) => {
    const drives = from.flatMap((_, row) => to.filter((_place, column) => wanted(row, column)));
    calls.push(`${drives.length} drives`);
    return offlineMaps.driveMatrix(from, to, wanted);
  },
};

beforeAll(async () => {
  database = await scratchDatabase();
  pool = connectionPool({ connectionString: database.connectionString, max: 8, name: 'maps cache test' });
  await applySchema(pool, mapsCacheSchema.join('\n'));
  await applySchema(pool, mapsCacheSchema.join('\n'));
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

beforeEach(async () => {
  await pool.query('truncate maps.drives, maps.answers, maps.lookups');
  now = start;
  calls = [];
  cache = mapsCache({ pool, provider: recorded, now: () => now });
  maps = cache.mapsFor('studio a');
});

const austinZips = ['78701', '78702', '78703', '78704', '78705', '78741', '78745', '78748', '78751', '78759'];
const homes = (count: number): Promise<Stop[]> =>
  Promise.all(
    Array.from({ length: count }, async (_, i) => {
      const address = `${100 + i} Elm St, Austin, TX ${austinZips[i % austinZips.length]}`;
      return stopOf(address, await offlineMaps.geocode(address));
    }),
  );

test('an address is located once, and a failure is cached too', async () => {
  const first = await maps.geocode('1905 S 5th St, Austin, TX 78704');
  expect(await maps.geocode(' 1905 S 5th St,  Austin, TX 78704, USA')).toEqual(first);
  expect(await maps.geocode('123 Nowhere')).toEqual(await maps.geocode('123 Nowhere'));
  expect(calls).toEqual(['geocode', 'geocode']);
  expect((await cache.stats('studio a')).cacheStats.geocode).toMatchObject({
    cacheSize: 2,
    hits: 2,
    misses: 2,
    hitRate: 50,
  });
});

test('addresses and drives are kept for 7 days, suggestions for 24 hours', async () => {
  const [a = null, b = null] = await homes(2);
  const askAll = async (): Promise<string[]> => {
    calls = [];
    await maps.geocode('78704');
    await maps.suggest('787');
    await maps.drive(a, b);
    return calls;
  };
  expect(await askAll()).toEqual(['geocode', 'suggest', 'drive']);
  now = start + day - 1;
  expect(await askAll()).toEqual([]);
  now = start + day;
  expect(await askAll()).toEqual(['suggest']);
  now = start + 7 * day - 1;
  expect(await askAll()).toEqual(['suggest']);
  now = start + 7 * day;
  expect(await askAll()).toEqual(['geocode', 'drive']);
});

test('suggestions depend on the text, the number and the neighborhood', async () => {
  const near = [{ latitude: 30.2428, longitude: -97.7658 }];
  const plain = await maps.suggest('1905 S 5th St, Aus');
  const local = await maps.suggest('1905 S 5th St, Aus', { near });
  expect(local).not.toEqual(plain);
  expect(await maps.suggest('1905 S 5th St, Aus', { limit: 2 })).toHaveLength(2);
  expect(await maps.suggest('1905 S 5th St, Aus', { near: [{ latitude: 30.2431, longitude: -97.7662 }] })).toEqual(
    local,
  );
  expect(calls).toEqual(['suggest', 'suggest', 'suggest']);
});

test("an 81 x 81 matrix is the provider's, cold and warm, and warm it asks nobody", async () => {
  const places = await homes(81);
  const queries = countQueries();
  const cold = (await maps.driveMatrix(places)).minutes;
  expect(queries()).toBe(2);
  const located = places.filter((place) => place !== null && place.precision !== null);
  const { drives } = await offlineMaps.driveMatrix(located, located);
  expect(cold).toEqual(drives.map((row) => row.map((drive) => drive?.minutes)));
  calls = [];
  expect((await maps.driveMatrix(places)).minutes).toEqual(cold);
  expect(queries()).toBe(1);
  expect(calls).toEqual([]);
  expect((await cache.stats('studio a')).cacheStats.driveTime).toMatchObject({
    cacheSize: 81 * 80,
    hits: 81 * 80,
    misses: 81 * 80,
    hitRate: 50,
  });
});

test('a new student costs a row and a column; a place twice or unknown costs nothing', async () => {
  const places = await homes(11);
  await maps.driveMatrix(places.slice(0, 10));
  calls = [];
  const matrix = (await maps.driveMatrix([...places, places[0] ?? null, null])).minutes;
  expect(calls).toEqual(['20 drives']);
  expect(matrix.map((row) => row.length)).toEqual(Array.from({ length: 13 }, () => 13));
  expect(matrix[0]?.[11]).toBe(0);
  expect(matrix[12]?.slice(0, 3)).toEqual([15, 15, 15]);
});

test('a drive cached by a matrix is not requested again, unless an earlier version cached it without its miles', async () => {
  const [a = null, b = null] = await homes(2);
  await maps.driveMatrix([a, b]);
  const drive = await maps.drive(a, b);
  expect(drive.miles).toBeGreaterThan(0);
  expect(calls).toEqual(['2 drives']);
  await pool.query('update maps.drives set miles = null');
  expect(await maps.drive(a, b)).toEqual(drive);
  expect(await maps.drive(a, b)).toEqual(drive);
  expect(await maps.drive(a, a)).toEqual({ minutes: 0, miles: 0, failure: null });
  expect(calls).toEqual(['2 drives', 'drive']);
});

test('failures are neither cached nor counted', async () => {
  const away = mapsCache({
    pool,
    provider: { ...recorded, geocode: async () => Promise.reject(new Error('the maps service is away')) },
    now: () => now,
  }).mapsFor('studio a');
  await expect(away.geocode('78704')).rejects.toThrow('is away');
  expect((await cache.stats('studio a')).cacheStats.geocode).toMatchObject({
    cacheSize: 0,
    hits: 0,
    misses: 0,
    hitRate: 0,
  });
});

test('an answer of an older shape is requested again', async () => {
  const answer = await maps.geocode('78704');
  await pool.query(`update maps.answers set answer = '{"lat": 30}'`);
  expect(await maps.geocode('78704')).toEqual(answer);
  expect(await maps.geocode('78704')).toEqual(answer);
  expect(calls).toEqual(['geocode', 'geocode']);
});

test('calls that an earlier version counted stay counted, one each', async () => {
  const places = await homes(3);
  await pool.query(
    `insert into maps.lookups (studio_id, cache, hits, misses) values ('studio a', 'driveTime', 4, 100)`,
  );
  expect((await cache.stats('studio a')).costSavingsEstimate.callsMade).toBe(100);
  await maps.driveMatrix(places);
  const { cacheStats, costSavingsEstimate } = await cache.stats('studio a');
  expect([cacheStats.driveTime.misses, costSavingsEstimate.callsMade]).toEqual([106, 103]);
});

test('thirty addresses that are known take one read and no write, and still count as hits', async () => {
  const addresses = Array.from({ length: 30 }, (_, i) => `${100 + i} Elm St, Austin, TX 78704`);
  const queries = countQueries();
  const cold = await maps.locate(addresses);
  expect(queries()).toBe(2);
  expect(await maps.locate(addresses)).toEqual(cold);
  expect(cold.get(addresses[0] ?? '')).toEqual(
    stopOf(addresses[0] ?? '', await offlineMaps.geocode(addresses[0] ?? '')),
  );
  expect(queries()).toBe(1);
  const written = async () => (await pool.query('select hits::int, misses::int from maps.lookups')).rows;
  expect(await written()).toEqual([{ hits: 0, misses: 30 }]);
  await cache.settled();
  expect(await written()).toEqual([{ hits: 30, misses: 30 }]);
});

test('hits that are written after a studio was erased leave no row', async () => {
  const elsewhere = mapsCache({ pool, provider: recorded, now: () => now });
  await maps.geocode('78704');
  await elsewhere.mapsFor('studio a').geocode('78704');
  await cache.eraseStudio('studio a');
  await elsewhere.settled();
  expect((await pool.query('select * from maps.lookups')).rows).toEqual([]);
});

test('studios share nothing: figures, entries, clearing', async () => {
  const other = cache.mapsFor('studio b');
  await maps.geocode('78704');
  await other.geocode('78704');
  await other.geocode('78704');
  expect(calls).toEqual(['geocode', 'geocode']);
  expect(await cache.clear('studio a')).toBe(1);
  const empty = { cacheSize: 0, hits: 0, misses: 0, hitRate: 0 };
  expect((await cache.stats('studio a')).cacheStats.geocode).toMatchObject(empty);
  expect((await cache.stats('studio b')).cacheStats.geocode).toMatchObject({
    cacheSize: 1,
    hits: 1,
    misses: 1,
    hitRate: 50,
  });
});

test('cleaning removes what has expired and keeps the counts', async () => {
  const places = await homes(3);
  const other = cache.mapsFor('studio b');
  await maps.driveMatrix(places);
  await maps.suggest('787');
  await other.suggest('787');
  now = start + 2 * day;
  expect(await cache.cleanExpired('studio a')).toBe(1);
  const { cacheStats } = await cache.stats('studio a');
  expect(cacheStats.driveTime.cacheSize).toBe(6);
  expect(cacheStats.suggestions).toMatchObject({ cacheSize: 0, hits: 0, misses: 1, hitRate: 0 });
  now = start + 8 * day;
  expect(await cache.sweepExpired()).toBe(7);
});

test('an erased studio leaves no row', async () => {
  await maps.driveMatrix(await homes(4));
  await maps.geocode('1905 S 5th St, Austin, TX 78704');
  await maps.suggest('1905 S 5th St, Aus');
  expect(await cache.eraseStudio('studio a')).toBe(14);
  for (const table of ['drives', 'answers', 'lookups']) {
    const { rows } = await pool.query(`select * from maps.${table}`);
    expect(rows).toEqual([]);
  }
});

test('any number of the same lookups at once, with clearing between them, agree', async () => {
  const places = await homes(12);
  const expected = (await maps.driveMatrix(places)).minutes;
  now = start + 7 * day;
  const rounds = Array.from({ length: 24 }, async (_, i) => {
    if (i % 6 === 5) return void (await (i === 5 ? cache.cleanExpired('studio a') : cache.clear('studio a')));
    expect((await maps.driveMatrix(i % 2 === 0 ? places : places.toReversed())).minutes).toEqual(
      i % 2 === 0 ? expected : expected.toReversed().map((row) => row.toReversed()),
    );
  });
  await Promise.all(rounds);
});

test('addresses of any length and letter are looked up', async () => {
  const long = `${'x'.repeat(9000)}, Austin, TX 78704`;
  expect(await maps.geocode(long)).toEqual(await maps.geocode(long));
  for (const odd of [
    '1 Elm St\u0000, Austin, TX 78704',
    '\uD800 Elm St, Austin, TX',
    `${'é'.repeat(299)}🎻, TX`,
    '\u0000',
  ]) {
    expect(await maps.geocode(odd)).toEqual(await maps.geocode(odd));
    expect(await maps.suggest(odd)).toEqual(await maps.suggest(odd));
  }
  expect(await maps.geocode("Robert'); drop table maps.answers; -- 東京 78704")).toMatchObject({ success: true });
});

/** Counts the statements that go through the pool; each call returns the count and resets it. */
const countQueries = (): (() => number) => {
  let count = 0;
  pool.on('acquire', () => {
    count += 1;
  });
  return () => {
    const counted = count;
    count = 0;
    return counted;
  };
};
