import type { Teacher } from '@rondo/contracts/api/teachers.ts';
import { useMutation } from '@tanstack/react-query';
import { CallFailed } from '../../api/call-failed.ts';
import { command } from '../../api/client.ts';
import { invalidate, queryClient } from '../../api/queries.ts';
import { currentUserQuery } from '../../api/session/session.ts';
import { toast } from '../../ui/overlays/toast.tsx';
import { announce } from '../../api/commands/undo.ts';
import { newTeacherBody, teacherChangesBody, type CheckedTeacher } from './teacher-values.ts';

type Save = {
  readonly values: CheckedTeacher;
  /** Null for a new one. */
  readonly before: Teacher | null;
};

/** Saves a new or an edited teacher. */
export const useSaveTeacher = () =>
  useMutation({
    mutationFn: async ({ values, before }: Save) => {
      if (!queryClient.getQueryData(currentUserQuery.queryKey)) {
        toast({
          title: 'Authentication Error',
          description: 'You must be logged in to save teachers.',
          tone: 'destructive',
        });
        throw new CallFailed(401, 'You must be logged in to save teachers.');
      }
      const saved = before
        ? await command('PUT /api/teachers/:id', {
            params: { id: before.id },
            body: teacherChangesBody(before, values),
          })
        : await command('POST /api/teachers', { body: newTeacherBody(values) });
      await invalidate('GET /api/teachers', 'GET /api/lessons', 'GET /api/calendar/sync-state');
      return saved;
    },
    onSuccess: ({ batchId }, { before }) => announce({ title: before ? 'Teacher updated' : 'Teacher added' }, batchId),
    onError: (error, { before }) => {
      // Changed or deleted elsewhere: the form loads the row and says so itself. Signed out: already reported above.
      if (error instanceof CallFailed && [401, 404, 412].includes(error.status)) return;
      toast({ title: 'Error', description: `Failed to ${before ? 'update' : 'create'} teacher`, tone: 'destructive' });
    },
  });

/** Refetches every list that a deleted teacher was in. */
export const withoutTeacher = (): Promise<void> =>
  invalidate(
    'GET /api/teachers',
    'GET /api/assignments',
    'GET /api/lessons',
    'GET /api/optimization-reports',
    'GET /api/user-preferences',
    'GET /api/sample-studio',
  );

export const useDeleteTeacher = () =>
  useMutation({
    mutationFn: (teacher: Teacher) => command('DELETE /api/teachers/:id', { params: { id: teacher.id } }),
    onSuccess: ({ batchId }) => announce({ title: 'Teacher deleted' }, batchId),
    // Also after a failure: the row may already be deleted.
    onSettled: withoutTeacher,
    onError: ({ message }) => toast({ title: 'Failed to delete teacher', description: message, tone: 'destructive' }),
  });
