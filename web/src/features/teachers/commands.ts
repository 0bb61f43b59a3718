import { offerToPlan } from '../../calendar/plan-week.ts';
import type { Teacher } from '@rondo/contracts/api/people/teachers.ts';
import { CallFailed } from '../../api/call-failed.ts';
import { command, commandAnswered } from '../../api/client.ts';
import { act, carryOut, send } from '../../api/commands/command.ts';
import { queryClient } from '../../api/queries.ts';
import { currentUserQuery } from '../../api/session/session.ts';
import { counted } from '../../lib/texts.ts';
import type { Toast } from '../../ui/overlays/toast.tsx';
import { newTeacherBody, teacherChangesBody, type CheckedTeacher } from './teacher-values.ts';

const signedOut = 'You must be logged in to save teachers.';

/** Saves a new or an edited teacher. @throws what the form shows */
export const saveTeacher = (values: CheckedTeacher, before: Teacher | null) =>
  carryOut(
    async () => {
      if (!queryClient.getQueryData(currentUserQuery.queryKey)) throw new CallFailed(401, signedOut);
      if (!before) return command('POST /api/teachers', { body: newTeacherBody(values) });
      return command('PUT /api/teachers/:id', { params: { id: before.id }, body: teacherChangesBody(before, values) });
    },
    {
      done: `${values.name} ${before ? 'updated' : 'added'}`,
      failed: (error) => {
        if (error.message === signedOut) return { title: 'Authentication Error', description: signedOut };
        // Changed or deleted elsewhere: the form loads the row and says so itself. Signed out: another dialog says so.
        if (error instanceof CallFailed && [401, 404, 412].includes(error.status)) return null;
        return { title: 'Error', description: `Failed to ${before ? 'update' : 'create'} teacher` };
      },
    },
  );

/** @param moveTo who gets the students; null: nobody */
export const deleteTeacher = ({ id, name }: Teacher, moveTo: Teacher | null) =>
  send(
    'DELETE /api/teachers/:id',
    { params: { id }, query: moveTo ? { moveTo: moveTo.id } : {} },
    { done: movedToast(`${name} deleted`, moveTo), failed: 'Failed to delete teacher' },
  );

const movedToast = (title: string, moveTo: Teacher | null): Toast =>
  moveTo ? { title, description: `${moveTo.name} has the students now.`, ...offerToPlan(moveTo) } : { title };

/** Removes the weekly hours of many teachers. */
export const clearTimes = (teacherIds: string[]) =>
  act(() => commandAnswered('POST /api/teachers/clear-availability', { body: { teacherIds } }), {
    done: ({ clearedCount }) => `Times of ${counted(clearedCount, 'teacher')} cleared`,
    failed: 'Failed to clear availability',
  });

export const deleteTeachers = (teacherIds: string[], moveTo: Teacher | null) =>
  act(
    () => commandAnswered('POST /api/teachers/delete', { body: { teacherIds, ...(moveTo && { moveTo: moveTo.id }) } }),
    {
      done: ({ deletedCount }) => movedToast(`${counted(deletedCount, 'teacher')} deleted`, moveTo),
      failed: teacherIds.length === 1 ? 'Failed to delete teacher' : 'Failed to delete teachers',
    },
  );
