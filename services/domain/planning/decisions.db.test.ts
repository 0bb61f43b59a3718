import { describe, expect, test, vi } from 'vitest';
import { dana } from '../../testing/own-studio.ts';
import { addTeacher, everyDay } from '../../testing/studio-fixture.ts';
import { decide, generate, inPlannerStudio, lessonsOf, reportOf, student, teacher } from './testing/planner-studio.ts';

inPlannerStudio();

describe('deciding', () => {
  test('an acceptance is final, and later decisions say so', async () => {
    const { reportId } = reportOf(await generate([await student('Ann Lee')]));
    expect((await decide(reportId, 'accepted')).json).toMatchObject({ id: reportId, status: 'accepted' });
    const again = await dana.patch(
      `/api/optimization-reports/${reportId}/status`,
      { status: 'accepted' },
      { Accept: 'application/problem+json' },
    );
    expect([again.status, again.json.title]).toEqual([409, 'Schedule Already Accepted']);
    const rejected = await dana.patch(
      `/api/optimization-reports/${reportId}/status`,
      { status: 'rejected' },
      { Accept: 'application/problem+json' },
    );
    expect([rejected.status, rejected.json.title]).toEqual([409, 'Cannot Reject Accepted Schedule']);
  });

  test('a rejection restores the previous schedule', async () => {
    const ann = await student('Ann Lee');
    await decide(reportOf(await generate([ann])).reportId, 'accepted');
    const [before] = await lessonsOf(ann);
    const plan = reportOf(await generate([ann], { startsOn: '2026-11-23' }));
    expect((await decide(plan.reportId, 'rejected')).json).toMatchObject({
      status: 'rejected',
      conflicts: [],
      fellAway: [],
    });
    expect(await lessonsOf(ann)).toMatchObject([{ id: before?.id, status: 'scheduled', validTo: null }]);
  });

  test('a withdrawal and a rejection work in either order, as the old client sends them', async () => {
    const ann = await student('Ann Lee');
    const first = reportOf(await generate([ann]));
    const withdrawn = await dana.delete('/api/schedule/generated', { teacherId: teacher });
    expect(withdrawn.json).toMatchObject({ success: true, removed: 1 });
    expect((await dana.get('/api/optimization-reports')).json.reports).toMatchObject([
      { status: 'pending', withdrawn: true },
    ]);
    expect((await decide(first.reportId, 'accepted')).status).toBe(409);
    expect((await decide(first.reportId, 'rejected')).json.status).toBe('rejected');
    const second = reportOf(await generate([ann]));
    expect((await decide(second.reportId, 'rejected')).status).toBe(200);
    expect((await dana.delete('/api/schedule/generated', {})).json).toMatchObject({ success: true, removed: 0 });
    expect(await lessonsOf(ann)).toEqual([]);
  });

  test('deleting a pending report withdraws its plan', async () => {
    const ann = await student('Ann Lee');
    const { reportId } = reportOf(await generate([ann]));
    const deleted = await dana.delete(`/api/optimization-reports/${reportId}`);
    expect(deleted.status).toBe(200);
    expect(deleted.headers.get('rondo-batch')).toBeTruthy();
    expect(await lessonsOf(ann)).toEqual([]);
    expect((await dana.get(`/api/optimization-reports/${reportId}`)).status).toBe(404);
    expect((await dana.get('/api/optimization-reports/latest')).json).toEqual({ success: false, reportData: {} });
  });

  test('deleting every report withdraws the pending plans as one batch', async () => {
    const ann = await student('Ann Lee');
    await decide(reportOf(await generate([ann])).reportId, 'accepted');
    await generate([ann]);
    const deleted = await dana.delete('/api/optimization-reports');
    expect(deleted.json).toMatchObject({ success: true, deleted: 2 });
    expect(deleted.headers.get('rondo-batch')).toBeTruthy();
    expect(await lessonsOf(ann)).toMatchObject([{ status: 'scheduled', validTo: null }]);
    expect((await dana.delete('/api/optimization-reports')).headers.get('rondo-batch')).toBeNull();
  });

  test('an acceptance ends the student’s optimized lesson with another teacher', async () => {
    const marcus = await addTeacher(dana, 'Marcus Bell', everyDay);
    const ann = await student('Ann Lee');
    await decide(reportOf(await generate([ann])).reportId, 'accepted');
    await dana.put(`/api/students/${ann}/teacher`, { teacherId: marcus });
    const plan = await dana.post('/api/schedule/generate', { teacherIds: [marcus], studentIds: [ann] });
    expect(reportOf(plan, marcus).elsewhere).toEqual([{ studentName: 'Ann Lee', teacherName: 'Dana Whitfield' }]);
    expect(await lessonsOf(ann)).toHaveLength(2);
    expect(reportOf(plan, marcus).startsOn).toBe('2026-11-30');
    await decide(reportOf(plan, marcus).reportId, 'accepted');
    expect(await lessonsOf(ann)).toMatchObject([
      { status: 'scheduled', teacherId: teacher, validTo: '2026-11-29' },
      { status: 'scheduled', teacherId: marcus, validFrom: '2026-11-30', validTo: null },
    ]);
  });

  const takenOver = async (...runs: string[]) => {
    const marcus = await addTeacher(dana, 'Marcus Bell', everyDay);
    const ann = await student('Ann Lee');
    await decide(reportOf(await generate([ann])).reportId, 'accepted');
    const [first] = await lessonsOf(ann);
    await dana.put(`/api/students/${ann}/teacher`, { teacherId: marcus });
    let reportId = '';
    for (const startsOn of runs) {
      const body = { teacherIds: [marcus], studentIds: [ann], startsOn };
      reportId = reportOf(await dana.post('/api/schedule/generate', body), marcus).reportId;
    }
    return { ann, marcus, first, reportId };
  };

  test('accepting a plan that named the other lesson twice ends it, and later removals still work', async () => {
    const { ann, marcus, reportId } = await takenOver('2026-11-30', '2026-12-07');
    expect((await decide(reportId, 'accepted')).status).toBe(200);
    const open = (await lessonsOf(ann)).filter(({ validTo }) => validTo === null);
    expect(open).toMatchObject([{ status: 'scheduled', teacherId: marcus }]);
    const ben = await student('Ben Ito');
    await decide(reportOf(await generate([ben])).reportId, 'accepted');
    await dana.delete(`/api/students/${ben}`);
    await vi.waitFor(async () => expect((await lessonsOf(ben)).filter(({ validTo }) => validTo === null)).toEqual([]));
  });

  test('an acceptance ends the other teacher’s lesson although it has since been divided', async () => {
    const { ann, marcus, first, reportId } = await takenOver('2026-11-30');
    await dana.patch(`/api/lessons/${first?.id}/edit`, {
      editScope: 'series',
      originalDate: '2026-12-14',
      startTime: '18:00',
    });
    await decide(reportId, 'accepted');
    const open = (await lessonsOf(ann)).filter(({ validTo }) => validTo === null);
    expect(open).toMatchObject([{ teacherId: marcus }]);
    expect((await lessonsOf(ann)).filter(({ validFrom }) => validFrom > '2026-12-01')).toEqual([]);
  });
});

describe('removing people', () => {
  test('ends a student’s series today and removes future lessons', async () => {
    const [ann, ben] = [await student('Ann Lee'), await student('Ben Ito')];
    await decide(reportOf(await generate([ann])).reportId, 'accepted');
    await generate([ann, ben]);
    expect((await dana.delete(`/api/students/${ann}`)).json).toEqual({ success: true });
    expect(await lessonsOf(ann)).toEqual([]);
    expect(await lessonsOf(ben)).toHaveLength(1);
    const { reports } = (await dana.get('/api/optimization-reports')).json;
    await decide(reports[0].id, 'rejected');
    expect(await lessonsOf(ann)).toEqual([]);
  });

  test('ends a teacher’s lessons and plan and unassigns the students', async () => {
    const ann = await student('Ann Lee');
    await generate([ann]);
    expect((await dana.delete(`/api/teachers/${teacher}`)).json).toEqual({ success: true });
    expect(await lessonsOf(ann)).toEqual([]);
    expect((await dana.get('/api/assignments')).json).toEqual([]);
    expect((await dana.get('/api/teachers')).json).toEqual([]);
    expect((await dana.get('/api/optimization-reports')).json.reports).toMatchObject([{ status: 'rejected' }]);
  });
});
