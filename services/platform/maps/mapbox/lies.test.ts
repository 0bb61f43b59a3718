import { createServer, type RequestListener, type Server } from 'node:http';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { mapsOf, stopOf } from '../drive-time.ts';
import { offlineMaps } from '../offline/offline-maps.ts';
import { fakeMapbox, type FakeMapbox, type FakeMode } from './testing/fake-mapbox.ts';
import { address, failureOf, fewPoints, openMapbox, other } from './testing/questions.ts';

// A service that lies: whatever it answers, the estimates take over where it is not plausible.

let fake: FakeMapbox;

beforeAll(async () => {
  fake = await fakeMapbox();
});
afterAll(() => fake.stop());
beforeEach(() => {
  fake.behave({ kind: 'well' });
  fake.reset();
});

const open = (apiUrl = fake.url) => openMapbox({ apiUrl });

/** Replaces values of a kind anywhere in an answer. */
const replaced = (body: unknown, change: (value: unknown, key: string) => unknown, key = ''): unknown => {
  const own = change(body, key);
  if (own !== body || typeof body !== 'object' || body === null) return own;
  if (Array.isArray(body)) return body.map((one: unknown) => replaced(one, change, key));
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, replaced(value, change, name)]));
};
const lie = (change: (value: unknown, key: string) => unknown): FakeMode => ({
  kind: 'lies',
  lie: (body) => replaced(body, change),
});
const numbersIn =
  (names: readonly string[], value: unknown) =>
  (given: unknown, key: string): unknown =>
    names.includes(key) && typeof given === 'number' ? value : given;

const nulls = (row: unknown): unknown => (Array.isArray(row) ? row.map(() => null) : row);

const points = ['latitude', 'longitude', 'coordinates'];
const costs = ['durations', 'distances', 'distance'];

const lies: readonly (readonly [string, FakeMode])[] = [
  ['negative times', lie(numbersIn(costs, -60))],
  ['no time for a long way', lie(numbersIn(costs, 0))],
  ['text instead of numbers', lie(numbersIn([...points, ...costs], '12'))],
  ['years', lie(numbersIn(costs, 1e9))],
  ['0, 0', lie(numbersIn(points, 0))],
  [
    'a place in another country',
    lie((value, key) => (key === 'country_code' ? 'DE' : numbersIn(points, 49.5)(value, key))),
  ],
  ['another country that is called ours', lie(numbersIn(points, 49.5))],
  ['nothing at all', { kind: 'lies', lie: () => null }],
  ['a list', { kind: 'lies', lie: () => [] }],
  ['empty lists', lie((value) => (Array.isArray(value) ? [] : value))],
];

test.each(lies)('%s: whatever is answered is plausible', async (_, mode) => {
  const right = await truth();
  fake.behave(mode);
  expect(await implausible(right)).toEqual([]);
});

test('a service that lies is not asked again at once', async () => {
  const { from, to } = await truth();
  const mapbox = open();
  fake.behave(lie(numbersIn([...points, ...costs], 0)));
  if (from.precision === null || to.precision === null) throw new Error('Both are in the gazetteer.');
  for (let i = 0; i < 3; i += 1) {
    await failureOf(mapbox.geocode(`${i} S 5th St, Austin, TX 78704`));
    await failureOf(mapbox.drive(from, to));
    await failureOf(mapbox.road(fewPoints));
  }
  expect(fake.counts()).toMatchObject({ geocode: 1, matrix: 1, directions: 1 });
});

test('a matrix that knows no road at all is not believed', async () => {
  const { from } = await truth();
  if (from.precision === null) throw new Error('It is in the gazetteer.');
  const places = [0, 1, 2, 3, 4].map((i) => ({ ...from, address: `${i} Elm St`, latitude: from.latitude + i / 100 }));
  fake.behave(lie((value, key) => (key === 'durations' && Array.isArray(value) ? value.map(nulls) : value)));
  const { drives, failure } = await open().driveMatrix(places, places);
  expect([drives.flat().filter((drive) => drive !== null && drive.miles > 0), failure?.reason]).toEqual([[], 'wrong']);
});

