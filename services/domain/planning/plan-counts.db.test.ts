import { beforeEach, expect, test } from 'vitest';
import { dana, inOwnStudio, rondo } from '../../testing/own-studio.ts';
import { addStudent, addTeacher, everyDay } from '../../testing/studio-fixture.ts';

inOwnStudio();

let teacher: string;

const preferredTuesday = [...everyDay, { day: 2, from: '15:00', to: '17:00', preferred: true }];
const saturday = [{ day: 6, from: '10:00', to: '11:00' }];

beforeEach(async () => {
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
  expect(await firstDay()).toEqual({ dayIsOver: false, acceptedStudentIds: [], closedDays: [] });
  await decide((await generate([ann])).reportId, 'accepted');
  expect(await firstDay()).toEqual({ dayIsOver: false, acceptedStudentIds: [ann], closedDays: [] });
  await generate([ann, ben], { startsOn: '2026-11-23' });
  expect(await firstDay()).toEqual({ dayIsOver: false, acceptedStudentIds: [ann], closedDays: [] });
  expect((await generate([ann])).startsOn).toBe('2026-11-30');
  expect((await dana.get('/api/schedule/first-day?teacherId=0b8f6a52-0000-4000-8000-000000000000')).status).toBe(404);
});

const far = '8900 N Lamar Blvd, Austin, TX 78753';
const west = '601 Bee Caves Rd, Austin, TX 78746';
const home = '2210 Bluebonnet Ln, Austin, TX 78704';

const minutesBetween = async (origin: string, destination: string): Promise<number> =>
  (await dana.post('/api/calculate-drive-time', { origin, destination })).json.driveTimeMinutes;

type Row = { teacherId: string; dayOfWeek: number; startTime: string; driveTime: number; useInOptimization: boolean };

/** The driving of the calendar's week: the drives to its stops, and one home from the last of each day. */
const calendarDriving = async (addresses: Readonly<Record<string, string>>): Promise<number> => {
  const rows: (Row & { studentId: string })[] = (await dana.get('/api/lessons')).json;
  const stops = rows.filter((row) => row.teacherId === teacher && row.useInOptimization);
  let total = 0;
  for (const day of Map.groupBy(stops, ({ dayOfWeek }) => dayOfWeek).values()) {
    const last = day.toSorted((a, b) => a.startTime.localeCompare(b.startTime)).at(-1);
    total += day.reduce((sum, { driveTime }) => sum + driveTime, 0);
    total += await minutesBetween(addresses[last?.studentId ?? ''] ?? '', home);
  }
  return total;
};

const twoWindows = [
  { day: 2, from: '14:00', to: '16:00' },
  { day: 2, from: '18:00', to: '20:00' },
];

test('a day with lessons in two windows is one drive, in the report as in the calendar', async () => {
  teacher = await addTeacher(dana, 'Tess Twice', twoWindows);
  const early = await student('Ann Early', [{ day: 2, from: '14:00', to: '16:00' }], far);
  const late = await student('Ben Late', [{ day: 2, from: '18:00', to: '20:00' }], west);
  const { reportId, optimizationStats, dayAnalysis, week, schedulingDecisions } = await generate([early, late]);
  const driving = await calendarDriving({ [early]: far, [late]: west });
  const legs = [await minutesBetween(home, far), await minutesBetween(far, west), await minutesBetween(west, home)];
  expect(driving).toBe(legs.reduce((sum, leg) => sum + leg, 0));
  expect(optimizationStats.totalDriveTime).toBe(driving);
  expect(dayAnalysis.map((day: { drivingMinutes: number }) => day.drivingMinutes)).toEqual([driving]);
  const drives = week.map(({ driveTime, driveHome }: Record<string, unknown>) => [driveTime, driveHome]);
  expect(drives).toEqual([
    [legs[0], null],
    [legs[1], legs[2]],
  ]);
  const decided = new Map(
    schedulingDecisions.map((one: Record<string, unknown>) => [
      one['studentName'],
      [one['driveTime'], one['marginalDrive']],
    ]),
  );
  const alone = async (address: string) =>
    (await minutesBetween(home, address)) + (await minutesBetween(address, home));
  expect(decided.get('Ann Early')).toEqual([legs[0], driving - (await alone(west))]);
  expect(decided.get('Ben Late')).toEqual([legs[1], driving - (await alone(far))]);
  const [item] = (await dana.get('/api/optimization-reports')).json.reports;
  expect(item.totalDriveTime).toBe(driving);
  await decide(reportId, 'accepted');
  const again = await generate([early, late]);
  expect(again.optimizationStats).toMatchObject({ totalDriveTime: driving, driveTimeBefore: driving });
});

