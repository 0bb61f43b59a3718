import { dayOfWeekOf } from '@rondo/contracts/calendar/dates.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { keyOf } from '../../api/queries.ts';
import { afterDrawn } from '../../lib/page/drawn.ts';
import type { Day } from '../days/day.ts';
import type { HeldTime, Holder } from './held-times.ts';

/** Days with the times that are held on them. */
export const withHeldTimes = (days: readonly Day[], times: readonly HeldTime[]): readonly Day[] =>
  days.map((day) => {
    const heldTimes = times.filter(({ date, isWeekly }) =>
      isWeekly ? date <= day.date && dayOfWeekOf(date) === dayOfWeekOf(day.date) : date === day.date,
    );
    return heldTimes.length > 0 ? { ...day, heldTimes } : day;
  });

const heldQuery = (by: Holder, teacherId: string) => ({
  queryKey: keyOf(by, { query: { teacherId } }),
  queryFn: async ({ signal }: { readonly signal: AbortSignal }) =>
    (await afterDrawn(() => import('./held-times.ts'))).readHeldTimes(by, teacherId, signal),
});

/**
 * A teacher's days with the times that are held: until a family has answered, and every week for a question from the form. Only a cancelled lesson
 * of today or later leaves time that families can be asked about: without one the server is not asked.
 */
export const useHeldTimes = (days: readonly Day[], teacherId: string, today: string): readonly Day[] => {
  const { data } = useQuery({
    ...heldQuery('GET /api/repairs', teacherId),
    enabled: days.some(({ date, entries }) => date >= today && entries.some(({ state }) => state === 'cancelled')),
    // A family answers on its own page, and times are held until a minute.
    refetchInterval: (query) => Boolean(query.state.data?.length) && 30_000,
  });
  const { data: weekly } = useQuery(heldQuery('GET /api/inquiries', teacherId));
  return useMemo(() => withHeldTimes(days, [...(data ?? []), ...(weekly ?? [])]), [data, weekly, days]);
};
