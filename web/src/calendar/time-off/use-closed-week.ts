import type { Closure } from '@rondo/contracts/api/studio/closures.ts';
import { addDays, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { closedWeek, concernsTeacher } from './closed-time.ts';
import { closuresFrom } from './closures.ts';

const none: readonly Closure[] = [];

/** What closes days of a week, as it is loaded. */
export const closuresOfWeek = (monday: IsoDate) => closuresFrom(monday, addDays(monday, 6));

/** The closures of a teacher's week, and its closed time by date. */
export const useClosedWeek = (monday: IsoDate, teacherId: string) => {
  const query = useQuery(closuresOfWeek(monday));
  const { data = none } = query;
  const closures = useMemo(() => data.filter((one) => concernsTeacher(one, teacherId)), [data, teacherId]);
  const closed = useMemo(() => closedWeek(closures, teacherId, monday), [closures, teacherId, monday]);
  return { query, closures, closed };
};
