import { queryClient, read } from '../../api/queries.ts';
import { lessonsQuery, reportsQuery, studentsQuery, teachersQuery } from '../../calendar/queries.ts';
import { useQueries } from '@tanstack/react-query';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { candidatesOf, unassignedStudents, type Candidate, type FirstDayFacts } from './model/checklist.ts';

export const assignmentsQuery = read('GET /api/assignments', {});
export const reportQuery = (id: string) => read('GET /api/optimization-reports/:id', { params: { id } });

/** Depends on the time of day and on every plan and lesson, so it is never kept. */
const firstDayQuery = (teacherId: string) => ({
  ...read('GET /api/schedule/first-day', { query: { teacherId } }),
  staleTime: 0,
  gcTime: 0,
});

export const upcomingLessonsQuery = (today: IsoDate) => lessonsQuery({ from: today });

export const prefetchPlanner = (today: IsoDate): Promise<unknown> =>
  Promise.all([
    queryClient.prefetchQuery(teachersQuery),
    queryClient.prefetchQuery(studentsQuery),
    queryClient.prefetchQuery(assignmentsQuery),
    queryClient.prefetchQuery(reportsQuery),
    queryClient.prefetchQuery(upcomingLessonsQuery(today)),
  ]);

const noFacts: FirstDayFacts = { dayIsOver: false, acceptedStudentIds: [], closedDays: [] };

/** Everything the generate dialog offers; null while loading. */
export const useGenerating = (today: IsoDate) => {
  const [teachers, students, assignments, rows, reports] = useQueries({
    queries: [teachersQuery, studentsQuery, assignmentsQuery, upcomingLessonsQuery(today), reportsQuery],
  });
  const firstDays = useQueries({ queries: (teachers.data ?? []).map(({ id }) => firstDayQuery(id)) });
  const all = [teachers, students, assignments, rows, ...firstDays];
  const data =
    teachers.data && students.data && assignments.data && rows.data && firstDays.every((one) => one.data)
      ? {
          teachers: teachers.data,
          unassigned: unassignedStudents(students.data, assignments.data),
          candidatesFor: (teacherId: string): Candidate[] =>
            candidatesOf({
              teacherId,
              students: students.data,
              assignments: assignments.data,
              rows: rows.data,
              today,
            }),
          firstDayFor: (teacherId: string) =>
            firstDays[teachers.data.findIndex(({ id }) => id === teacherId)]?.data ?? noFacts,
          rows: rows.data,
          // A report list that failed to load costs only a notice; the page shows the error.
          reports: reports.data?.reports ?? [],
        }
      : null;
  return {
    data,
    error: all.find(({ isError }) => isError)?.error ?? null,
    retry: () => void Promise.all(all.filter(({ isError }) => isError).map((query) => query.refetch())),
  };
};
export type Generating = NonNullable<ReturnType<typeof useGenerating>['data']>;
