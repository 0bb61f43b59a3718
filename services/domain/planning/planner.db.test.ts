import { describe, expect, test } from 'vitest';
import { dana } from '../../testing/own-studio.ts';
import { addStudent, addTeacher, everyDay } from '../../testing/studio-fixture.ts';
import { decide, generate, inPlannerStudio, lessonsOf, reportOf, student, teacher } from './testing/planner-studio.ts';

inPlannerStudio();

describe('generating', () => {
  test('creates a pending plan: pending lessons, a pending report', async () => {
    const ann = await student('Ann Lee');
    const answer = await generate([ann]);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('rondo-batch')).toBeTruthy();
    expect(answer.json.lessons).toMatchObject([
      { studentId: ann, status: 'optimized', source: 'optimized', lessonDate: '', validFrom: '2026-11-23' },
    ]);
    expect(reportOf(answer)).toMatchObject({
      teacherName: 'Dana Whitfield',
      status: 'pending',
      startsOn: '2026-11-23',
      optimizationStats: { totalStudentsScheduled: 1, totalStudentsUnscheduled: 0, bound: 1, proven: true },
    });
    const { reports } = (await dana.get('/api/optimization-reports')).json;
    expect(reports).toMatchObject([
      { status: 'pending', lessonsCount: 1, teachersCount: 1, title: expect.stringContaining('Dana Whitfield') },
    ]);
    const latest = (await dana.get('/api/optimization-reports/latest')).json;
    expect(latest.reportData[teacher].reportId).toBe(reportOf(answer).reportId);
    expect((await dana.get(`/api/optimization-reports/${reports[0].id}`)).json).toEqual(latest);
  });

  test('starts today for new students and next Monday when accepted lessons move', async () => {
    const ann = await student('Ann Lee');
    await decide(reportOf(await generate([ann])).reportId, 'accepted');
    expect(reportOf(await generate([ann])).startsOn).toBe('2026-11-30');
    expect((await lessonsOf(ann)).map(({ status, validFrom, validTo }) => ({ status, validFrom, validTo }))).toEqual([
      { status: 'scheduled', validFrom: '2026-11-23', validTo: '2026-11-29' },
      { status: 'optimized', validFrom: '2026-11-30', validTo: null },
    ]);
  });

  test('starts a week later when today’s start is over', async () => {
    const morning = [{ day: 1, from: '08:00', to: '08:50' }];
    const marcus = await addTeacher(dana, 'Marcus Bell', [{ day: 1, from: '07:00', to: '12:00' }]);
    const ann = await student('Ann Lee', morning, marcus);
    const later = morning.map((window) => ({ ...window, from: '10:00', to: '11:00' }));
    const ben = await student('Ben Ito', later, marcus);
    const answer = await generate([ann, ben], { teacherIds: [marcus] });
    expect(reportOf(answer, marcus).startsOn).toBe('2026-11-23');
    expect(await lessonsOf(ann)).toMatchObject([{ validFrom: '2026-11-30' }]);
    expect(await lessonsOf(ben)).toMatchObject([{ validFrom: '2026-11-23' }]);
  });

  test('accepts a first day up to eight weeks ahead', async () => {
    const ann = await student('Ann Lee');
    expect((await generate([ann], { startsOn: '2026-11-22' })).status).toBe(400);
    expect((await generate([ann], { startsOn: '2027-01-19' })).status).toBe(400);
    expect(reportOf(await generate([ann], { startsOn: '2027-01-18' })).startsOn).toBe('2027-01-18');
  });

  test('excludes, with the reason, students it cannot plan', async () => {
    const ann = await student('Ann Lee');
    const strange = await addStudent(dana, 'Eve Elsewhere', everyDay);
    const silent = await student('Sid Silent', []);
    const report = reportOf(await generate([ann, strange, silent]));
    expect(report.unscheduledAnalysis).toMatchObject([
      { studentName: 'Eve Elsewhere', reason: 'Not assigned to Dana Whitfield.', hadLesson: false },
      { studentName: 'Sid Silent', reason: 'No availability is entered.', hadLesson: false },
    ]);
    expect(report.schedulingDecisions.map(({ studentName }: { studentName: string }) => studentName)).toEqual([
      'Ann Lee',
    ]);
  });

  test('names the reason and a helpful change for a student without a possible place', async () => {
    const ann = await student('Ann Lee', [{ day: 6, from: '10:00', to: '11:00' }]);
    const ben = await student('Ben Ito');
    const [left] = reportOf(await generate([ann, ben])).unscheduledAnalysis;
    expect(left).toMatchObject({ studentId: ann, studentName: 'Ann Lee', hadLesson: false });
    expect(left.reason.length).toBeGreaterThan(10);
  });

  test.each([
    ['no teacher', { teacherIds: [], studentIds: ['x'] }, 400, 'Please select at least one teacher.'],
    ['no student', { studentIds: [] }, 400, 'Please select at least one student.'],
    ['an unknown student', { studentIds: ['0b8f6a52-0000-4000-8000-000000000000'] }, 404, 'There is no such student.'],
    [
      'an unknown teacher',
      { teacherIds: ['0b8f6a52-0000-4000-8000-000000000000'], studentIds: ['x'] },
      404,
      'There is no such teacher.',
    ],
  ])('with %s is refused', async (_, body, status, sentence) => {
    const answer = await generate([], body);
    expect([answer.status, answer.text]).toEqual([status, sentence]);
  });

  test('for a teacher without availability is rejected and replaces nothing', async () => {
    const idle = await addTeacher(dana, 'Marcus Bell', []);
    const ann = await student('Ann Lee', everyDay, idle);
    const answer = await dana.post('/api/schedule/generate', { teacherIds: [idle], studentIds: [ann] });
    expect([answer.status, answer.text]).toEqual([
      400,
      'Marcus Bell has no availability. Add teaching times on the Teachers page first.',
    ]);
    const both = await dana.post('/api/schedule/generate', {
      teacherIds: [teacher, idle],
      studentIds: [ann, await student('Ben Ito')],
    });
    expect(both.json.failed).toEqual([{ teacherId: idle, detail: answer.text }]);
    expect(Object.keys(both.json.optimizationReports)).toEqual([teacher]);
  });

  test('again with the same key is the same run', async () => {
    const ann = await student('Ann Lee');
    const key = { 'Idempotency-Key': 'one run' };
    const body = { teacherIds: [teacher], studentIds: [ann] };
    const first = await dana.post('/api/schedule/generate', body, key);
    const again = await dana.post('/api/schedule/generate', body, key);
    expect(reportOf(again).reportId).toBe(reportOf(first).reportId);
    expect((await dana.get('/api/optimization-reports')).json.reports).toHaveLength(1);
  });

  test('twice concurrently leaves one plan and one superseded report', async () => {
    const ann = await student('Ann Lee');
    await Promise.all([generate([ann]), generate([ann])]);
    const statuses = (await dana.get('/api/optimization-reports')).json.reports.map(
      ({ status }: { status: string }) => status,
    );
    expect(statuses.toSorted()).toEqual(['pending', 'superseded']);
    expect(await lessonsOf(ann)).toHaveLength(1);
  });

  test('extends a pending plan, and the new report covers the whole', async () => {
    const [ann, ben] = [await student('Ann Lee'), await student('Ben Ito')];
    const first = reportOf(await generate([ann]));
    const second = reportOf(await generate([ben]));
    expect(
      second.schedulingDecisions
        .map(({ studentName, fromRun }: { studentName: string; fromRun: string | null }) => [studentName, fromRun])
        .toSorted(),
    ).toEqual([
      ['Ann Lee', first.runId],
      ['Ben Ito', null],
    ]);
    const refused = await decide(first.reportId, 'accepted');
    expect([refused.status, refused.text]).toEqual([409, 'This report was replaced by a newer one.']);
    expect((await decide(second.reportId, 'accepted')).status).toBe(200);
    expect([...(await lessonsOf(ann)), ...(await lessonsOf(ben))].map(({ status }) => status)).toEqual([
      'scheduled',
      'scheduled',
    ]);
  });

  test('assigns a student of several teachers to the first by preference', async () => {
    const marcus = await addTeacher(dana, 'Marcus Bell', everyDay);
    const ann = await student('Ann Lee');
    await dana.post('/api/assignments', { studentId: ann, teacherId: marcus });
    const ben = await student('Ben Ito', everyDay, marcus);
    const { json } = await dana.post('/api/schedule/generate', {
      teacherIds: [marcus, teacher],
      studentIds: [ann, ben],
    });
    expect(
      json.lessons.map(({ studentId, teacherId }: { studentId: string; teacherId: string }) => [studentId, teacherId]),
    ).toEqual(
      expect.arrayContaining([
        [ann, teacher],
        [ben, marcus],
      ]),
    );
    expect(new Set([json.optimizationReports[teacher].runId, json.optimizationReports[marcus].runId]).size).toBe(1);
  });
});

