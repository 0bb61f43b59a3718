import { studentEvents, type Student } from '@rondo/contracts/events/student.ts';
import { streamName } from '@rondo/contracts/events/stream-name.ts';
import { teacherEvents, type Teacher } from '@rondo/contracts/events/teacher.ts';
import type { CommandHandler } from '../../platform/commands/command-handler.ts';
import { NotFound } from '../../platform/kit/errors.ts';
import type { Services } from '../../platform/kit/services.ts';
import { registered, type StudentState } from './student.ts';
import { registeredTeacher, type TeacherState } from './teacher.ts';

declare module '../../platform/commands/command-handler.ts' {
  interface CommandHandlers {
    readonly student: CommandHandler<typeof studentEvents, StudentState>;
    readonly teacher: CommandHandler<typeof teacherEvents, TeacherState>;
  }
}

export const studentStream = (studioId: string, studentId: string): string =>
  streamName(studentEvents, studioId, studentId);
export const teacherStream = (studioId: string, teacherId: string): string =>
  streamName(teacherEvents, studioId, teacherId);

type Handlers = Pick<Services, 'handlers'>;

const studentState = async ({ handlers }: Handlers, studioId: string, studentId: string): Promise<StudentState> =>
  (await handlers.student.load(studentStream(studioId, studentId))).state;
const teacherState = async ({ handlers }: Handlers, studioId: string, teacherId: string): Promise<TeacherState> =>
  (await handlers.teacher.load(teacherStream(studioId, teacherId))).state;

/** The student as of the log, for decisions that depend on it. @throws NotFound */
export const loadStudent = async (services: Handlers, studioId: string, studentId: string): Promise<Student> =>
  registered(await studentState(services, studioId, studentId));

/** The teacher as of the log. @throws NotFound */
export const loadTeacher = async (services: Handlers, studioId: string, teacherId: string): Promise<Teacher> =>
  registeredTeacher(await teacherState(services, studioId, teacherId));

/** Refuses an id that no student of the studio ever had; a removed one passes. @throws NotFound */
export const refuseUnknownStudent = async (services: Handlers, studioId: string, studentId: string): Promise<void> => {
  if ((await studentState(services, studioId, studentId)) === undefined)
    throw new NotFound('There is no such student.');
};

/** The same for a teacher. @throws NotFound */
export const refuseUnknownTeacher = async (services: Handlers, studioId: string, teacherId: string): Promise<void> => {
  if ((await teacherState(services, studioId, teacherId)) === undefined)
    throw new NotFound('There is no such teacher.');
};
