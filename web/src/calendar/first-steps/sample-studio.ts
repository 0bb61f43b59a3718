import { listLessons } from '@rondo/contracts/api/lessons.ts';
import { listReports } from '@rondo/contracts/api/planner.ts';
import { listAssignments, listStudents } from '@rondo/contracts/api/students.ts';
import { getPreferences, getSampleStudio, loadSampleStudio, removeSampleStudio } from '@rondo/contracts/api/studio.ts';
import { listTeachers } from '@rondo/contracts/api/teachers.ts';
import { useMutation } from '@tanstack/react-query';
import { commandAnswered } from '../../api/client.ts';
import { invalidate, read } from '../../api/queries.ts';
import { toast } from '../../ui/overlays/toast.tsx';
import { announce } from '../../api/undo/undo.ts';

export const sampleStudioQuery = read(getSampleStudio, {});

const everything = () =>
  invalidate(listStudents, listTeachers, listAssignments, listLessons, listReports, getPreferences, getSampleStudio);

export const useLoadSampleStudio = () =>
  useMutation({
    mutationFn: () => commandAnswered(loadSampleStudio, {}),
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
    mutationFn: () => commandAnswered(removeSampleStudio, {}),
    onSuccess: async ({ batchId }) => {
      await everything();
      announce({ title: 'Sample studio removed' }, batchId);
    },
    onError: ({ message }) =>
      toast({ title: 'The sample studio could not be removed', description: message, tone: 'destructive' }),
  });
