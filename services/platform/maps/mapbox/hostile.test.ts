import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MapsFailure, noticeOf, planInexactNotice } from '../failure.ts';
import { offlineMaps } from '../offline/offline-maps.ts';
import { fakeMapbox, restrictedToken, type FakeMapbox, type FakeMode } from './testing/fake-mapbox.ts';
import { address, failureOf, fewPoints, openMapbox, other } from './testing/questions.ts';

// A service that refuses, fails or stops in the middle, and calls that are not made.

let fake: FakeMapbox;
let passed = 0;
let told: Error[] = [];

beforeAll(async () => {
  fake = await fakeMapbox();
});
afterAll(() => fake.stop());
beforeEach(() => {
  fake.behave({ kind: 'well' });
  fake.reset();
  passed = 0;
  told = [];
});

const open = (given: Partial<Parameters<typeof openMapbox>[0]> = {}) =>
  openMapbox({ apiUrl: fake.url, elapsed: () => passed, report: (failure) => told.push(failure), ...given });

const calls = (): number => {
  const { geocode, suggestions, matrix, directions } = fake.counts();
  return geocode + suggestions + matrix + directions;
};

describe('a service that fails', () => {
  const refused: FakeMode = { kind: 'status', status: 401 };
  test.each<[string, FakeMode, MapsFailure['reason'], number]>([
    ['401', refused, 'refused', 600_000],
    ['403', { kind: 'status', status: 403 }, 'refused', 600_000],
    ['429 with Retry-After', { kind: 'status', status: 429, headers: { 'retry-after': '17' } }, 'limited', 17_000],
    ['429 without', { kind: 'status', status: 429 }, 'limited', 60_000],
    ['429 for years', { kind: 'status', status: 429, headers: { 'retry-after': '99999999' } }, 'limited', 600_000],
    [
      '429 until a date',
      {
        kind: 'status',
        status: 429,
        headers: { date: 'Mon, 23 Nov 2026 15:00:00 GMT', 'retry-after': 'Mon, 23 Nov 2026 15:02:00 GMT' },
      },
      'limited',
      120_000,
    ],
    ['429 in no words', { kind: 'status', status: 429, headers: { 'retry-after': 'soon' } }, 'limited', 60_000],
    ['500', { kind: 'status', status: 500 }, 'unavailable', 30_000],
    ['503', { kind: 'status', status: 503 }, 'unavailable', 30_000],
    ['a body that is cut off', { kind: 'cut' }, 'unavailable', 30_000],
    ['half a body', { kind: 'half' }, 'unavailable', 30_000],
    [
      'a redirect',
      { kind: 'status', status: 302, headers: { location: 'http://127.0.0.1:9/' } },
      'unavailable',
      30_000,
    ],
  ])('%s: no call for a while, then another try', async (_, mode, reason, pause) => {
    fake.behave(mode);
    const mapbox = open();
    expect(await failureOf(mapbox.geocode(address))).toMatchObject({ reason, pause });
    await failureOf(mapbox.geocode(other));
    expect(fake.counts().geocode).toBe(1);
    expect([told.length, mapbox.failure()?.reason]).toEqual([1, reason]);
    fake.behave({ kind: 'well' });
    passed = pause - 1;
    await failureOf(mapbox.geocode(address));
    passed = pause;
    expect(await mapbox.geocode(address)).toMatchObject({ success: true, precision: 'exact' });
    expect(mapbox.failure()).toBeNull();
  });

  test.each<FakeMode['kind'] & ('silent' | 'stalled')>(['silent', 'stalled'])(
    'a %s one is left when the patience ends',
    async (kind) => {
      fake.behave({ kind });
      expect(await failureOf(open({ patience: 30 }).road([...fewPoints]))).toMatchObject({ reason: 'unavailable' });
    },
  );

  test('nobody at the address', async () => {
    expect(await failureOf(open({ apiUrl: 'http://127.0.0.1:1' }).suggest(address))).toMatchObject({
      reason: 'unavailable',
    });
  });

  test('a question that is refused keeps no other from being asked', async () => {
    fake.behave({ kind: 'status', status: 422 });
    const mapbox = open();
    expect(await failureOf(mapbox.geocode(address))).toMatchObject({ reason: 'rejected', pause: 0 });
    fake.behave({ kind: 'well' });
    expect(await mapbox.geocode(address)).toMatchObject({ precision: 'exact' });
  });

  test.each([400, 404, 422])('after three questions that are rejected with %i no more are asked', async (status) => {
    fake.behave({ kind: 'status', status });
    const mapbox = open();
    for (let i = 0; i < 9; i += 1) await failureOf(mapbox.geocode(`${i} S 5th St, Austin, TX 78704`));
    expect(fake.counts().geocode).toBe(3);
    expect([told.length, noticeOf(mapbox.failure())]).toEqual([
      1,
      'Mapbox rejected what this server asked, so places, distances and times are estimates for now.',
    ]);
    passed = 30_000;
    for (let i = 0; i < 3; i += 1) await failureOf(mapbox.geocode(`${i} Elm St, Austin, TX 78704`));
    expect(fake.counts().geocode).toBe(4);
    passed = 60_000;
    fake.behave({ kind: 'well' });
    expect(await mapbox.geocode(address)).toMatchObject({ precision: 'exact' });
    expect(mapbox.failure()).toBeNull();
  });

  test('a plan to which every matrix is rejected asks for few of them', async () => {
    fake.behave({ kind: 'status', status: 422 });
    const places = Array.from({ length: 80 }, (_, i) => ({
      address: `${i} Elm St`,
      latitude: 30.2 + i / 1000,
      longitude: -97.7,
      precision: 'exact' as const,
    }));
    const { failure } = await open().driveMatrix(places, places);
    expect([failure?.reason, fake.counts().matrix <= 3 + 3]).toEqual(['rejected', true]);
  });

  test('one bad address, however often it is asked or typed, pauses nobody', async () => {
    const mapbox = open();
    fake.behave({ kind: 'status', status: 422 });
    for (let i = 0; i < 5; i += 1) await failureOf(mapbox.geocode(address));
    for (const typed of ['1905', '1905 S', '1905 S 5', '1905 S 5th', '1905 S 5th St'])
      await failureOf(mapbox.suggest(typed));
    expect(mapbox.failure()).toBeNull();
    fake.behave({ kind: 'well' });
    expect(await mapbox.geocode(other)).toMatchObject({ precision: 'exact' });
  });

  test('bad addresses that were rejected between good ones pause nobody, however many are asked again in a row', async () => {
    const mapbox = open();
    const bad = [0, 1, 2, 3].map((i) => `${i} Nowhere Ln, Austin, TX 78704`);
    fake.behave({ kind: 'rejects', text: 'Nowhere' });
    for (const [i, one] of bad.entries()) {
      expect(await failureOf(mapbox.geocode(one))).toMatchObject({ reason: 'rejected', pause: 0 });
      await mapbox.geocode(`${i} Elm St, Austin, TX 78704`);
    }
    for (const one of [...bad, ...bad])
      expect(await failureOf(mapbox.geocode(one))).toMatchObject({ reason: 'rejected', pause: 0 });
    expect(await mapbox.geocode(other)).toMatchObject({ precision: 'exact' });
  });

  test('addresses fail, drives go on', async () => {
    const mapbox = open();
    fake.behave({ kind: 'status', status: 500 });
    await failureOf(mapbox.geocode(address));
    fake.behave({ kind: 'well' });
    expect((await mapbox.road([...fewPoints])).approximate).toBe(false);
  });

  test('a token with a URL restriction works in browsers only, and the log says what to set', async () => {
    expect(await failureOf(open({ token: restrictedToken }).geocode(address))).toMatchObject({ reason: 'refused' });
    expect(told[0]?.message).toContain('MAPBOX_SERVER_TOKEN');
    expect(told[0]?.message).not.toContain(restrictedToken);
  });

  test('a used-up budget makes no call', async () => {
    expect(await failureOf(open({ take: async () => false }).geocode(address))).toMatchObject({ reason: 'budget' });
    expect(calls()).toBe(0);
  });

  test('each reason has a sentence', () => {
    for (const reason of ['refused', 'limited', 'unavailable', 'rejected', 'wrong', 'budget'] as const)
      expect(noticeOf(new MapsFailure(reason, 'x', { pause: 0 }))).toMatch(
        /Mapbox.*, so places, distances and times are estimates for now\.$/,
      );
    expect(noticeOf(null)).toBeNull();
  });

  test.each([
    [['Ann'], 'of Ann is not known, so'],
    [['Ann', 'Ben'], 'of Ann and Ben is not known, so'],
    [['Ann', 'Ben', 'Cy', 'Di'], 'of Ann, Ben, Cy and 1 other is not known, so'],
    [['Ann', 'Ben', 'Cy', 'Di', 'Ed'], 'of Ann, Ben, Cy and 2 others is not known, so'],
  ])('a plan names %j', (names, words) => {
    expect(planInexactNotice(names)).toContain(words);
  });
});

