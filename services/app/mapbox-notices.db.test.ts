import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { fakeMapbox, fakeToken, type FakeMapbox, type FakeMode } from '../platform/maps/mapbox/testing/fake-mapbox.ts';
import { addStudent, addTeacher, everyDay } from '../testing/studio-fixture.ts';
import { testRondo, type TestRondo } from '../testing/test-rondo.ts';
import type { Visitor } from '../testing/visitor.ts';

// What the screens are told while only some of Mapbox's answers are right. Each test has its own process, because after a failure no call is
// made for a while.

let fake: FakeMapbox;
let rondo: TestRondo;

beforeAll(async () => {
  fake = await fakeMapbox();
});
afterAll(() => fake.stop());
beforeEach(async () => {
  fake.behave({ kind: 'well' });
  rondo = await testRondo('2026-11-23T15:00:00Z', { MAPBOX_TOKEN: fakeToken, MAPBOX_API_URL: fake.url });
  return () => rondo.stop();
});

const newcomer = (): Promise<Visitor> => rondo.visitor().register('dana@example.com');

/** Changes the answers that hold a word, as text. */
const lieAbout = (word: string, change: (text: string) => string): FakeMode => ({
  kind: 'lies',
  lie: (body) => {
    const text = JSON.stringify(body);
    return text.includes(word) ? JSON.parse(change(text)) : body;
  },
});
const addressesAtZero = lieAbout('FeatureCollection', (text) =>
  text.replaceAll(/"(longitude|latitude)":[-\d.]+/g, '"$1":0'),
);
const inexact = 'Some addresses are not known exactly, so drives to and from them are approximate.';
const away = 'Mapbox gave an answer that cannot be right, so places, distances and times are estimates for now.';

const notices = async (visitor: Visitor): Promise<unknown[]> =>
  (await visitor.get('/api/lessons')).json.map(({ driveNotice }: { driveNotice: unknown }) => driveNotice);

test('where only addresses are lied about, plan and schedule say that drives lead to ZIP codes', async () => {
  const dana = await newcomer();
  const teacher = await addTeacher(dana, 'Dana Whitfield', everyDay);
  fake.behave(addressesAtZero);
  const address = '10621 Beckett Rd, Austin, TX 78759';
  const student = await addStudent(dana, 'Ann Lee', everyDay, { teacherId: teacher, address });
  // Once it answers again, drives are its own, but lead to the middle of the ZIP code.
  fake.behave({ kind: 'well' });
  const plan = await dana.post('/api/schedule/generate', { teacherIds: [teacher], studentIds: [student] });
  expect(plan.json.optimizationReports[teacher].driveNotice).toBe(
    'The exact address of Ann Lee is not known, so drives to and from there are approximate.',
  );
  expect(await notices(dana)).toEqual([inexact]);
  const drive = await dana.post('/api/calculate-drive-time', {
    origin: 'Austin, TX 78704',
    destination: 'Austin, TX 78759',
  });
  expect(drive.json).toMatchObject({ approximate: true, notice: inexact });
});

test('an address without a street is not said to be one that Mapbox did not find: it was not asked', async () => {
  const dana = await newcomer();
  const teacher = await addTeacher(dana, 'Dana Whitfield', everyDay);
  fake.reset();
  const address = 'Austin, TX 78759';
  const student = await addStudent(dana, 'Ann Lee', everyDay, { teacherId: teacher, address });
  expect(fake.counts().geocode).toBe(0);
  const plan = await dana.post('/api/schedule/generate', { teacherIds: [teacher], studentIds: [student] });
  const { driveNotice } = plan.json.optimizationReports[teacher];
  expect([driveNotice, ...(await notices(dana))].join('')).not.toContain('Mapbox');
  expect(driveNotice).toBe('The exact address of Ann Lee is not known, so drives to and from there are approximate.');
});

test('where only drives are lied about, the schedule says so', async () => {
  const dana = await newcomer();
  const teacher = await addTeacher(dana, 'Dana Whitfield', everyDay);
  const address = '10621 Beckett Rd, Austin, TX 78759';
  const student = await addStudent(dana, 'Ann Lee', everyDay, { teacherId: teacher, address });
  const entry = { teacherId: teacher, studentId: student, dayOfWeek: 2, startTime: '15:00', duration: 45 };
  fake.behave(lieAbout('durations', () => '{"code":"Ok","durations":[[-60]],"distances":[[-60]]}'));
  expect((await dana.post('/api/lessons', entry)).json.driveNotice).toBe(away);
  expect(await notices(dana)).toEqual([away]);
});
