import type { CallOf } from '@rondo/contracts/api/endpoint.ts';
import { listLessons } from '@rondo/contracts/api/lessons.ts';
import { calculateDriveTime } from '@rondo/contracts/api/maps.ts';
import { listReports } from '@rondo/contracts/api/planner.ts';
import { listStudents } from '@rondo/contracts/api/students.ts';
import { getPreferences } from '@rondo/contracts/api/studio.ts';
import { listTeachers } from '@rondo/contracts/api/teachers.ts';
import { addDays, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { assumedDrive } from '@rondo/contracts/calendar/legs.ts';
import { calendarLesson } from '@rondo/contracts/lessons/timing.ts';
import { queryOptions, useQueries } from '@tanstack/react-query';
import { call } from '../lib/client.ts';
import { drawn } from '../lib/drawn.ts';
import { keyOf, read } from '../lib/queries.ts';
import type { Home } from './days/legs.ts';

export const teachersQuery = read(listTeachers, {});
export const studentsQuery = read(listStudents, {});
export const preferencesQuery = read(getPreferences, {});
export const reportsQuery = read(listReports, { query: {} });

/** The studio's lesson rows; with dates, those that touch these days. The cache has them as calendars compute with them. */
export const lessonsQuery = (query: NonNullable<CallOf<typeof listLessons>['query']>) =>
  queryOptions({
    queryKey: keyOf(listLessons, { query }),
    queryFn: async ({ signal }) => (await call(listLessons, { query }, signal)).map(calendarLesson),
  });

/** The lesson rows of the whole studio that touch a Monday-to-Sunday week. */
export const weekQuery = (monday: IsoDate) => lessonsQuery({ from: monday, to: addDays(monday, 6) });

/** Minutes between two addresses. Never refetched while the page is open. The first page is drawn before: drives are a small part of it. */
export const driveQuery = (origin: string, destination: string) =>
  queryOptions({
    queryKey: [calculateDriveTime.path, { origin, destination }] as const,
    queryFn: async ({ signal }) => {
      await drawn;
      return call(calculateDriveTime, { body: { origin, destination } }, signal);
    },
    gcTime: Infinity,
  });

type DriveAnswer = { readonly isError: boolean; readonly data: { readonly driveTimeMinutes: number } | undefined };

const minutesOf = (answers: readonly DriveAnswer[]): readonly (number | null)[] =>
  answers.map(({ isError, data }) => (isError ? assumedDrive : (data?.driveTimeMinutes ?? null)));

/**
 * The minutes home from each address, null while unknown, one query per address. Unknown drives and failed queries count 15 minutes. The list
 * stays the same while its numbers do.
 */
export const useWaysHome = (addresses: readonly string[], home: Home | null): readonly (number | null)[] =>
  useQueries({
    queries: home ? addresses.map((origin) => driveQuery(origin, home.address)) : [],
    combine: minutesOf,
  });
