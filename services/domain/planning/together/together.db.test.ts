import { describe, expect, test } from 'vitest';
import { dana } from '../../../testing/own-studio.ts';
import { addTeacher, everyDay } from '../../../testing/studio-fixture.ts';
import { batchOf, ok, refused } from '../../../testing/visitor.ts';
import {
  a,
  ann,
  assign,
  b,
  bo,
  contentOf,
  cy,
  inJointStudio,
  north,
  placed,
  reportsIn,
  rowsOf,
  run,
  south,
  statuses,
  studentOf,
} from '../testing/joint-studio.ts';
import { decide } from '../testing/planner-studio.ts';

inJointStudio();

describe('two teachers together', () => {
  test('a new student of both goes where the sum is best, and one decision holds for both', async () => {
    const [one, two] = reportsIn(ok(await run()));
    expect(one.runId).toBe(two.runId);
    expect(one.joint).toEqual(two.joint);
    expect(one.joint).toMatchObject({ lead: a, totals: { students: 3, placed: 3, bound: 3 }, changes: [] });
    expect([await rowsOf(bo), (await rowsOf(ann)).toSorted()]).toEqual([
      ['Marcus optimized'],
      ['Dana optimized', 'Dana scheduled ended'],
    ]);
    // The second teacher's report is decided in the first one's schedule.
    const accepted = ok(await decide(two.reportId, 'accepted'));
    expect(accepted.status).toBe('accepted');
    expect((await statuses()).toSorted()).toEqual(['Dana accepted', 'Marcus accepted']);
    expect(await rowsOf(bo)).toEqual(['Marcus scheduled']);
    expect(refused(await decide(one.reportId, 'rejected'))[0]).toBe(409);
    expect(refused(await decide(two.reportId, 'rejected'))[0]).toBe(409);
  });

  test('apart, the new student goes by preference, in two decisions', async () => {
    const answer = ok(await run({ together: false }));
    expect(await rowsOf(bo)).toEqual(['Dana optimized']);
    const [one, two] = reportsIn(answer);
    expect([one.joint, two.joint]).toEqual([undefined, undefined]);
    ok(await decide(two.reportId, 'accepted'));
    expect((await statuses()).toSorted()).toEqual(['Dana pending', 'Marcus accepted']);
  });

  test('a student may change teacher where that is allowed; rejected, the lesson is back under its id', async () => {
    ok(await dana.put(`/api/students/${ann}`, { address: north, zipCode: '78753' }));
    const before = await contentOf(ann);
    ok(await run());
    expect((await rowsOf(ann)).toSorted()).toEqual(['Dana optimized', 'Dana scheduled ended']);
    const [, two] = reportsIn(ok(await run({ mostChanges: 1 })));
    expect(two.joint.changes).toMatchObject([
      {
        studentName: 'Ann Lee',
        from: { teacherName: 'Dana Whitfield', day: 'Mon', startTime: '15:00' },
        to: { teacherName: 'Marcus Bell' },
      },
    ]);
    expect((await rowsOf(ann)).filter((row) => !row.endsWith('ended'))).toEqual(['Marcus optimized']);
    ok(await decide(two.reportId, 'rejected'));
    expect(await contentOf(ann)).toEqual(before);
    expect(await rowsOf(bo)).toEqual([]);
  });

  test('an accepted change of teacher leaves one lesson, and undo brings the whole plan back', async () => {
    ok(await dana.put(`/api/students/${ann}`, { address: north, zipCode: '78753' }));
    const [one] = reportsIn(ok(await run({ mostChanges: 1 })));
    const accepted = await decide(one.reportId, 'accepted');
    ok(accepted);
    expect((await rowsOf(ann)).toSorted()).toEqual(['Dana scheduled ended', 'Marcus scheduled']);
    ok(await dana.post('/api/undo', { batchId: batchOf(accepted) }));
    expect((await rowsOf(ann)).toSorted()).toEqual(['Dana scheduled ended', 'Marcus optimized']);
    const reopened = (await dana.get('/api/optimization-reports')).json.reports.filter(
      ({ status }: { status: string }) => status === 'pending',
    );
    expect(reopened).toHaveLength(2);
    const first = reopened.find(({ teacherId }: { teacherId: string }) => teacherId === b);
    ok(await decide(first.id, 'rejected'));
    expect(await rowsOf(ann)).toEqual(['Dana scheduled']);
    expect((await statuses()).filter((one) => one.endsWith('pending'))).toEqual([]);
  });

  test('withdrawal, deletion of a report and clearing end the whole plan', async () => {
    for (const end of [
      () => dana.delete('/api/schedule/generated', { teacherId: b }),
      async () => {
        const [, two] = reportsIn(ok(await run()));
        return dana.delete(`/api/optimization-reports/${two.reportId}`);
      },
      () => dana.delete('/api/lessons/clear', { selectedTeachers: [b], optimized: true }),
    ]) {
      ok(await run());
      ok(await end());
      expect(await rowsOf(bo)).toEqual([]);
      expect(await rowsOf(ann)).toEqual(['Dana scheduled']);
    }
  });

  test('rejecting a report of a withdrawn plan rejects the others', async () => {
    const [one] = reportsIn(ok(await run()));
    ok(await dana.delete('/api/schedule/generated'));
    expect((await statuses()).toSorted()).toEqual(['Dana pending', 'Marcus pending']);
    ok(await decide(one.reportId, 'rejected'));
    expect((await statuses()).toSorted()).toEqual(['Dana rejected', 'Marcus rejected']);
  });

  test('the undo of a run takes both parts back', async () => {
    const generated = await run();
    ok(generated);
    ok(await dana.post('/api/undo', { batchId: batchOf(generated) }));
    expect([await rowsOf(bo), await rowsOf(ann), await rowsOf(cy)]).toEqual([
      [],
      ['Dana scheduled'],
      ['Marcus scheduled'],
    ]);
  });
});

