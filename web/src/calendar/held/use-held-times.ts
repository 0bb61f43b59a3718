import { dayOfWeekOf } from '@rondo/contracts/calendar/dates.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { keyOf } from '../../api/queries.ts';
import { afterDrawn } from '../../lib/page/drawn.ts';
import type { Day } from '../days/day.ts';
import type { HeldTime } from './held-times.ts';

const load = () => import('./held-times.ts');

/** Days with the times that are held on them. */
export const withHeldTimes = (days: readonly Day[], times: readonly HeldTime[]): readonly Day[] =>
  days.map((day) => {
    const heldTimes = times.filter(({ date, isWeekly }) =>
      isWeekly ? date <= day.date && dayOfWeekOf(date) === dayOfWeekOf(day.date) : date === day.date,
    );
    return heldTimes.length > 0 ? { ...day, heldTimes } : day;
  });

/**
 * A teacher's days with the times that are held: until a family has answered, and every week for a question from the form. Only a cancelled lesson
 * of today or later leaves time that families can be asked about: without one the server is not asked.
 */
export const useHeldTimes = (days: readonly Day[], teacherId: string, today: string): readonly Day[] => {
  const { data } = useQuery({
    queryKey: keyOf('GET /api/repairs', { query: { teacherId } }),
    queryFn: async ({ signal }) => (await load()).readHeldTimes(teacherId, signal),
    enabled: days.some(({ date, entries }) => date >= today && entries.some(({ state }) => state === 'cancelled')),
    // A family answers on its own page, and times are held until a minute.
    refetchInterval: (query) => Boolean(query.state.data?.length) && 30_000,
  });
  const { data: weekly } = useQuery({
    queryKey: keyOf('GET /api/inquiries', { query: { teacherId } }),
    queryFn: async ({ signal }) => (await afterDrawn(load)).readHolds(teacherId, signal),
  });
  return useMemo(() => withHeldTimes(days, [...(data ?? []), ...(weekly ?? [])]), [data, weekly, days]);
};
