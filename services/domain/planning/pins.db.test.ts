import { describe, expect, test } from 'vitest';
import { dana, rondo } from '../../testing/own-studio.ts';
import { addStudent, addTeacher, everyDay } from '../../testing/studio-fixture.ts';
import { batchOf, ok, refused, restoreTo, type Answer } from '../../testing/visitor.ts';
import { decide, generate, inPlannerStudio, lessonsOf, reportOf, student, teacher } from './testing/planner-studio.ts';

inPlannerStudio();

type Row = { id: string; studentId: string; pin: { until: string | null } | null; [field: string]: unknown };

const rows = async (query = ''): Promise<Row[]> => ok(await dana.get(`/api/lessons${query}`));
const rowOf = async (id: string, query = ''): Promise<Row | undefined> =>
  (await rows(query)).find((row) => row.id === id);

/** Gives a student an accepted weekly lesson that plans may move. @returns its id */
const placed = async (studentId: string, dayOfWeek: number, startTime: string, teacherId = teacher) => {
  const time = { teacherId, dayOfWeek, startTime };
  const answer = ok(await dana.post('/api/students/optimize', { studentId, optimizationType: 'add-only', time }));
  expect(answer).toMatchObject({ success: true, lessonsAdded: 1 });
  const row = (await rows()).find((one) => one.studentId === studentId && one['startTime'] === startTime);
  if (!row) throw new Error(answer.message);
  return row.id;
};

const pin = (lessonIds: readonly unknown[], more: object = {}): Promise<Answer> =>
  dana.post('/api/lessons/pins', { lessonIds, pinned: true, ...more });
const unpin = (lessonIds: readonly string[]): Promise<Answer> => pin(lessonIds, { pinned: false });

const weekly = (studentId: string, more: object = {}): object => ({
  teacherId: teacher,
  studentId,
  dayOfWeek: 4,
  startTime: '15:00',
  duration: 45,
  ...more,
});
const byHand = async (studentId: string, more: object = {}): Promise<string> =>
  ok(await dana.post('/api/lessons', weekly(studentId, more))).id;

const reasonOf = (answer: Answer, studentId: string, teacherId = teacher): string | undefined =>
  reportOf(answer, teacherId).schedulingDecisions.find((one: Row) => one.studentId === studentId)?.reason;
const whyLeft = (answer: Answer, studentId: string, teacherId = teacher): string | undefined =>
  reportOf(answer, teacherId).unscheduledAnalysis.find((one: Row) => one.studentId === studentId)?.reason;
const pendingOf = async (): Promise<string[]> =>
  (await rows()).filter(({ status }) => status === 'optimized').map(({ studentId }) => studentId);

/** Ann on Monday, pinned; Ben on Tuesday, pinned until November 30; Cy on Wednesday: all accepted. Ed on Thursday, entered by hand. */
const week = async () => {
  const [ann, ben, cy, ed] = [
    await student('Ann Lee'),
    await student('Ben Ito'),
    await student('Cy Ode'),
    await student('Ed Fox'),
  ];
  const lessons = {
    ann: await placed(ann, 1, '15:00'),
    ben: await placed(ben, 2, '15:00'),
    cy: await placed(cy, 3, '15:00'),
    ed: await byHand(ed),
  };
  expect(ok(await pin([lessons.ann])).done).toEqual([lessons.ann]);
  expect(ok(await pin([lessons.ben], { until: '2026-11-30' })).done).toEqual([lessons.ben]);
  return { ann, ben, cy, ed, all: [ann, ben, cy, ed], lessons };
};

const unmoved = async (ids: readonly string[]) => (await rows()).filter(({ id }) => ids.includes(id));

