import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addStudent, addTeacher, everyDay } from '../testing/studio-fixture.ts';
import { testRondo, type TestRondo } from '../testing/test-rondo.ts';
import { batchOf, ok, type Answer, type Visitor } from '../testing/visitor.ts';

// Monday, November 23, 2026, 9 in the morning in Austin.
let rondo: TestRondo;
let dana: Visitor;
let teacher: string;
let ann: string;
let visitors = 0;
const unknown = '0b8f6a52-0000-4000-8000-000000000000';

beforeAll(async () => {
  rondo = await testRondo('2026-11-23T15:00:00Z');
});
afterAll(() => rondo.stop());
beforeEach(async () => {
  visitors += 1;
  dana = await rondo.visitor().register(`dana${visitors}@example.com`);
  teacher = await addTeacher(dana, 'Dana Whitfield', everyDay);
  ann = await addStudent(dana, 'Ann Lee', everyDay, { teacherId: teacher });
});

const create = async (more: object = {}): Promise<Answer> =>
  dana.post('/api/lessons', { teacherId: teacher, studentId: ann, startTime: '16:00', duration: 45, ...more });
const weekly = (more: object = {}) => create({ lessonDate: '', dayOfWeek: 2, ...more });
const dated = (more: object = {}) => create({ lessonDate: '2026-12-01', ...more });
const list = async (): Promise<{ id: string; lessonDate: string; status: string }[]> =>
  (await dana.get('/api/lessons')).json;
const refused = ({ status, text }: Answer) => [status, text];
const undo = (batchId: string) => dana.post('/api/undo', { batchId });

