import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { send } from '../../api/commands/command.ts';
import { read } from '../../api/queries.ts';

export type Subscriber = {
  readonly kind: 'student' | 'teacher';
  readonly id: string;
  readonly name: string;
  /** How a sentence calls them: a student by the first name. */
  readonly shortName: string;
};

/**
 * The calendar's address, which the call creates if there is none. Its key is not a path: what invalidates the lists of the studio must not
 * repeat the call, which would share a calendar that has just been revoked.
 */
export const sharedCalendarQuery = ({ kind, id }: Subscriber) =>
  queryOptions({
    queryKey: ['shared calendar', kind, id],
    queryFn: () =>
      call(
        kind === 'student'
          ? 'POST /api/students/:id/generate-calendar-url'
          : 'POST /api/teachers/:id/generate-calendar-url',
        { params: { id } },
      ),
    // Each time the dialog opens it shows when the calendar was last read.
    staleTime: 0,
    gcTime: 0,
  });

/** What has changed in a calendar since it was last read, in sentences. Changes of names and addresses are not among them. */
export const changesQuery = ({ kind, id }: Subscriber, since: string | null) =>
  queryOptions({
    ...read('GET /api/changes', since === null ? {} : { query: { since } }),
    enabled: since !== null,
    staleTime: 0,
    gcTime: 0,
    select: (students) =>
      students
        .filter(({ studentId }) => kind === 'teacher' || studentId === id)
        .flatMap(({ changes }) => changes)
        .filter(({ before, after }) => kind === 'student' || before?.teacher.id === id || after?.teacher.id === id)
        .map(({ text }) => text),
  });

/** Revokes the address. Not undoable: an address that has ended is never used again. */
export const revoke = ({ kind, id }: Subscriber) =>
  send(
    kind === 'student' ? 'DELETE /api/students/:id/calendar-url' : 'DELETE /api/teachers/:id/calendar-url',
    { params: { id } },
    { done: 'Calendar address revoked', failed: 'Failed to revoke the calendar address' },
  );