describe('pinning', () => {
  test('changes the field of the row alone, and the same again records nothing', async () => {
    const lesson = await placed(await student('Ann Lee'), 1, '15:00');
    const before = await rowOf(lesson);
    expect(before?.pin).toBeNull();
    const first = await pin([lesson, lesson]);
    expect(ok(first)).toEqual({ done: [lesson], failed: [] });
    expect(batchOf(first)).not.toBe('');
    const after = await rowOf(lesson);
    expect(after).toEqual({ ...before, pin: { until: null }, revision: after?.['revision'] });
    const again = await pin([lesson]);
    expect([ok(again), batchOf(again)]).toEqual([{ done: [lesson], failed: [] }, '']);
    expect(batchOf(await pin([lesson], { until: '2027-06-30' }))).not.toBe('');
    expect((await rowOf(lesson))?.pin).toEqual({ until: '2027-06-30' });
    expect(ok(await unpin([lesson]))).toEqual({ done: [lesson], failed: [] });
    expect((await rowOf(lesson))?.pin).toBeNull();
    expect(batchOf(await unpin([lesson]))).toBe('');
  });

  test('says of each lesson why it cannot be pinned', async () => {
    const { lessons, cy, ed } = await week();
    const dated = await byHand(ed, { lessonDate: '2026-12-04', dayOfWeek: 5 });
    const ended = await placed(await student('Di Poe'), 5, '16:00');
    ok(await dana.delete(`/api/lessons/${ended}`));
    const gone = '0b8f6a52-0000-4000-8000-000000000000';
    const single = ok(
      await dana.patch(`/api/lessons/${lessons.ann}/edit`, {
        editScope: 'single',
        originalDate: '2026-11-30',
        startTime: '16:00',
      }),
    ).id;
    expect(ok(await generate([cy], { startsOn: '2026-11-30' })).failed).toEqual([]);
    expect(ok(await pin([lessons.ann, dated, single, lessons.ed, gone, lessons.cy]))).toEqual({
      done: [lessons.ann],
      failed: [
        { id: dated, message: 'Only a weekly lesson can be pinned.' },
        { id: single, message: 'Only a weekly lesson can be pinned.' },
        { id: lessons.ed, message: 'Plans never move this lesson: it was entered by hand.' },
        { id: gone, message: 'There is no such lesson.' },
        {
          id: lessons.cy,
          message: 'A pending plan replaces this lesson from Monday, November 30. Accept or reject it first.',
        },
      ],
    });
    expect(ok(await unpin([lessons.cy])).failed).toMatchObject([{ id: lessons.cy }]);
  });

  test('is refused for wrong dates and numbers', async () => {
    const lesson = await placed(await student('Ann Lee'), 1, '15:00');
    const ends = 'A pin can end today at the earliest and three years from now at the latest.';
    expect(refused(await pin([lesson], { until: '2026-11-22' }))).toEqual([400, ends]);
    expect(refused(await pin([lesson], { until: '2029-11-24' }))).toEqual([400, ends]);
    expect(refused(await pin([]))).toEqual([400, 'Please select at least one lesson.']);
    const many = Array.from({ length: 401 }, (_, i) => `lesson ${i}`);
    expect(refused(await pin(many))).toEqual([400, 'Please select at most 400 lessons.']);
    expect((await pin([lesson], { until: 'soon' })).status).toBe(400);
    expect((await rowOf(lesson))?.pin).toBeNull();
    for (const until of ['2026-11-23', '2029-11-23'])
      expect(ok(await pin([lesson], { until })).done, until).toEqual([lesson]);
  });
});

