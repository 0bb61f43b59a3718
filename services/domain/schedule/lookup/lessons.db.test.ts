import { describe, expect, test } from 'vitest';
import { dana, rondo } from '../../../testing/own-studio.ts';
import { addStudent, addTeacher, everyDay } from '../../../testing/studio-fixture.ts';
import { batchOf, ok, refused } from '../../../testing/visitor.ts';
import { ann, dated, inLessonStudio, list, teacher, unknown, weekly } from '../../lessons/testing/lesson-studio.ts';

inLessonStudio();

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

test('ids of another studio are unknown', async () => {
  const stranger = await rondo.visitor().register('stranger@example.com');
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
