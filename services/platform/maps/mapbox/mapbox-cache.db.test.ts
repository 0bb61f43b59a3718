import type pg from 'pg';
import { connectionPool } from '@rondo/projections/postgres/pool.ts';
import { applySchema } from '@rondo/projections/postgres/schema.ts';
import { scratchDatabase, type ScratchDatabase } from '@rondo/projections/testing/scratch-database.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { mapsCacheSchema } from '../cache/schema.ts';
import { stopOf, type Stop } from '../drive-time.ts';
import { listPrices } from '../cache/figures.ts';
import { offlineMaps } from '../offline/offline-maps.ts';
import { openMaps, type OpenedMaps } from '../open-maps.ts';
import { mapsBudget } from './budget.ts';
import { fakeMapbox, fakeToken, type FakeMapbox } from './testing/fake-mapbox.ts';

const start = Date.parse('2026-11-21T15:00:00Z');
const hour = 3_600_000;
const studio = 'studio a';

let database: ScratchDatabase;
let pool: pg.Pool;
let fake: FakeMapbox;
let now = start;

beforeAll(async () => {
  database = await scratchDatabase();
  pool = connectionPool({ connectionString: database.connectionString, max: 8, name: 'mapbox cache test' });
  await applySchema(pool, mapsCacheSchema.join('\n'));
  fake = await fakeMapbox();
});
afterAll(async () => {
  await fake.stop();
  await pool.end();
  await database.drop();
});
beforeEach(async () => {
  await pool.query('truncate maps.drives, maps.answers, maps.lookups, maps.calls');
  now = start;
  fake.behave({ kind: 'well' });
  fake.reset();
});

/** Another process, or the same one after a restart. */
const openProcess = (dailyLimit = 1000, token: string | undefined = fakeToken): OpenedMaps =>
  openMaps(
    { MAPBOX_TOKEN: token, MAPBOX_API_URL: fake.url, MAPBOX_DAILY_LIMIT: dailyLimit, now: () => now },
    pool,
    () => undefined,
  );

const addressOf = (i: number): string => `${100 + i} Elm St, Austin, TX ${['78704', '78745', '78759'][i % 3]}`;
const homes = (count: number): Promise<Stop[]> =>
  Promise.all(
    Array.from({ length: count }, async (_, i) => {
      const answer = await offlineMaps.geocode(addressOf(i));
      if (!answer.success) throw new Error(answer.error);
      // A home of its own, as Mapbox would locate it.
      return stopOf(addressOf(i), { ...answer, latitude: answer.latitude + i / 1000, precision: 'exact' });
    }),
  );

test('the daily limit holds across processes, restarts and calls at once, and ends with the day', async () => {
  const budget = () => mapsBudget({ pool, limit: 10, now: () => now });
  const taken = await Promise.all(Array.from({ length: 40 }, async () => budget().take('elements', 3)));
  expect(taken.filter(Boolean)).toHaveLength(10);
  expect(await budget().today()).toMatchObject({ calls: 10, elements: 30 });
  now = Date.parse('2026-11-21T23:59:59Z');
  expect(await budget().take('roads', 1)).toBe(false);
  now = Date.parse('2026-11-22T00:00:00Z');
  expect(await budget().take('roads', 1)).toBe(true);
  expect(await budget().today()).toEqual({ calls: 1, geocode: 0, suggestions: 0, elements: 0, roads: 1 });
});

test('after the last call of the day estimates answer, and say why; what was asked before is still known', async () => {
  const maps = openProcess(2).mapsFor(studio);
  const known = await maps.geocode(addressOf(1));
  await maps.geocode(addressOf(2));
  const { failure, ...third } = await maps.geocode(addressOf(3));
  expect(failure?.reason).toBe('budget');
  expect(third).toEqual(await offlineMaps.geocode(addressOf(3)));
  expect(await maps.geocode(addressOf(1))).toEqual(known);
  expect(fake.counts().geocode).toBe(2);
  const restarted = openProcess(2);
  expect((await restarted.mapsFor(studio).geocode(addressOf(4))).failure?.reason).toBe('budget');
  expect(await restarted.status()).toEqual({
    provider: 'mapbox',
    notice: expect.stringContaining('The daily limit of calls to Mapbox was reached, so'),
    callsToday: 2,
    dailyLimit: 2,
  });
});

test('everything asked twice is asked once, and the figures say what that saved', async () => {
  const cache = openProcess();
  const places = await homes(10);
  const points = [
    { latitude: 30.24, longitude: -97.76 },
    { latitude: 30.4, longitude: -97.7 },
  ];
  const askAll = async () => {
    const maps = cache.mapsFor(studio);
    return [
      await maps.geocode(addressOf(1)),
      await maps.suggest('100 Elm St, Aus'),
      await maps.driveMatrix(places),
      await maps.road(points),
    ];
  };
  const cold = await askAll();
  const asked = fake.counts();
  expect(asked).toMatchObject({ geocode: 1, permanent: 1, suggestions: 1, directions: 1 });
  expect(asked.elements).toBeLessThan(60);
  expect(await askAll()).toEqual(cold);
  expect(fake.counts()).toEqual(asked);
  const { cacheStats, costSavingsEstimate } = await cache.stats(studio);
  expect([
    cacheStats.geocode.hits,
    cacheStats.suggestions.hits,
    cacheStats.driveTime.hits,
    cacheStats.roads.hits,
  ]).toEqual([1, 1, 90, 1]);
  expect([cacheStats.geocode.misses, cacheStats.driveTime.misses]).toEqual([1, 90]);
  const saved =
    listPrices.geocodingPermanent +
    listPrices.geocodingTemporary +
    90 * listPrices.matrixElement +
    listPrices.directions;
  expect(costSavingsEstimate.estimatedSavingsUSD).toBe(Math.round(saved / 10) / 100);
  // One asked pair gives the drives of both directions, so 90 misses are charged for as what Mapbox was asked.
  expect(costSavingsEstimate.callsMade).toBe(asked.elements + 3);
  const spent = saved + (asked.elements - 90) * listPrices.matrixElement;
  expect(costSavingsEstimate.spentUSD).toBe(Math.round(spent / 10) / 100);
});