describe('a run', () => {
  test.each([
    ['2026-11-30', ['cy']],
    ['2026-12-07', ['ben', 'cy']],
  ] as const)('from %s leaves pinned lessons where they are', async (startsOn, inPlan) => {
    const { lessons, all, ann, ben, cy, ed } = await week();
    const ids = { ann, ben, cy, ed };
    const others = [lessons.ann, lessons.ed, ...(inPlan.length === 1 ? [lessons.ben] : [])];
    const before = await unmoved(others);
    const answer = await generate(all, { startsOn });
    expect((await pendingOf()).toSorted()).toEqual(inPlan.map((name) => ids[name]).toSorted());
    expect(await unmoved(others)).toEqual(before);
    expect(reasonOf(answer, ann)).toBe('Keeps the pinned time, Mon 3:00\u00a0PM.');
    expect(reasonOf(answer, ed)).toBe('Manual lesson; the day is planned around it.');
    if (inPlan.length === 1) expect(reasonOf(answer, ben)).toBe('Keeps the pinned time, Tue 3:00\u00a0PM.');
    expect(reportOf(answer).optimizationStats).toMatchObject({ totalStudents: 4, totalStudentsScheduled: 4 });
    ok(await decide(reportOf(answer).reportId, 'accepted'));
    expect(await unmoved(others)).toEqual(before);
  });

  test('begins today when nothing but pinned lessons stands', async () => {
    const ann = await student('Ann Lee');
    await pin([await placed(ann, 1, '15:00')]);
    expect(ok(await dana.get(`/api/schedule/first-day?teacherId=${teacher}`)).acceptedStudentIds).toEqual([]);
    expect(reportOf(await generate([ann, await student('Ben Ito')])).startsOn).toBe('2026-11-23');
  });

  test('leaves a pinned pending lesson in its plan, to be decided with it', async () => {
    const [ann, ben] = [await student('Ann Lee'), await student('Ben Ito')];
    await generate([ann]);
    const [pending] = await lessonsOf(ann);
    ok(await pin([pending?.id]));
    const second = await generate([ann, ben]);
    const own = (await rowOf(pending?.id ?? '')) ?? {};
    expect(own).toMatchObject({ status: 'optimized', pin: { until: null } });
    expect(reasonOf(second, ann)).toMatch(/^Keeps the pinned time, \w{3} \d+:\d\d\u00a0PM\.$/);
    ok(await decide(reportOf(second).reportId, 'accepted'));
    expect(await rowOf(pending?.id ?? '')).toMatchObject({ status: 'scheduled', pin: { until: null } });
    const third = await generate([ann, ben]);
    expect(await pendingOf()).toEqual([ben]);
    ok(await decide(reportOf(third).reportId, 'rejected'));
  });

  test('rejected ends a pinned pending lesson, as withdrawing, clearing and deleting do', async () => {
    const ann = await student('Ann Lee');
    const report = reportOf(await generate([ann]));
    ok(await pin((await lessonsOf(ann)).map(({ id }) => id)));
    ok(await decide(report.reportId, 'rejected'));
    expect(await lessonsOf(ann)).toEqual([]);

    await generate([ann]);
    ok(await pin((await lessonsOf(ann)).map(({ id }) => id)));
    ok(await dana.delete('/api/schedule/generated', { teacherId: teacher }));
    expect(await lessonsOf(ann)).toEqual([]);

    const cleared = await placed(ann, 1, '15:00');
    ok(await pin([cleared]));
    expect(ok(await dana.delete('/api/lessons/clear', { optimized: true, selectedTeachers: [teacher] })).removed).toBe(
      1,
    );
    expect(await lessonsOf(ann)).toEqual([]);

    const deleted = await placed(ann, 1, '15:00');
    ok(await pin([deleted]));
    ok(await dana.delete(`/api/lessons/${deleted}`));
    expect(await lessonsOf(ann)).toEqual([]);
  });

  test('places no student whose time with another teacher is pinned', async () => {
    const yuki = await addTeacher(dana, 'Yuki Tanaka', everyDay);
    const [ann, ben] = [await student('Ann Lee'), await student('Ben Ito')];
    ok(await dana.post('/api/assignments', { studentId: ann, teacherId: yuki }));
    const lesson = await placed(ann, 1, '15:00');
    ok(await pin([lesson]));
    ok(await dana.post('/api/assignments', { studentId: ben, teacherId: yuki }));
    const answer = await generate([ann, ben], { teacherIds: [yuki] });
    expect(whyLeft(answer, ann, yuki)).toBe('Pinned with Dana Whitfield. Unpin it first.');
    expect(await pendingOf()).toEqual([ben]);
    ok(await decide(reportOf(answer, yuki).reportId, 'accepted'));
    expect(await rowOf(lesson)).toMatchObject({ validTo: null, pin: { until: null } });

    const added = await dana.post('/api/students/optimize', {
      studentId: ann,
      optimizationType: 'add-only',
      time: { teacherId: yuki, dayOfWeek: 3, startTime: '15:00' },
    });
    expect(ok(added)).toMatchObject({
      success: false,
      message: 'Ann Lee could not be added. Pinned with Dana Whitfield. Unpin it first.',
    });
    // Both teachers are in the run: the student belongs to the one with whom the time is pinned.
    const both = await generate([ann, ben], { teacherIds: [yuki, teacher] });
    expect(reasonOf(both, ann) ?? both.json.failed[0]?.detail).toContain('Keeps the pinned time, Mon 3:00\u00a0PM.');
  });

  test('accepted leaves a lesson with another teacher that was pinned meanwhile', async () => {
    const yuki = await addTeacher(dana, 'Yuki Tanaka', everyDay);
    const ann = await student('Ann Lee');
    const lesson = await placed(ann, 1, '15:00');
    ok(await dana.post('/api/assignments', { studentId: ann, teacherId: yuki }));
    const report = reportOf(await generate([ann], { teacherIds: [yuki], startsOn: '2026-11-30' }), yuki);
    ok(await pin([lesson]));
    ok(await decide(report.reportId, 'accepted'));
    expect(await rowOf(lesson)).toMatchObject({ validTo: null, pin: { until: null } });
  });
});

