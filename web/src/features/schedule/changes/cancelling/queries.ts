import type { CancellationAnswer } from '@rondo/contracts/api/studio/cancellations.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read } from '../../../../api/queries.ts';
import type { Target } from '../../../../calendar/days/optimistic.ts';

/** How often what is shown is asked again: a deadline can pass while the dialog is open. */
const everyMinute = 60_000;

/** What cancelling a date comes to, asked again whenever the lesson or the policy changes. @param noticeAt undefined: now */
export const useOutcome = ({ row, on }: Target, noticeAt: string | undefined) => {
  const { data, error, isLoading, isPlaceholderData, refetch } = useQuery({
    ...read('GET /api/lessons/:id/cancellation', {
      params: { id: row.lessonId },
      query: { lessonDate: on, ...(noticeAt !== undefined && { noticeAt }) },
    }),
    placeholderData: keepPreviousData,
    // Time passes: each dialog asks again.
    staleTime: 0,
    refetchInterval: everyMinute,
    enabled: row.entryType === 'lesson' && row.studentId !== null,
  });
  // A refused question leaves the last answer on the screen.
  const [last, setLast] = useState<CancellationAnswer>();
  if (data && data !== last) setLast(data);
  return {
    answer: data ?? last,
    /** The last answer, until the new one comes. */
    isOld: isPlaceholderData || error !== null,
    isFirst: isLoading && last === undefined,
    /** Why the question was refused. */
    problem: error?.message,
    refetch,
  };
};
