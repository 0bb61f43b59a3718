import { useMutation } from '@tanstack/react-query';
import { commandAnswered } from '../../../api/client.ts';
import { invalidate } from '../../../api/queries.ts';
import { counted, listedNames } from '../../../lib/texts.ts';
import { toast } from '../../../ui/overlays/toast.tsx';
import { announce } from '../../../api/commands/undo.ts';

const sayFailed = (title: string, description: string): void => toast({ title, description, tone: 'destructive' });

type Ids = readonly string[];

/** The three ways to set many students' availability. */
export type Availability = 'random' | 'standard' | 'none';

const calls = {
  random: async (studentIds: Ids) => {
    const { answer, batchId } = await commandAnswered('POST /api/students/assign-random-availability', {
      body: { studentIds: [...studentIds] },
    });
    return { count: answer.updatedCount, batchId };
  },
  standard: async (studentIds: Ids) => {
    const { answer, batchId } = await commandAnswered('POST /api/students/assign-standard-availability', {
      body: { studentIds: [...studentIds] },
    });
    return { count: answer.updatedCount, batchId };
  },
  none: async (studentIds: Ids) => {
    const { answer, batchId } = await commandAnswered('POST /api/students/clear-availability', {
      body: { studentIds: [...studentIds] },
    });
    return { count: answer.clearedCount, batchId };
  },
} as const satisfies Record<Availability, unknown>;

const said = {
  random: {
    done: (who: string) => `Random availability assigned to ${who}`,
    failed: 'Failed to assign random availability',
  },
  standard: {
    done: (who: string) => `Standard availability assigned to ${who}`,
    failed: 'Failed to assign standard availability',
  },
  none: { done: (who: string) => `Availability of ${who} cleared`, failed: 'Failed to clear availability' },
} as const;

/** Sets the availability of many students. */
export const useSetAvailability = (kind: Availability) =>
  useMutation({
    mutationFn: (studentIds: Ids) => calls[kind](studentIds),
    onSuccess: ({ count, batchId }) => announce({ title: said[kind].done(counted(count, 'student')) }, batchId),
    onSettled: () => invalidate('GET /api/students'),
    onError: ({ message }) => sayFailed(said[kind].failed, message),
  });

/** Deletes many students. */
export const useDeleteStudents = () =>
  useMutation({
    mutationFn: (studentIds: Ids) =>
      commandAnswered('POST /api/students/delete', { body: { studentIds: [...studentIds] } }),
    onSuccess: ({ answer, batchId }) =>
      announce({ title: `${counted(answer.deletedCount, 'student')} deleted` }, batchId),
    // Also after a failure: some may already be deleted.
    onSettled: () =>
      invalidate('GET /api/students', 'GET /api/assignments', 'GET /api/lessons', 'GET /api/sample-studio'),
    onError: ({ message }, { length }) =>
      sayFailed(length === 1 ? 'Failed to delete student' : `Failed to delete ${length} students`, message),
  });

/** Assigns teachers to many students. */
export const useAssignTeachers = () =>
  useMutation({
    mutationFn: ({ studentIds, teachers }: { studentIds: Ids; teachers: readonly { id: string; name: string }[] }) =>
      commandAnswered('POST /api/assignments/bulk', {
        body: { studentIds: [...studentIds], teacherIds: teachers.map(({ id }) => id) },
      }),
    onSuccess: ({ answer, batchId }, { teachers }) =>
      announce(
        {
          title: `${listedNames(teachers.map(({ name }) => name))} assigned to ${counted(answer.updatedCount, 'student')}`,
        },
        batchId,
      ),
    onSettled: () => invalidate('GET /api/assignments', 'GET /api/students'),
    onError: ({ message }) => sayFailed('Assignment failed', `Failed to assign teachers to students. ${message}`),
  });