describe('neighbors that cannot both stay', () => {
  const asJson = { Accept: 'application/problem+json' };
  const elevenMinutesAway = '900 E 11th St, Austin, TX 78702';

  test('are named before solving, unless it is to be planned anyway', async () => {
    const { lessons, all, ann } = await week();
    const di = await addStudent(dana, 'Di Poe', everyDay, { teacherId: teacher, address: elevenMinutesAway });
    const close = await placed(di, 1, '15:50');
    const text =
      'Ann Lee (pinned) ends Mon 3:45\u00a0PM and Di Poe (pinned) begins 3:50\u00a0PM, but the drive takes 11\u00a0min. Unpin one of them.';
    ok(await pin([close]));
    const run = { teacherIds: [teacher], studentIds: [...all, di], startsOn: '2026-11-30' };
    expect(refused(await dana.post('/api/schedule/generate', run))).toEqual([409, text]);
    const inFull = await dana.post('/api/schedule/generate', run, asJson);
    expect(inFull.json).toMatchObject({ detail: text, pairs: [{ lessonIds: [lessons.ann, close], text }] });
    expect(ok(await dana.get('/api/optimization-reports')).reports).toEqual([]);

    const streamed = await dana.post(
      '/api/schedule/generate',
      { teacherIds: [teacher], studentIds: [ann, all[2]], startsOn: '2026-11-30' },
      { Accept: 'text/event-stream' },
    );
    expect(streamed.text).toContain(`"pairs":[{"lessonIds":["${lessons.ann}","${close}"]`);

    const forced = await generate([...all, di], { startsOn: '2026-11-30', force: true });
    expect(reportOf(forced).conflicts).toContain(text);
    expect(await unmoved([lessons.ann, close])).toMatchObject([{ validTo: null }, { validTo: null }]);
    ok(await decide(reportOf(forced).reportId, 'rejected'));

    ok(await unpin([close]));
    expect((await generate([...all, di], { startsOn: '2026-11-30' })).status).toBe(200);
  });

  test('are named with their overlap, whoever of them is pinned', async () => {
    const [ann, cy, ed] = [await student('Ann Lee'), await student('Cy Ode'), await student('Ed Fox')];
    const lesson = await placed(ann, 1, '15:00');
    ok(await pin([lesson]));
    const other = await byHand(ed, { dayOfWeek: 1, startTime: '15:30' });
    const text = 'Ann Lee (pinned, Mon 3:00 – 3:45\u00a0PM) overlaps Ed Fox (Mon 3:30\u00a0PM). Unpin one of them.';
    const run = { teacherIds: [teacher], studentIds: [ann, cy] };
    expect((await dana.post('/api/schedule/generate', run, asJson)).json.pairs).toEqual([
      { lessonIds: [lesson, other], text },
    ]);
    const forced = await generate([ann, cy], { force: true });
    expect(reportOf(forced).conflicts.filter((one: string) => one.includes('overlap'))).toEqual([text]);
  });

  test('refuse nothing where only the time between lessons is too short, or a place is unknown', async () => {
    const [ann, ben] = [await student('Ann Lee'), await student('Ben Ito')];
    ok(await dana.patch('/api/settings', { minutesBetween: 30 }));
    const di = await addStudent(dana, 'Di Poe', everyDay, { teacherId: teacher, address: elevenMinutesAway });
    const lost = await addStudent(dana, 'Lo Mar', everyDay, { teacherId: teacher, address: 'Nowhere' });
    ok(await pin([await placed(ann, 1, '15:00'), await placed(di, 1, '15:56'), await placed(lost, 1, '16:41')]));
    expect((await generate([ann, di, lost, ben], { startsOn: '2026-11-30' })).status).toBe(200);
  });

  test('name a plan’s teacher among those that have none', async () => {
    const marcus = await addTeacher(dana, 'Marcus Bell', everyDay);
    const [ann, cy, ed] = [await student('Ann Lee'), await student('Cy Ode'), await student('Ed Fox')];
    ok(await pin([await placed(ann, 1, '15:00')]));
    await byHand(ed, { dayOfWeek: 1, startTime: '15:30' });
    const fay = await student('Fay Dunn', everyDay, marcus);
    const both = ok(await generate([ann, cy, fay], { teacherIds: [teacher, marcus] }));
    expect(both.failed).toMatchObject([{ teacherId: teacher, pairs: [{ text: expect.stringContaining('overlaps') }] }]);
    expect(Object.keys(both.optimizationReports)).toEqual([marcus]);
  });

  test('a pin outside anybody’s hours stays, and the report says so', async () => {
    const [ann, cy] = [await student('Ann Lee'), await student('Cy Ode')];
    const lesson = await placed(ann, 1, '15:00');
    ok(await pin([lesson]));
    ok(
      await dana.put(`/api/students/${ann}`, {
        availability: [{ dayOfWeek: 2, startTime: '16:00', endTime: '19:00', enabled: true, isPreferred: false }],
      }),
    );
    const report = reportOf(await generate([ann, cy]));
    expect(report.conflicts).toEqual([
      "Ann Lee stays pinned, Mon 3:00 – 3:45\u00a0PM. Ann Lee's family is free Tue, 4:00 – 7:00\u00a0PM.",
    ]);
    expect(await rowOf(lesson)).toMatchObject({ validTo: null, startTime: '15:00' });
  });
});

