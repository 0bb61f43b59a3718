import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  fakeMapbox,
  fakeToken,
  restrictedToken,
  type FakeMapbox,
} from '../platform/maps/mapbox/testing/fake-mapbox.ts';
import { addStudent, addTeacher, everyDay } from '../testing/studio-fixture.ts';
import { testRondo, type TestRondo } from '../testing/test-rondo.ts';
import type { Visitor } from '../testing/visitor.ts';

// The whole product with a Mapbox token, against the fake.

let fake: FakeMapbox;
let rondo: TestRondo;
let visitors = 0;

beforeAll(async () => {
  fake = await fakeMapbox();
  rondo = await testRondo('2026-11-23T15:00:00Z', {
    MAPBOX_TOKEN: restrictedToken,
    MAPBOX_SERVER_TOKEN: fakeToken,
    MAPBOX_API_URL: fake.url,
  });
});
afterAll(async () => {
  await rondo.stop();
  await fake.stop();
});
beforeEach(() => {
  fake.behave({ kind: 'well' });
  fake.reset();
});

const newcomer = (): Promise<Visitor> => {
  visitors += 1;
  return rondo.visitor().register(`mapbox${visitors}@example.com`);
};

const zips = ['78704', '78745', '78751', '78722', '78757', '78703', '78731', '78723'];

test('a student is located at the house, and a plan for 40 students asks for at most 60 % of the matrix, then for nothing', async () => {
  const dana = await newcomer();
  const teacher = await addTeacher(dana, 'Dana Whitfield', everyDay);
  const students: string[] = [];
  for (let i = 0; i < 40; i += 1)
    // Everyone is free whenever the teacher is: the most drives that a plan can need.
    students.push(
      await addStudent(dana, `Student ${i}`, everyDay, {
        teacherId: teacher,
        address: `${100 + 7 * i} Elm St, Austin, TX ${zips[i % zips.length]}`,
        minutes: 30,
      }),
    );
  expect(fake.counts()).toMatchObject({ geocode: 41, permanent: 41, elements: 0 });
  const [first] = (await dana.get('/api/students')).json;
  expect(first.locationPrecision).toBe('exact');

  const generate = () => dana.post('/api/schedule/generate', { teacherIds: [teacher], studentIds: students });
  const plan = await generate();
  expect([plan.status, plan.json.lessons.length]).toEqual([200, 40]);
  const { elements, geocode } = fake.counts();
  expect(elements / 41 ** 2).toBeLessThanOrEqual(0.6);
  expect([elements > 0, geocode]).toEqual([true, 41]);

  await dana.get('/api/lessons');
  await generate();
  await dana.get('/api/lessons');
  expect(fake.counts().elements).toBe(elements);

  const status = await dana.get('/api/maps/status');
  const { matrix } = fake.counts();
  expect(status.json).toEqual({ provider: 'mapbox', notice: null, callsToday: 41 + matrix, dailyLimit: 1000 });
});

test('a road is drawn along the streets, and straight while Mapbox does not answer', async () => {
  const dana = await newcomer();
  const stops = [
    { latitude: 30.24, longitude: -97.76 },
    { latitude: 30.28, longitude: -97.72 },
    { latitude: 30.24, longitude: -97.76 },
  ];
  const road = await dana.post('/api/maps/road', { stops });
  expect(road.json).toMatchObject({ approximate: false, notice: null });
  expect(road.json.line.length).toBeGreaterThan(stops.length);
  expect((await dana.post('/api/maps/road', { stops })).json).toEqual(road.json);
  expect(fake.counts().directions).toBe(1);
  for (const wrong of [stops.slice(1, 2), [{ latitude: 91, longitude: 0 }, ...stops], [{ latitude: 'x' }], 'home'])
    expect((await dana.post('/api/maps/road', { stops: wrong })).status).toBe(400);

  fake.behave({ kind: 'status', status: 429, headers: { 'retry-after': '600' } });
  const straight = await dana.post('/api/maps/road', { stops: stops.toReversed().slice(1) });
  expect(straight.json).toMatchObject({
    line: [
      [-97.72, 30.28],
      [-97.76, 30.24],
    ],
    approximate: true,
    notice: 'Mapbox limited how often this server may ask, so places, distances and times are estimates for now.',
  });
  expect((await dana.get('/api/maps/status')).json.notice).toBe(straight.json.notice);
});

test('the drive between two addresses says when it is an estimate', async () => {
  const dana = await newcomer();
  const ask = (origin: string) =>
    dana.post('/api/calculate-drive-time', { origin, destination: '10621 Beckett Rd, Austin, TX 78759' });
  expect((await ask('1905 S 5th St, Austin, TX 78704')).json).toMatchObject({ approximate: false, notice: null });
  fake.behave({ kind: 'half' });
  expect((await ask('1907 S 5th St, Austin, TX 78704')).json).toMatchObject({
    approximate: true,
    notice: expect.stringMatching(/^Mapbox did not answer, so/),
  });
  const located = await dana.post('/api/maps/geocode', { address: '1909 S 5th St, Austin, TX 78704' });
  expect(located.json).toMatchObject({ success: true, precision: 'zip', notice: expect.any(String) });
});

test('an address of 10,000 characters is refused with a sentence, and Mapbox is not asked', async () => {
  const dana = await newcomer();
  const address = `${'1 Elm St '.repeat(1200)}, Austin, TX 78704`;
  for (const [path, body] of [
    ['/api/maps/geocode', { address }],
    ['/api/calculate-drive-time', { origin: address, destination: address }],
    ['/api/students', { firstName: 'Ann', lastName: 'Lee', address }],
  ] as const) {
    const { status, text } = await dana.post(path, body);
    expect([status, text]).toEqual([400, expect.stringMatching(/at most \d+ characters long\.$/)]);
  }
  const { geocode, suggestions, matrix } = fake.counts();
  expect([geocode, suggestions, matrix]).toEqual([0, 0, 0]);
});

test('browsers get the public token only, and may reach Mapbox', async () => {
  const dana = await newcomer();
  for (const path of ['/api/maps/api-key', '/api/google-maps-key'])
    expect((await dana.get(path)).json).toEqual({ apiKey: restrictedToken, apiUrl: fake.url });
  const policy = (await dana.get('/schedule')).headers.get('content-security-policy') ?? '';
  for (const directive of [
    "worker-src 'self';",
    "img-src 'self' data: blob:",
    `connect-src 'self' ${fake.url} https://events.mapbox.com`,
    "script-src 'self' 'sha256-",
  ])
    expect(`${policy};`).toContain(directive);
  expect(policy).not.toContain('unsafe');
});

test('a plan that was made without Mapbox says so', async () => {
  const dana = await newcomer();
  const teacher = await addTeacher(dana, 'Dana Whitfield', everyDay);
  const address = '10621 Beckett Rd, Austin, TX 78759';
  const student = await addStudent(dana, 'Ann Lee', everyDay, { teacherId: teacher, address });
  fake.behave({ kind: 'status', status: 503 });
  const plan = await dana.post('/api/schedule/generate', { teacherIds: [teacher], studentIds: [student] });
  expect(plan.json.optimizationReports[teacher].driveNotice).toBe(
    'Mapbox did not answer when this plan was made, so some of its drive times are estimates. Generate again later to use exact ones.',
  );
});
