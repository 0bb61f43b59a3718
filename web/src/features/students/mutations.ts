import type { Student } from '@rondo/contracts/api/students.ts';
import { useMutation } from '@tanstack/react-query';
import { isMissing, isStale } from '../../api/call-failed.ts';
import { command, commandAnswered } from '../../api/client.ts';
import { invalidate } from '../../api/queries.ts';
import { toast } from '../../ui/overlays/toast.tsx';
import { announce, remember } from '../../api/commands/undo.ts';
import { loadStudent } from './queries.ts';
import { newStudentBody, studentChangesBody, type CheckedStudent } from './student-values.ts';

const lists = ['GET /api/students', 'GET /api/assignments', 'GET /api/lessons'] as const;

type Save = {
  readonly values: CheckedStudent;
  /** Null for a new one. */
  readonly before: { readonly student: Student; readonly teacherId: string } | null;
};

/** The student is saved even if the teacher cannot be set: that failure is reported in a toast, not thrown. */
const setTeacher = async (id: string, teacherId: string): Promise<string | null> => {
  try {
    return (await command('PUT /api/students/:id/teacher', { params: { id }, body: { teacherId: teacherId || null } }))
      .batchId;
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
        ? await command('PUT /api/students/:id', {
            params: { id: before.student.id },
            body: studentChangesBody(before.student, values),
          })
        : await command('POST /api/students', { body: newStudentBody(values) });
      const batches = [batchId];
      if (values.teacherId !== (before?.teacherId ?? '')) batches.push(await setTeacher(answer.id, values.teacherId));
      remember(batches);
      const [loaded] = await Promise.all([loadStudent(answer.id).catch(() => null), invalidate('GET /api/lessons')]);
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
    mutationFn: (student: Student) => command('DELETE /api/students/:id', { params: { id: student.id } }),
    onSuccess: ({ batchId }) => announce({ title: 'Student deleted' }, batchId),
    // Also after a failure: the row may already be deleted.
    onSettled: () => invalidate(...lists, 'GET /api/sample-studio'),
    onError: ({ message }) => toast({ title: 'Failed to delete student', description: message, tone: 'destructive' }),
  });

type Optimization = { readonly studentId: string; readonly optimizationType: 'add-only' | 'reoptimize' };

/** Updates the schedule for a changed student: adds one lesson, or replans the teacher's whole week. */
export const useOptimizeStudent = () =>
  useMutation({
    mutationFn: async (body: Optimization) => {
      const { answer, batchId } = await commandAnswered('POST /api/students/optimize', { body });
      remember(batchId);
      return answer;
    },
    onSuccess: async ({ success }) => {
      if (success)
        await invalidate(
          'GET /api/lessons',
          'GET /api/students',
          'GET /api/assignments',
          'GET /api/optimization-reports',
          'GET /api/optimization-reports/latest',
        );
    },
  });