describe('creating', () => {
  test('a weekly lesson answers with the row that the list shows, with its batch', async () => {
    const made = await weekly();
    expect(ok(made)).toMatchObject({
      studentId: ann,
      teacherId: teacher,
      student: { id: ann, firstName: 'Ann', lastName: 'Lee', name: 'Ann Lee' },
      teacher: { id: teacher, name: 'Dana Whitfield' },
      dayOfWeek: 2,
      startTime: '16:00',
      endTime: '16:45',
      lessonDate: '',
      status: 'scheduled',
      source: 'manual',
      isManual: true,
      entryType: 'lesson',
      useInOptimization: true,
      validFrom: '2026-11-23',
    });
    expect(batchOf(made)).toMatch(/^[0-9a-f-]{36}$/);
    expect(await list()).toEqual([made.json]);
  });

  test('an appointment has a title and no student, and is not a stop by default', async () => {
    const made = ok(await dated({ entryType: 'appointment', eventTitle: 'Dentist' }));
    expect(made).toMatchObject({ studentId: null, student: null, eventTitle: 'Dentist', useInOptimization: false });
  });

  test('a weekly lesson starts no earlier than the student', async () => {
    await dana.put(`/api/students/${ann}`, { startDate: '2027-01-04' });
    expect(ok(await weekly()).validFrom).toBe('2027-01-04');
    const { id } = ok(await dated());
    expect(ok(await dana.put(`/api/lessons/${id}`, { lessonDate: '', dayOfWeek: 3 })).validFrom).toBe('2027-01-04');
  });

  test('a recommended lesson is pending until a restore confirms it', async () => {
    const made = ok(
      await dana.post('/api/lessons/create-recommended', {
        teacherId: teacher,
        studentId: ann,
        dayOfWeek: 2,
        startTime: '16:00',
        endTime: '16:45',
        lessonDate: '2026-12-01',
      }),
    );
    expect(made).toMatchObject({ status: 'recommended', lessonDate: '2026-12-01', source: 'manual' });
    expect(ok(await dana.patch(`/api/lessons/${made.id}`, { status: 'scheduled' })).status).toBe('scheduled');
  });

  test.each([
    ['no teacher', { teacherId: undefined }, 400, 'Please select a teacher.'],
    ['an empty teacher', { teacherId: '' }, 400, 'Please select a teacher.'],
    ['an unknown teacher', { teacherId: unknown }, 404, 'There is no such teacher.'],
    ['no start', { startTime: undefined }, 400, 'Start time is required.'],
    ['a start that is none', { startTime: '25:00' }, 400, '"startTime" must be a time in the form HH:MM.'],
    ['too short', { duration: 14 }, 400, 'The duration must be at least 15 minutes.'],
    ['too long', { duration: 481 }, 400, 'The duration must be at most 480 minutes.'],
    ['no student', { studentId: null }, 400, 'Please fill in all required fields based on entry type.'],
    ['an unknown student', { studentId: unknown }, 404, 'There is no such student.'],
    [
      'an appointment without title',
      { entryType: 'appointment' },
      400,
      'Please fill in all required fields based on entry type.',
    ],
    [
      'neither date nor weekday',
      { lessonDate: '' },
      400,
      'Please select a day of week for pre-scheduled lessons or a date for regular entries.',
    ],
    ['a date that is none', { lessonDate: '2026-02-30' }, 400, '"lessonDate" must be a date in the form YYYY-MM-DD.'],
    ['across midnight', { startTime: '23:30' }, 400, 'A lesson must end before midnight.'],
  ])('with %s is refused', async (_, wrong, status, sentence) => {
    expect(refused(await dated(wrong))).toEqual([status, sentence]);
    expect(await list()).toEqual([]);
  });

  test('overrides by default, and with ifFree is rejected with the conflicts', async () => {
    await weekly();
    const taken = await dana.post(
      '/api/lessons',
      { teacherId: teacher, studentId: ann, startTime: '16:30', lessonDate: '2026-12-01', ifFree: true },
      { Accept: 'application/problem+json' },
    );
    expect(taken.status).toBe(409);
    expect(taken.json).toMatchObject({
      detail: 'This time is taken: Ann Lee, Tuesday, December 1, 4:00\u00a0PM.',
      conflictingEvents: [{ title: 'Ann Lee', date: '2026-12-01', startTime: '16:00', endTime: '16:45' }],
    });
    ok(await dated({ startTime: '16:45', ifFree: true }));
    ok(await dated({ startTime: '16:30' }));
  });

  test('a student is also busy with other teachers', async () => {
    const marcus = await addTeacher(dana, 'Marcus Bell', everyDay);
    await weekly();
    const answer = await dated({ teacherId: marcus, ifFree: true });
    expect(refused(answer)).toEqual([409, 'This time is taken: Ann Lee, Tuesday, December 1, 4:00\u00a0PM.']);
  });

  test('twice with one key creates one lesson', async () => {
    const key = { 'Idempotency-Key': 'once' };
    const body = { teacherId: teacher, studentId: ann, startTime: '16:00', lessonDate: '2026-12-01' };
    const [first, again] = [await dana.post('/api/lessons', body, key), await dana.post('/api/lessons', body, key)];
    expect(again.json).toEqual(first.json);
    expect(batchOf(again)).toBe(batchOf(first));
    expect(await list()).toHaveLength(1);
  });
});

