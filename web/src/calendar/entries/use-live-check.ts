import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../api/client.ts';
import type { WantedEntry } from './conflict.ts';

const pause = 300;

const checkQuery = (body: WantedEntry | null) =>
  queryOptions({
    queryKey: ['POST /api/lessons/check-conflicts', body] as const,
    queryFn: ({ signal }) => (body ? call('POST /api/lessons/check-conflicts', { body }, signal) : null),
    // Another user may have taken the time since.
    staleTime: 0,
    gcTime: 0,
  });

/** The conflicts of an entry as the user types it, and the drives it leaves no time for; undefined while unknown. */
export const useLiveCheck = (wanted: WantedEntry | null) => {
  const text = JSON.stringify(wanted);
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pause);
    return () => clearTimeout(timer);
  }, [text]);
  const { data } = useQuery({
    ...checkQuery(wanted),
    enabled: wanted !== null && settled === text,
    placeholderData: keepPreviousData,
  });
  return wanted === null ? undefined : (data ?? undefined);
};
