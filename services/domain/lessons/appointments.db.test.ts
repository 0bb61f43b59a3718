import { describe, expect, test } from 'vitest';
import { dana } from '../../testing/own-studio.ts';
import { addTeacher, everyDay } from '../../testing/studio-fixture.ts';
import { ok } from '../../testing/visitor.ts';
import { ann, create, inLessonStudio } from './testing/lesson-studio.ts';

inLessonStudio();

const appointment = { entryType: 'appointment', eventTitle: 'Dentist' };

describe('an appointment has no student, even if a call names one', () => {
  test.each([
    ['one date', { lessonDate: '2026-12-01' }],
    ['every week', { lessonDate: '', dayOfWeek: 2 }],
  ])('%s', async (_, when) => {
    const made = ok(await create({ ...appointment, ...when }));
    expect(made.studentId).toBeNull();
    const edit = { studentId: ann, startTime: '17:00', duration: 45 };
    const single = { ...edit, editScope: 'single', originalDate: '2026-12-01' };
    expect(ok(await dana.patch(`/api/lessons/${made.id}/edit`, single))).toMatchObject({
      entryType: 'appointment',
      studentId: null,
      startTime: '17:00',
    });
    const series = { ...edit, startTime: '18:00', editScope: 'series' };
    expect(ok(await dana.patch(`/api/lessons/${made.id}/edit`, series)).studentId).toBeNull();
    expect(ok(await dana.put(`/api/lessons/${made.id}`, { studentId: ann, startTime: '19:00' }))).toMatchObject({
      studentId: null,
      startTime: '19:00',
    });
    const teacherId = await addTeacher(dana, 'Marcus Bell', everyDay);
    expect(ok(await dana.put(`/api/lessons/${made.id}`, { studentId: ann, teacherId }))).toMatchObject({
      teacherId,
      studentId: null,
    });
  });

  test('one that becomes a lesson gets its student', async () => {
    const made = ok(await create({ ...appointment, lessonDate: '2026-12-01' }));
    const lesson = { entryType: 'lesson', studentId: ann };
    expect(ok(await dana.put(`/api/lessons/${made.id}`, lesson))).toMatchObject(lesson);
    const again = { ...appointment, studentId: ann };
    expect(ok(await dana.put(`/api/lessons/${made.id}`, again)).studentId).toBeNull();
  });
});