describe('cancelling and restoring', () => {
  test('one date of a series answers with the occurrence, keeps the series, and can be reverted', async () => {
    const series = ok(await weekly());
    const path = `/api/lessons/${series.id}/cancel`;
    const cancelled = ok(await dana.post(path, { lessonDate: '2026-12-01' }));
    expect(cancelled).toMatchObject({
      seriesId: series.id,
      originalDate: '2026-12-01',
      lessonDate: '2026-12-01',
      status: 'cancelled',
    });
    expect(await list()).toHaveLength(2);
    const again = await dana.post(path, { lessonDate: '2026-12-01' });
    expect([ok(again), again.headers.get('rondo-batch')]).toEqual([cancelled, null]);

    const restore = () => dana.patch(`/api/lessons/${cancelled.id}`, { status: 'scheduled' });
    expect(ok(await restore())).toEqual(series);
    expect(ok(await restore())).toEqual(series);
    expect(await list()).toEqual([series]);
  });

  test('a restore repeated with its key is answered as the first time', async () => {
    const series = ok(await weekly());
    const { id } = ok(await dana.post(`/api/lessons/${series.id}/cancel`, { lessonDate: '2026-12-01' }));
    const key = { 'Idempotency-Key': 'restore' };
    const restore = () => dana.patch(`/api/lessons/${id}`, { status: 'scheduled' }, key);
    const [first, second] = [await restore(), await restore()];
    expect([ok(second), batchOf(second)]).toEqual([first.json, batchOf(first)]);
  });

  test('concurrently with restores of the same date answers every one of them', async () => {
    const { id } = ok(await weekly());
    const cancel = () => dana.post(`/api/lessons/${id}/cancel`, { lessonDate: '2026-12-01' });
    const date = ok(await cancel());
    const restore = () => dana.patch(`/api/lessons/${date.id}`, { status: 'scheduled' });
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? restore() : cancel())));
    expect(answers.map(({ status, text }) => (status === 200 ? status : text))).toEqual(answers.map(() => 200));
  });

  test('a cancellation repeated with its key after the date was restored is answered as the first time', async () => {
    const { id } = ok(await weekly());
    const key = { 'Idempotency-Key': 'cancel it' };
    const cancel = () => dana.post(`/api/lessons/${id}/cancel`, { lessonDate: '2026-12-01' }, key);
    const first = await cancel();
    ok(await dana.patch(`/api/lessons/${ok(first).id}`, { status: 'scheduled' }));
    const again = await cancel();
    expect([ok(again), batchOf(again)]).toEqual([{ ...first.json, driveTime: null }, batchOf(first)]);
  });

  test('into a time taken since names the conflict, unless forced', async () => {
    const { id } = ok(await dated());
    ok(await dana.post(`/api/lessons/${id}/cancel`, { lessonDate: '2026-12-01' }));
    const ben = await addStudent(dana, 'Ben Ito', everyDay);
    ok(await dated({ studentId: ben, startTime: '16:15', ifFree: true }));
    const restore = (more: object) => dana.patch(`/api/lessons/${id}`, { status: 'scheduled', ...more });
    expect(refused(await restore({}))).toEqual([
      409,
      'This time is taken: Ben Ito, Tuesday, December 1, 4:15\u00a0PM.',
    ]);
    expect(ok(await restore({ force: true })).status).toBe('scheduled');
  });

  test('needs a date of the series, and a valid status', async () => {
    const { id } = ok(await weekly());
    const cancel = (body: object) => dana.post(`/api/lessons/${id}/cancel`, body);
    expect(refused(await cancel({}))).toEqual([400, 'Please choose which date to cancel.']);
    expect(refused(await cancel({ lessonDate: '2026-12-02' }))).toEqual([
      400,
      'This lesson does not take place on Wednesday, December 2.',
    ]);
    expect(refused(await dana.patch(`/api/lessons/${id}`, { status: 'completed' }))).toEqual([
      400,
      'The status must be scheduled.',
    ]);
    expect(refused(await dana.post(`/api/lessons/${unknown}/cancel`, { lessonDate: '2026-12-01' }))).toEqual([
      404,
      'There is no such lesson.',
    ]);
  });
});

