import { describe, expect, test } from 'vitest';
import { dana } from '../../testing/own-studio.ts';
import { addStudent, addTeacher, everyDay } from '../../testing/studio-fixture.ts';
import { batchOf, ok, refused } from '../../testing/visitor.ts';
import { ann, create, dated, inLessonStudio, list, teacher, unknown, weekly } from './testing/lesson-studio.ts';

inLessonStudio();

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
