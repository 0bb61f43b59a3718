import { studentEvents } from '@rondo/contracts/events/student.ts';
import { teacherEvents } from '@rondo/contracts/events/teacher.ts';
import { streamName } from '@rondo/contracts/events/stream-name.ts';
import { commandHandler, type CommandDependencies } from '../../platform/commands/command-handler.ts';
import { NotFound } from '../../platform/kit/errors.ts';
import { registered, studentAggregate, type RegisteredStudent } from './student.ts';
import { registeredTeacher, teacherAggregate, type RegisteredTeacher } from './teacher.ts';

/** Students and teachers as of the write side: authoritative, for commands and for decisions that depend on them. */
export const roster = (dependencies: CommandDependencies) => {
  const students = commandHandler(studentAggregate, dependencies);
  const teachers = commandHandler(teacherAggregate, dependencies);
  const studentState = async (studioId: string, studentId: string) =>
    (await students.load(streamName(studentEvents, studioId, studentId))).state;
  const teacherState = async (studioId: string, teacherId: string) =>
    (await teachers.load(streamName(teacherEvents, studioId, teacherId))).state;
  return {
    students,
    teachers,
    studentStream: (studioId: string, studentId: string) => streamName(studentEvents, studioId, studentId),
    teacherStream: (studioId: string, teacherId: string) => streamName(teacherEvents, studioId, teacherId),
    /** @throws NotFound */
    student: async (studioId: string, studentId: string): Promise<RegisteredStudent> =>
      registered(await studentState(studioId, studentId)),
    /** @throws NotFound */
    teacher: async (studioId: string, teacherId: string): Promise<RegisteredTeacher> =>
      registeredTeacher(await teacherState(studioId, teacherId)),
    /** Refuses an id that no student of the studio ever had; a removed one passes. @throws NotFound */
    everStudent: async (studioId: string, studentId: string): Promise<void> => {
      if ((await studentState(studioId, studentId)).status === 'unknown')
        throw new NotFound('There is no such student.');
    },
    /** The same for a teacher. @throws NotFound */
    everTeacher: async (studioId: string, teacherId: string): Promise<void> => {
      if ((await teacherState(studioId, teacherId)).status === 'unknown')
        throw new NotFound('There is no such teacher.');
    },
  };
};
export type Roster = ReturnType<typeof roster>;
