import { useMutation } from '@tanstack/react-query';
import { commandAnswered } from '../../../api/client.ts';
import { invalidate } from '../../../api/queries.ts';
import { counted } from '../../../lib/texts.ts';
import { toast } from '../../../ui/overlays/toast.tsx';
import { announce } from '../../../api/commands/undo.ts';
import { withoutTeacher } from '../mutations.ts';

/** Removes the weekly hours of many teachers. */
export const useClearTimes = () =>
  useMutation({
    mutationFn: (teacherIds: string[]) =>
      commandAnswered('POST /api/teachers/clear-availability', { body: { teacherIds } }),
    onSuccess: ({ answer, batchId }) =>
      announce({ title: `Times of ${counted(answer.clearedCount, 'teacher')} cleared` }, batchId),
    onSettled: () => invalidate('GET /api/teachers'),
    onError: ({ message }) =>
      toast({ title: 'Failed to clear availability', description: message, tone: 'destructive' }),
  });

/** Deletes many teachers. */
export const useDeleteTeachers = () =>
  useMutation({
    mutationFn: (teacherIds: string[]) => commandAnswered('POST /api/teachers/delete', { body: { teacherIds } }),
    onSuccess: ({ answer, batchId }) =>
      announce({ title: `${counted(answer.deletedCount, 'teacher')} deleted` }, batchId),
    // Also after a failure: some may already be deleted.
    onSettled: withoutTeacher,
    onError: ({ message }, { length }) =>
      toast({
        title: length === 1 ? 'Failed to delete teacher' : 'Failed to delete teachers',
        description: message,
        tone: 'destructive',
      }),
  });
