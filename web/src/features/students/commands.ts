import type { Student } from '@rondo/contracts/api/people/students.ts';
import { commandAnswered } from '../../api/client.ts';
import { act, send, useAction, useCommand } from '../../api/commands/command.ts';
import { offerToPlan } from '../../calendar/plan-week.ts';
import { counted, listedNames } from '../../lib/texts.ts';
import { nameOf } from './roster.ts';

export const deleteStudent = (student: Student) =>
  send(
    'DELETE /api/students/:id',
    { params: { id: student.id } },
    { done: `${nameOf(student)} deleted`, failed: 'Failed to delete student' },
  );

const availabilityCalls = {
  random: {
    name: 'POST /api/students/assign-random-availability',
    done: (who: string) => `Random availability assigned to ${who}`,
    failed: 'Failed to assign random availability',
  },
  standard: {
    name: 'POST /api/students/assign-standard-availability',
    done: (who: string) => `Standard availability assigned to ${who}`,
    failed: 'Failed to assign standard availability',
  },
  none: {
    name: 'POST /api/students/clear-availability',
    done: (who: string) => `Availability of ${who} cleared`,
    failed: 'Failed to clear availability',
  },
} as const;

export type Availability = keyof typeof availabilityCalls;

export const setAvailability = (kind: Availability, studentIds: string[]) => {
  const { name, done, failed } = availabilityCalls[kind];
  return send(name, { body: { studentIds } }, { done: done(counted(studentIds.length, 'student')), failed });
};

export const deleteStudents = (studentIds: string[]) =>
  act(() => commandAnswered('POST /api/students/delete', { body: { studentIds } }), {
    done: ({ deletedCount }) => `${counted(deletedCount, 'student')} deleted`,
    failed: studentIds.length === 1 ? 'Failed to delete student' : `Failed to delete ${studentIds.length} students`,
  });

type Assignment = {
  readonly studentIds: string[];
  readonly teachers: readonly { id: string; name: string }[];
  /** They are the students' only teachers from now on. */
  readonly replace: boolean;
};

export const useAssignTeachers = () =>
  useAction(
    ({ studentIds, teachers, replace }: Assignment) =>
      commandAnswered('POST /api/assignments/bulk', {
        body: { studentIds, teacherIds: teachers.map(({ id }) => id), ...(replace && { replace }) },
      }),
    {
      done: ({ updatedCount }, { teachers, replace }) => {
        const names = listedNames(teachers.map(({ name }) => name));
        // After a move, a dialog says what is left to do.
        if (replace) return `${counted(updatedCount, 'student')} moved to ${names}`;
        const title = `${names} assigned to ${counted(updatedCount, 'student')}`;
        const [only, ...others] = teachers;
        return only && others.length === 0 ? { title, ...offerToPlan(only) } : title;
      },
      failed: ({ message }) => ({
        title: 'Assignment failed',
        description: `Failed to assign teachers to students. ${message}`,
      }),
    },
  );

export const useSetRates = () =>
  useCommand('POST /api/students/set-rate', {
    done: (_, { body: { studentIds } }) => `Rate of ${counted(studentIds.length, 'student')} set`,
    failed: null,
  });

export const useSetLengths = () =>
  useCommand('POST /api/students/set-length', {
    done: (_, { body: { studentIds, lessonDuration } }) =>
      `${counted(studentIds.length, 'student')} set to ${lessonDuration}\u00a0min`,
    failed: 'Failed to set the lesson length',
  });
