import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addStudent, addTeacher } from '../testing/studio-fixture.ts';
import { testRondo, type TestRondo } from '../testing/test-rondo.ts';
import type { Visitor } from '../testing/visitor.ts';

// Monday, November 23, 2026, 9 in the morning in Austin.
let rondo: TestRondo;
let dana: Visitor;
let teacher: string;
let visitors = 0;
beforeAll(async () => {
  rondo = await testRondo('2026-11-23T15:00:00Z');
});
afterAll(() => rondo.stop());

const everyDay = [1, 2, 3, 4, 5].map((day) => ({ day, from: '14:00', to: '20:00' }));
const preferredTuesday = [...everyDay, { day: 2, from: '15:00', to: '17:00', preferred: true }];
const saturday = [{ day: 6, from: '10:00', to: '11:00' }];

beforeEach(async () => {
  visitors += 1;
  dana = await rondo.visitor().register(`dana${visitors}@example.com`);
  teacher = await addTeacher(dana, 'Dana Whitfield', everyDay);
});

const student = (name: string, windows: Parameters<typeof addStudent>[2] = everyDay, address = '') =>
  addStudent(dana, name, windows, { teacherId: teacher, ...(address === '' ? {} : { address }) });
const byHand = (studentId: string, dayOfWeek: number, startTime: string) =>
  dana.post('/api/lessons', { teacherId: teacher, studentId, dayOfWeek, startTime, duration: 45 });
const generate = async (studentIds: string[], more: object = {}) => {
  const { json } = await dana.post('/api/schedule/generate', { teacherIds: [teacher], studentIds, ...more });
  return json.optimizationReports[teacher];
};
const decide = (reportId: string, status: string) =>
  dana.patch(`/api/optimization-reports/${reportId}/status`, { status });

/** The progress of a streamed run, and its report. */
const streamed = async (studentIds: string[]) => {
  const response = await fetch(`${rondo.url}/api/schedule/generate`, {
    method: 'POST',
    headers: { ...dana.cookies, 'Content-Type': 'application/json', Accept: 'text/event-stream' },
    body: JSON.stringify({ teacherIds: [teacher], studentIds }),
  });
  const events = (await response.text()).split('\n\n').flatMap((block) => {
    const found = /^event: (.*)\ndata: (.*)$/.exec(block);
    return found ? [{ event: found[1], data: JSON.parse(found[2] ?? '') }] : [];
  });
  return {
    last: events.findLast(({ event }) => event === 'progress')?.data,
    report: events.find(({ event }) => event === 'result')?.data.optimizationReports[teacher],
  };
};

test('progress, report and saved list count the same students', async () => {
  const ann = await student('Ann Lee', preferredTuesday);
  const ben = await student('Ben Ito', preferredTuesday);
  const cy = await student('Cy Poe');
  const sue = await student('Sue Saturday', [...saturday, { day: 0, from: '10:00', to: '11:00', preferred: true }]);
  // Ben has two lessons entered by hand, one of them at a preferred time; another student's lesson is a stop as well.
  await byHand(ben, 2, '15:30');
  await byHand(ben, 4, '15:30');
  await byHand(await student('Ida Other'), 3, '16:00');
  const { last, report } = await streamed([ann, ben, cy, sue]);
  const { optimizationStats: stats, schedulingDecisions, unscheduledAnalysis } = report;
  expect(stats).toMatchObject({
    totalStudents: 4,
    totalStudentsScheduled: 3,
    totalStudentsUnscheduled: 1,
    preferredSlots: 2,
    preferredPossible: 3,
    bound: 3,
  });
  expect(schedulingDecisions).toHaveLength(3);
  expect(unscheduledAnalysis).toHaveLength(1);
  expect(last).toMatchObject({ scheduled: 3, selected: 4, bound: 3, preferred: 2 });
  const [item] = (await dana.get('/api/optimization-reports')).json.reports;
  expect(item).toMatchObject({ lessonsCount: 3 });
  expect(
    schedulingDecisions.map(({ studentName, preferredSlot, hasPreference }: Record<string, unknown>) => [
      studentName,
      preferredSlot,
      hasPreference,
    ]),
  ).toEqual(
    expect.arrayContaining([
      ['Ann Lee', true, true],
      ['Ben Ito', true, true],
      ['Cy Poe', false, false],
    ]),
  );
});

test('a manual lesson outside the teacher’s windows counts as placed, too', async () => {
  const [ann, ben] = [await student('Ann Lee'), await student('Ben Ito')];
  await byHand(ben, 6, '09:00');
  const { optimizationStats, schedulingDecisions } = await generate([ann, ben]);
  expect(optimizationStats).toMatchObject({ totalStudents: 2, totalStudentsScheduled: 2, bound: 2 });
  expect(schedulingDecisions).toHaveLength(2);
});