test('no driving is proven least where a day has two windows, and progress does not name a figure that is not the day’s', async () => {
  teacher = await addTeacher(dana, 'Tess Twice', twoWindows);
  const either = await student('Ann Either', [{ day: 2, from: '14:00', to: '20:00' }], far);
  const other = await student('Ben Either', [{ day: 2, from: '14:00', to: '20:00' }], west);
  const { last, report } = await streamed([either, other]);
  expect(report.optimizationStats).toMatchObject({
    proven: false,
    provenGoals: { placed: true, preferred: true, driving: false, idle: false },
  });
  expect(last).toMatchObject({ driveMinutes: null, provenGoals: { driving: false } });
  // One lesson is one drive in either window.
  const alone = await generate([other]);
  expect(alone.optimizationStats.provenGoals).toMatchObject({ placed: true, driving: false });
  await decide(alone.reportId, 'rejected');
  expect((await generate([either])).optimizationStats.provenGoals).toMatchObject({ placed: true, driving: true });
});

test('a lesson outside the teacher’s windows is part of the day’s drive, in the report as in the calendar', async () => {
  const ann = await student('Ann Lee', [{ day: 3, from: '14:00', to: '16:00' }], far);
  const [ida, sam] = [await student('Ida Morning', everyDay, west), await student('Sam Saturday', everyDay, west)];
  await byHand(ida, 3, '09:00');
  await byHand(sam, 6, '09:00');
  const { optimizationStats, dayAnalysis, week } = await generate([ann]);
  const driving = await calendarDriving({ [ann]: far, [ida]: west, [sam]: west });
  expect(optimizationStats.totalDriveTime).toBe(driving);
  expect(optimizationStats.provenGoals).toMatchObject({ placed: true, driving: false });
  const rows: { day: string; lessonsScheduled: number; drivingMinutes: number }[] = dayAnalysis;
  expect(rows.map(({ day }) => day)).toEqual(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']);
  expect(rows.reduce((sum, { drivingMinutes }) => sum + drivingMinutes, 0)).toBe(driving);
  expect(rows.map(({ lessonsScheduled }) => lessonsScheduled)).toEqual([0, 0, 2, 0, 0, 1]);
  expect(week.map(({ title }: { title: string }) => title)).toEqual(['Ida Morning', 'Ann Lee', 'Sam Saturday']);
});

test('a run on quarter hours says how many more students starts every five minutes would place', async () => {
  const tight = [{ day: 2, from: '15:05', to: '16:35' }];
  const home = '1905 S 5th St, Austin, TX 78704';
  const pair = [await student('Ann Lee', tight, home), await student('Ben Ito', tight, home)];
  const quarter = await generate(pair, { startGrid: 15 });
  expect(quarter.optimizationStats).toMatchObject({ totalStudentsScheduled: 1 });
  expect(quarter.startGrid).toEqual({ minutes: 15, moreAtFive: 1 });
  const fine = await generate(pair, { startGrid: 5 });
  expect(fine.optimizationStats).toMatchObject({ totalStudentsScheduled: 2 });
  expect(fine.startGrid).toEqual({ minutes: 5, moreAtFive: null });
  // Without a choice it is the studio's, and the report has nothing to say of it.
  const usual = await generate(pair);
  expect([usual.optimizationStats.totalStudentsScheduled, usual.startGrid]).toEqual([2, null]);
  await dana.patch('/api/settings', { startGrid: 15 });
  expect((await generate(pair)).optimizationStats).toMatchObject({ totalStudentsScheduled: 1 });
  const { status } = await dana.post('/api/schedule/generate', {
    teacherIds: [teacher],
    studentIds: pair,
    startGrid: 7,
  });
  expect(status).toBe(400);
});
