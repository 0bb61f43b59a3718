import type { InputTo } from '../../../api/calls.ts';
import { isMissing, isStale } from '../../../api/call-failed.ts';
import { command, commandAnswered, doneWith, type Done } from '../../../api/client.ts';
import { carryOut, useAction } from '../../../api/commands/command.ts';
import { queryClient, read } from '../../../api/queries.ts';
import { placeAt, type WeeklyTime } from '../../../calendar/fits/make-room.ts';
import { toast } from '../../../ui/overlays/toast.tsx';
import { joinFamily } from '../families/commands.ts';
import type { LoadedStudent } from '../queries.ts';
import { newStudentBody, studentChangesBody, type CheckedStudent } from '../student-values.ts';

/** A new student; with a question from the form, as its answer. */
const createStudent = async (
  body: InputTo<'POST /api/students'>['body'],
  inquiryId: string | undefined,
): Promise<Done<{ readonly id: string }>> => {
  if (inquiryId === undefined) return command('POST /api/students', { body });
  const added = await command('POST /api/inquiries/:id/add', { params: { id: inquiryId }, body });
  return { ...added, answer: 'studentId' in added.answer ? { id: added.answer.studentId } : added.answer };
};

/** The student with the teacher, if that changed. */
const writeStudent = async (
  values: CheckedStudent,
  before: LoadedStudent | null,
  inquiryId: string | undefined,
): Promise<Done<string>> => {
  const teacher = values.teacherId === (before?.teacherId ?? '') ? {} : { teacherId: values.teacherId || null };
  const saved = before
    ? await command('PUT /api/students/:id', {
        params: { id: before.student.id },
        body: { ...studentChangesBody(before.student, values), ...teacher },
      })
    : await createStudent({ ...newStudentBody(values), ...teacher }, inquiryId);
  const { id } = saved.answer;
  if (values.family === (before?.student.householdId ?? '')) return { ...saved, answer: id };
  // The student is saved by then: what refuses the family is said, and saving is not repeated.
  const joined = await joinFamily(id, values.family).catch((error: Error) => {
    toast({ tone: 'destructive', title: 'The family was not changed', description: error.message });
    return doneWith(null);
  });
  return { answer: id, batches: [...saved.batches, ...joined.batches], calls: [...saved.calls, ...joined.calls] };
};

/**
 * Saves a new or an edited student. Null for the student: saved, but the lists do not show it yet.
 * @throws what the form shows
 */
export const saveStudent = async (values: CheckedStudent, before: LoadedStudent | null, inquiryId?: string) => {
  const { answer: id, batches } = await carryOut(() => writeStudent(values, before, inquiryId), {
    done: null,
    failed: (error) =>
      // Changed or deleted elsewhere: the form loads the row and says so itself.
      isStale(error) || isMissing(error)
        ? null
        : { title: 'Error', description: `Failed to ${before ? 'update' : 'add'} student. Please try again.` },
  });
  const students = await queryClient.fetchQuery(read('GET /api/students', {})).catch(() => []);
  return { student: students.find((student) => student.id === id) ?? null, batches };
};

type Optimization = Omit<InputTo<'POST /api/students/optimize'>['body'], 'time'> & { readonly time?: WeeklyTime };

/** Gives a student a teacher, without whom no schedule can be made. */
export const useSetTeacher = () =>
  useAction(
    ({ studentId, teacherId }: { readonly studentId: string; readonly teacherId: string }) =>
      commandAnswered('PUT /api/students/:id/teacher', { params: { id: studentId }, body: { teacherId } }),
    { done: null, failed: 'Failed to set teacher assignment' },
  );

/** Updates the schedule for a changed student: adds one lesson, or replans the teacher's whole week. */
export const useOptimizeStudent = () =>
  useAction(
    ({ time, ...body }: Optimization) =>
      time ? placeAt(body.studentId, time) : commandAnswered('POST /api/students/optimize', { body }),
    { done: null, failed: null },
  );