test('the way back is not asked for, and as long as the way there, whether it is asked as one drive or in a matrix', async () => {
  const [a = null, b = null, c = null] = await homes(3);
  const maps = openProcess().mapsFor(studio);
  const there = [await maps.drive(a, b), (await maps.driveMatrix([a], [c])).minutes];
  const asked = fake.counts();
  expect(asked.elements).toBe(2);
  expect([await maps.drive(b, a), (await maps.driveMatrix([c], [a])).minutes]).toEqual(there);
  expect(fake.counts()).toEqual(asked);
  const { driveTime } = (await openProcess().stats(studio)).cacheStats;
  expect(driveTime.misses).toBe(2);
});

test('suggestions of Mapbox are never stored, only remembered for an hour', async () => {
  const cache = openProcess();
  await cache.mapsFor(studio).suggest('100 Elm St, Aus');
  await cache.mapsFor(studio).suggest('100 Elm St, Aus');
  expect((await pool.query('select * from maps.answers')).rows).toEqual([]);
  expect((await cache.stats(studio)).cacheStats.suggestions).toMatchObject({
    cacheSize: 1,
    hits: 1,
    misses: 1,
    hitRate: 50,
    keptHours: 1,
  });
  now = start + hour;
  await cache.mapsFor(studio).suggest('100 Elm St, Aus');
  expect(fake.counts().suggestions).toBe(2);
  expect(await cache.clear(studio)).toBe(1);
  await cache.mapsFor(studio).suggest('100 Elm St, Aus');
  expect(fake.counts().suggestions).toBe(3);
});

test('estimates are not cached: when Mapbox is back, it answers', async () => {
  fake.behave({ kind: 'status', status: 503 });
  const [a = null, b = null] = await homes(2);
  const away = await openProcess().mapsFor(studio).drive(a, b);
  expect(away.failure?.reason).toBe('unavailable');
  expect((await pool.query('select * from maps.drives')).rows).toEqual([]);
  fake.behave({ kind: 'well' });
  const back = await openProcess().mapsFor(studio).drive(a, b);
  expect(back.failure).toBeNull();
  expect(back.miles).not.toBe(away.miles);
});

test('a matrix that fails in the middle keeps what was answered, and asks only for the rest next time', async () => {
  const places = await homes(41);
  const limited = await openProcess(6).mapsFor(studio).driveMatrix(places);
  expect(limited.failure?.reason).toBe('budget');
  expect(limited.minutes.flat().every((minutes) => Number.isInteger(minutes))).toBe(true);
  const before = fake.counts().elements;
  const whole = await openProcess(1000).mapsFor(studio).driveMatrix(places);
  expect(whole.failure).toBeNull();
  expect(fake.counts().elements / (41 * 41)).toBeLessThanOrEqual(0.6);
  expect(fake.counts().elements).toBeGreaterThan(before);
});

test('many addresses at once: those that were located count, the others are estimated', async () => {
  const addresses = Array.from({ length: 20 }, (_, i) => addressOf(i));
  const located = await openProcess(5).mapsFor(studio).locate(addresses);
  const exact = addresses.filter((address) => located.get(address)?.precision === 'exact');
  expect([located.size, exact.length]).toEqual([20, 5]);
});

test('one address that is rejected keeps no other from being located', async () => {
  const addresses = Array.from({ length: 30 }, (_, i) => addressOf(i));
  const bad = addressOf(1);
  fake.behave({ kind: 'rejects', text: bad });
  const cache = openProcess();
  const located = await cache.mapsFor(studio).locate(addresses);
  expect(addresses.filter((address) => located.get(address)?.precision !== 'exact')).toEqual([bad]);
  expect((await cache.status()).notice).toBeNull();
});

test('the status says that everything is rejected', async () => {
  fake.behave({ kind: 'status', status: 422 });
  const cache = openProcess();
  await cache.mapsFor(studio).locate(Array.from({ length: 60 }, (_, i) => addressOf(i)));
  const { notice, callsToday } = await cache.status();
  expect([notice, callsToday]).toEqual([expect.stringMatching(/^Mapbox rejected what this server asked, so/), 8]);
});

test('a token that is set later is not kept waiting by what was estimated before', async () => {
  const cache = openMaps({ MAPBOX_API_URL: fake.url, MAPBOX_DAILY_LIMIT: 10, now: () => now }, pool, () => undefined);
  expect(await cache.status()).toEqual({ provider: 'offline', notice: null, callsToday: 0, dailyLimit: null });
  expect(await cache.mapsFor(studio).geocode(addressOf(1))).toMatchObject({ precision: 'zip', failure: null });
  expect(await openProcess().mapsFor(studio).geocode(addressOf(1))).toMatchObject({ precision: 'exact' });
});

test('a cache of an earlier version takes roads too', async () => {
  await pool.query(
    `alter table maps.answers add constraint answers_cache_check check (cache in ('geocode', 'suggestions'))`,
  );
  await applySchema(pool, mapsCacheSchema.join('\n'));
  const points = [
    { latitude: 30.24, longitude: -97.76 },
    { latitude: 30.4, longitude: -97.7 },
  ];
  expect((await openProcess().mapsFor(studio).road(points)).failure).toBeNull();
});
