import type { OwedLesson } from '@rondo/contracts/api/studio/owed.ts';
import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { currentUserQuery } from '../../../api/session/session.ts';
import { queryClient, read } from '../../../api/queries.ts';

// Days pass: every visit asks again.
const owedQuery = { ...read('GET /api/owed', { query: {} }), staleTime: 0 };
const policyQuery = read('GET /api/policy', { query: {} });
const queries = [owedQuery, policyQuery] as const;

export const prefetchOwed = async (): Promise<void> => {
  if (!(await queryClient.ensureQueryData(currentUserQuery))) return;
  await Promise.all([queryClient.prefetchQuery(owedQuery), queryClient.prefetchQuery(policyQuery)]);
};

const none: readonly OwedLesson[] = [];

/** The lessons that are owed, and how many each student is owed without a time for it. */
export const useOwed = () => {
  const [owed, policy] = useQueries({ queries });
  const lessons = owed.data ?? none;
  const counts = useMemo(() => {
    const byStudent = new Map<string, number>();
    for (const { studentId, state } of lessons)
      if (state === 'owed') byStudent.set(studentId, (byStudent.get(studentId) ?? 0) + 1);
    return byStudent;
  }, [lessons]);
  const current = policy.data?.current ?? null;
  return {
    query: owed,
    lessons,
    counts,
    /** There is one, or there may be. */
    isShown: lessons.length > 0 || (current !== null && !current.off),
  };
};

/** The lessons that are owed to some students, as of now; none where they do not load. */
export const owedTo = async (studentIds: readonly string[]): Promise<OwedLesson[]> => {
  const all = await queryClient.fetchQuery(owedQuery).catch(() => none);
  return all.filter(({ studentId }) => studentIds.includes(studentId));
};
