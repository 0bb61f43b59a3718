import { studentEvents } from '@rondo/contracts/events/student.ts';
import { teacherEvents } from '@rondo/contracts/events/teacher.ts';
import { streamName } from '@rondo/contracts/events/stream-name.ts';
import { commandHandler, type CommandDependencies } from '../command-handling/command-handler.ts';
import { registered, studentAggregate, type RegisteredStudent } from './student.ts';
import { registeredTeacher, teacherAggregate, type RegisteredTeacher } from './teacher.ts';

/** Students and teachers as of the write side: authoritative, for commands and for decisions that depend on them. */
export const roster = (dependencies: CommandDependencies) => {
  const students = commandHandler(studentAggregate, dependencies);
  const teachers = commandHandler(teacherAggregate, dependencies);
  return {
    students,
    teachers,
    studentStream: (studioId: string, studentId: string) => streamName(studentEvents, studioId, studentId),
    teacherStream: (studioId: string, teacherId: string) => streamName(teacherEvents, studioId, teacherId),
    /** @throws NotFound */
    student: async (studioId: string, studentId: string): Promise<RegisteredStudent> =>
      registered((await students.load(streamName(studentEvents, studioId, studentId))).state),
    /** @throws NotFound */
    teacher: async (studioId: string, teacherId: string): Promise<RegisteredTeacher> =>
      registeredTeacher((await teachers.load(streamName(teacherEvents, studioId, teacherId))).state),
  };
};
export type Roster = ReturnType<typeof roster>;