test('a matrix with a place that is near no road is answered for the others', async () => {
  const { from } = await truth();
  if (from.precision === null) throw new Error('It is in the gazetteer.');
  const places = Array.from({ length: 30 }, (_, i) => ({
    ...from,
    address: `${i} Elm St`,
    latitude: from.latitude + i / 100,
    precision: 'exact' as const,
  }));
  let count = 0;
  fake.behave({
    kind: 'lies',
    lie: (body) => {
      count += 1;
      return count === 1 ? { code: 'NoSegment', message: 'Could not find a matching segment' } : body;
    },
  });
  const { drives, failure } = await open().driveMatrix(places, places, (row, column) => row !== column);
  expect(failure?.reason).toBe('wrong');
  const answered = drives.flat().filter((drive) => drive !== null).length;
  expect(answered).toBeGreaterThan(30 * 29 * 0.5);
  expect(answered).toBeLessThan(30 * 29);
});

/** Where the addresses are. */
const truth = async () => {
  const maps = mapsOf(offlineMaps);
  const [from, to] = [stopOf(address, await maps.geocode(address)), stopOf(other, await maps.geocode(other))];
  return { from, to };
};

/**
 * Asks for everything and names what is not plausible. Estimates or the service's own: addresses are in Austin, drives take minutes,
 * roads are in Texas.
 */
const implausible = async ({ from, to }: Awaited<ReturnType<typeof truth>>, apiUrl = fake.url): Promise<unknown[]> => {
  const maps = mapsOf(open(apiUrl), offlineMaps);
  const found = await maps.geocode(address);
  const suggested = await maps.suggest('1905 S 5th St, Austin, TX 787');
  const { minutes } = await maps.driveMatrix([from, to]);
  const { line, miles } = await maps.road(fewPoints);
  const isNear = (latitude: number, longitude: number) => Math.abs(latitude - 30.24) + Math.abs(longitude + 97.76) < 3;
  const isHere = found.success && found.state === 'TX' && isNear(found.latitude, found.longitude);
  const isDrive = (leg = Number.NaN) => Number.isInteger(leg) && leg >= 5 && leg < 24 * 60 * 5;
  return [
    ...(isHere ? [] : [found]),
    ...suggested.filter(
      ({ latitude, longitude }) => latitude < -15 || latitude > 72 || (longitude > -64 && longitude < 144),
    ),
    ...[minutes[0]?.[1], minutes[1]?.[0]].filter((leg) => !isDrive(leg)),
    ...line.filter(([longitude, latitude]) => !isNear(latitude, longitude)),
    ...(miles >= 0 ? [] : [miles]),
  ];
};

describe('any answer at all', () => {
  let server: Server;
  let url = '';
  let respond: RequestListener = (_request, response) => response.end();
  beforeAll(async () => {
    server = createServer((request, response) => respond(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const bound = server.address();
    if (typeof bound === 'object' && bound !== null) url = `http://127.0.0.1:${bound.port}`;
  });
  afterAll(() => void server.close());

  test('is survived: whatever the numbers, words and shapes', async () => {
    const right = await truth();
    const number = fc.oneof(fc.double(), fc.integer(), fc.constantFrom(0, -1, 1e308, 90, 180));
    const value = fc.oneof(number, fc.string(), fc.constant(null), fc.boolean(), fc.constant([]));
    const coordinates = fc.record({ longitude: value, latitude: value });
    const feature = fc.record({
      properties: fc.record({
        feature_type: fc.constantFrom('address', 'street', 'postcode', 'place', 'country', 'toString'),
        name: fc.string(),
        coordinates,
        context: fc.record({
          country: fc.record({ country_code: fc.constantFrom('US', 'us', 'DE', '') }),
          region: fc.record({ region_code: fc.constantFrom('TX', 'CA', 'constructor', '') }),
        }),
      }),
    });
    const cells = fc.array(fc.array(value, { maxLength: 3 }), { maxLength: 3 });
    const body = fc.oneof(
      fc.jsonValue(),
      fc.record({ type: fc.constant('FeatureCollection'), features: fc.array(feature, { maxLength: 3 }) }),
      fc.record({ code: fc.constantFrom('Ok', 'NoRoute', ''), durations: cells, distances: cells }),
      fc.record({
        code: fc.constantFrom('Ok', 'NoRoute'),
        routes: fc.array(
          fc.record({
            distance: value,
            geometry: fc.record({ type: fc.constant('LineString'), coordinates: fc.array(fc.tuple(value, value)) }),
          }),
          { maxLength: 2 },
        ),
      }),
    );
    const survived = await fc.check(
      fc.asyncProperty(body, fc.constantFrom(200, 200, 200, 204, 301, 404, 418, 500), async (answer, status) => {
        respond = (_request, response) => {
          response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
        };
        expect(await implausible(right, url)).toEqual([]);
      }),
      { numRuns: 150 },
    );
    expect(survived.failed, JSON.stringify(survived.counterexample)).toBe(false);
  });
});