describe('changing', () => {
  test('one date with scope single, the series with scope series', async () => {
    const series = ok(await weekly());
    const edit = (body: object) => dana.patch(`/api/lessons/${series.id}/edit`, body);
    const single = ok(await edit({ lessonDate: '2026-12-02', startTime: '17:00', duration: 30, editScope: 'single' }));
    expect(single).toMatchObject({ seriesId: series.id, originalDate: '2026-12-01', lessonDate: '2026-12-02' });
    const moved = ok(await edit({ dayOfWeek: 4, startTime: '18:00', duration: 45, editScope: 'series' }));
    expect(moved).toMatchObject({ id: series.id, dayOfWeek: 4, startTime: '18:00', endTime: '18:45' });
    expect(await list()).toContainEqual(expect.objectContaining({ id: single.id, originalDate: '2026-12-03' }));
  });

  test('one date needs a date', async () => {
    const { id } = ok(await weekly());
    expect(refused(await dana.patch(`/api/lessons/${id}/edit`, { startTime: '17:00' }))).toEqual([
      400,
      'Date is required when editing lessons.',
    ]);
  });

  test('an entry as a whole keeps absent fields', async () => {
    const { id } = ok(await dated({ notes: 'Bring the duet', duration: 60 }));
    expect(ok(await dana.put(`/api/lessons/${id}`, { startTime: '17:00' }))).toMatchObject({
      notes: 'Bring the duet',
      duration: 60,
      startTime: '17:00',
      lessonDate: '2026-12-01',
    });
    expect(ok(await dana.put(`/api/lessons/${id}`, { notes: '' })).notes).toBeNull();
  });

  test('in two tabs: the second is rejected with the row’s newest state', async () => {
    const made = ok(await dated());
    const put = (startTime: string, revision: string) => dana.put(`/api/lessons/${made.id}`, { startTime, revision });
    const first = ok(await put('17:00', made.revision));
    expect(refused(await put('18:00', made.revision))).toEqual([
      412,
      'This lesson was changed somewhere else in the meantime.',
    ]);
    ok(await create({ lessonDate: '2026-12-03' }));
    expect(ok(await put('18:00', first.revision)).startTime).toBe('18:00');
  });

  test('with a revision that never came with a row is rejected with 400; a number is read as text', async () => {
    const made = ok(await dated());
    const path = `/api/lessons/${made.id}`;
    const rejected = [400, 'The revision must be the one that came with this row.'];
    for (const revision of ['garbage', 1.5])
      expect(refused(await dana.put(path, { notes: 'Duet', revision }))).toEqual(rejected);
    expect(refused(await dana.delete(`${path}?revision=garbage`))).toEqual(rejected);
    expect(ok(await dana.put(path, { notes: 'Duet', revision: Number(made.revision) })).notes).toBe('Duet');
    expect((await dana.delete(`${path}?revision=${made.revision}`)).status).toBe(412);
  });

  test('moves a dated lesson within its week, and keeps its duration', async () => {
    const { id } = ok(await dated());
    const move = (body: object) => dana.patch(`/api/lessons/${id}/reschedule`, body);
    expect(ok(await move({ dayOfWeek: 4, startTime: '15:00', endTime: '15:45', status: 'scheduled' }))).toMatchObject({
      lessonDate: '2026-12-03',
      startTime: '15:00',
      status: 'scheduled',
    });
    expect(refused(await move({ dayOfWeek: 4, startTime: '15:00', endTime: '16:00' }))).toEqual([
      400,
      'The end time does not match: this lesson lasts 45 minutes.',
    ]);
  });

  test('to another teacher shows it once, with that teacher, and its past with the first', async () => {
    const marcus = await addTeacher(dana, 'Marcus Bell', everyDay);
    const { id } = ok(await weekly());
    const given = await dana.put(`/api/lessons/${id}`, { teacherId: marcus, ifFree: true });
    expect(ok(given)).toMatchObject({ id, teacherId: marcus, teacher: { name: 'Marcus Bell' } });
    expect(await list()).toEqual([given.json]);
    ok(await dana.post(`/api/lessons/${id}/cancel`, { lessonDate: '2026-12-01' }));
    ok(await create({ lessonDate: '2026-12-01', ifFree: true, studentId: await addStudent(dana, 'Ben Ito', []) }));
  });

  test('with a revision seen before its transfer to another teacher is rejected', async () => {
    const marcus = await addTeacher(dana, 'Marcus Bell', everyDay);
    const made = ok(await dated());
    const body = {
      teacherId: marcus,
      lessonDate: '2026-12-02',
      startTime: '17:00',
      revision: made.revision,
      ifFree: true,
    };
    const given = ok(await dana.put(`/api/lessons/${made.id}`, body));
    expect(given).toMatchObject({ teacherId: marcus, lessonDate: '2026-12-02', dayOfWeek: 3, startTime: '17:00' });
    const put = (revision: string) => dana.put(`/api/lessons/${made.id}`, { notes: 'Duet', revision });
    expect((await put(made.revision)).status).toBe(412);
    expect(ok(await put(given.revision)).notes).toBe('Duet');
  });

  test('to another teacher whose time is taken changes nothing', async () => {
    const marcus = await addTeacher(dana, 'Marcus Bell', everyDay);
    const ben = await addStudent(dana, 'Ben Ito', []);
    ok(await weekly({ teacherId: marcus, studentId: ben }));
    const made = ok(await weekly());
    expect((await dana.put(`/api/lessons/${made.id}`, { teacherId: marcus, ifFree: true })).status).toBe(409);
    expect(await list()).toContainEqual(made);
  });
});

