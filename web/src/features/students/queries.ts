import type { Student } from '@rondo/contracts/api/people/students.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { together } from '../../ui/lists/query-state.tsx';
import { queryClient, read } from '../../api/queries.ts';
import { lessonsQuery } from '../../calendar/queries.ts';
import { currentUserQuery } from '../../api/session/session.ts';
import { useToday } from '../../api/today.ts';
import { studentRows } from './roster.ts';

/** Of now, or of a past moment. */
const queriesFrom = (today: IsoDate, asOf?: string) => {
  const past = asOf === undefined ? {} : { query: { asOf } };
  return [
    read('GET /api/students', past),
    read('GET /api/teachers', past),
    read('GET /api/assignments', past),
    lessonsQuery({ ...past.query, from: today }),
  ] as const;
};

export const prefetchRoster = async (): Promise<void> => {
  const user = await queryClient.ensureQueryData(currentUserQuery);
  if (!user) return;
  const [students, teachers, assignments, lessons] = queriesFrom(user.today);
  await Promise.all([
    queryClient.prefetchQuery(students),
    queryClient.prefetchQuery(teachers),
    queryClient.prefetchQuery(assignments),
    queryClient.prefetchQuery(lessons),
  ]);
};

/** All data of the Students page, joined. */
export const useRoster = (asOf?: string) => {
  const today = useToday();
  const [students, teachers, assignments, lessons] = useQueries({ queries: queriesFrom(today, asOf) });
  // Computed once for what has loaded, not for each letter that someone types into the search.
  const rows = useMemo(
    () =>
      students.data && teachers.data && assignments.data && lessons.data
        ? studentRows({
            students: students.data,
            teachers: teachers.data,
            assignments: assignments.data,
            lessons: lessons.data,
            today,
          })
        : undefined,
    [students.data, teachers.data, assignments.data, lessons.data, today],
  );
  const roster = together([students, teachers, assignments, lessons], rows);
  return { ...roster, teachers: teachers.data ?? [], rows: roster.data ?? null };
};

/** A student as the form edits it: with the teacher that the form can set. */
export type LoadedStudent = { readonly student: Student; readonly teacherId: string };

/** The row as the server has it now; null if it was deleted. */
export const loadStudent = async (id: string): Promise<LoadedStudent | null> => {
  const [students, assignments] = await Promise.all([
    queryClient.fetchQuery({ ...read('GET /api/students', {}), staleTime: 0 }),
    queryClient.fetchQuery({ ...read('GET /api/assignments', {}), staleTime: 0 }),
  ]);
  const student = students.find((row) => row.id === id);
  if (!student) return null;
  const [first] = assignments
    .filter(({ studentId }) => studentId === id)
    .toSorted((a, b) => a.preferenceRank - b.preferenceRank);
  return { student, teacherId: first?.teacherId ?? '' };
};