describe('adding one student', () => {
  const optimize = (studentId: string, optimizationType: string) =>
    dana.post('/api/students/optimize', { studentId, optimizationType });

  test('moves nobody and is scheduled immediately', async () => {
    const [ann, ben] = [await student('Ann Lee'), await student('Ben Ito')];
    await decide(reportOf(await generate([ann])).reportId, 'accepted');
    const [before] = await lessonsOf(ann);
    const { json } = await optimize(ben, 'add-only');
    expect(json).toMatchObject({ success: true, optimizationType: 'add-only', lessonsAdded: 1 });
    // The fixture's students live at one address: next to Ann Lee there is no detour, and a place beside her is the best one.
    expect(json.message).toMatch(
      /^Ben Ito was added: \w{3} \d+:\d\d\s[AP]M with Dana Whitfield, no more driving; buffer \d+\smin (before|after) Ann Lee \((from|until) \d+:\d\d\sPM\)\.$/,
    );
    expect(await lessonsOf(ben)).toMatchObject([
      { status: 'scheduled', source: 'optimized', validFrom: '2026-11-23', reportId: null },
    ]);
    expect(await lessonsOf(ann)).toEqual([before]);
    expect((await optimize(ben, 'add-only')).json).toMatchObject({ success: true, lessonsAdded: 0 });
  });

  test('names what is missing: a teacher, availability, room', async () => {
    const lonely = await addStudent(dana, 'Eve Elsewhere', everyDay);
    expect((await optimize(lonely, 'add-only')).json).toMatchObject({
      success: false,
      lessonsAdded: 0,
      message: 'Eve Elsewhere has no teacher. Go to the Teachers page and assign the student to teachers.',
    });
    const silent = await student('Sid Silent', []);
    expect((await optimize(silent, 'add-only')).json.message).toContain('has no availability');
    const saturday = await student('Sue Saturday', [{ day: 6, from: '10:00', to: '11:00' }]);
    const refused = (await optimize(saturday, 'add-only')).json;
    expect(refused).toMatchObject({ success: false, lessonsAdded: 0 });
    expect(refused.message).toContain('Sue Saturday could not be added');
    // The smallest change that would help.
    expect(refused.message).toMatch(/If .*, (the lesson|Sue Saturday) would fit/);
  });

  test('with reoptimize plans all assigned students again', async () => {
    const [ann, ben] = [await student('Ann Lee'), await student('Ben Ito')];
    const { json } = await optimize(ben, 'reoptimize');
    expect(json).toMatchObject({ success: true, optimizationType: 'reoptimize', lessonsAdded: 2 });
    expect((await lessonsOf(ann))[0]?.status).toBe('optimized');
  });
});