describe('deleting', () => {
  test('a dated lesson, one date, an occurrence, a series', async () => {
    const one = ok(await dated());
    expect(ok(await dana.delete(`/api/lessons/${one.id}`))).toEqual({ success: true });
    expect(refused(await dana.delete(`/api/lessons/${one.id}`))).toEqual([404, 'There is no such lesson.']);
    const series = ok(await weekly());
    ok(await dana.delete(`/api/lessons/${series.id}?lessonDate=2026-12-01`));
    expect((await list())[0]).toMatchObject({ skips: ['2026-12-01'] });
    expect((await dana.delete(`/api/lessons/${series.id}?lessonDate=2026-12-02`)).status).toBe(400);
    ok(await dana.delete(`/api/lessons/${series.id}`));
    expect(await list()).toEqual([]);
  });

  test('twice with one key is answered as the first time', async () => {
    const { id } = ok(await dated());
    const key = { 'Idempotency-Key': 'delete it' };
    const remove = () => dana.delete(`/api/lessons/${id}`, undefined, key);
    const [first, second] = [await remove(), await remove()];
    expect([ok(second), batchOf(second)]).toEqual([first.json, batchOf(first)]);
  });

  test('every series of a student with a teacher', async () => {
    await weekly();
    await weekly({ dayOfWeek: 4 });
    await dated();
    const answer = await dana.delete('/api/lessons/series', { studentId: ann, teacherId: teacher });
    expect(ok(answer)).toEqual({ success: true, removed: 3 });
    expect(batchOf(answer)).not.toBe('');
    expect(await list()).toEqual([]);
    expect(refused(await dana.delete('/api/lessons/series', { studentId: unknown, teacherId: teacher }))).toEqual([
      404,
      'There is no such student.',
    ]);
  });

  test('clears kinds by teacher; an empty selection never means all', async () => {
    await weekly();
    await dated();
    const clear = (body: object) => dana.delete('/api/lessons/clear', body);
    expect(refused(await clear({ selectedTeachers: [teacher] }))).toEqual([
      400,
      'Please select at least one type of lesson to clear.',
    ]);
    expect(refused(await clear({ manual: true }))).toEqual([
      400,
      'Please select at least one teacher whose lessons to clear.',
    ]);
    expect(refused(await clear({ manual: true, selectedTeachers: [unknown] }))).toEqual([
      404,
      'There is no such teacher.',
    ]);
    expect(ok(await clear({ manual: true, selectedTeachers: [teacher] }))).toMatchObject({ removed: 1, failed: [] });
    expect(await list()).toMatchObject([{ lessonDate: '' }]);
    expect(ok(await clear({ preScheduled: true, selectedTeachers: [teacher] }))).toMatchObject({ removed: 1 });
  });
});

