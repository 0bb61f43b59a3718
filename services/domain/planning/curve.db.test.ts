import { beforeEach, expect, test } from 'vitest';
import { dana } from '../../testing/own-studio.ts';
import { addStudent, addTeacher, everyDay } from '../../testing/studio-fixture.ts';
import { ok, refused, type Answer } from '../../testing/visitor.ts';
import { generate, inPlannerStudio, reportOf, teacher } from './testing/planner-studio.ts';

inPlannerStudio();

let ann: string;
let ben: string;
let cy: string;

const far = { address: '1201 W Parmer Ln, Austin, TX 78727' };

const placed = async (studentId: string, dayOfWeek: number, startTime: string): Promise<void> => {
  const time = { teacherId: teacher, dayOfWeek, startTime };
  ok(await dana.post('/api/students/optimize', { studentId, optimizationType: 'add-only', time }));
};

beforeEach(async () => {
  // Two who live far away, on two days: one call saves the drive there and back.
  ann = await addStudent(dana, 'Ann Lee', everyDay, { teacherId: teacher, ...far });
  ben = await addStudent(dana, 'Ben Ito', everyDay, { teacherId: teacher, ...far });
  cy = await addStudent(dana, 'Cy Ode', everyDay, { teacherId: teacher });
  await placed(ann, 1, '15:10');
  await placed(ben, 2, '15:00');
});

const curve = (more: object = {}): Promise<Answer> =>
  dana.post('/api/schedule/curve', { teacherIds: [teacher], studentIds: [ann, ben, cy], ...more });

const proven = { placed: true, preferred: true, driving: true, idle: true };

test('the curve has a plan for each number of families that is better than the one before, and says what to do', async () => {
  const answer = ok(await curve());
  expect(answer).toMatchObject({ families: 2, least: 0, suggested: 1 });
  const [none, any, ...others] = answer.points;
  expect(others).toEqual([]);
  expect(none).toMatchObject({ n: 0, moved: [], placed: 3, saves: 0, proven, gap: 0 });
  // The last point, for any number, is that of one family.
  expect(any).toMatchObject({ n: null, placed: 3, proven, gap: 0 });
  expect(any.saves).toBe(none.driveMinutes - any.driveMinutes);
  expect(any.saves).toBeGreaterThan(15);
  expect(answer.sentence.replaceAll('\u00a0', ' ')).toMatch(
    new RegExp(`^1 call saves (${any.saves} min|\\d h.*) of driving a week\\.$`),
  );
  const [family] = any.moved;
  expect(any.moved).toHaveLength(1);
  const isAnn = family.household === ann;
  const [dayOfWeek, startTime, was] = isAnn
    ? [1, '15:10', 'Ann Lee, Mon 3:10 PM']
    : [2, '15:00', 'Ben Ito, Tue 3:00 PM'];
  expect(family).toMatchObject({
    names: [isAnn ? 'Ann Lee' : 'Ben Ito'],
    lessons: [{ studentId: isAnn ? ann : ben, from: { teacherId: teacher, dayOfWeek, startTime } }],
  });
  expect(family.lessons[0].to).toMatchObject({ teacherId: teacher, dayOfWeek: isAnn ? 2 : 1 });
  expect(family.text.replaceAll('\u00a0', ' ')).toMatch(new RegExp(`^${was}, moves to (Mon|Tue) \\d:\\d\\d PM\\.$`));
  expect(ok(await dana.get('/api/optimization-reports')).reports).toEqual([]);
});

test('a call that is worth more than it saves is not suggested', async () => {
  const answer = ok(await curve({ callWorth: 120 }));
  expect(answer).toMatchObject({ suggested: 0, sentence: 'No call is worth it.' });
});

test('a run with the suggested number gives its plan, with the curve in its report', async () => {
  const alone = ok(await curve({ tolerance: 5 }));
  const report = reportOf(await generate([ann, ben, cy], { maxMoved: alone.suggested, tolerance: 5 }));
  // Of equal plans it may be the other family that moves.
  const points = alone.points.map((point: { moved: unknown[] }) => ({
    ...point,
    moved: point.moved.map(() => expect.objectContaining({ names: [expect.any(String)] })),
  }));
  expect(report.curve).toEqual({ ...alone, points, maxMoved: 1, tolerance: 5, seconds: expect.any(Number) });
  expect(report.optimizationStats).toMatchObject({
    totalDriveTime: alone.points[1].driveMinutes,
    provenGoals: proven,
  });
  expect(reportOf(await generate([ann, ben, cy], { startsOn: report.startsOn }))).not.toHaveProperty('curve');
});

test('families that an earlier run of the pending plan moves are in every point', async () => {
  const availability = [{ dayOfWeek: 3, startTime: '15:00', endTime: '18:00', enabled: true, isPreferred: false }];
  ok(await dana.put(`/api/students/${ann}`, { availability }));
  ok(await generate([ann], { maxMoved: 1 }));
  const { least, points } = ok(await curve({ studentIds: [ben, cy] }));
  expect(least).toBe(1);
  for (const { moved } of points)
    expect(moved[0]).toMatchObject({ household: ann, lessons: [{ studentId: ann, to: { dayOfWeek: 3 } }] });
});

test('a week in which no one has a lesson yet has no one to call', async () => {
  const answer = ok(await curve({ studentIds: [cy] }));
  expect(answer).toMatchObject({ families: 0, least: 0, suggested: 0, sentence: 'No call is worth it.' });
  expect(answer.points.map(({ n, moved }: { n: number | null; moved: unknown[] }) => [n, moved])).toEqual([
    [0, []],
    [null, []],
  ]);
});

test('wrong input is refused in a sentence', async () => {
  const other = await addTeacher(dana, 'Marcus Bell', everyDay);
  for (const [more, sentence] of [
    [{ studentIds: [] }, 'Please select at least one student.'],
    [{ teacherIds: [] }, 'Please select at least one teacher.'],
    [{ teacherIds: [teacher, other] }, 'Choose one teacher, or plan them together.'],
    [{ tolerance: 7 }, 'The tolerance must be 0, 5, 10 or 15 minutes.'],
    [{ startsOn: '2026-11-22' }, "The first day of a plan can't be in the past."],
    ...[4, 121, 7.5, 'ten'].map((callWorth): [object, string] => [
      { callWorth },
      'What a call is worth must be a whole number of minutes from 5 to 120.',
    ]),
  ] satisfies [object, string][])
    expect(refused(await curve(more))).toEqual([400, sentence]);
});