describe('with a number of families that may move', () => {
  const moveTo = (studentId: string | undefined, address: string, zipCode: string) =>
    dana.put(`/api/students/${studentId}`, { address, zipCode });
  const curve = async (more: object = {}) =>
    ok(
      await dana.post('/api/schedule/curve', {
        teacherIds: [a, b],
        studentIds: [ann, bo, cy],
        together: true,
        startsOn: '2026-11-30',
        ...more,
      }),
    );
  const timesIn = (reports: readonly { week: { studentId: string; day: string; startTime: string }[] }[]) =>
    Object.fromEntries(
      reports.flatMap(({ week }) => week.map(({ studentId, day, startTime }) => [studentId, `${day} ${startTime}`])),
    );

  test('none moves: both keep their times, and the new student goes where the week is best', async () => {
    ok(await moveTo(ann, north, '78753'));
    const reports = reportsIn(ok(await run({ maxMoved: 0, mostChanges: 1 })));
    expect(timesIn(reports)).toMatchObject({ [ann]: 'Mon 15:00', [cy]: 'Tue 15:00' });
    expect(await rowsOf(bo)).toHaveLength(1);
    expect(reports[0].joint.changes).toEqual([]);
  });

  test('a change of teacher is a move, and the curve of both says what it saves', async () => {
    ok(await moveTo(ann, north, '78753'));
    const answer = await curve({ mostChanges: 1 });
    expect(answer).toMatchObject({ families: 2, least: 0, leastProven: true });
    const [first] = answer.points;
    const last = answer.points.at(-1);
    expect(first).toMatchObject({ n: 0, moved: [], placed: 3 });
    expect(last.driveMinutes).toBeLessThan(first.driveMinutes);
    const change = last.moved.find(({ household }: { household: string }) => household === ann);
    expect(change.lessons).toMatchObject([{ studentId: ann, from: { teacherId: a }, to: { teacherId: b } }]);
    const reports = reportsIn(ok(await run({ maxMoved: last.moved.length, mostChanges: 1 })));
    expect(reports[0].joint.changes).toMatchObject([{ studentName: 'Ann Lee' }]);
    expect(reports[0].joint.totals).toMatchObject({ driveMinutes: last.driveMinutes });
    for (const { curve: own } of reports)
      expect(own).toMatchObject({
        maxMoved: last.moved.length,
        points: answer.points.map(({ n, driveMinutes }: { n: number | null; driveMinutes: number }) => ({
          n,
          driveMinutes,
        })),
      });
    // Without a change allowed she stays with Dana.
    expect(
      (await curve()).points.every(({ moved }: { moved: { lessons: { to: { teacherId: string } }[] }[] }) =>
        moved.every(({ lessons }) => lessons.every(({ to }) => to.teacherId === a)),
      ),
    ).toBe(true);
  });

  test('a number that is too small is refused', async () => {
    const hours = [{ dayOfWeek: 4, startTime: '15:00', endTime: '18:00', enabled: true, isPreferred: false }];
    ok(await dana.put(`/api/students/${ann}`, { availability: hours }));
    expect(refused(await run({ maxMoved: 0 }))).toEqual([409, 'At least 1 family has to move.']);
    expect(reportsIn(ok(await run({ maxMoved: 1 })))[0]).toMatchObject({ joint: { totals: { placed: 3 } } });
    // Who was moved by an earlier run of the plan counts.
    expect((await curve({ studentIds: [bo, cy] })).least).toBe(1);
  });

  test('the first day leaves the next seven as they are', async () => {
    const [one, two] = reportsIn(ok(await run({ maxMoved: 0, startsOn: undefined })));
    expect([one.startsOn, two.startsOn]).toEqual(['2026-11-30', '2026-11-30']);
  });
});

