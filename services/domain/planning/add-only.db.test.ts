import { beforeEach, expect, test } from 'vitest';
import { dana, inOwnStudio } from '../../testing/own-studio.ts';
import { addStudent, addTeacher, everyDay } from '../../testing/studio-fixture.ts';
import { ok } from '../../testing/visitor.ts';

inOwnStudio();

let teacher: string;
beforeEach(async () => {
  teacher = await addTeacher(dana, 'Dana Whitfield', everyDay);
});

const home = '2210 Bluebonnet Ln, Austin, TX 78704';
const north = '8900 N Lamar Blvd, Austin, TX 78753';
const west = '601 Bee Caves Rd, Austin, TX 78746';

const minutes = async (origin: string, destination: string): Promise<number> =>
  ok(await dana.post('/api/calculate-drive-time', { origin, destination })).driveTimeMinutes;

const byHand = async (name: string, dayOfWeek: number, startTime: string, address: string): Promise<void> => {
  const studentId = await addStudent(dana, name, everyDay, { teacherId: teacher, address });
  ok(await dana.post('/api/lessons', { teacherId: teacher, studentId, dayOfWeek, startTime, duration: 45 }));
};

const add = async (windows: Parameters<typeof addStudent>[2], address: string): Promise<string> => {
  const studentId = await addStudent(dana, 'Ben Ito', windows, { teacherId: teacher, address });
  return ok(await dana.post('/api/students/optimize', { studentId, optimizationType: 'add-only' })).message;
};

/** A message without its non-breaking spaces. */
const plain = (text: string): string => text.replaceAll('\u00A0', ' ');

test('one student is added where the driving grows least, and the message names the detour and the buffers', async () => {
  await byHand('Wes West', 1, '16:00', west);
  await byHand('Nora North', 2, '16:00', north);
  const day = (dayOfWeek: number) => ({ day: dayOfWeek, from: '15:00', to: '19:00' });
  expect(plain(await add([day(1), day(2), day(3)], north))).toMatch(
    /^Ben Ito was added: Tue \d:\d\d PM with Dana Whitfield, no more driving; buffer \d+ min (after Nora North \(until 4:45 PM\)|before Nora North \(from 4:00 PM\))\.$/,
  );
});

test('a preferred slot comes before less driving', async () => {
  await byHand('Nora North', 2, '16:00', north);
  const windows = [
    { day: 2, from: '15:00', to: '19:00' },
    { day: 3, from: '15:00', to: '19:00', preferred: true },
  ];
  const detour = (await minutes(home, north)) + (await minutes(north, home));
  expect(plain(await add(windows, north))).toMatch(
    new RegExp(
      `^Ben Ito was added: Wed .* with Dana Whitfield, ${detour} min more driving; no other stop that day\\.$`,
    ),
  );
});

test('between two stops the detour is what the drive past them grows by', async () => {
  await byHand('Nora North', 2, '14:30', north);
  await byHand('Wes West', 2, '18:00', west);
  const detour = (await minutes(north, home)) + (await minutes(home, west)) - (await minutes(north, west));
  const message = plain(await add([{ day: 2, from: '16:00', to: '17:00' }], home));
  expect(message).toContain(`, ${detour} min more driving; buffer `);
  expect(message).toMatch(/ after Nora North \(until 3:15 PM\) and .* before Wes West \(from 6:00 PM\)\.$/);
});
