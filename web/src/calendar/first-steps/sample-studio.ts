import { useMutation } from '@tanstack/react-query';
import { commandAnswered } from '../../api/client.ts';
import { invalidate, read } from '../../api/queries.ts';
import { toast } from '../../ui/overlays/toast.tsx';
import { announce } from '../../api/commands/undo.ts';

export const sampleStudioQuery = read('GET /api/sample-studio', {});

const everything = () =>
  invalidate(
    'GET /api/students',
    'GET /api/teachers',
    'GET /api/assignments',
    'GET /api/lessons',
    'GET /api/optimization-reports',
    'GET /api/user-preferences',
    'GET /api/sample-studio',
  );

export const useLoadSampleStudio = () =>
  useMutation({
    mutationFn: () => commandAnswered('POST /api/sample-studio', {}),
    onSuccess: async ({ answer, batchId }) => {
      await everything();
      // The offer that had the focus is gone with the empty screen.
      document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true });
      const { teachers, students } = answer;
      announce(
        {
          title: 'Sample studio loaded',
          description: `${teachers} teachers and ${students} students. Next, generate a schedule.`,
        },
        batchId,
      );
    },
    onError: ({ message }) =>
      toast({ title: 'The sample studio could not be loaded', description: message, tone: 'destructive' }),
  });

export const useRemoveSampleStudio = () =>
  useMutation({
    mutationFn: () => commandAnswered('DELETE /api/sample-studio', {}),
    onSuccess: async ({ batchId }) => {
      await everything();
      announce({ title: 'Sample studio removed' }, batchId);
    },
    onError: ({ message }) =>
      toast({ title: 'The sample studio could not be removed', description: message, tone: 'destructive' }),
  });