describe('undoing', () => {
  test('restores what a command changed, and can itself be undone', async () => {
    const series = ok(await weekly());
    const cleared = await dana.delete('/api/lessons/clear', { preScheduled: true, selectedTeachers: [teacher] });
    const undone = await undo(batchOf(cleared));
    expect(ok(undone)).toEqual({ success: true, batchId: batchOf(undone), conflicts: [] });
    expect(await list()).toMatchObject([{ id: series.id, validTo: null }]);
    ok(await undo(batchOf(undone)));
    expect(await list()).toEqual([]);
  });

  test('is rejected once the lesson was touched, a second time and for other studios', async () => {
    const made = await dated();
    await dana.put(`/api/lessons/${made.json.id}`, { startTime: '17:00' });
    expect(refused(await undo(batchOf(made)))).toEqual([
      409,
      'Ann Lee has changed since then, so this can no longer be undone.',
    ]);
    expect(refused(await undo(unknown))).toEqual([404, 'There is no such change.']);
    const stranger = await rondo.visitor().register(`stranger${visitors}@example.com`);
    const answer = await stranger.post('/api/undo', { batchId: batchOf(made) });
    expect(refused(answer)).toEqual([404, 'There is no such change.']);
  });

  test('with the same key has one effect', async () => {
    const made = await dated();
    const key = { 'Idempotency-Key': 'undo it' };
    const again = () => dana.post('/api/undo', { batchId: batchOf(made) }, key);
    const [first, second] = [await again(), await again()];
    expect([ok(second), batchOf(second)]).toEqual([first.json, batchOf(first)]);
    expect(await list()).toEqual([]);
  });

  test('returns a lesson to its previous teacher', async () => {
    const marcus = await addTeacher(dana, 'Marcus Bell', everyDay);
    const made = ok(await weekly());
    const given = await dana.put(`/api/lessons/${made.id}`, { teacherId: marcus });
    ok(await undo(batchOf(given)));
    // The log's own clock is behind the fixed one, so days seem to have passed with the other teacher: the lesson may continue under a new id.
    const rows = await list();
    expect(rows).toMatchObject([{ teacherId: teacher, dayOfWeek: made.dayOfWeek, startTime: made.startTime }]);
    expect(ok(await dana.put(`/api/lessons/${rows[0]?.id}`, { startTime: '17:00' })).teacherId).toBe(teacher);
  });

  test.each(['accepted', 'rejected'])('a plan that was %s comes back under a new report', async (status) => {
    const plan = await dana.post('/api/schedule/generate', { teacherIds: [teacher], studentIds: [ann] });
    const { reportId } = plan.json.optimizationReports[teacher];
    const pending = await list();
    const decided = await dana.patch(`/api/optimization-reports/${reportId}/status`, { status });
    ok(await undo(batchOf(decided)));
    const strip = (rows: object[]) => rows.map((row) => ({ ...row, revision: 0, createdAt: '' }));
    expect(strip(await list())).toEqual(strip(pending));
    const { reports } = (await dana.get('/api/optimization-reports')).json;
    expect(reports).toMatchObject([
      { status: 'pending', reopens: reportId },
      { id: reportId, status },
    ]);
    expect((await dana.get(`/api/optimization-reports/${reports[0].id}`)).json.reportData[teacher]).toMatchObject({
      reportId: reports[0].id,
      status: 'pending',
    });
    ok(await dana.patch(`/api/optimization-reports/${reports[0].id}/status`, { status: 'accepted' }));
    expect(await list()).toMatchObject([{ status: 'scheduled' }]);
  });

  test('a rejection that only closed a withdrawn report restores the plan as well', async () => {
    const plan = await dana.post('/api/schedule/generate', { teacherIds: [teacher], studentIds: [ann] });
    const { reportId } = plan.json.optimizationReports[teacher];
    ok(await dana.delete('/api/schedule/generated', { teacherId: teacher }));
    expect(await list()).toEqual([]);
    const rejected = await dana.patch(`/api/optimization-reports/${reportId}/status`, { status: 'rejected' });
    ok(await undo(batchOf(rejected)));
    expect(await list()).toMatchObject([{ status: 'optimized' }]);
  });

  test('a run removes its lessons, and its report shows it', async () => {
    const plan = await dana.post('/api/schedule/generate', { teacherIds: [teacher], studentIds: [ann] });
    ok(await undo(batchOf(plan)));
    expect(await list()).toEqual([]);
    const { reports } = (await dana.get('/api/optimization-reports')).json;
    expect(reports).toMatchObject([{ status: 'undone' }]);
    const decided = await dana.patch(`/api/optimization-reports/${reports[0].id}/status`, { status: 'accepted' });
    expect(refused(decided)).toEqual([409, 'This run was undone.']);
  });
});