test('the report of an extended plan counts each student of the plan once', async () => {
  const ann = await student('Ann Lee', preferredTuesday);
  const ben = await student('Ben Ito', [...everyDay, { day: 4, from: '15:00', to: '17:00', preferred: true }]);
  const cy = await student('Cy Poe');
  await generate([ann, cy]);
  // No one teaches Cy anymore, but the pending lesson is still in the plan.
  await dana.put(`/api/students/${cy}/teacher`, { teacherId: null });
  const { optimizationStats, schedulingDecisions, unscheduledAnalysis } = await generate([ben, cy]);
  expect(optimizationStats).toMatchObject({
    totalStudents: 3,
    totalStudentsScheduled: 3,
    totalStudentsUnscheduled: 0,
    preferredSlots: 2,
    preferredPossible: 2,
    bound: 3,
  });
  expect([schedulingDecisions, unscheduledAnalysis].map(({ length }) => length)).toEqual([3, 0]);
});

test('trade-offs count like the headline, leave out the plan itself, and each drives less than the one before', async () => {
  const far = '601 Bee Caves Rd, Austin, TX 78746';
  const all = [
    await student('Ann Lee'),
    await student('Ben Ito', everyDay, far),
    await student('Cy Poe', everyDay, '8900 N Lamar Blvd, Austin, TX 78753'),
  ];
  const eve = await student('Eve Manual');
  await byHand(eve, 3, '16:00');
  await byHand(await student('Ida Other'), 4, '16:00');
  const { optimizationStats, tradeOffs } = await generate([...all, eve]);
  expect(optimizationStats.totalStudentsScheduled).toBe(4);
  const counts = tradeOffs.map(({ students }: { students: number }) => students);
  expect(counts.length).toBeGreaterThan(0);
  expect(counts).toEqual([3, 2, 1].slice(0, counts.length));
  const saved = tradeOffs.map((one: { saved: number }) => one.saved);
  expect(saved).toEqual([...new Set<number>(saved)].toSorted((a, b) => a - b));
});

test('a run says goal by goal what is proven, and the same run makes the same plan', async () => {
  const ids = [await student('Ann Lee', preferredTuesday), await student('Ben Ito'), await student('Cy Poe')];
  const first = await generate(ids);
  expect(first.optimizationStats).toMatchObject({
    proven: true,
    provenGoals: { placed: true, preferred: true, driving: true, idle: true },
  });
  const again = await generate(ids.toReversed());
  const slots = (report: typeof first) =>
    report.schedulingDecisions.map(({ studentName, day, timeSlot }: Record<string, string>) =>
      [studentName, day, timeSlot].join(' '),
    );
  expect(slots(again).toSorted()).toEqual(slots(first).toSorted());
});

test('a run over a pending plan compares its driving with the accepted schedule', async () => {
  const [ann, ben] = [
    await student('Ann Lee'),
    await student('Ben Ito', everyDay, '8900 N Lamar Blvd, Austin, TX 78753'),
  ];
  const accepted = await generate([ann]);
  await decide(accepted.reportId, 'accepted');
  const driving = accepted.optimizationStats.totalDriveTime;
  const pending = await generate([ann, ben]);
  expect(pending.optimizationStats).toMatchObject({ driveTimeBefore: driving });
  expect(pending.optimizationStats.totalDriveTime).toBeGreaterThan(driving);
  expect((await generate([ann, ben])).optimizationStats.driveTimeBefore).toBe(driving);
});

test('a run over a pending plan begins next Monday if an accepted lesson moves, and the dialog says so', async () => {
  const [ann, ben] = [await student('Ann Lee'), await student('Ben Ito')];
  const firstDay = async () => (await dana.get(`/api/schedule/first-day?teacherId=${teacher}`)).json;
  expect(await firstDay()).toEqual({ dayIsOver: false, acceptedStudentIds: [] });
  await decide((await generate([ann])).reportId, 'accepted');
  expect(await firstDay()).toEqual({ dayIsOver: false, acceptedStudentIds: [ann] });
  await generate([ann, ben], { startsOn: '2026-11-23' });
  expect(await firstDay()).toEqual({ dayIsOver: false, acceptedStudentIds: [ann] });
  expect((await generate([ann])).startsOn).toBe('2026-11-30');
  expect((await dana.get('/api/schedule/first-day?teacherId=0b8f6a52-0000-4000-8000-000000000000')).status).toBe(404);
});
