import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { queryClient, read } from '../../api/queries.ts';
import { lessonsQuery, reportsQuery, studentsQuery, teachersQuery } from '../../calendar/queries.ts';

export const assignmentsQuery = read('GET /api/assignments', {});
export const reportQuery = (id: string) => read('GET /api/optimization-reports/:id', { params: { id } });

/** Depends on the time of day and on every plan and lesson, so it is never kept. */
export const firstDayQuery = (teacherId: string) => ({
  ...read('GET /api/schedule/first-day', { query: { teacherId } }),
  staleTime: 0,
  gcTime: 0,
});

/** Lesson rows from today on. */
export const upcomingLessonsQuery = (today: IsoDate) => lessonsQuery({ from: today });

export const prefetchPlanner = (today: IsoDate): Promise<unknown> =>
  Promise.all([
    queryClient.prefetchQuery(teachersQuery),
    queryClient.prefetchQuery(studentsQuery),
    queryClient.prefetchQuery(assignmentsQuery),
    queryClient.prefetchQuery(reportsQuery),
    queryClient.prefetchQuery(upcomingLessonsQuery(today)),
  ]);
