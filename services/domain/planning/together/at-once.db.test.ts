import { expect, test } from 'vitest';
import { dana } from '../../../testing/own-studio.ts';
import { addTeacher, everyDay } from '../../../testing/studio-fixture.ts';
import { ok, refused, restoreTo } from '../../../testing/visitor.ts';
import { a, ann, assign, b, bo, inJointStudio, reportsIn, rowsOf, run, statuses } from '../testing/joint-studio.ts';
import { decide } from '../testing/planner-studio.ts';

inJointStudio();

const pending = async (): Promise<string[]> =>
  (await statuses()).filter((status) => status.endsWith('pending')).toSorted();

test('of two runs at once each has all parts or none', async () => {
  const answers = await Promise.all([run(), run()]);
  for (const answer of answers) if (answer.status !== 200) expect(refused(answer)[0]).toBe(409);
  expect(answers.some(({ status }) => status === 200)).toBe(true);
  expect(await pending()).toEqual(['Dana pending', 'Marcus pending']);
  expect(await rowsOf(bo)).toHaveLength(1);
});

test('of an acceptance and a rejection at once one holds for all teachers', async () => {
  const [one, two] = reportsIn(ok(await run()));
  const answers = await Promise.all([decide(one.reportId, 'accepted'), decide(two.reportId, 'rejected')]);
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
  const decided = answers[0]?.status === 200 ? 'accepted' : 'rejected';
  await expect
    .poll(async () => (await statuses()).toSorted(), { timeout: 30_000 })
    .toEqual([`Dana ${decided}`, `Marcus ${decided}`]);
  expect(await rowsOf(bo)).toHaveLength(decided === 'accepted' ? 1 : 0);
});

test.each([
  ['the lead', () => a, () => b],
  ['another', () => b, () => a],
])('%s who is removed drops out, and the plan is decided for the other', async (_, removed, other) => {
  const reports = ok(await run()).optimizationReports;
  ok(await dana.delete(`/api/teachers/${removed()}`));
  ok(await decide(reports[other()].reportId, 'rejected'));
  await expect.poll(pending, { timeout: 30_000 }).toEqual([]);
  expect(await rowsOf(bo)).toEqual([]);
  ok(await run({ together: false, teacherIds: [other()], studentIds: [bo] }));
});

test('a series that a student got outside meanwhile ends when the plan is accepted, whichever teacher places the student', async () => {
  const yuki = await addTeacher(dana, 'Yuki Tanaka', everyDay);
  ok(await assign(bo, yuki));
  const [one] = reportsIn(ok(await run()));
  const [before] = await rowsOf(bo);
  ok(await dana.post('/api/schedule/generate', { teacherIds: [yuki], studentIds: [bo], startsOn: '2026-11-30' }));
  expect((await rowsOf(bo)).toSorted()).toEqual(['Another optimized', before]);
  ok(await decide(one.reportId, 'accepted'));
  await expect
    .poll(async () => (await rowsOf(bo)).filter((row) => !row.endsWith('ended')), { timeout: 30_000 })
    .toEqual([before?.replace('optimized', 'scheduled')]);
});

test('at a moment while it was pending the rows are those of the plan', async () => {
  ok(await run());
  const then = new Date().toISOString();
  const rows = await rowsOf(bo);
  const [one] = (await dana.get('/api/optimization-reports')).json.reports;
  ok(await decide(one.id, 'rejected'));
  expect(await rowsOf(bo)).toEqual([]);
  const past = ok(await dana.get(`/api/lessons?asOf=${then}`));
  const own = past.filter(({ studentId }: { studentId: string }) => studentId === bo);
  expect(own.map(({ status }: { status: string }) => status)).toEqual(rows.map((row) => row.split(' ')[1]));
});

test('one teacher is not restored while a joint plan is pending, now or then; the studio is', async () => {
  const before = new Date().toISOString();
  const [one] = reportsIn(ok(await run()));
  const then = new Date().toISOString();
  const detail = 'A plan of Dana Whitfield and Marcus Bell together was pending then. Restore the whole studio.';
  expect(refused(await dana.post('/api/restore', { asOf: before, teacherId: b }))).toEqual([409, detail]);
  ok(await decide(one.reportId, 'rejected'));
  expect(refused(await dana.post('/api/restore', { asOf: then, teacherId: a }))).toEqual([409, detail]);
  ok(await restoreTo(dana, then));
  expect(await rowsOf(bo)).toHaveLength(1);
  expect((await rowsOf(ann)).toSorted()).toEqual(['Dana optimized', 'Dana scheduled ended']);
});