describe('a person', () => {
  test('moves a pinned lesson, and the pin goes along; the past part loses it', async () => {
    const { lessons, ann } = await week();
    const moved = ok(
      await dana.patch(`/api/lessons/${lessons.ann}/edit`, {
        editScope: 'series',
        startTime: '16:00',
        originalDate: '2026-12-07',
      }),
    );
    expect(moved).toMatchObject({ pin: { until: null }, startTime: '16:00', continues: lessons.ann });
    expect(await rowOf(lessons.ann)).toMatchObject({ pin: null, validTo: '2026-12-06' });
    expect(ok(await pin([moved.id, lessons.ed]))).toEqual({
      done: [moved.id],
      failed: [{ id: lessons.ed, message: 'Plans never move this lesson: it was entered by hand.' }],
    });
    const dragged = ok(await dana.patch(`/api/lessons/${moved.id}/reschedule`, { dayOfWeek: 2, startTime: '17:00' }));
    expect(dragged).toMatchObject({ pin: { until: null }, dayOfWeek: 2 });
    expect((await lessonsOf(ann)).filter((row) => 'pin' in row && row.pin !== null)).toHaveLength(1);
  });

  test('transfers a pinned lesson with its pin', async () => {
    const yuki = await addTeacher(dana, 'Yuki Tanaka', everyDay);
    const ann = await student('Ann Lee');
    const lesson = await placed(ann, 1, '15:00');
    ok(await pin([lesson], { until: '2027-01-29' }));
    const there = ok(await dana.put(`/api/lessons/${lesson}`, { teacherId: yuki, originalDate: '2026-12-07' }));
    expect(there).toMatchObject({ teacherId: yuki, pin: { until: '2027-01-29' } });
    await expect
      .poll(async () => (await lessonsOf(ann)).map((row) => [row.validTo, 'pin' in row && row.pin]), {
        timeout: 30_000,
      })
      .toEqual(
        expect.arrayContaining([
          ['2026-12-06', null],
          [null, { until: '2027-01-29' }],
        ]),
      );
  });

  test('who moves a pending one takes it out of the plan, and no plan moves it: it has no pin', async () => {
    const ann = await student('Ann Lee');
    await generate([ann]);
    const [pending] = await lessonsOf(ann);
    ok(await pin([pending?.id]));
    const moved = ok(await dana.patch(`/api/lessons/${pending?.id}/reschedule`, { dayOfWeek: 3, startTime: '16:00' }));
    expect(moved).toMatchObject({ source: 'manual', status: 'scheduled', pin: null });
  });

  test('changes one date, or makes it a single one, and the weekly pin stays where it belongs', async () => {
    const lesson = await placed(await student('Ann Lee'), 1, '15:00');
    ok(await pin([lesson]));
    const change = { editScope: 'single', originalDate: '2026-11-30', startTime: '16:00' };
    expect(ok(await dana.patch(`/api/lessons/${lesson}/edit`, change))).toMatchObject({ pin: null, seriesId: lesson });
    expect(await rowOf(lesson)).toMatchObject({ pin: { until: null } });
    const cancelled = ok(await dana.post(`/api/lessons/${lesson}/cancel`, { lessonDate: '2026-12-07' }));
    const own = (await rows()).find(({ originalDate }) => originalDate === '2026-12-07');
    expect([cancelled !== undefined, own?.pin]).toEqual([true, null]);
    ok(await dana.patch(`/api/lessons/${own?.id}`, { status: 'scheduled' }));
    expect((await rows()).some(({ originalDate }) => originalDate === '2026-12-07')).toBe(false);
    expect(ok(await dana.put(`/api/lessons/${lesson}`, { lessonDate: '2026-12-14' })).pin).toBeNull();
  });
});