test('ids of another studio are unknown', async () => {
  const stranger = await rondo.visitor().register(`other${visitors}@example.com`);
  const { id } = ok(await dated());
  const theirTeacher = await addTeacher(stranger, 'Pat Strange', []);
  const theirs = { teacherId: theirTeacher, startTime: '16:00', lessonDate: '2026-12-01' };
  const foreign = [
    await stranger.put(`/api/lessons/${id}`, { startTime: '17:00' }),
    await stranger.delete(`/api/lessons/${id}`),
    await stranger.get(`/api/lessons/${id}/history`),
    await stranger.get(`/api/lessons/${id}/reschedule-suggestions`),
    await stranger.post('/api/lessons', { ...theirs, studentId: ann }),
    await stranger.post('/api/lessons', { ...theirs, teacherId: teacher, entryType: 'appointment', eventTitle: 'x' }),
    await stranger.post('/api/lessons/check-conflicts', { ...theirs, studentId: ann }),
    await stranger.post('/api/lessons/generate-alternatives', {
      ...theirs,
      teacherId: teacher,
      studentId: null,
      entryType: 'appointment',
      eventTitle: 'x',
    }),
    await stranger.delete('/api/lessons/series', { studentId: ann, teacherId: theirTeacher }),
    await stranger.delete('/api/lessons/clear', { manual: true, selectedTeachers: [teacher] }),
    await dana.put(`/api/lessons/${id}`, { teacherId: theirTeacher }),
  ];
  for (const { status, text } of foreign)
    expect([status, text]).toEqual([404, expect.stringMatching(/^There is no such /)]);
  expect(await list()).toHaveLength(1);
});

describe('the history of a lesson', () => {
  test('lists events of the lesson and its parts, oldest first, with user and batch', async () => {
    const made = await weekly();
    const { id } = made.json;
    const off = await dana.post(`/api/lessons/${id}/cancel`, { lessonDate: '2026-12-01' });
    await dana.patch(`/api/lessons/${off.json.id}`, { status: 'scheduled' });
    const split = await dana.patch(`/api/lessons/${id}/edit`, {
      startTime: '17:00',
      editScope: 'series',
      lessonDate: '2026-12-08',
    });
    const history = ok(await dana.get(`/api/lessons/${id}/history`));
    expect(history.map(({ type }: { type: string }) => type)).toEqual([
      'LessonCreated',
      'LessonCancelled',
      'LessonRestored',
      'LessonEnded',
      'LessonCreated',
    ]);
    expect(history[1]).toEqual({
      eventId: expect.any(String),
      type: 'LessonCancelled',
      recordedAt: expect.any(String),
      actor: 'Dana',
      text: 'Cancelled on Tuesday, December 1.',
      batchId: batchOf(off),
      offer: null,
    });
    expect(history.at(-1)).toMatchObject({ batchId: batchOf(split), offer: 'undo' });
    expect(ok(await dana.get(`/api/lessons/${split.json.id}/history`))).toEqual(history);
    expect(refused(await dana.get(`/api/lessons/${unknown}/history`))).toEqual([404, 'There is no such lesson.']);
  });
});