/** Calls that were not needed are not made. */
describe('no call', () => {
  test.each([
    ['for a ZIP code', '78704'],
    ['for a city', 'Austin, TX'],
    ['for 10,000 characters', `${'x'.repeat(10_000)}, Austin, TX 78704`],
    ['for more than 20 words', `${'Elm '.repeat(21)}St, Austin, TX 78704`],
    ['for more than 20 numbers in one word', `100 Elm St Apt ${'1-'.repeat(20)}2, Austin, TX 78704`],
  ])('%s', async (_, text) => {
    expect(await open().geocode(text)).toEqual(await offlineMaps.geocode(text));
    expect(calls()).toBe(0);
  });

  test('between two homes at one point, nor for a road that goes nowhere', async () => {
    const place = { ...fewPoints[0], latitude: 30.24, longitude: -97.76, precision: 'exact' } as const;
    const { drives } = await open().driveMatrix([{ ...place, address: 'A' }], [{ ...place, address: 'B' }]);
    expect(drives[0]?.[0]?.minutes).toBe(1);
    expect((await open().road([place, place])).miles).toBe(0);
    expect(calls()).toBe(0);
  });
});

describe('what is asked', () => {
  test('what is stored is asked as permanent, suggestions are not', async () => {
    const mapbox = open();
    await mapbox.geocode(address);
    await mapbox.suggest('1905 S 5th St, Aus');
    expect(fake.counts()).toMatchObject({ geocode: 1, permanent: 1, suggestions: 1 });
  });

  test('a street behind a semicolon and in capitals is found', async () => {
    expect(await open().geocode('1905 S 5TH ST; AUSTIN; TX 78704')).toMatchObject({ precision: 'exact' });
  });
});
