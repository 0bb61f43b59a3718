import { afterAll, beforeAll, expect, test } from 'vitest';
import { addStudent, addTeacher, everyDay } from '../../testing/studio-fixture.ts';
import { testRondo, type TestRondo } from '../../testing/test-rondo.ts';
import { batchOf, ok, type Visitor } from '../../testing/visitor.ts';

let rondo: TestRondo;
beforeAll(async () => {
  rondo = await testRondo('2026-11-23T15:00:00Z');
});
afterAll(() => rondo.stop());

const home = '2210 Bluebonnet Ln, Austin, TX 78704';
/** A short walk from the middle of ZIP code 78704, where a teacher is located. */
const nearby = { latitude: 30.2431, longitude: -97.7669 };
/** At the other end of the ZIP code. */
const faraway = { latitude: 30.2241, longitude: -97.7957 };

const studio = async (email: string) => {
  const dana = await rondo.visitor().register(email);
  const teacherId = await addTeacher(dana, 'Dana Whitfield', everyDay);
  const studentId = await addStudent(dana, 'Ruby Salazar', everyDay, { teacherId });
  const student = async () => ok(await dana.get('/api/students'))[0];
  const place = async (at: object) =>
    dana.put(`/api/students/${studentId}`, { ...at, revision: (await student()).revision });
  return { dana, teacherId, studentId, student, place };
};

const driveHome = async (visitor: Visitor, origin: string): Promise<number> =>
  ok(await visitor.post('/api/calculate-drive-time', { origin, destination: home })).driveTimeMinutes;

test('a student who was placed on the map stays there until the address changes', async () => {
  const { dana, studentId, student, place } = await studio('placed@example.com');
  const before = await student();
  expect(before.locationPrecision).toBe('zip');
  ok(await place(faraway));
  expect(await student()).toMatchObject({ ...faraway, locationPrecision: 'exact' });
  expect((await student()).revision).not.toBe(before.revision);
  // Typed again, with other fields.
  ok(await dana.put(`/api/students/${studentId}`, { address: before.address, city: before.city, phone: '1' }));
  expect(await student()).toMatchObject({ ...faraway, locationPrecision: 'exact' });
  ok(await dana.put(`/api/students/${studentId}`, { address: '10621 Beckett Rd, Austin, TX 78759' }));
  expect(await student()).toMatchObject({ locationPrecision: 'zip', zipCode: '78759' });
});

test('placing a student is an edit: a stale one is refused, and it can be undone and redone', async () => {
  const { dana, studentId, student, place } = await studio('undo@example.com');
  const before = await student();
  const placed = await place(faraway);
  ok(placed);
  const late = await dana.put(`/api/students/${studentId}`, { ...nearby, revision: before.revision });
  expect(late.status).toBe(412);
  const undone = await dana.post('/api/undo', { batchId: batchOf(placed) });
  ok(undone);
  expect(await student()).toMatchObject({ latitude: before.latitude, locationPrecision: 'zip' });
  ok(await dana.post('/api/undo', { batchId: batchOf(undone) }));
  expect(await student()).toMatchObject(faraway);
});

test('drives go to the place on the map: in the calendar and between addresses', async () => {
  const { dana, teacherId, studentId, student, place } = await studio('drives@example.com');
  const lesson = { entryType: 'lesson', studentId, teacherId, lessonDate: '2026-11-24', startTime: '15:00' };
  ok(await dana.post('/api/lessons', { ...lesson, dayOfWeek: 2, endTime: '15:45', duration: 45, isRecurring: false }));
  const { address } = await student();
  const minutes = async () => ({
    calendar: ok(await dana.get('/api/lessons'))[0].driveTime,
    home: await driveHome(dana, address),
  });
  const byZip = await minutes();
  ok(await place(faraway));
  const placed = await minutes();
  expect(placed.home).toBe(placed.calendar);
  expect(placed.calendar).toBeGreaterThan(byZip.calendar);
  // Another studio's student at the same address is where the ZIP code is.
  const other = await rondo.visitor().register('other@example.com');
  await addStudent(other, 'Ruby Salazar', everyDay);
  expect(await driveHome(other, address)).toBe(byZip.home);
});
