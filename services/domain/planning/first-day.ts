import { windowsOf } from '@rondo/contracts/calendar/windows.ts';
import { listStudents } from '@rondo/projections/students/queries.ts';
import { listTeachers } from '@rondo/projections/teachers/queries.ts';
import { studentsModel } from '@rondo/projections/students/project.ts';
import { teachersModel } from '@rondo/projections/teachers/project.ts';
import { NotFound } from '../../platform/kit/errors.ts';
import { asRejected } from '../schedule/plan/as-rejected.ts';
import type { PlannerDependencies } from './dependencies.ts';
import { acceptedStudents, isNearlyOver } from './starts-on.ts';

type Dependencies = Pick<PlannerDependencies, 'models' | 'clock' | 'schedules' | 'times'>;

/** What decides the first day of a teacher's plan, for the dialog that presets it. @throws NotFound */
export const firstDayFacts = async (
  { models, clock, schedules, times }: Dependencies,
  studioId: string,
  teacherId: string,
) => {
  const [now, teachers, students, { state }, elsewhere] = await Promise.all([
    clock.today(studioId),
    listTeachers(teachersModel.read(models), studioId),
    listStudents(studentsModel.read(models), studioId),
    schedules.load(studioId, teacherId),
    times.elsewhere(studioId, teacherId),
  ]);
  const teacher = teachers.find(({ teacher_id }) => teacher_id === teacherId);
  if (!teacher) throw new NotFound('There is no such teacher.');
  const lessons = [...asRejected(state, now.today).lessons.values(), ...elsewhere.map(({ lesson }) => lesson)];
  const accepted = acceptedStudents(lessons, now.today);
  return {
    dayIsOver: isNearlyOver(windowsOf(teacher.availability), now),
    acceptedStudentIds: students
      .filter(({ assignments }) => assignments.some((assignment) => assignment.teacherId === teacherId))
      .map(({ student_id }) => student_id)
      .filter((id) => accepted.has(id)),
  };
};