describe('to a family', () => {
  test('a pin is nothing: no change, no new event in a calendar', async () => {
    const ann = await student('Ann Lee');
    const lesson = await placed(ann, 1, '15:00');
    const { subscribableUrl } = ok(await dana.post(`/api/students/${ann}/generate-calendar-url`));
    const feed = async (): Promise<string> =>
      (await (await fetch(new URL(new URL(subscribableUrl).pathname, rondo.url))).text()).replaceAll(
        /DTSTAMP.*|LAST-MODIFIED.*/g,
        '',
      );
    const since = new Date().toISOString();
    const before = await feed();
    expect(before).toContain('BEGIN:VEVENT');
    ok(await pin([lesson]));
    expect(await feed()).toBe(before);
    expect(ok(await dana.get(`/api/changes?since=${since}`))).toEqual([]);
  });

  test('and undo, past moments, restore and the history know it', async () => {
    const lesson = await placed(await student('Ann Lee'), 1, '15:00');
    const unpinned = new Date().toISOString();
    const pinned = await pin([lesson], { until: '2027-01-29' });
    const [entry] = ok(await dana.get('/api/history?limit=1')).entries;
    expect(entry).toMatchObject({
      batchId: batchOf(pinned),
      kind: 'plans',
      sentence: 'Pinned Ann Lee, Mondays at 3:00\u00a0PM until Fri, Jan 29',
      undoable: true,
    });
    const texts = async () =>
      ok(await dana.get(`/api/lessons/${lesson}/history`)).map(({ text }: { text: string }) => text);
    expect((await texts()).at(-1)).toBe('Pinned: plans keep this time until Friday, January 29.');
    expect((await rowOf(lesson, `?asOf=${unpinned}`))?.pin).toBeNull();
    ok(await dana.post('/api/undo', { batchId: batchOf(pinned) }));
    await expect.poll(async () => (await rowOf(lesson))?.pin, { timeout: 30_000 }).toBeNull();
    ok(await pin([lesson]));
    const then = new Date().toISOString();
    ok(await unpin([lesson]));
    expect((await texts()).at(-1)).toBe('Unpinned: plans may move it.');
    ok(await restoreTo(dana, then));
    await expect.poll(async () => (await rowOf(lesson))?.pin, { timeout: 30_000 }).toEqual({ until: null });
  });
});
