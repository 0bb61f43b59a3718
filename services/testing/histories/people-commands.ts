import { expect } from 'vitest';
import { ok } from '../visitor.ts';
import { addStudent, addTeacher, everyDay } from '../studio-fixture.ts';
import type { Command } from './visited-studio.ts';

const names = ['Ann', 'Ben', 'Cy', 'Di', 'Eva', 'Flo', 'Gus', 'Hal', 'Ivy', 'Jo'];

type Untold = { studentId: string; family: { id: string } };

export const peopleCommands: Readonly<Record<string, Command>> = {
  'tell a family': async (studio) => {
    const untold = await studio.list<Untold>('/api/changes');
    const { families } = ok(await studio.visitor.get('/api/changes/count'));
    expect(families, 'families to tell').toBe(new Set(untold.map(({ family }) => family.id)).size);
    const one = studio.one(untold);
    if (!one) return;
    const studentIds = untold.flatMap(({ studentId, family }) => (family.id === one.family.id ? [studentId] : []));
    await studio.call('POST', '/api/changes/told', { studentIds, until: new Date().toISOString() });
    const left = (await studio.list<Untold>('/api/changes')).map(({ studentId }) => studentId);
    expect(left, 'families that are not told yet').toEqual(
      untold.flatMap(({ studentId }) => (studentIds.includes(studentId) ? [] : [studentId])),
    );
  },
  'write a note': async (studio) => {
    const student = studio.one(await studio.students());
    if (!student) return;
    const kind = studio.one(['family', 'private']) ?? 'family';
    const text = studio.one(['Scales in G.', 'Scales in D.', '']) ?? '';
    const share = kind === 'family' && text !== '' ? { share: studio.chance(0.6) } : {};
    await studio.call('PUT', `/api/students/${student.id}/${kind}-notes/${studio.today}`, { text, ...share });
  },
  'add a student': async (studio) => {
    const teacher = studio.one(await studio.teachers());
    const name = `${names[Math.floor(studio.random() * names.length)]} Lee${studio.told.length}`;
    if (teacher) await addStudent(studio.visitor, name, everyDay, { teacherId: teacher.id });
    studio.told.push(`a student ${name}`);
  },
  'add a teacher': async (studio) => {
    if ((await studio.teachers()).length < 3)
      await addTeacher(studio.visitor, `Teacher ${studio.told.length}`, everyDay);
  },
  'change the time between lessons': async (studio) => {
    const teacher = studio.one(await studio.teachers());
    const minutesBetween = Math.floor(studio.random() * 31);
    if (studio.chance(0.5)) await studio.call('PATCH', '/api/settings', { minutesBetween });
    else if (teacher)
      await studio.call('PUT', `/api/teachers/${teacher.id}`, {
        minutesBetween: studio.chance(0.3) ? null : minutesBetween,
      });
  },
  'change a rate': async (studio) => {
    const student = studio.one(await studio.students());
    if (!student) return;
    const payment = studio.chance(0.5)
      ? { paymentType: 'monthly', monthlyRate: 200 }
      : { paymentType: 'per_lesson', perLessonRate: 50 };
    await studio.call('PUT', `/api/students/${student.id}`, payment);
  },
  'set rates and lengths at once': async (studio) => {
    const studentIds = (await studio.students()).filter(() => studio.chance(0.6)).map(({ id }) => id);
    if (studentIds.length === 0) return;
    if (studio.chance(0.5)) await studio.call('POST', '/api/students/set-length', { studentIds, lessonDuration: 30 });
    else await studio.call('POST', '/api/students/set-rate', { studentIds, paymentType: 'per_lesson', rate: 60 });
  },
  'note something of a student': async (studio) => {
    const student = studio.one(await studio.students());
    const notes = studio.chance(0.3) ? null : `Note ${studio.told.length}: dog in the yard`;
    if (student) await studio.call('PUT', `/api/students/${student.id}`, { notes });
  },
  'make a family': async (studio) => {
    const studentIds = (await studio.students()).filter(() => studio.chance(0.5)).map(({ id }) => id);
    if (studentIds.length > 0) await studio.call('POST', '/api/households', { studentIds });
  },
  'join or leave a family': async (studio) => {
    const student = studio.one(await studio.students());
    const family = studio.one(await studio.list<{ readonly id: string }>('/api/households'));
    const householdId = studio.chance(0.4) ? null : family?.id;
    if (student && householdId !== undefined)
      await studio.call('PUT', `/api/students/${student.id}/household`, { householdId });
  },
  'change or delete a family': async (studio) => {
    const family = studio.one(await studio.list<{ readonly id: string }>('/api/households'));
    if (!family) return;
    if (studio.chance(0.5)) await studio.call('DELETE', `/api/households/${family.id}`);
    else await studio.call('PATCH', `/api/households/${family.id}`, { name: `Family ${studio.told.length}` });
  },
  'remove a student': async (studio) => {
    const students = await studio.students();
    const student = studio.one(students);
    if (student && students.length > 3) await studio.call('DELETE', `/api/students/${student.id}`);
  },
  'remove a teacher': async (studio) => {
    const teachers = await studio.teachers();
    const teacher = studio.one(teachers);
    if (teacher && teachers.length > 1) await studio.call('DELETE', `/api/teachers/${teacher.id}`);
  },
  'give the students of a teacher away': async (studio) => {
    const teachers = await studio.teachers();
    const [teacher, other] = [studio.one(teachers), studio.one(teachers)];
    if (teacher && other && teacher !== other)
      await studio.call('POST', '/api/teachers/delete', { teacherIds: [teacher.id], moveTo: other.id });
  },
  'move students to a teacher': async (studio) => {
    const [teacher, student] = [studio.one(await studio.teachers()), studio.one(await studio.students())];
    if (teacher && student)
      await studio.call('POST', '/api/assignments/bulk', {
        studentIds: [student.id],
        teacherIds: [teacher.id],
        replace: true,
      });
  },
};
