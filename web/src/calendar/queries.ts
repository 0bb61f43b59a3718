import type { Student } from '@rondo/contracts/api/people/students.ts';
import type { Teacher } from '@rondo/contracts/api/people/teachers.ts';
import { addDays, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { assumedDrive } from '@rondo/contracts/calendar/legs.ts';
import { calendarLesson } from '@rondo/contracts/lessons/timing.ts';
import { queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { call } from '../api/client.ts';
import { turnAfterDrawn } from '../lib/page/drawn.ts';
import { keyOf, placeholderOf, read } from '../api/queries.ts';
import type { Drive, Home } from './days/legs.ts';
import type { InputTo } from '../api/calls.ts';

export const teachersQuery = read('GET /api/teachers', {});
export const studentsQuery = read('GET /api/students', {});
export const preferencesQuery = read('GET /api/user-preferences', {});
export const reportsQuery = read('GET /api/optimization-reports', { query: {} });

const noTeachers: readonly Teacher[] = [];
const noStudents: readonly Student[] = [];

/** None while they are not known; the same array until they change. */
export const useTeachers = (): readonly Teacher[] => useQuery(teachersQuery).data ?? noTeachers;
export const useStudents = (): readonly Student[] => useQuery(studentsQuery).data ?? noStudents;

/** The studio's lesson rows; with dates, those that touch these days. The cache has them as calendars compute with them. */
export const lessonsQuery = (query: NonNullable<InputTo<'GET /api/lessons'>['query']>) =>
  queryOptions({
    queryKey: keyOf('GET /api/lessons', { query }),
    queryFn: async ({ signal }) => (await call('GET /api/lessons', { query }, signal)).map(calendarLesson),
  });

/** The lesson rows of the whole studio that touch a Monday-to-Sunday week. */
export const weekQuery = (monday: IsoDate) => lessonsQuery({ from: monday, to: addDays(monday, 6) });

/** Minutes between two addresses. Never refetched while the page is open. The first page is drawn before: drives are a small part of it. */
export const driveQuery = (origin: string, destination: string) =>
  queryOptions({
    queryKey: ['POST /api/calculate-drive-time', { origin, destination }] as const,
    queryFn: async ({ signal }) => {
      await turnAfterDrawn('drives');
      return call('POST /api/calculate-drive-time', { body: { origin, destination } }, signal);
    },
    gcTime: Infinity,
  });

/** The last stop of a day, null without an address, and where the teacher drives from there. */
type WayHome = { readonly from: string | null; readonly home: Home | null };

const wayKey = (from: string, home: Home): string => `${from}\n${home.address}`;

/** Of a drive that is not known, or could not be loaded. */
const assumed: Drive = { minutes: assumedDrive, notice: null, approximate: false };

/**
 * The drives home, in the order of the ways, which load one by one; null while unknown or without a home. Unknown drives and failed
 * queries count 15 minutes. The list is a new one only when a drive changes.
 */
export const useWaysHome = (ways: readonly WayHome[]): readonly (Drive | null)[] => {
  const drives = new Map(
    ways.flatMap(({ from, home }) =>
      from === null || !home ? [] : [[wayKey(from, home), driveQuery(from, home.address)] as const],
    ),
  );
  const keys = [...drives.keys()];
  return useQueries({
    queries: [...drives.values()],
    combine: (answers) =>
      ways.map(({ from, home }) => {
        if (!home) return null;
        if (from === null) return assumed;
        const { isError = false, data } = answers[keys.indexOf(wayKey(from, home))] ?? {};
        if (isError) return assumed;
        return data ? { minutes: data.driveTimeMinutes, notice: data.notice, approximate: data.approximate } : null;
      }),
  });
};

/** What the choice of a teacher says while there is none to choose. */
export const noTeachersText = (teachers: Parameters<typeof placeholderOf>[0]): string =>
  placeholderOf(teachers, { failed: 'Teachers did not load', none: 'No teachers available' });
