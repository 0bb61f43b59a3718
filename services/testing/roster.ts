import {
  loadStudent,
  loadTeacher,
  refuseUnknownStudent,
  refuseUnknownTeacher,
  studentStream,
  teacherStream,
} from '../domain/people/roster.ts';
import type { Services } from '../platform/kit/services.ts';

/** The people of tests that keep a roster at hand. */
export const rosterOf = ({ handlers }: Pick<Services, 'handlers'>) => ({
  students: handlers.student,
  teachers: handlers.teacher,
  studentStream,
  teacherStream,
  student: (studioId: string, studentId: string) => loadStudent({ handlers }, studioId, studentId),
  teacher: (studioId: string, teacherId: string) => loadTeacher({ handlers }, studioId, teacherId),
  everStudent: (studioId: string, studentId: string) => refuseUnknownStudent({ handlers }, studioId, studentId),
  everTeacher: (studioId: string, teacherId: string) => refuseUnknownTeacher({ handlers }, studioId, teacherId),
});
