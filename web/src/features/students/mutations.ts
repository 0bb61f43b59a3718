import { listLessons } from '@rondo/contracts/api/lessons.ts';
import { latestReport, listReports, optimizeStudent } from '@rondo/contracts/api/planner.ts';
import {
  createStudent,
  deleteStudent,
  listAssignments,
  listStudents,
  setStudentTeacher,
  updateStudent,
  type Student,
} from '@rondo/contracts/api/students.ts';
import { getSampleStudio } from '@rondo/contracts/api/studio.ts';
import { useMutation } from '@tanstack/react-query';
import { isMissing, isStale } from '../../api/call-failed.ts';
import { command, commandAnswered } from '../../api/client.ts';
import { invalidate } from '../../api/queries.ts';
import { toast } from '../../ui/overlays/toast.tsx';
import { announce, remember } from '../../api/undo/undo.ts';
import { loadStudent } from './queries.ts';
import { newStudentBody, studentChangesBody, type CheckedStudent } from './student-values.ts';

const lists = [listStudents, listAssignments, listLessons] as const;

type Save = {
  readonly values: CheckedStudent;
  /** Null for a new one. */
  readonly before: { readonly student: Student; readonly teacherId: string } | null;
};

/** The student is saved even if the teacher cannot be set: that failure is reported in a toast, not thrown. */
const setTeacher = async (id: string, teacherId: string): Promise<string | null> => {
  try {
    return (await command(setStudentTeacher, { params: { id }, body: { teacherId: teacherId || null } })).batchId;
  } catch (error) {
    toast({
      title: 'Failed to set teacher assignment',
      ...(error instanceof Error ? { description: error.message } : {}),
      tone: 'destructive',
    });
    return null;
  }
};

/**
 * Saves a new or an edited student, then the teacher if that changed, which are undone together. Null for the student: saved, but the lists
 * do not show it yet.
 */
export const useSaveStudent = () =>
  useMutation({
    mutationFn: async ({ values, before }: Save) => {
      const { answer, batchId } = before
        ? await command(updateStudent, {
            params: { id: before.student.id },
            body: studentChangesBody(before.student, values),
          })
        : await command(createStudent, { body: newStudentBody(values) });
      const batches = [batchId];
      if (values.teacherId !== (before?.teacherId ?? '')) batches.push(await setTeacher(answer.id, values.teacherId));
      remember(batches);
      const [loaded] = await Promise.all([loadStudent(answer.id).catch(() => null), invalidate(listLessons)]);
      return { student: loaded?.student ?? null, batches };
    },
    onError: (error, { before }) => {
      // Changed or deleted elsewhere: the form loads the row and says so itself.
      if (isStale(error) || isMissing(error)) return;
      toast({
        title: 'Error',
        description: `Failed to ${before ? 'update' : 'add'} student. Please try again.`,
        tone: 'destructive',
      });
    },
  });

export const useDeleteStudent = () =>
  useMutation({
    mutationFn: (student: Student) => command(deleteStudent, { params: { id: student.id } }),
    onSuccess: ({ batchId }) => announce({ title: 'Student deleted' }, batchId),
    // Also after a failure: the row may already be deleted.
    onSettled: () => invalidate(...lists, getSampleStudio),
    onError: ({ message }) => toast({ title: 'Failed to delete student', description: message, tone: 'destructive' }),
  });

type Optimization = { readonly studentId: string; readonly optimizationType: 'add-only' | 'reoptimize' };

/** Updates the schedule for a changed student: adds one lesson, or replans the teacher's whole week. */
export const useOptimizeStudent = () =>
  useMutation({
    mutationFn: async (body: Optimization) => {
      const { answer, batchId } = await commandAnswered(optimizeStudent, { body });
      remember(batchId);
      return answer;
    },
    onSuccess: async ({ success }) => {
      if (success) await invalidate(listLessons, listStudents, listAssignments, listReports, latestReport);
    },
  });