describe('refusals', () => {
  test('one teacher together with no one', async () => {
    expect(refused(await run({ teacherIds: [a] }))).toEqual([400, 'Choose at least two teachers to plan together.']);
    expect(
      refused(await dana.post('/api/schedule/curve', { teacherIds: [a], studentIds: [ann], together: true })),
    ).toEqual([400, 'Choose at least two teachers to plan together.']);
    expect(refused(await run({ mostChanges: 101 }))).toEqual([
      400,
      'The number of students who may change teacher must be a whole number from 0 to 100.',
    ]);
  });

  test('a plan of one of them alone, and any other run while theirs is pending', async () => {
    const alone = { teacherIds: [a], studentIds: [ann], startsOn: '2026-11-30' };
    const { optimizationReports } = ok(await dana.post('/api/schedule/generate', alone));
    expect(refused(await run())).toEqual([409, 'A plan for Dana Whitfield is pending. Accept or reject it first.']);
    ok(await decide(optimizationReports[a].reportId, 'rejected'));
    ok(await run());
    const pending = 'A plan of Dana Whitfield and Marcus Bell together is pending. Accept or reject it first.';
    expect(refused(await dana.post('/api/schedule/generate', alone))).toEqual([409, pending]);
    const third = await addTeacher(dana, 'Yuki Tanaka', everyDay);
    ok(await assign(bo, third));
    expect(refused(await run({ teacherIds: [b, third] }))).toEqual([409, pending]);
    // The same teachers extend their plan.
    const [one] = reportsIn(ok(await run({ teacherIds: [b, a] })));
    expect(one.joint.lead).toBe(a);
    expect((await statuses()).toSorted()).toEqual([
      'Dana pending',
      'Dana rejected',
      'Dana superseded',
      'Marcus pending',
      'Marcus superseded',
    ]);
  });

  test('who has lessons with a teacher outside the run is left out', async () => {
    const yuki = await addTeacher(dana, 'Yuki Tanaka', everyDay);
    const di = await studentOf('Di Ray', south, yuki, a);
    await placed(di, yuki, 3, '15:00');
    const [one] = reportsIn(ok(await run({ studentIds: [ann, bo, cy, di] })));
    expect(one.unscheduledAnalysis).toMatchObject([
      { studentName: 'Di Ray', reason: 'Has lessons with Yuki Tanaka, who is not in this plan.' },
    ]);
  });
});
