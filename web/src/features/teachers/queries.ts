import type { Teacher } from '@rondo/contracts/api/people/teachers.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { useQueries } from '@tanstack/react-query';
import { together } from '../../ui/lists/query-state.tsx';
import { queryClient, read } from '../../api/queries.ts';
import { lessonsQuery } from '../../calendar/queries.ts';
import { currentUserQuery } from '../../api/session/session.ts';
import { useToday } from '../../api/today.ts';
import { teacherRows } from './roster.ts';

/** Of now, or of a past moment. */
const queriesFrom = (today: IsoDate, asOf?: string) => {
  const past = asOf === undefined ? {} : { query: { asOf } };
  return [
    read('GET /api/teachers', past),
    read('GET /api/assignments', past),
    lessonsQuery({ ...past.query, from: today }),
  ] as const;
};

export const prefetchTeachers = async (): Promise<void> => {
  const user = await queryClient.ensureQueryData(currentUserQuery);
  if (!user) return;
  const [teachers, assignments, lessons] = queriesFrom(user.today);
  await Promise.all([
    queryClient.prefetchQuery(teachers),
    queryClient.prefetchQuery(assignments),
    queryClient.prefetchQuery(lessons),
  ]);
};

/** All data of the Teachers page, joined. */
export const useTeachers = (asOf?: string) => {
  const today = useToday();
  const [teachers, assignments, lessons] = useQueries({ queries: queriesFrom(today, asOf) });
  return together(
    [teachers, assignments, lessons],
    teachers.data && assignments.data && lessons.data
      ? teacherRows({
          teachers: teachers.data,
          assignments: assignments.data,
          lessons: lessons.data,
          today,
        })
      : undefined,
  );
};

/** The row as the server has it now; null if it was deleted. */
export const loadTeacher = async (id: string): Promise<Teacher | null> => {
  const teachers = await queryClient.fetchQuery({ ...read('GET /api/teachers', {}), staleTime: 0 });
  return teachers.find((teacher) => teacher.id === id) ?? null;
};
