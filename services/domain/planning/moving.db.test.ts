import { expect, test } from 'vitest';
import { dana } from '../../testing/own-studio.ts';
import { addTeacher, everyDay } from '../../testing/studio-fixture.ts';
import { ok, refused } from '../../testing/visitor.ts';
import { decide, generate, inPlannerStudio, lessonsOf, reportOf, student, teacher } from './testing/planner-studio.ts';

inPlannerStudio();

const afternoon = (day: number) => ({ day, from: '15:00', to: '18:00' });

/** The student is free on this afternoon only. */
const freeOnly = async (studentId: string, dayOfWeek: number): Promise<void> => {
  const availability = [{ dayOfWeek, startTime: '15:00', endTime: '18:00', enabled: true, isPreferred: false }];
  ok(await dana.put(`/api/students/${studentId}`, { availability }));
};

const placed = async (studentId: string, dayOfWeek: number, startTime: string): Promise<void> => {
  const time = { teacherId: teacher, dayOfWeek, startTime };
  const answer = ok(await dana.post('/api/students/optimize', { studentId, optimizationType: 'add-only', time }));
  expect(answer).toMatchObject({ success: true, lessonsAdded: 1 });
};

const household = async (studentIds: string[]): Promise<void> => {
  ok(await dana.post('/api/households', { studentIds }));
};

/** Where a plan puts each student: "Mon 15:00". */
const timesIn = (report: { week: { studentId: string; day: string; startTime: string }[] }): Record<string, string> =>
  Object.fromEntries(report.week.map(({ studentId, day, startTime }) => [studentId, `${day} ${startTime}`]));

test('with no family that may move, a new student is placed around a week that stays', async () => {
  const [ann, ben] = [await student('Ann Lee'), await student('Ben Ito')];
  await placed(ann, 1, '15:10');
  await placed(ben, 3, '16:05');
  const cy = await student('Cy Ode');
  const answer = ok(await generate([ann, ben, cy], { maxMoved: 0 }));
  const report = answer.optimizationReports[teacher];
  expect(report.startsOn).toBe('2026-11-30');
  const times = timesIn(report);
  expect([times[ann], times[ben]]).toEqual(['Mon 15:10', 'Wed 16:05']);
  expect(report.optimizationStats).toMatchObject({
    totalStudentsScheduled: 3,
    provenGoals: { placed: true, preferred: true, driving: true },
  });
  expect(answer.earlyMoves).toEqual([]);
  ok(await decide(report.reportId, 'accepted'));
  expect((await lessonsOf(cy)).map(({ status }) => status)).toEqual(['scheduled']);
});

test('who cannot stay has to move, and too small a number is refused with the number', async () => {
  const hours = [afternoon(1), afternoon(2)];
  const [ann, ben] = [await student('Ann Lee', hours), await student('Ben Ito', hours)];
  await placed(ann, 1, '15:00');
  await placed(ben, 1, '16:00');
  for (const id of [ann, ben]) await freeOnly(id, 2);
  const none = await generate([ann, ben], { maxMoved: 1 });
  expect(refused(none)).toEqual([409, 'At least 2 families have to move.']);
  const run = { teacherIds: [teacher], studentIds: [ann, ben], maxMoved: 1 };
  const inFull = await dana.post('/api/schedule/generate', run, { Accept: 'application/problem+json' });
  expect(inFull.json).toMatchObject({ detail: 'At least 2 families have to move.', least: 2 });
  const { week } = reportOf(await generate([ann, ben], { maxMoved: 2 }));
  expect(Object.values(timesIn({ week })).map((time) => time.slice(0, 3))).toEqual(['Tue', 'Tue']);
});

test('a brother and a sister are one family', async () => {
  const hours = [afternoon(1), afternoon(2)];
  const [ann, ben] = [await student('Ann Lee', hours), await student('Ben Lee', hours)];
  await placed(ann, 1, '15:00');
  await placed(ben, 1, '16:00');
  await household([ann, ben]);
  for (const id of [ann, ben]) await freeOnly(id, 2);
  expect(refused(await generate([ann, ben], { maxMoved: 0 }))).toEqual([409, 'At least 1 family has to move.']);
  ok(await generate([ann, ben], { maxMoved: 1 }));
});

test('a first day within the next seven is taken, and what it changes by then is named', async () => {
  const hours = [afternoon(2), afternoon(3)];
  const ann = await student('Ann Lee', hours);
  await placed(ann, 2, '15:00');
  await freeOnly(ann, 3);
  const answer = ok(await generate([ann], { maxMoved: 1, startsOn: '2026-11-23' }));
  expect(answer.earlyMoves).toMatchObject([
    { studentId: ann, date: '2026-11-24' },
    { studentId: ann, date: '2026-11-25' },
  ]);
  expect(ok(await generate([ann], { startsOn: '2026-11-23' }))).not.toHaveProperty('earlyMoves');
});

test('who was moved by an earlier run of the same plan counts', async () => {
  const hours = [afternoon(1), afternoon(2)];
  const [ann, ben] = [await student('Ann Lee', hours), await student('Ben Ito', hours)];
  await placed(ann, 1, '15:00');
  await placed(ben, 1, '16:00');
  for (const id of [ann, ben]) await freeOnly(id, 2);
  ok(await generate([ann], { maxMoved: 1 }));
  expect(refused(await generate([ben], { maxMoved: 1 }))).toEqual([409, 'At least 2 families have to move.']);
  ok(await generate([ben], { maxMoved: 2 }));
});

test('what excludes a number of families, and wrong numbers, are refused', async () => {
  const ann = await student('Ann Lee');
  expect(refused(await generate([ann], { maxMoved: 1, lessonWorth: 30 }))).toEqual([
    400,
    'Choose what a lesson is worth or how many families may move, not both.',
  ]);
  const other = await addTeacher(dana, 'Marcus Bell', everyDay);
  expect(refused(await generate([ann], { maxMoved: 1, teacherIds: [teacher, other] }))).toEqual([
    400,
    'Choose one teacher, or plan them together.',
  ]);
  for (const maxMoved of [-1, 101, 1.5, 'two'])
    expect(refused(await generate([ann], { maxMoved }))).toEqual([
      400,
      'The number of families that may move must be a whole number from 0 to 100.',
    ]);
  expect(refused(await generate([ann], { maxMoved: 1, tolerance: 7 }))).toEqual([
    400,
    'The tolerance must be 0, 5, 10 or 15 minutes.',
  ]);
});
